// Small words that the laws of one dimension share.
#ifndef JOUNCE_LAWS_SCALAR_RESPONSE_H_
#define JOUNCE_LAWS_SCALAR_RESPONSE_H_

#include <cmath>

#include "laws/law.h"

namespace jounce {

// Fills the answer of a law of one dimension.
inline void Answer(LawResponse* response, double force, double d_strain, double d_rate,
                   double stored, double dissipated) {
  response->force[0] = force;
  response->d_strain[0] = d_strain;
  response->d_rate[0] = d_rate;
  response->stored_energy = stored;
  response->dissipated_energy = dissipated;
}

// How the strain runs within a step: its rate goes linearly from `begin` to `end`, so that the
// increment is de. A strain that is linear over the step has begin = end. In statics and in a jump
// there is no rate.
struct RatePath {
  double begin = 0, end = 0;

  RatePath(double de, double rate, double h) {
    if (h > 0 && std::isfinite(h)) {
      begin = 2 * de / h - rate;
      end = rate;
    }
  }
  double mean() const { return (begin + end) / 2; }
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_SCALAR_RESPONSE_H_
