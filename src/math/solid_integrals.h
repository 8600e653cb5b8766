// Volume, centre and second moments of what a closed surface of triangles encloses.
//
// By the divergence theorem they are sums over the tetrahedra from a common point to the triangles,
// negative where a triangle faces that point. Of one with the corners 0, a, b, c and the volume
// V = a . (b x c)/6:
//   integral of x = V (a + b + c)/4,
//   integral of x x^T = V/20 (a a^T + b b^T + c c^T + (a + b + c)(a + b + c)^T).
#ifndef JOUNCE_MATH_SOLID_INTEGRALS_H_
#define JOUNCE_MATH_SOLID_INTEGRALS_H_

#include <Eigen/Core>
#include <array>
#include <vector>

namespace jounce {

// Triangles over vertices, counterclockwise from outside.
struct TriangleSurface {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;
};

struct SolidIntegrals {
  double volume = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // about the centre, of density 1
};

// Throws InputError that says what is wrong: no triangles, edges without a neighbour (open),
// neighbours that face different ways, a surface that is turned inside out. Vertices at the same
// place are one.
SolidIntegrals IntegrateSolid(const TriangleSurface& surface);

}  // namespace jounce

#endif  // JOUNCE_MATH_SOLID_INTEGRALS_H_
