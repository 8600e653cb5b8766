// Geometric stiffening of a part: how the stress of its inertia forces stiffens or softens its
// modes.
//
// A body whose frame has the acceleration a (less gravity), the angular acceleration w' and the
// angular velocity w loads its points of mass m at s with
//
//   f = -m (a + w' x s + w x (w x s)),   w x (w x s) = (w w^T - w^2 I) s,
//
// linear in twelve numbers: a, w' and the products xx, yy, zz, xy, yz, zx of w. The stress s_i of
// each unit load, with the part held where it is carried, gives a geometric stiffness of the mesh
// (element_matrices.h) and with the modes P
//
//   G_i = P^T K_geometric(s_i) P.
//
// The force of stiffening, on the side of K q, is the sum of a_i G_i q over the twelve numbers a_i.
//
// So spin about z, a load +m (x, y, 0) that pulls outwards, has a G with positive squares, and
// weight that hangs on its support likewise: its acceleration less gravity points up.
//
// This is exact to first order in the loads where the part is held at one interface and nothing
// else acts on it, and for a free part wherever one holds it, since its inertia forces balance.
// Forces at other interfaces do not stiffen. Held at several interfaces, these share the load by
// the stiffness of the part between them.
//
// [Wallrapp & Schwertassek 1991] Representation of geometric stiffening in multibody system
// simulation, Int. J. Numer. Methods Eng. 32, 1833-1850.
#ifndef JOUNCE_FLEX_STIFFENING_H_
#define JOUNCE_FLEX_STIFFENING_H_

#include <Eigen/Core>
#include <vector>

#include "flex/fe_system.h"
#include "flex/mesh.h"

namespace jounce::flex {

// Loads of the twelve unit accelerations on the freedoms of the system, a column each.
Eigen::MatrixXd UnitInertiaLoads(const Mesh& mesh, const FeSystem& system);

// G_i for `motions` of the nodes, (6 nodes) x modes. `held`: indices of nodes with six freedoms.
// Throws InputError where the mesh has no elements to be stressed.
std::vector<Eigen::MatrixXd> ComputeStiffening(const Mesh& mesh, const FeSystem& system,
                                               const std::vector<int>& held,
                                               const Eigen::MatrixXd& motions);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_STIFFENING_H_
