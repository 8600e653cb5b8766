#include <Eigen/Geometry>
#include <cmath>

#include "flex/element_matrices.h"
#include "math/products.h"
#include "math/rotation.h"

namespace jounce::flex {
namespace {

using Matrix12 = Eigen::Matrix<double, 12, 12>;
using Matrix4 = Eigen::Matrix4d;

// A beam between the ends of its offsets, y in plane 1, and turned to the principal axes of the
// section.
struct BeamFrame {
  double length = 0;
  Eigen::Matrix3d axes;
  Matrix12 to_local;
  double i1 = 0, i2 = 0;        // principal
  double cosine = 1, sine = 0;  // of the turn from plane 1 to the principal axis
};

BeamFrame MakeFrame(const Mesh& mesh, const MeshElement& element, const BeamProperty& property) {
  const Eigen::Vector3d a = mesh.nodes[element.nodes[0]].position + element.offsets[0];
  const Eigen::Vector3d b = mesh.nodes[element.nodes[1]].position + element.offsets[1];
  BeamFrame frame;
  frame.length = (b - a).norm();
  const Eigen::Vector3d x = (b - a) / frame.length;
  Eigen::Vector3d v = element.orientation;
  if (x.cross(v).norm() < 1e-9 * v.norm() || v.norm() == 0) v = x.unitOrthogonal();
  const Eigen::Vector3d z = x.cross(v).normalized();
  const Eigen::Vector3d y = z.cross(x);
  // i1 is the sum of y^2, i2 of z^2, i12 of yz: turn by half the angle of the inertia circle.
  const double angle = 0.5 * std::atan2(2 * property.i12, property.i1 - property.i2);
  const double mean = 0.5 * (property.i1 + property.i2);
  const double radius = std::hypot(0.5 * (property.i1 - property.i2), property.i12);
  const bool turned = property.i12 != 0;
  const double c = turned ? std::cos(angle) : 1, s = turned ? std::sin(angle) : 0;
  frame.cosine = c;
  frame.sine = s;
  frame.i1 = turned ? mean + radius : property.i1;
  frame.i2 = turned ? mean - radius : property.i2;
  frame.axes << x, c * y + s * z, -s * y + c * z;
  frame.to_local.setZero();
  for (int end = 0; end < 2; ++end) {
    auto block = frame.to_local.block<6, 6>(6 * end, 6 * end);
    block.topLeftCorner<3, 3>() = frame.axes.transpose();
    block.topRightCorner<3, 3>() = -frame.axes.transpose() * Skew(element.offsets[end]);
    block.bottomRightCorner<3, 3>() = frame.axes.transpose();
  }
  return frame;
}

// Five Gauss points of an interval of length 2.
constexpr double kGaussAt[5] = {-0.906179845938664, -0.538469310105683, 0, 0.538469310105683,
                                0.906179845938664};
constexpr double kGaussWeight[5] = {0.236926885056189, 0.478628670499366, 0.568888888888889,
                                    0.478628670499366, 0.236926885056189};

// Exact for end loads: freedoms (w1, r1, w2, r2) with r = w' in bending alone; phi is the ratio of
// shear to bending flexibility.
Matrix4 BendingStiffness(double ei, double length, double phi) {
  const double l = length, f = ei / ((1 + phi) * l * l * l);
  Matrix4 k;
  k << 12, 6 * l, -12, 6 * l,                               //
      6 * l, (4 + phi) * l * l, -6 * l, (2 - phi) * l * l,  //
      -12, -6 * l, 12, -6 * l,                              //
      6 * l, (2 - phi) * l * l, -6 * l, (4 + phi) * l * l;
  return f * k;
}

// Consistent mass of the same shapes: translation, and rotary inertia of the section
// [Przemieniecki 1968, 11.4; Davis, Henshell & Warburton 1972], integrated by five Gauss points.
// Where shear prevails the shapes become linear and too heavy between nodes: a tenth of lumped mass
// then halves the error of the first modes of a stubby beam (found by trying, not derived).
Matrix4 BendingMass(double per_length, double rotary, double length, double phi) {
  Matrix4 mass = Matrix4::Zero();
  const double d = 1 / (1 + phi), l = length;
  for (int p = 0; p < 5; ++p) {
    const double s = 0.5 * (1 + kGaussAt[p]), s2 = s * s, s3 = s2 * s;
    const Eigen::Vector4d w(
        d * (1 - 3 * s2 + 2 * s3 + phi * (1 - s)), d * l * (s - 2 * s2 + s3 + 0.5 * phi * (s - s2)),
        d * (3 * s2 - 2 * s3 + phi * s), d * l * (-s2 + s3 + 0.5 * phi * (s2 - s)));
    const Eigen::Vector4d r(d * 6 * (s2 - s) / l, d * (1 - 4 * s + 3 * s2 + phi * (1 - s)),
                            d * 6 * (s - s2) / l, d * (3 * s2 - 2 * s + phi * s));
    mass +=
        0.5 * kGaussWeight[p] * l * (per_length * w * w.transpose() + rotary * r * r.transpose());
  }
  const double lumped = 0.1 * phi * d;
  const Eigen::Vector4d even = 0.5 * l * Eigen::Vector4d(per_length, rotary, per_length, rotary);
  return (1 - lumped) * mass + lumped * Matrix4(even.asDiagonal());
}

// Of a unit axial force on the same shapes: the integral of the squared slope w'.
Matrix4 BendingUnderTension(double length, double phi) {
  Matrix4 k = Matrix4::Zero();
  const double d = 1 / (1 + phi), l = length;
  for (int p = 0; p < 5; ++p) {
    const double s = 0.5 * (1 + kGaussAt[p]), s2 = s * s;
    const Eigen::Vector4d slope(
        d * (6 * (s2 - s) - phi) / l, d * (1 - 4 * s + 3 * s2 + 0.5 * phi * (1 - 2 * s)),
        d * (6 * (s - s2) + phi) / l, d * (3 * s2 - 2 * s + 0.5 * phi * (2 * s - 1)));
    k += 0.5 * kGaussWeight[p] * l * slope * slope.transpose();
  }
  return k;
}

// Puts a bending matrix into the twelve freedoms; plane 1 is (v, rz), plane 2 is (w, -ry).
void AddBending(const Matrix4& part, int plane, Matrix12* whole) {
  const int index[2][4] = {{1, 5, 7, 11}, {2, 4, 8, 10}};
  const double sign[2][4] = {{1, 1, 1, 1}, {1, -1, 1, -1}};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      (*whole)(index[plane][i], index[plane][j]) += sign[plane][i] * sign[plane][j] * part(i, j);
    }
  }
}

void AddPair(int component, double same, double other, Matrix12* whole) {
  (*whole)(component, component) += same;
  (*whole)(component + 6, component + 6) += same;
  (*whole)(component, component + 6) += other;
  (*whole)(component + 6, component) += other;
}

// Of linear shapes: half consistent, half lumped, which is right to the next order
// [Goudreau & Taylor 1972].
void AddLinearMass(int component, double mass, Matrix12* whole) {
  AddPair(component, 5 * mass / 12, mass / 12, whole);
}

double ShearRatio(double ei, double k, double shear_modulus, double area, double length) {
  return k > 0 ? 12 * ei / (k * shear_modulus * area * length * length) : 0;
}

// Freedoms that carry nothing are condensed out.
void Release(const std::array<int, 2>& releases, Matrix12* stiffness) {
  for (int i = 0; i < 12; ++i) {
    if (!(releases[i / 6] >> (i % 6) & 1) || (*stiffness)(i, i) == 0) continue;
    const Eigen::Matrix<double, 12, 1> column = stiffness->col(i);
    *stiffness -= column * column.transpose() / column(i);
    stiffness->col(i).setZero();
    stiffness->row(i).setZero();
  }
}

Matrix12 LocalStiffness(const MeshElement& element, const BeamProperty& property,
                        const Material& material, const BeamFrame& frame) {
  const double l = frame.length, ea = material.young * property.area / l;
  const double gj = material.shear * property.torsion / l;
  const double inertia[2] = {frame.i1, frame.i2}, shear[2] = {property.k1, property.k2};
  Matrix12 stiffness = Matrix12::Zero();
  AddPair(0, ea, -ea, &stiffness);
  AddPair(3, gj, -gj, &stiffness);
  for (int plane = 0; plane < 2 && element.shape != ElementShape::kRod; ++plane) {
    const double ei = material.young * inertia[plane];
    const double phi = ShearRatio(ei, shear[plane], material.shear, property.area, l);
    AddBending(BendingStiffness(ei, l, phi), plane, &stiffness);
  }
  Release(element.releases, &stiffness);
  return stiffness;
}

// On the translations alone, as Nastran does unless told otherwise; a CBEAM keeps its torsional
// inertia, a CBAR and a rod do not.
Matrix12 LumpedMass(const MeshElement& element, double mass, double polar) {
  Matrix12 lumped = Matrix12::Zero();
  for (int c = 0; c < 3; ++c) AddPair(c, mass / 2, 0, &lumped);
  if (element.shape == ElementShape::kBeam) AddPair(3, polar / 2, 0, &lumped);
  return lumped;
}

// Of a unit axial force. What can turn freely at an end, and a rod, is a string; torsion is
// stiffened by the fibres that become helices [Wagner 1929].
Matrix12 UnderTension(const MeshElement& element, const BeamProperty& property,
                      const Material& material, const BeamFrame& frame) {
  const double l = frame.length;
  const int released = element.releases[0] | element.releases[1];
  const double inertia[2] = {frame.i1, frame.i2}, shear[2] = {property.k1, property.k2};
  const int turn[2] = {5, 4};
  Matrix12 k = Matrix12::Zero();
  AddPair(0, 1 / l, -1 / l, &k);
  for (int plane = 0; plane < 2; ++plane) {
    if (element.shape == ElementShape::kRod || (released >> turn[plane] & 1)) {
      AddPair(1 + plane, 1 / l, -1 / l, &k);
      continue;
    }
    const double phi =
        ShearRatio(material.young * inertia[plane], shear[plane], material.shear, property.area, l);
    AddBending(BendingUnderTension(l, phi), plane, &k);
  }
  if (element.shape != ElementShape::kRod && !(released >> 3 & 1)) {
    const double polar = (frame.i1 + frame.i2) / (property.area * l);
    AddPair(3, polar, -polar, &k);
  }
  return k;
}

}  // namespace

// From the forces at the ends: s = N/A - y M1/I1 - z M2/I2 with M1 = E I1 v'' and M2 = E I2 w'' in
// the principal axes of the section. The moment M1 is minus the end's own at the first end and the
// end's own at the second; M2 the other way round, since w' is minus the rotation about y.
ElementStress ComputeBeamStress(const Mesh& mesh, const MeshElement& element) {
  const BeamProperty& property = mesh.beam_properties[element.property];
  const BeamFrame frame = MakeFrame(mesh, element, property);
  const Eigen::Matrix<double, 12, 12> forces =
      LocalStiffness(element, property, mesh.materials[property.material], frame) * frame.to_local;
  const Eigen::Vector3d x = frame.axes.col(0);
  Eigen::Matrix<double, 6, 1> along;
  along << x.cwiseAbs2(), x.x() * x.y(), x.y() * x.z(), x.z() * x.x();
  ElementStress result;
  for (size_t p = 0; p < property.stress_points.size(); ++p) {
    const Eigen::Vector2d& at = property.stress_points[p];
    const double y = frame.cosine * at.x() + frame.sine * at.y();
    const double z = -frame.sine * at.x() + frame.cosine * at.y();
    ElementStress::Face face{std::string(1, "CDEF"[p]), {}};
    for (int end = 0; end < 2; ++end) {
      const double sign = end == 0 ? -1 : 1;
      Eigen::Matrix<double, 1, 12> stress = forces.row(6) / property.area;
      if (frame.i1 > 0) stress -= sign * y / frame.i1 * forces.row(6 * end + 5);
      if (frame.i2 > 0) stress += sign * z / frame.i2 * forces.row(6 * end + 4);
      face.at_node.push_back(along * stress);
    }
    result.faces.push_back(std::move(face));
  }
  return result;
}

Eigen::Vector3d BeamStressPosition(const Mesh& mesh, const MeshElement& element, int point,
                                   int end) {
  const BeamProperty& property = mesh.beam_properties[element.property];
  const BeamFrame frame = MakeFrame(mesh, element, property);
  const Eigen::Vector2d& at = property.stress_points[point];
  const double y = frame.cosine * at.x() + frame.sine * at.y();
  const double z = -frame.sine * at.x() + frame.cosine * at.y();
  return mesh.nodes[element.nodes[end]].position + element.offsets[end] + y * frame.axes.col(1) +
         z * frame.axes.col(2);
}

std::vector<Eigen::MatrixXd> ComputeBeamGeometric(const Mesh& mesh, const MeshElement& element,
                                                  const Eigen::MatrixXd& motions) {
  const BeamProperty& property = mesh.beam_properties[element.property];
  const Material& material = mesh.materials[property.material];
  const BeamFrame frame = MakeFrame(mesh, element, property);
  const bool slides = (element.releases[0] | element.releases[1]) & 1;
  const double ea = slides ? 0 : material.young * property.area / frame.length;
  const Eigen::RowVectorXd force = ea * ((frame.to_local.row(6) - frame.to_local.row(0)) * motions);
  const Eigen::MatrixXd unit = frame.to_local.transpose() *
                               UnderTension(element, property, material, frame) * frame.to_local;
  std::vector<Eigen::MatrixXd> result;
  for (const double axial : force) result.push_back(axial * unit);
  return result;
}

ElementMatrices ComputeBeam(const Mesh& mesh, const MeshElement& element) {
  const BeamProperty& property = mesh.beam_properties[element.property];
  const Material& material = mesh.materials[property.material];
  const BeamFrame frame = MakeFrame(mesh, element, property);
  const double l = frame.length;
  const double per_length = material.density * property.area + property.added_mass;
  const bool rod = element.shape == ElementShape::kRod;
  const double polar = material.density * (rod ? property.torsion : frame.i1 + frame.i2);
  Matrix12 mass = Matrix12::Zero();
  const double inertia[2] = {frame.i1, frame.i2}, shear[2] = {property.k1, property.k2};
  for (int plane = 0; plane < 2 && !rod; ++plane) {
    const double phi =
        ShearRatio(material.young * inertia[plane], shear[plane], material.shear, property.area, l);
    AddBending(BendingMass(per_length, material.density * inertia[plane], l, phi), plane, &mass);
  }
  for (int c = 0; c < (rod ? 3 : 1); ++c) AddLinearMass(c, per_length * l, &mass);
  AddLinearMass(3, polar * l, &mass);
  if (mesh.lumped_mass) mass = LumpedMass(element, per_length * l, polar * l);
  const Matrix12 stiffness = LocalStiffness(element, property, material, frame);
  ElementMatrices result;
  result.stiffness = Congruence(frame.to_local, stiffness);
  result.mass = Congruence(frame.to_local, mass);
  return result;
}

ElementMatrices ComputeElement(const Mesh& mesh, const MeshElement& element) {
  if (IsShell(element.shape)) return ComputeShell(mesh, element);
  if (IsSolid(element.shape)) return ComputeSolid(mesh, element);
  return ComputeBeam(mesh, element);
}

ElementStress ComputeElementStress(const Mesh& mesh, const MeshElement& element) {
  if (IsShell(element.shape)) return ComputeShellStress(mesh, element);
  if (IsSolid(element.shape)) return ComputeSolidStress(mesh, element);
  return ComputeBeamStress(mesh, element);
}

std::vector<Eigen::MatrixXd> ComputeGeometricStiffness(const Mesh& mesh, const MeshElement& element,
                                                       const Eigen::MatrixXd& motions) {
  if (IsShell(element.shape)) return ComputeShellGeometric(mesh, element, motions);
  if (IsSolid(element.shape)) return ComputeSolidGeometric(mesh, element, motions);
  return ComputeBeamGeometric(mesh, element, motions);
}

double ElementSize(const Mesh& mesh, const MeshElement& element) {
  const auto x = [&](int i) -> const Eigen::Vector3d& {
    return mesh.nodes[element.nodes[i]].position;
  };
  if (IsSolid(element.shape)) return SmallestJacobian(mesh, element);
  if (IsLine(element.shape)) {
    return (x(1) + element.offsets[1] - x(0) - element.offsets[0]).norm();
  }
  if (element.shape == ElementShape::kTriangle)
    return 0.5 * (x(1) - x(0)).cross(x(2) - x(0)).norm();
  // The least of the four corner triangles, seen along the normal.
  const Eigen::Vector3d normal = (x(2) - x(0)).cross(x(3) - x(1));
  if (normal.norm() == 0) return 0;
  double least = normal.norm();
  for (int i = 0; i < 4; ++i) {
    const Eigen::Vector3d corner = (x((i + 1) % 4) - x(i)).cross(x((i + 3) % 4) - x(i));
    least = std::min(least, 0.5 * corner.dot(normal) / normal.norm());
  }
  return least;
}

}  // namespace jounce::flex
