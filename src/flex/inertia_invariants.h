// The nine inertia invariants of a set of modes [Wood 2003, 3.3.8], for the floating frame.
//
// Sums over nodes become products with the mass matrix, so that a consistent mass is served as well
// as a lumped one: I1 to I4, I6 and I7 use the whole matrix with rotary inertia; I5, I8 and I9 the
// scalar masses of the nodes, which is exact for shells and solids.
#ifndef JOUNCE_FLEX_INERTIA_INVARIANTS_H_
#define JOUNCE_FLEX_INERTIA_INVARIANTS_H_

#include <Eigen/Core>

#include "flex/fe_system.h"
#include "model/flexible_part.h"

namespace jounce::flex {

// `shapes`: freedoms x modes; `motions`: (6 nodes) x modes, the same over the nodes.
InertiaInvariants ComputeInvariants(const Mesh& mesh, const FeSystem& system,
                                    const Eigen::MatrixXd& shapes, const Eigen::MatrixXd& motions);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_INERTIA_INVARIANTS_H_
