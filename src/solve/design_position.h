// Preloads with which a model is in balance where it is drawn.
//
// As drawn, assembled and at rest, gravity, loads and laws leave the bodies with the residual r_0.
// Connections that are marked (`design_position`) get preloads p, joints have reactions lambda:
//
//   r_0 + A p + Phi_q^T lambda = 0,   |p|^2 / w least where there is more than one answer,
//
// with w = 1 for forces and the square of the model's size for moments. So p = w A^T u, with
//
//   [ A w A^T, Phi_q^T ] (u, lambda) = (-r_0, 0)
//   [ Phi_q,   0       ]
//
// which reads as statics: marked connections become springs of the stiffness w, all others none at
// all. What may move without force is held by a stiffness e far below; what that leaves is
// corrected by solving again, and what no repetition changes is what nobody can hold: an error.
//
// Beams and flexible bodies are taken as rigid: an equilibrium is off by what they give way.
#ifndef JOUNCE_SOLVE_DESIGN_POSITION_H_
#define JOUNCE_SOLVE_DESIGN_POSITION_H_

#include <string>
#include <vector>

#include "mechanics/assembly.h"

namespace jounce {

struct DesignPreload {
  std::string connection;
  ConnectionKind kind = ConnectionKind::kRod;
  // What was found, in the axes of the law [N, N m]; it comes on top of what the law says.
  std::vector<double> preload;
};

struct DesignedAssembly {
  Assembly assembly;  // its connections have the preloads
  std::vector<DesignPreload> preloads;
};

// Throws InputError where the marked connections cannot hold a body. A model that cannot be
// assembled at all is left as it is.
DesignedAssembly FindDesignPreloads(Assembly assembly);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_DESIGN_POSITION_H_
