// Stiffness, mass and stress of single elements, in the axes of the mesh.
//
//   4-node shell        MITC4 bending and shear [Dvorkin & Bathe 1984], membrane with four
//                       incompatible modes [Taylor, Beresford & Wilson 1976]
//   3-node shell        DKMT bending and shear [Katili 1993], constant membrane strain
//   solids              isoparametric; 8-node bricks and wedges with incompatible modes
//   beams               exact Timoshenko stiffness, consistent mass
// Shells turn about their normals against a small penalty on the difference from the membrane's own
// rotation [Hughes & Brezzi 1989], as Nastran's K6ROT.
#ifndef JOUNCE_FLEX_ELEMENT_MATRICES_H_
#define JOUNCE_FLEX_ELEMENT_MATRICES_H_

#include <Eigen/Core>
#include <string>
#include <vector>

#include "flex/mesh.h"

namespace jounce::flex {

struct ElementMatrices {
  int freedoms_per_node = 6;  // 3 for solids
  Eigen::MatrixXd stiffness;
  Eigen::MatrixXd mass;
};

// Stress (xx, yy, zz, xy, yz, zx) at the nodes of an element from the freedoms of its nodes.
struct ElementStress {
  struct Face {
    std::string surface;                   // "top", "bottom", or empty for solids
    std::vector<Eigen::MatrixXd> at_node;  // 6 x freedoms each
  };
  int freedoms_per_node = 6;
  std::vector<Face> faces;
};

// The mesh must have passed CheckMesh (mesh_check.h).
ElementMatrices ComputeElement(const Mesh& mesh, const Element& element);

// Empty for beams and rods, whose stress is not a field on a surface.
ElementStress ComputeElementStress(const Mesh& mesh, const Element& element);

// Volume, area or length; what cannot be integrated (inside out, flat) is not positive.
double ElementSize(const Mesh& mesh, const Element& element);

// The kinds, each in its own file.
ElementMatrices ComputeShell(const Mesh& mesh, const Element& element);
ElementStress ComputeShellStress(const Mesh& mesh, const Element& element);
ElementMatrices ComputeSolid(const Mesh& mesh, const Element& element);
ElementStress ComputeSolidStress(const Mesh& mesh, const Element& element);
double SmallestJacobian(const Mesh& mesh, const Element& element);  // of a solid
ElementMatrices ComputeBeam(const Mesh& mesh, const Element& element);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_ELEMENT_MATRICES_H_
