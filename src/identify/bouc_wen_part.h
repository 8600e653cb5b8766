// Bouc and Wen's smooth friction as a part of identification, in parameters that loops show:
//
//   F = Fy y,  dy/du = k/Fy (1 - |y|^n (1 - b + b sign(du y)))
//
// k the stiffness at a turn, Fy the force that it levels off at, n how sharp the knee is, b half or
// more: how much steeper unloading is than loading. The law's own are beta = b (k/Fy)^n,
// gamma = (1 - b) (k/Fy)^n (laws/friction_laws.h).
#ifndef JOUNCE_IDENTIFY_BOUC_WEN_PART_H_
#define JOUNCE_IDENTIFY_BOUC_WEN_PART_H_

#include "identify/part.h"

namespace jounce::identify {

void EvaluateBoucWen(const Group& group, const double* parameters, GridForce* out);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_BOUC_WEN_PART_H_
