#include "model/shape_mass.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// Corners of a plate may be out of its plane by this part of its size.
constexpr double kFlatness = 1e-6;

void RequirePositive(const char* what, double value) {
  if (value > 0 && std::isfinite(value)) return;
  throw InputError(fmt::format("its {} is {}", what, value), "it should be positive");
}

void RequireFinite(const Vector3d& point) {
  if (!point.allFinite()) throw InputError("a number is not finite");
}

double MassFor(const Amount& amount, double volume) {
  if (amount.mass.has_value() == amount.density.has_value()) {
    throw InputError(amount.mass ? "both mass and density are given" : "it has no mass",
                     "give its mass or its density");
  }
  const double given = amount.mass ? *amount.mass : *amount.density;
  if (!(given >= 0) || !std::isfinite(given)) {
    throw InputError(fmt::format("its {} is {}", amount.mass ? "mass" : "density", given),
                     "0 or more");
  }
  return amount.mass ? given : given * volume;
}

MassSum About(double mass, const Vector3d& centre, const Matrix3d& inertia) {
  return {mass, mass * centre, inertia + PointInertia(mass, centre)};
}

// The same all around the direction z.
Matrix3d RoundInertia(const Vector3d& z, double along, double across) {
  return across * Matrix3d::Identity() + (along - across) * z * z.transpose();
}

Vector3d Direction(const Vector3d& from, const Vector3d& to, double* length) {
  RequireFinite(from);
  RequireFinite(to);
  *length = (to - from).norm();
  if (!(*length > 0)) {
    throw InputError("`from` and `to` are the same point, so it has no length", "name two points");
  }
  return (to - from) / *length;
}

// A ring of the radii r < R and the length l along z.
MassSum RingMass(const Vector3d& centre, const Vector3d& z, double R, double r, double l,
                 const Amount& amount) {
  const double mass = MassFor(amount, std::numbers::pi * (R * R - r * r) * l);
  const double radii = R * R + r * r;
  return About(mass, centre, RoundInertia(z, mass * radii / 2, mass * (3 * radii + l * l) / 12));
}

MassSum MassOfKind(const RodShape& s, const Pose&) {
  double l = 0;
  const Vector3d z = Direction(s.from, s.to, &l);
  const double mass = MassFor({.mass = s.mass, .density = {}}, 0);
  return About(mass, 0.5 * (s.from + s.to), RoundInertia(z, 0, mass * l * l / 12));
}

MassSum MassOfKind(const TubeShape& s, const Pose&) {
  double l = 0;
  const Vector3d z = Direction(s.from, s.to, &l);
  RequirePositive("diameter", s.diameter);
  RequirePositive("wall", s.wall);
  if (2 * s.wall > s.diameter) {
    throw InputError(fmt::format("its wall of {} m is thicker than half its diameter of {} m",
                                 s.wall, s.diameter),
                     "the diameter is the outer one; a full bar is a cylinder");
  }
  const double R = s.diameter / 2;
  return RingMass(0.5 * (s.from + s.to), z, R, R - s.wall, l, s.amount);
}

MassSum MassOfKind(const CylinderShape& s, const Pose&) {
  double l = 0;
  const Vector3d z = Direction(s.from, s.to, &l);
  RequirePositive("diameter", s.diameter);
  return RingMass(0.5 * (s.from + s.to), z, s.diameter / 2, 0, l, s.amount);
}

MassSum MassOfKind(const WheelShape& s, const Pose&) {
  RequireFinite(s.centre);
  RequireFinite(s.axis);
  RequirePositive("diameter", s.diameter);
  RequirePositive("width", s.width);
  if (!(s.axis.norm() > 0)) throw InputError("its axis has no length");
  if (!(s.inner_diameter >= 0 && s.inner_diameter < s.diameter)) {
    throw InputError(
        fmt::format("its inner diameter is {} m, its diameter {} m", s.inner_diameter, s.diameter),
        "the inner one is 0 or more, and smaller");
  }
  return RingMass(s.centre, s.axis.normalized(), s.diameter / 2, s.inner_diameter / 2, s.width,
                  s.amount);
}

MassSum MassOfKind(const BoxShape& s, const Pose&) {
  RequireFinite(s.centre);
  for (double side : s.size) RequirePositive("size", side);
  const double mass = MassFor(s.amount, s.size.prod());
  const Matrix3d R = OrientationMatrix(s.orientation, s.centre);
  const Vector3d squares = s.size.cwiseAbs2();
  const Matrix3d own = (mass / 12 * (Vector3d::Constant(squares.sum()) - squares)).asDiagonal();
  return About(mass, s.centre, R * own * R.transpose());
}

// Twice the area times the normal of the polygon, whatever its shape [Newell].
Vector3d DoubleArea(const std::vector<Vector3d>& corners) {
  Vector3d sum = Vector3d::Zero();
  for (size_t i = 1; i + 1 < corners.size(); ++i) {
    sum += (corners[i] - corners[0]).cross(corners[i + 1] - corners[0]);
  }
  return sum;
}

MassSum MassOfKind(const PlateShape& s, const Pose&) {
  if (s.corners.size() < 3) throw InputError("a plate has three corners or more");
  for (const Vector3d& corner : s.corners) RequireFinite(corner);
  RequirePositive("thickness", s.thickness);
  double size = 0;
  for (const Vector3d& p : s.corners) size = std::max(size, (p - s.corners[0]).norm());
  const Vector3d double_area = DoubleArea(s.corners);
  const double area = double_area.norm() / 2;
  if (!(area > kFlatness * size * size)) {
    throw InputError("its corners enclose no area", "they go around the plate in order");
  }
  const Vector3d normal = double_area.normalized();
  for (const Vector3d& p : s.corners) {
    const double off = normal.dot(p - s.corners[0]);
    if (std::abs(off) <= kFlatness * size) continue;
    throw InputError(fmt::format("its corners are not in one plane: one is {:.3g} m off", off),
                     "make it of triangles");
  }
  const double mass = MassFor(s.amount, area * s.thickness);
  // Triangles of the fan, negative where they turn back. Of each, with the corners 0, a, b:
  // integral of x = A (a + b)/3, of x x^T = A (a a^T + b b^T + (a + b)(a + b)^T)/12.
  Vector3d first = Vector3d::Zero();
  Matrix3d second = Matrix3d::Zero();
  for (size_t i = 1; i + 1 < s.corners.size(); ++i) {
    const Vector3d a = s.corners[i] - s.corners[0], b = s.corners[i + 1] - s.corners[0];
    const double part = normal.dot(a.cross(b)) / 2;
    const Vector3d c = a + b;
    first += part / 3 * c;
    second += part / 12 * (a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  const Vector3d centre = first / area;
  const Matrix3d spread = mass * (second / area - centre * centre.transpose() +
                                  s.thickness * s.thickness / 12 * normal * normal.transpose());
  return About(mass, s.corners[0] + centre, spread.trace() * Matrix3d::Identity() - spread);
}

MassSum MassOfKind(const PointShape& s, const Pose&) {
  if (!(s.mass >= 0) || !std::isfinite(s.mass) || !s.centre.allFinite() || !s.inertia.allFinite() ||
      !s.products.allFinite()) {
    throw InputError(fmt::format("its mass is {} kg", s.mass), "0 or more, all numbers finite");
  }
  return MassOf(static_cast<const MassProperties&>(s));
}

MassSum MassOfKind(const MeshShape& s, const Pose& body) {
  if (!s.properties) throw InputError(fmt::format("'{}' is not read", s.file));
  MassProperties p = *s.properties;
  if (s.mirrored) {
    p.centre.y() *= -1;
    p.products = p.products.cwiseProduct(Vector3d(-1, -1, 1));
  }
  return MassOf(p, body);
}

}  // namespace

MassSum MassOf(const MassShape& shape, const Pose& body) {
  return std::visit([&](const auto& kind) { return MassOfKind(kind, body); }, shape.kind);
}

const char* NameOf(const MassShape& shape) {
  static constexpr const char* kNames[] = {"rod", "tube",  "cylinder", "plate",
                                           "box", "wheel", "point",    "mesh"};
  return kNames[shape.kind.index()];
}

}  // namespace jounce
