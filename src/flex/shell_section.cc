#include "flex/shell_section.h"

namespace jounce::flex {
namespace {

// A shell that must not shear has a thousand times the shear stiffness: rigid for any purpose, and
// still well conditioned.
constexpr double kShearRigid = 1e3;

Eigen::Matrix3d PlaneStress(const Material& material) {
  const double e = material.young / (1 - material.poisson * material.poisson);
  Eigen::Matrix3d law = Eigen::Matrix3d::Zero();
  law << e, e * material.poisson, 0, e * material.poisson, e, 0, 0, 0, material.shear;
  return law;
}

}  // namespace

ShellSection MakeShellSection(const Mesh& mesh, const ShellProperty& property) {
  ShellSection section;
  section.bottom = property.bottom;
  section.mass = property.added_mass;
  double z = property.bottom;
  double shear = 0;
  for (const Ply& ply : property.plies) {
    const Material& material = mesh.materials[ply.material];
    const Eigen::Matrix3d law = PlaneStress(material);
    const double z1 = z + ply.thickness;
    const double second = (z1 * z1 * z1 - z * z * z) / 3;
    const double first = (z1 * z1 - z * z) / 2;
    if (property.membrane) section.stiffness.topLeftCorner<3, 3>() += law * ply.thickness;
    if (property.membrane && property.bending) {
      section.stiffness.block<3, 3>(0, 3) += law * first;
      section.stiffness.block<3, 3>(3, 0) += law * first;
    }
    if (property.bending) {
      section.stiffness.block<3, 3>(3, 3) += law * second * property.bending_ratio;
      shear += material.shear * ply.thickness * property.shear_factor;
    }
    section.in_plane_shear += material.shear * ply.thickness;
    section.mass += material.density * ply.thickness;
    section.rotary_inertia += material.density * second;
    if (z == property.bottom) section.plane_stress_bottom = law;
    section.plane_stress_top = law;
    z = z1;
  }
  section.top = z;
  if (property.shear_rigid) shear *= kShearRigid;
  section.stiffness(6, 6) = section.stiffness(7, 7) = shear;
  return section;
}

}  // namespace jounce::flex
