// One Maxwell branch: a spring k in series with a dashpot k tau, advanced exactly for a strain that
// is linear over the step.
//
// State: q, the elongation of the spring [Ishizaki, eq. 5], q' = e' - q/tau; force k q [eq. 4].
//   q <- E q + P de,  E = exp(-h/tau),  P = (1 - E) tau/h;  consistent tangent k P.
// The stiffness enters linearly, so that derivatives by it cost nothing.
//
// [Ishizaki] R. Ishizaki, Y. Abe, T. Shiiba, Real-time vehicle dynamics analysis using generalized
// Maxwell model for modeling of rubber bush.
#ifndef JOUNCE_LAWS_KERNELS_MAXWELL_H_
#define JOUNCE_LAWS_KERNELS_MAXWELL_H_

#include "laws/kernels/decay.h"
#include "math/select.h"

namespace jounce::kernels {

// How a branch passes a step of this length.
template <class T>
struct MaxwellPropagator {
  T decay;      // E: what remains of q
  T gain;       // P: how much of de arrives in q
  T ramp_loss;  // share of k de^2 lost in a ramp from rest
};

// h may be 0 (a jump: E = P = 1) or infinite (relaxed: all zero); tau > 0.
template <class T>
MaxwellPropagator<T> PrepareMaxwell(const T& tau, double h) {
  using std::exp;
  const T x = Min(h / tau, T(1e150));
  return {exp(-x), Phi1(x), RampLoss(x)};
}

// The elongation of the spring at the end of the step.
template <class T>
JOUNCE_KERNEL T MaxwellStep(const MaxwellPropagator<T>& p, const T& q, const T& de) {
  return p.decay * q + p.gain * de;
}

// Energy that the dashpot takes up in the step, per unit of k: the integral of q^2/tau.
template <class T>
JOUNCE_KERNEL T MaxwellLoss(const MaxwellPropagator<T>& p, const T& q, const T& de) {
  const T lost = 1.0 - p.decay;
  return q * q * lost * (1.0 + p.decay) * 0.5 + de * (q * lost * p.gain + de * p.ramp_loss);
}

}  // namespace jounce::kernels

#endif  // JOUNCE_LAWS_KERNELS_MAXWELL_H_
