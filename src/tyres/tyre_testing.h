// Derivatives of tyres against differences.
#ifndef JOUNCE_TYRES_TYRE_TESTING_H_
#define JOUNCE_TYRES_TYRE_TESTING_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tyres/small_tir_for_test.h"
#include "tyres/tyre.h"

namespace jounce::testing {

// Exact derivatives against central differences, one variable after the other. A step of 1e-6 of
// the variable's own size leaves about eight digits.
inline void ExpectDerivatives(const Tyre& tyre, const TyrePoint& point) {
  const auto f = tyre.Forces(point);
  double TyrePoint::*variables[] = {&TyrePoint::load, &TyrePoint::kappa, &TyrePoint::alpha,
                                    &TyrePoint::gamma};
  const double steps[] = {1e-2, 1e-6, 1e-6, 1e-6};
  using Number = TyreNumber TyreForces<TyreNumber>::*;
  using Forces = TyreForces<TyreNumber>;
  for (const Number member : {&Forces::fx, &Forces::fy, &Forces::mx, &Forces::my, &Forces::mz}) {
    for (int i = 0; i < 4; ++i) {
      TyrePoint up = point, down = point;
      up.*variables[i] += steps[i];
      down.*variables[i] -= steps[i];
      const double difference =
          ((tyre.Forces(up).*member).value - (tyre.Forces(down).*member).value) / (2 * steps[i]);
      const double scale = i == 0 ? 1 : 4000;
      EXPECT_NEAR((f.*member).d[i], difference, 2e-6 * std::max(scale, std::abs(difference)))
          << "variable " << i << " at kappa " << point.kappa << " alpha " << point.alpha;
    }
  }
  const auto relaxation = tyre.Relaxation(point);
  for (const int i : {0, 3}) {
    TyrePoint up = point, down = point;
    up.*variables[i] += steps[i];
    down.*variables[i] -= steps[i];
    const auto high = tyre.Relaxation(up), low = tyre.Relaxation(down);
    EXPECT_NEAR(relaxation.x.d[i], (high.x.value - low.x.value) / (2 * steps[i]), 1e-8);
    EXPECT_NEAR(relaxation.y.d[i], (high.y.value - low.y.value) / (2 * steps[i]), 1e-8);
  }
}

}  // namespace jounce::testing

#endif  // JOUNCE_TYRES_TYRE_TESTING_H_
