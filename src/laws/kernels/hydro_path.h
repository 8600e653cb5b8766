// The fluid path of a hydromount or hydrobushing, by its physics: the pumping rubber (kb) pushes
// fluid of mass m through an inertia track against the chamber stiffness k2; the track loses
// linearly and with the square of the flow; a decoupler lets +-gap pass before the pump acts.
//
//   m q'' + c1 q' + c2 |q'| q' + k2 q = f,    f = kb (d - clamp(d, -gap, gap)),   d = x - q.
//
// q is the displacement of the fluid seen at the pump (m = I A_p^2). Without gap and c2,
//   K*(w) = kb Z / (kb + Z),  Z = k2 - m w^2 + i w c1.
//
// One step: the L-stable diagonally implicit Runge-Kutta method of two stages and second order
// [Alexander 1977], strain linear over the step. In each stage the unknown obeys a quadratic
// equation on either side of the gap, so it is solved in closed form.
//
// Reference: R. Alexander, Diagonally implicit Runge-Kutta methods for stiff ODE's, SIAM J. Numer.
// Anal. 14 (1977).
#ifndef JOUNCE_LAWS_KERNELS_HYDRO_PATH_H_
#define JOUNCE_LAWS_KERNELS_HYDRO_PATH_H_

#include <cmath>

#include "math/select.h"

namespace jounce::kernels {

template <class T>
struct HydroPathParameters {
  T pumping_stiffness;  // kb [N/m]
  T chamber_stiffness;  // k2 [N/m]
  T mass;               // m [kg]
  T linear_loss;        // c1 [N s/m]
  T quadratic_loss;     // c2 [N s^2/m^2]
  T gap;                // free travel each way [m]
};

template <class T>
struct HydroPathState {
  T q, w;  // displacement and velocity of the fluid
};

template <class T>
struct HydroPathStepResult {
  HydroPathState<T> state;
  T force;
  T loss;  // energy lost in the track
};

inline constexpr double kHydroPathGamma = 0.29289321881345247560;  // 1 - 1/sqrt(2)

// y with a y + b |y| y = r, for a, b >= 0.
template <class T>
JOUNCE_KERNEL T SolveOddQuadratic(const T& a, const T& b, const T& r) {
  using std::sqrt;
  return 2.0 * r / Max(a + sqrt(a * a + 4.0 * b * Abs(r)), T(1e-300));
}

// Advance d of q in a stage from (q, w), so that the fluid is in balance at its end; `per_step` is
// 1/(gamma h).
template <class T>
JOUNCE_KERNEL T HydroPathStage(const HydroPathParameters<T>& m, const T& q, const T& w, const T& x,
                               double per_step) {
  const T a = m.mass * per_step * per_step + m.linear_loss * per_step + m.chamber_stiffness;
  const T b = m.quadratic_loss * per_step * per_step;
  const T r = m.mass * w * per_step - m.chamber_stiffness * q;
  // First with the pump idle; where that leaves the gap, with the pump at that side of it.
  const T idle = SolveOddQuadratic(a, b, r);
  const T d = x - q - idle;
  const T side = WithSign(m.gap, d);
  const T pumped =
      SolveOddQuadratic(a + m.pumping_stiffness, b, r + m.pumping_stiffness * (x - q - side));
  return Where(Abs(d) > m.gap, pumped, idle);
}

template <class T>
T HydroPathForce(const HydroPathParameters<T>& m, const T& d) {
  return m.pumping_stiffness * (d - Clamp(d, -m.gap, m.gap));
}

// From strain x0 to x1 in h (0 and infinity included).
template <class T>
JOUNCE_KERNEL HydroPathStepResult<T> HydroPathStep(const HydroPathParameters<T>& m,
                                                   const HydroPathState<T>& s, const T& x0,
                                                   const T& x1, double h) {
  constexpr double kGamma = kHydroPathGamma, kRest = (1 - kGamma) / kGamma;
  // No shorter than what can be squared twice.
  const double per_step = 1 / (kGamma * (h > 1e-60 ? h : 1e-60));
  const T advance1 = HydroPathStage(m, s.q, s.w, x0 + (x1 - x0) * kGamma, per_step);
  const T w1 = advance1 * per_step;
  const T q2 = s.q + advance1 * kRest, w2 = s.w + (w1 - s.w) * kRest;
  const T advance2 = HydroPathStage(m, q2, w2, x1, per_step);
  const T w = advance2 * per_step;
  HydroPathStepResult<T> r;
  r.state = {q2 + advance2, w};
  r.force = HydroPathForce(m, x1 - r.state.q);
  // The loss power c w^2 at the stages, weighted like the method; advances keep h = infinity
  // finite.
  const T loss1 = (m.linear_loss + m.quadratic_loss * Abs(w1)) * w1 * advance1;
  const T loss2 = (m.linear_loss + m.quadratic_loss * Abs(w)) * w * advance2;
  r.loss = loss1 * kRest + loss2;
  return r;
}

// Energy of the moving fluid, the chamber and the pump.
template <class T>
T HydroPathStored(const HydroPathParameters<T>& m, const HydroPathState<T>& s, const T& x) {
  const T d = x - s.q, pumped = d - Clamp(d, -m.gap, m.gap);
  return 0.5 * (m.mass * s.w * s.w + m.chamber_stiffness * s.q * s.q +
                m.pumping_stiffness * pumped * pumped);
}

}  // namespace jounce::kernels

#endif  // JOUNCE_LAWS_KERNELS_HYDRO_PATH_H_
