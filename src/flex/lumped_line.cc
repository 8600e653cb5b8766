#include "flex/lumped_line.h"

#include <algorithm>

#include "flex/fe_system.h"
#include "flex/reduction.h"
#include "math/dense.h"

namespace jounce::flex {
namespace {

// Of the largest principal moment of inertia: what positions written with ten digits leave of zero.
constexpr double kNoSpin = 1e-12;

}  // namespace

void GiveSpinInertia(Mesh* mesh, Diagnostics* diagnostics) {
  const bool lines = std::all_of(mesh->elements.begin(), mesh->elements.end(),
                                 [](const MeshElement& e) { return IsLine(e.shape); });
  if (!mesh->lumped_mass || !lines || mesh->elements.empty()) return;
  const RigidProperties body = ComputeRigidProperties(*mesh, MakeFeSystem(*mesh, {}));
  const Eigen::VectorXd inertia = SymmetricEigen(body.inertia_about_centre).values;
  if (inertia(0) > kNoSpin * inertia(2)) return;
  mesh->lumped_mass = false;
  diagnostics->Warning({mesh->source, 0, 0},
                       "with lumped masses the part has no inertia about its line, so the masses "
                       "of its elements are consistent",
                       "PARAM,COUPMASS,1 or --consistent-mass says so from the start");
}

}  // namespace jounce::flex
