// The hydrobushing of [Svensson 2004, chapter 4] as one kernel: Yeoh spring, elasto-plastic and
// fluid elements in parallel, eq. 4.1. T is double, Lanes or Dual of either; NP and NF are the
// numbers of elements.
//
//   HydrobushingModel<T, 2, 2> model = ...;           parameters
//   model.Prepare(h)                                  once per step size (double, Dual<N>)
//   force = HydrobushingStep(model, &state, e, rate)  forces only, for histories known beforehand
//
// [Svensson 2004] M. Svensson, M. Håkansson, Hydrobushing model for multi-body simulations, Lund
// University, TVSM-5124, 2004.
#ifndef JOUNCE_LAWS_KERNELS_HYDROBUSHING_H_
#define JOUNCE_LAWS_KERNELS_HYDROBUSHING_H_

#include "laws/kernels/elastoplastic.h"
#include "laws/kernels/fluid.h"
#include "laws/kernels/spring.h"
#include "math/select.h"

namespace jounce::kernels {

template <class T, int NP, int NF>
struct HydrobushingModel {
  T d10, d20, d30;  // Yeoh spring
  T kp[NP], fy[NP];
  T m[NF], kf[NF], tr[NF];

  // Prepared from the above.
  T h;          // step length
  T yield[NP];  // elongation at which each element slides
  T c[NF];      // dashpots
  FluidPropagator<T> fluid[NF];

  void Prepare(double step_length) {
    h = T(step_length);
    for (int i = 0; i < NP; ++i) yield[i] = YieldElongation(kp[i], fy[i]);
    for (int i = 0; i < NF; ++i) {
      c[i] = kf[i] * tr[i];
      fluid[i] = PrepareFluid(m[i], kf[i], tr[i], step_length);
    }
  }
};

template <class T, int NP, int NF>
struct HydrobushingState {
  T e = T(0.0);
  T x[NP];              // elongations of the elasto-plastic springs
  FluidState<T> s[NF];  // of the fluid masses

  HydrobushingState() {
    for (T& each : x) each = T(0.0);
    for (FluidState<T>& each : s) each = {T(0.0), T(0.0)};
  }
};

// Advances the state to strain e with this rate at the end of the step; the force there.
template <class T, int NP, int NF>
JOUNCE_KERNEL T HydrobushingStep(const HydrobushingModel<T, NP, NF>& model,
                                 HydrobushingState<T, NP, NF>* state, const T& e, const T& rate) {
  const T de = e - state->e, rate_h = rate * model.h;
  T force = YeohSpring(model.d10, model.d20, model.d30, e).force;
  for (int i = 0; i < NP; ++i) {
    state->x[i] = Clamp(state->x[i] + de, -model.yield[i], model.yield[i]);
    force = force + model.kp[i] * state->x[i];
  }
  for (int i = 0; i < NF; ++i) {
    state->s[i] = FluidStep(model.fluid[i], state->s[i], de, rate_h);
    force = force + model.c[i] * (rate - state->s[i].w);
  }
  state->e = e;
  return force;
}

}  // namespace jounce::kernels

#endif  // JOUNCE_LAWS_KERNELS_HYDROBUSHING_H_
