// The fluid path of a hydromount or hydrobushing, by its physics: the pumping rubber (kb) pushes
// fluid of mass m through an inertia track against the chamber stiffness k2; the track loses
// linearly and with the square of the flow; a decoupler lets +-gap pass before the pump acts.
//
//   m q'' + c1 q' + c2 |q'| q' + k2 q = f,    f = kb e / (1 + b |e|),
//   e = d - clamp(d, -gap, gap),   d = x - q.
//
// q is the displacement of the fluid seen at the pump (m = I A_p^2). The bulge of the rubber gets
// softer the further it is pumped up: b is the inverse of the deflection at which it has half its
// stiffness, zero where it does not decline. Without gap, c2 and b,
//   K*(w) = kb Z / (kb + Z),  Z = k2 - m w^2 + i w c1.
//
// One step: the L-stable diagonally implicit Runge-Kutta method of two stages and second order
// [Alexander 1977], strain linear over the step. In each stage the unknown obeys a quadratic
// equation on either side of the gap, so it is solved in closed form; where the bulge declines,
// Newton's method goes on from there.
//
// Reference: R. Alexander, Diagonally implicit Runge-Kutta methods for stiff ODE's, SIAM J. Numer.
// Anal. 14 (1977).
#ifndef JOUNCE_LAWS_KERNELS_HYDRO_PATH_H_
#define JOUNCE_LAWS_KERNELS_HYDRO_PATH_H_

#include <cmath>
#include <type_traits>

#include "math/select.h"

namespace jounce::kernels {

// kDeclines: whether `decline` is looked at; without, a step is in closed form.
template <class T, bool kDeclines = false>
struct HydroPathParameters {
  T pumping_stiffness;  // kb [N/m]
  T chamber_stiffness;  // k2 [N/m]
  T mass;               // m [kg]
  T linear_loss;        // c1 [N s/m]
  T quadratic_loss;     // c2 [N s^2/m^2]
  T gap;                // free travel each way [m]
  T decline = T(0.0);   // b, of the pumping stiffness [1/m]
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

// The number itself, without its derivatives.
template <class T>
JOUNCE_KERNEL auto WithoutDerivatives(const T& x) {
  if constexpr (requires { x.value; }) {
    return x.value;
  } else {
    return x;
  }
}

// y with a y + b |y| y = r + k e / (1 + decline |e|), e = reach - y: between `idle`, where the pump
// does nothing, and `linear`, where it keeps its stiffness. Newton's method on the numbers, then
// one more step for the derivatives.
template <class T>
JOUNCE_KERNEL T SolveDecliningPump(const T& a, const T& b, const T& r, const T& k, const T& decline,
                                   const T& reach, const T& idle, const T& linear) {
  const auto av = WithoutDerivatives(a), bv = WithoutDerivatives(b), rv = WithoutDerivatives(r),
             kv = WithoutDerivatives(k), dv = WithoutDerivatives(decline),
             xv = WithoutDerivatives(reach), y0 = WithoutDerivatives(idle),
             y1 = WithoutDerivatives(linear);
  using V = std::remove_const_t<decltype(av)>;
  // Steps of a period are small and lanes go together: few iterations. A law may be asked for any
  // step.
  constexpr bool kOne = std::is_same_v<V, double>;
  constexpr int kIterations = kOne ? 60 : 5;
  const V low = Min(y0, y1), high = Max(y0, y1);
  V y = y1, slope = av;
  for (int i = 0; i < kIterations; ++i) {
    const V e = xv - y, part = 1.0 / (1.0 + dv * Abs(e));
    slope = Max(av + 2.0 * bv * Abs(y) + kv * part * part, V(1e-300));
    const V next = Clamp(y - (av * y + bv * Abs(y) * y - rv - kv * e * part) / slope, low, high);
    if constexpr (kOne) {
      if (std::abs(next - y) <= 1e-15 * std::abs(y)) break;
    }
    y = next;
  }
  if constexpr (std::is_same_v<T, V>) {
    return y;
  } else {
    const T at(y), e = reach - at;
    const T error = a * at + b * Abs(at) * at - r - k * e / (1.0 + decline * Abs(e));
    return at - error * T(1.0 / slope);
  }
}

// Advance d of q in a stage from (q, w), so that the fluid is in balance at its end; `per_step` is
// 1/(gamma h).
template <class T, bool kDeclines>
JOUNCE_KERNEL T HydroPathStage(const HydroPathParameters<T, kDeclines>& m, const T& q, const T& w,
                               const T& x, double per_step) {
  const T a = m.mass * per_step * per_step + m.linear_loss * per_step + m.chamber_stiffness;
  const T b = m.quadratic_loss * per_step * per_step;
  const T r = m.mass * w * per_step - m.chamber_stiffness * q;
  // First with the pump idle; where that leaves the gap, with the pump at that side of it.
  const T idle = SolveOddQuadratic(a, b, r);
  const T d = x - q - idle;
  const T side = WithSign(m.gap, d);
  T pumped =
      SolveOddQuadratic(a + m.pumping_stiffness, b, r + m.pumping_stiffness * (x - q - side));
  if constexpr (kDeclines) {
    pumped =
        SolveDecliningPump(a, b, r, m.pumping_stiffness, m.decline, x - q - side, idle, pumped);
  }
  return Where(Abs(d) > m.gap, pumped, idle);
}

template <class T, bool kDeclines>
T HydroPathForce(const HydroPathParameters<T, kDeclines>& m, const T& d) {
  const T e = d - Clamp(d, -m.gap, m.gap);
  if constexpr (kDeclines) return m.pumping_stiffness * e / (1.0 + m.decline * Abs(e));
  return m.pumping_stiffness * e;
}

// From strain x0 to x1 in h (0 and infinity included).
template <class T, bool kDeclines>
JOUNCE_KERNEL HydroPathStepResult<T> HydroPathStep(const HydroPathParameters<T, kDeclines>& m,
                                                   const HydroPathState<T>& s,
                                                   const std::type_identity_t<T>& x0,
                                                   const std::type_identity_t<T>& x1, double h) {
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

// y^2/2 where the pump does not decline; else its integral of y / (1 + b y), (b y - ln(1+b y))/b^2.
inline double PumpedEnergy(double y, double decline) {
  const double z = decline * y;
  if (z < 1e-4) return y * y * (0.5 - z / 3 + z * z / 4);
  return (z - std::log1p(z)) / (decline * decline);
}

// Energy of the moving fluid, the chamber and the pump.
template <bool kDeclines>
double HydroPathStored(const HydroPathParameters<double, kDeclines>& m,
                       const HydroPathState<double>& s, double x) {
  const double d = x - s.q, pumped = std::abs(d - Clamp(d, -m.gap, m.gap));
  return 0.5 * (m.mass * s.w * s.w + m.chamber_stiffness * s.q * s.q) +
         m.pumping_stiffness * (kDeclines ? PumpedEnergy(pumped, m.decline) : pumped * pumped / 2);
}

}  // namespace jounce::kernels

#endif  // JOUNCE_LAWS_KERNELS_HYDRO_PATH_H_
