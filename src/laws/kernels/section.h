// The law of a beam's section (laws/section_law.h), of one or of several side by side.
#ifndef JOUNCE_LAWS_KERNELS_SECTION_H_
#define JOUNCE_LAWS_KERNELS_SECTION_H_

#include "laws/kernels/maxwell.h"
#include "math/few_entries.h"

namespace jounce::kernels {

template <class T>
struct Section {
  FewEntries<T> stiffness, strain_slope;  // K and B
  T c = 0.0;                              // l^2/12
};

// (k x a_t, k x a_r) with k the last three of e.
template <class T>
JOUNCE_KERNEL Six<T> CrossBoth(const Six<T>& e, const Six<T>& a) {
  return {e[4] * a[2] - e[5] * a[1], e[5] * a[0] - e[3] * a[2], e[3] * a[1] - e[4] * a[0],
          e[4] * a[5] - e[5] * a[4], e[5] * a[3] - e[3] * a[5], e[3] * a[4] - e[4] * a[3]};
}

// What bends and varies along an element: the cubic energy is -c f.(k x s).
template <class T>
struct SectionVariation {
  Six<T> f, s, turned;  // K e, B e, k x s
};
template <class T>
JOUNCE_KERNEL SectionVariation<T> VariationAt(const Section<T>& section, const Six<T>& e,
                                              const Six<T>& f) {
  const Six<T> s = section.strain_slope.Times(e);
  return {f, s, CrossBoth(e, s)};
}

// Adds -c (K (k x s) + (0, s_t x f_t + s_r x f_r) + B^T (f x k)).
template <class T>
JOUNCE_KERNEL void AddVariationForce(const Section<T>& section, const Six<T>& e,
                                     const SectionVariation<T>& v, Six<T>* force) {
  const Six<T> there = section.stiffness.Times(v.turned);
  const Six<T> back = section.strain_slope.TransposedTimes(CrossBoth(e, v.f));
  const Six<T>&s = v.s, &f = v.f;
  for (int i = 0; i < 6; ++i) (*force)[i] += section.c * (back[i] - there[i]);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    (*force)[3 + i] -=
        section.c * (s[j] * f[k] - s[k] * f[j] + s[3 + j] * f[3 + k] - s[3 + k] * f[3 + j]);
  }
}

// a^T K a.
template <class T>
JOUNCE_KERNEL T Square(const Section<T>& section, const Six<T>& a) {
  return Dot(a, section.stiffness.Times(a));
}

// What a damper of the damping time 1 takes up in a step of the length h > 0, in which the strain
// goes on by de and its rate runs straight to this one.
template <class T>
JOUNCE_KERNEL T DampingLoss(const Section<T>& section, const Six<T>& de, const Six<T>& rate,
                            double h) {
  Six<T> mean, half_change;
  for (int i = 0; i < 6; ++i) {
    mean[i] = (1 / h) * de[i];
    half_change[i] = rate[i] - mean[i];
  }
  return h * (Square(section, mean) + (1.0 / 3) * Square(section, half_change));
}

// Energy that a branch of ratio 1 takes up: MaxwellLoss() with products of vectors in the place of
// squares.
template <class T>
JOUNCE_KERNEL T BranchLoss(const Section<T>& section, const MaxwellPropagator<T>& p,
                           const Six<T>& q, const Six<T>& de) {
  const T gone = 1.0 - p.decay;
  const Six<T> K_de = section.stiffness.Times(de);
  return Square(section, q) * gone * (1.0 + p.decay) * 0.5 + Dot(q, K_de) * gone * p.gain +
         Dot(de, K_de) * p.ramp_loss;
}

}  // namespace jounce::kernels

#endif  // JOUNCE_LAWS_KERNELS_SECTION_H_
