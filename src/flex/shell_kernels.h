// Strain operators of the two shells at their integration points, in the element's own plane. Local
// freedoms of a node: (u, v, w, rx, ry, rz).
#ifndef JOUNCE_FLEX_SHELL_KERNELS_H_
#define JOUNCE_FLEX_SHELL_KERNELS_H_

#include <Eigen/Core>
#include <vector>

#include "flex/shell_section.h"

namespace jounce::flex {

struct ShellPoint {
  double area = 0;                                            // weight times Jacobian
  Eigen::Matrix<double, 8, Eigen::Dynamic, 0, 8, 24> strain;  // of the generalized strains
  Eigen::Matrix<double, 8, Eigen::Dynamic, 0, 8, 4> bubble;   // of the incompatible modes
  Eigen::Matrix<double, 1, Eigen::Dynamic, Eigen::RowMajor, 1, 24> drill;  // rz less membrane spin
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 4, 1> shape;
};

struct ShellKernel {
  std::vector<ShellPoint> points;
  Eigen::MatrixXd to_nodes;  // values at the nodes from those at the points
};

ShellKernel QuadKernel(const Eigen::Matrix<double, 2, 4>& corners);
ShellKernel TriangleKernel(const Eigen::Matrix<double, 2, 3>& corners, const ShellSection& section);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_SHELL_KERNELS_H_
