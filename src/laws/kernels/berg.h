// Berg's smooth friction: after a turn at (x_s, f_s) the force bends towards +-f_max,
//
//   f = f_s + (f_max - f_s) d / (x2 (1 - f_s/f_max) + d),   d = x - x_s > 0, loading,
//
// mirrored for unloading; x2 is the displacement from rest to half of f_max. Independent of time.
// State: where the last turn was, where the element is, and its force. Exact for any step.
//
// Reference: M. Berg, A non-linear rubber spring model for rail vehicle dynamics analysis, Vehicle
// System Dynamics 30 (1998).
#ifndef JOUNCE_LAWS_KERNELS_BERG_H_
#define JOUNCE_LAWS_KERNELS_BERG_H_

#include <cmath>

#include "math/select.h"

namespace jounce::kernels {

template <class T>
struct BergState {
  T x_turn, f_turn;  // the last turn
  T x, f;            // now
  T direction;       // +1 loading, -1 unloading, 0 never moved
};

// A part at rest without friction force.
template <class T>
BergState<T> BergStart(const T& x) {
  return {x, T(0.0), x, T(0.0), T(0.0)};
}

template <class T>
struct BergStepResult {
  BergState<T> state;
  T stiffness;
  T span;  // x2 (1 -+ mu): how fast this branch bends, for BergWork
};

template <class T>
JOUNCE_KERNEL BergStepResult<T> BergStep(const T& f_max, const T& x2, const BergState<T>& s,
                                         const T& x) {
  const T step = x - s.x;
  const T direction = Where(step > T(0.0), T(1.0), Where(step < T(0.0), T(-1.0), s.direction));
  // A change of direction makes the place where the element stands the new turn.
  const auto turned = direction * s.direction < T(0.0);
  const T x_turn = Where(turned, s.x, s.x_turn), f_turn = Where(turned, s.f, s.f_turn);
  const T d = (x - x_turn) * direction;
  const T rise = f_max - f_turn * direction;  // force still to be gained on this branch
  const T span = x2 * rise / Max(f_max, T(1e-300));
  const T reach = Max(span + d, T(1e-300));
  BergStepResult<T> r;
  r.state = {x_turn, f_turn, x, f_turn + direction * rise * d / reach, direction};
  // Never moved yet: about to move with the slope of a turn.
  r.stiffness = Where(direction == T(0.0), f_max / x2, rise / reach * (span / reach));
  r.span = span;
  return r;
}

// Work done on the element in the step from `s` to `r`: the integral of f.
template <class T>
T BergWork(const T& f_max, const BergState<T>& s, const BergStepResult<T>& r) {
  using std::log1p;
  const T direction = r.state.direction;
  const T length = (r.state.x - s.x) * direction;
  const T begin = Max((s.x - r.state.x_turn) * direction + r.span, T(1e-150));
  const T rise = f_max - r.state.f_turn * direction;
  return r.state.f_turn * direction * length + rise * (length - r.span * log1p(length / begin));
}

// Energy that unloading to zero force would give back.
template <class T>
T BergStored(const T& f_max, const T& x2, const T& f) {
  using std::log1p;
  const T mu = Abs(f) / Max(f_max, T(1e-300));
  return f_max * x2 * (1.0 + mu) * ((1.0 + mu) * log1p(mu) - mu);
}

}  // namespace jounce::kernels

#endif  // JOUNCE_LAWS_KERNELS_BERG_H_
