// Stiffness, mass and stress of single elements, in the axes of the mesh.
//
//   4-node shell        MITC4 bending and shear [Dvorkin & Bathe 1984], membrane with four
//                       incompatible modes [Taylor, Beresford & Wilson 1976]
//   3-node shell        DKMT bending and shear [Katili 1993], constant membrane strain
//   solids              isoparametric; 8-node bricks and wedges with incompatible modes
//   beams               exact Timoshenko stiffness, consistent mass
// Shells turn about their normals against a penalty on the difference from the membrane's own
// rotation [Hughes & Brezzi 1989]: a small one as Nastran's K6ROT, and a large one on its mean.
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
    std::string surface;  // "top", "bottom", "C" to "F" of beams, or empty for solids
    std::vector<Eigen::MatrixXd> at_node;  // 6 x freedoms each
  };
  int freedoms_per_node = 6;
  std::vector<Face> faces;
};

// The mesh must have passed CheckMesh (mesh_check.h).
ElementMatrices ComputeElement(const Mesh& mesh, const MeshElement& element);

// Of beams: along their axis at the points of their section, in faces "C", "D", "E" and "F"; none
// where the section has no such points.
ElementStress ComputeElementStress(const Mesh& mesh, const MeshElement& element);

// Geometric stiffness: what an element resists besides because it is under stress s, the second
// derivative of the integral of s_ab u_k,a u_k,b / 2 [Cook, Malkus, Plesha & Witt 2002, 18.2]:
// of all stresses in solids, of membrane forces in shells and of axial forces in beams. Tension
// stiffens. Each column of `motions` holds freedoms of the element's nodes that cause the stress;
// there is a matrix over these freedoms for each.
std::vector<Eigen::MatrixXd> ComputeGeometricStiffness(const Mesh& mesh, const MeshElement& element,
                                                       const Eigen::MatrixXd& motions);

// Volume, area or length; what cannot be integrated (inside out, flat) is not positive.
double ElementSize(const Mesh& mesh, const MeshElement& element);

// The kinds, each in its own file.
ElementMatrices ComputeShell(const Mesh& mesh, const MeshElement& element);
ElementStress ComputeShellStress(const Mesh& mesh, const MeshElement& element);
std::vector<Eigen::MatrixXd> ComputeShellGeometric(const Mesh& mesh, const MeshElement& element,
                                                   const Eigen::MatrixXd& motions);
ElementMatrices ComputeSolid(const Mesh& mesh, const MeshElement& element);
ElementStress ComputeSolidStress(const Mesh& mesh, const MeshElement& element);
std::vector<Eigen::MatrixXd> ComputeSolidGeometric(const Mesh& mesh, const MeshElement& element,
                                                   const Eigen::MatrixXd& motions);
double SmallestJacobian(const Mesh& mesh, const MeshElement& element);  // of a solid
ElementMatrices ComputeBeam(const Mesh& mesh, const MeshElement& element);
ElementStress ComputeBeamStress(const Mesh& mesh, const MeshElement& element);
// Where its point `point` is at the end at node 0 or 1.
Eigen::Vector3d BeamStressPosition(const Mesh& mesh, const MeshElement& element, int point,
                                   int end);
std::vector<Eigen::MatrixXd> ComputeBeamGeometric(const Mesh& mesh, const MeshElement& element,
                                                  const Eigen::MatrixXd& motions);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_ELEMENT_MATRICES_H_
