// An elasto-plastic element: a spring Kp in series with a slider that holds up to Fy.
//
// State: x, the elongation of the spring; force Kp x. The trial x + de is clipped to +-Fy/Kp
// [Svensson 2004, 4.1.3; the inequality of the printed algorithm is the wrong way round, the text
// below it says what is meant]. Exact for any step, independent of its length.
//
// [Svensson 2004] M. Svensson, M. Håkansson, Hydrobushing model for multi-body simulations, Lund
// University, TVSM-5124, 2004.
#ifndef JOUNCE_LAWS_KERNELS_ELASTOPLASTIC_H_
#define JOUNCE_LAWS_KERNELS_ELASTOPLASTIC_H_

#include "math/select.h"

namespace jounce::kernels {

template <class T>
struct ElastoPlasticStepResult {
  T x;          // elongation of the spring at the end
  T stiffness;  // Kp while it sticks, 0 while it slides
  T loss;       // energy lost in sliding
};

// The elongation at which the slider lets go; 0 for a spring without stiffness.
template <class T>
T YieldElongation(const T& kp, const T& fy) {
  return Where(kp > T(0.0), fy / Max(kp, T(1e-300)), T(0.0));
}

template <class T>
JOUNCE_KERNEL ElastoPlasticStepResult<T> ElastoPlasticStep(const T& kp, const T& fy,
                                                           const T& x_yield, const T& x,
                                                           const T& de) {
  const T trial = x + de;
  const T end = Clamp(trial, -x_yield, x_yield);
  return {end, Where(Abs(trial) < x_yield, kp, T(0.0)), fy * Abs(trial - end)};
}

}  // namespace jounce::kernels

#endif  // JOUNCE_LAWS_KERNELS_ELASTOPLASTIC_H_
