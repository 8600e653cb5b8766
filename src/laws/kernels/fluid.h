// The fluid element: dashpot c, mass m and spring k in a row [Svensson 2004, eq. 4.3 to 4.7],
//
//   m p'' + c p' + k p = c u',   force f = c (u' - p'),   c = k Tr,
//
// with p the displacement of the mass. Advanced exactly over a step in which the rate u' goes
// linearly from its start to its end, with the strain increment de and the final rate given; a
// strain that is linear over the step is the case rate = de/h. (The force follows the rate at once,
// so the rate at the end must be honoured: with de/h alone the force would lag by half a step.)
//
// In time z = t/h:  p'' + a p' + a s p = a U(z),  a = c h/m,  s = h/Tr,  U = A + B z. With g(z) the
// response of p to a unit start velocity, G1 and G2 its first and second integral over the step,
//   p1 = (1 - a s G1) p0 +           g h w0 + a G1 A + a G2 B          (w = p' in real time)
//   w1 = (    - a s g p0 + (1 - a g - a s G1) h w0 + a g A + a G1 B) / h
// so three numbers describe the step. They are computed without loss of digits in all regimes, from
// no mass at all (then the element is a Maxwell branch) to an undamped one.
//
// [Svensson 2004] M. Svensson, M. Håkansson, Hydrobushing model for multi-body simulations, Lund
// University, TVSM-5124, 2004.
#ifndef JOUNCE_LAWS_KERNELS_FLUID_H_
#define JOUNCE_LAWS_KERNELS_FLUID_H_

#include <cmath>

#include "laws/kernels/decay.h"
#include "math/select.h"

namespace jounce::kernels {

// g, G1 and G2 of the comment above.
template <class T>
struct OscillatorIntegrals {
  T g, g1, g2;
};

// p'' + a p' + b p: power series in time, for a and b below 3.
template <class T>
OscillatorIntegrals<T> OscillatorSeries(const T& a, const T& b) {
  T before = T(0.0), now = T(1.0);  // coefficients of z^(n-1), z^n
  OscillatorIntegrals<T> r{T(0.0), T(0.0), T(0.0)};
  for (int n = 1; n < 40; ++n) {
    r.g = r.g + now;
    r.g1 = r.g1 + now / (n + 1.0);
    r.g2 = r.g2 + now / ((n + 1.0) * (n + 2.0));
    const T next = -(a * now * double(n) + b * before) / (n * (n + 1.0));
    before = now;
    now = next;
  }
  return r;
}

// Two real decay rates, well apart: divided differences of exp, phi1 and phi2.
template <class T>
OscillatorIntegrals<T> OscillatorOverdamped(const T& a, const T& b, const T& discriminant) {
  using std::exp, std::sqrt;
  const T root = sqrt(discriminant);
  const T fast = a * 0.5 + root, slow = b / fast;  // exp(-slow z), exp(-fast z)
  const T gap = 2.0 * root;
  return {(exp(-slow) - exp(-fast)) / gap, (Phi1(slow) - Phi1(fast)) / gap,
          (Phi2(slow) - Phi2(fast)) / gap};
}

// Oscillating or nearly critical.
template <class T>
OscillatorIntegrals<T> OscillatorUnderdamped(const T& a, const T& b, const T& discriminant) {
  using std::cos, std::exp, std::sin, std::sqrt;
  T c, s;  // cosh(root), sinh(root)/root with root^2 = discriminant
  if (Value(discriminant) > -1) {
    c = s = T(0.0);
    for (int n = 14; n >= 0; --n) {
      c = 1.0 + c * discriminant / ((2.0 * n + 1) * (2.0 * n + 2));
      s = 1.0 + s * discriminant / ((2.0 * n + 2) * (2.0 * n + 3));
    }
  } else {
    const T omega = sqrt(-discriminant);
    c = cos(omega);
    s = sin(omega) / omega;
  }
  const T decay = exp(-a * 0.5);
  OscillatorIntegrals<T> r;
  r.g = decay * s;
  r.g1 = (1.0 - decay * (c + a * 0.5 * s)) / b;
  r.g2 = (1.0 - r.g - a * r.g1) / b;
  return r;
}

template <class T>
OscillatorIntegrals<T> IntegrateOscillator(const T& a, const T& b) {
  if (Value(a) < 3 && Value(b) < 3) return OscillatorSeries(a, b);
  const T discriminant = a * a * 0.25 - b;
  return Value(discriminant) > 1 ? OscillatorOverdamped(a, b, discriminant)
                                 : OscillatorUnderdamped(a, b, discriminant);
}

// How a fluid element passes a step of length h.
template <class T>
struct FluidPropagator {
  T pp, pw, wp, ww;  // what remains of p0 and w0 in p1 and w1
  T pa, pb, wa, wb;  // what the rate adds: A and B of the comment above
};

// h from 0 (a jump) to large; for the relaxed answer (h infinite) force and state are zero. mass
// may be 0; a time constant of 0 means no dashpot and no force.
template <class T>
FluidPropagator<T> PrepareFluid(const T& mass, const T& stiffness, const T& tr, double h) {
  constexpr double kRigid = 1e12;  // a mass this light follows at once
  h = h > 1e-100 ? h : 1e-100;
  const T a = Min(stiffness * tr * h / Max(mass, T(1e-200)), T(kRigid));
  const T s = Min(h / Max(tr, T(1e-200)), T(kRigid));
  const OscillatorIntegrals<T> o = IntegrateOscillator(a, a * s);
  const T a_g = a * o.g, a_g1 = a * o.g1;
  return {1.0 - s * a_g1, o.g * h,  s * a_g * (-1 / h), 1.0 - a_g - s * a_g1,
          a_g1,           a * o.g2, a_g * (1 / h),      a_g1 * (1 / h)};
}

template <class T>
struct FluidState {
  T p, w;  // displacement and velocity of the mass
};

template <class T>
JOUNCE_KERNEL FluidState<T> FluidStep(const FluidPropagator<T>& f, const FluidState<T>& s,
                                      const T& de, const T& rate_h) {
  const T a = de * 2.0 - rate_h, b = (rate_h - de) * 2.0;
  return {f.pp * s.p + f.pw * s.w + f.pa * a + f.pb * b,
          f.wp * s.p + f.ww * s.w + f.wa * a + f.wb * b};
}

// Work done on the element in the step from `s` to `end`: the integral of f u'. `c` is the dashpot,
// `m_k` mass over stiffness, `per_h` the inverse of the step.
template <class T>
T FluidWork(const T& c, const T& tr, const T& m_k, const FluidState<T>& s, const FluidState<T>& end,
            const T& de, const T& rate_h, const T& per_h) {
  const T a = de * 2.0 - rate_h, b = (rate_h - de) * 2.0;
  const T dp = end.p - s.p;
  // Mean of p over the step, from the equation of motion integrated once.
  const T mean = (tr * (de - dp) - m_k * (end.w - s.w)) * per_h;
  return c * per_h * (a * (a + b - dp) + b * (b * (1 / 3.0) - end.p + mean));
}

}  // namespace jounce::kernels

#endif  // JOUNCE_LAWS_KERNELS_FLUID_H_
