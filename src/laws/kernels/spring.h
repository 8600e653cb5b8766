// Elastic springs: force, stiffness and energy as polynomials of the displacement.
#ifndef JOUNCE_LAWS_KERNELS_SPRING_H_
#define JOUNCE_LAWS_KERNELS_SPRING_H_

#include "math/select.h"

namespace jounce::kernels {

template <class T>
struct SpringPoint {
  T force, stiffness, energy;
};

// f = c[0] u + c[1] u^2 + ... + c[count-1] u^count.
template <class T, class C>
JOUNCE_KERNEL SpringPoint<T> PolynomialSpring(const C* c, int count, const T& u) {
  T force = T(0.0), stiffness = T(0.0), energy = T(0.0);
  for (int i = count - 1; i >= 0; --i) {
    force = force * u + c[i];
    stiffness = stiffness * u + c[i] * (i + 1.0);
    energy = energy * u + c[i] * (1 / (i + 2.0));
  }
  return {force * u, stiffness, energy * u * u};
}

// The modified Yeoh spring, f = 2 (D10 u + 2 D20 u^3 + 3 D30 u^5) [Svensson 2004, eq. 4.2].
template <class T>
JOUNCE_KERNEL SpringPoint<T> YeohSpring(const T& d10, const T& d20, const T& d30, const T& u) {
  const T u2 = u * u;
  return {(d10 + u2 * (d20 * 2.0 + u2 * d30 * 3.0)) * u * 2.0,
          (d10 + u2 * (d20 * 6.0 + u2 * d30 * 15.0)) * 2.0, (d10 + u2 * (d20 + u2 * d30)) * u2};
}

}  // namespace jounce::kernels

// [Svensson 2004] M. Svensson, M. Håkansson, Hydrobushing model for multi-body simulations, Lund
// University, TVSM-5124, 2004.
#endif  // JOUNCE_LAWS_KERNELS_SPRING_H_
