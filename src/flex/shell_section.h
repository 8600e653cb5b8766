// What a shell resists with, per unit of area: membrane and bending stiffness of its plies,
// transverse shear, mass. Generalized strains are (e_x, e_y, g_xy, k_x, k_y, k_xy, g_xz, g_yz).
#ifndef JOUNCE_FLEX_SHELL_SECTION_H_
#define JOUNCE_FLEX_SHELL_SECTION_H_

#include <Eigen/Core>

#include "flex/mesh.h"

namespace jounce::flex {

struct ShellSection {
  Eigen::Matrix<double, 8, 8> stiffness = Eigen::Matrix<double, 8, 8>::Zero();
  Eigen::Matrix3d plane_stress_bottom = Eigen::Matrix3d::Zero();  // of the lowest ply
  Eigen::Matrix3d plane_stress_top = Eigen::Matrix3d::Zero();
  double bottom = 0;  // z of the faces
  double top = 0;
  double in_plane_shear = 0;  // G t
  double mass = 0;            // kg/m2
  double rotary_inertia = 0;  // kg: sum of rho z^2
};

ShellSection MakeShellSection(const Mesh& mesh, const ShellProperty& property);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_SHELL_SECTION_H_
