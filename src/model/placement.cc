#include "model/placement.h"

#include <utility>

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;

const Vector3d kFlip(1, -1, 1);        // of what is polar, in the axes of a mirrored frame
const Vector3d kAxialFlip(-1, 1, -1);  // of what is axial

// Signs of a symmetric tensor's components xx, yy, zz, xy, yz, zx.
const double kTensorFlip[] = {1, 1, 1, -1, -1, 1};

Matrix3d Reflection(MirrorPlane mirror) {
  Vector3d diagonal = Vector3d::Ones();
  if (mirror != MirrorPlane::kNone) diagonal[static_cast<int>(mirror) - 1] = -1;
  return diagonal.asDiagonal();
}

// Applies `direction` and `point` to the way in which an orientation is given. What is given only
// in part is made whole first: the rest of it was chosen by a rule that knows no mirror.
template <class OfDirection, class OfPoint>
Orientation Change(const Orientation& o, const Vector3d& origin, OfDirection direction,
                   OfPoint point) {
  Orientation changed;
  if (o.z_point && o.x_point) {
    changed.z_point = point(*o.z_point);
    changed.x_point = point(*o.x_point);
    return changed;
  }
  Vector3d z, x;
  if (o.z_axis && o.x_axis) {
    z = *o.z_axis;
    x = *o.x_axis;
  } else {
    const Matrix3d R = OrientationMatrix(o, origin);
    z = R.col(2);
    x = R.col(0);
  }
  changed.z_axis = direction(z);
  changed.x_axis = direction(x);
  const bool plain = *changed.z_axis == Vector3d::UnitZ() && *changed.x_axis == Vector3d::UnitX();
  return plain ? Orientation() : changed;
}

}  // namespace

Placement::Placement(MirrorPlane mirror, const Pose& pose)
    : mirrored_(mirror != MirrorPlane::kNone), G_(pose.R * Reflection(mirror)), t_(pose.p) {}

Pose Placement::Origin() const { return {mirrored_ ? Matrix3d(G_ * kFlip.asDiagonal()) : G_, t_}; }

Vector3d Placement::LocalPoint(const Vector3d& p) const {
  return mirrored_ ? Vector3d(kFlip.cwiseProduct(p) + Vector3d::Zero()) : p;
}

Vector3d Placement::LocalAxial(const Vector3d& w) const {
  return mirrored_ ? Vector3d(kAxialFlip.cwiseProduct(w) + Vector3d::Zero()) : w;
}

Vector3d Placement::LocalProducts(const Vector3d& p) const {
  return mirrored_ ? Vector3d(Vector3d(-1, -1, 1).cwiseProduct(p) + Vector3d::Zero()) : p;
}

Orientation Placement::InGround(const Orientation& o, const Vector3d& origin) const {
  if (IsIdentity()) return o;
  return Change(
      o, origin, [this](const Vector3d& d) { return Direction(d); },
      [this](const Vector3d& p) { return Point(p); });
}

Orientation Placement::InBody(const Orientation& o, const Vector3d& origin) const {
  if (!mirrored_) return o;
  const auto local = [this](const Vector3d& d) { return LocalPoint(d); };
  return Change(o, origin, local, local);
}

double Placement::SignOfDirection(int component) const {
  const Vector3d image = G_.col(component);
  return image.cwiseAbs() == Vector3d::Unit(component) ? image[component] : 0;
}

std::vector<double> Placement::StrainSigns(ConnectionKind kind) const {
  if (!mirrored_ || kind == ConnectionKind::kRod) return {};
  switch (kind) {
    case ConnectionKind::kLinearSpring:
      return {1, -1, 1};
    case ConnectionKind::kAngularSpring:
      return {-1, 1, -1};
    default:
      return {1, -1, 1, -1, 1, -1};
  }
}

// ---- Flexible parts -----------------------------------------------------------------------------

namespace {

// The invariants are sums over products of places, shapes and skew matrices; the skew matrix of an
// image is -F a^ F.
InertiaInvariants MirrorInvariants(InertiaInvariants inertia) {
  const auto F = kFlip.asDiagonal(), A = kAxialFlip.asDiagonal();
  const auto both_sides = [&](Matrix3d& m) { m = (F * m * F).eval(); };
  inertia.i2 = F * inertia.i2;
  inertia.i3 = (F * inertia.i3).eval();
  inertia.i4 = (A * inertia.i4).eval();
  for (MatrixXd& m : inertia.i5) m = (A * m).eval();
  both_sides(inertia.i7);
  for (Matrix3d& m : inertia.i8) both_sides(m);
  for (std::vector<Matrix3d>& row : inertia.i9) {
    for (Matrix3d& m : row) both_sides(m);
  }
  return inertia;
}

// One matrix for each component of acceleration (polar), angular acceleration (axial) and product
// of angular velocities (a symmetric tensor).
void MirrorStiffening(std::vector<MatrixXd>* stiffening) {
  for (size_t i = 0; i < stiffening->size(); ++i) {
    const int k = static_cast<int>(i % 3);
    (*stiffening)[i] *= i < 3 ? kFlip[k] : i < 6 ? kAxialFlip[k] : kTensorFlip[i - 6];
  }
}

}  // namespace

FlexiblePart MirrorPart(const FlexiblePart& part) {
  FlexiblePart image = part;
  const auto F = kFlip.asDiagonal(), A = kAxialFlip.asDiagonal();
  for (InterfaceNode& node : image.interfaces) {
    node.position = F * node.position;
    node.translation = (F * node.translation).eval();
    node.rotation = (A * node.rotation).eval();
  }
  image.inertia = MirrorInvariants(std::move(image.inertia));
  MirrorStiffening(&image.stiffening);
  for (StressPoint& point : image.stress_points) {
    point.position = F * point.position;
    for (int i = 0; i < point.stress.rows(); ++i) point.stress.row(i) *= kTensorFlip[i];
  }
  FlexibleSurface& surface = image.surface;
  for (Vector3d& position : surface.position) position = F * position;
  for (MatrixXd& shape : surface.translation) shape = (F * shape).eval();
  // Outer faces stay outer ones.
  for (std::array<int, 3>& triangle : surface.triangles) std::swap(triangle[1], triangle[2]);
  return image;
}

}  // namespace jounce
