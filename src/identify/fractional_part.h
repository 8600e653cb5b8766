// Fractional derivatives as parts of identification: the steady answer to a periodic displacement is
// the sum of its harmonics times K*(h w), exactly.
//
//   spring-pot  K* = b (i w)^a
//   zener       K* = k s/(1 + s), s = (i w T)^a: a spring-pot in a row with a spring; a = 1 is a
//               Maxwell branch
//
// The law runs as a Prony series over a band (laws/fractional_law.h), which the two last parameters
// give.
#ifndef JOUNCE_IDENTIFY_FRACTIONAL_PART_H_
#define JOUNCE_IDENTIFY_FRACTIONAL_PART_H_

#include "identify/part.h"

namespace jounce::identify {

void EvaluateSpringPot(const Group& group, const double* parameters, GridForce* out);
void EvaluateZener(const Group& group, const double* parameters, GridForce* out);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_FRACTIONAL_PART_H_
