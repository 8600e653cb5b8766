#include "solve/predictor.h"

#include <gtest/gtest.h>

#include <functional>

namespace jounce {
namespace {

using Eigen::VectorXd;

struct Prediction {
  VectorXd rate, multiplier;
};

// What is predicted for step 10, after the steps 0 to 9 of these numbers.
Prediction ForStepTen(const std::function<double(int)>& rate,
                      const std::function<double(int)>& multiplier, int multipliers = 1) {
  constexpr double kStep = 1e-3;
  const auto rate_at = [&](int step) { return VectorXd::Constant(2, rate(step)); };
  const auto multiplier_at = [&](int step) {
    return VectorXd::Constant(multipliers, multiplier(step));
  };
  Predictor predictor;
  predictor.Start(rate_at(0), multiplier_at(0));
  for (int step = 1; step < 10; ++step) {
    predictor.Commit(kStep, rate_at(step), multiplier_at(step));
  }
  Prediction prediction{rate_at(9), multiplier_at(9)};
  predictor.Predict(kStep, &prediction.rate, &prediction.multiplier);
  return prediction;
}

double Cubic(int step) { return 3 + step * (2 - step * (1 - 0.5 * step)); }
// Held, it is wrong by 2; along a line by 4, along a parabola by 8.
double Shaking(int step) { return step % 2 == 0 ? 1 : -1; }

TEST(Predictor, ExtendsPolynomials) {
  const Prediction prediction = ForStepTen(Cubic, Cubic);
  EXPECT_NEAR(prediction.rate[0], Cubic(10), 1e-11);
  EXPECT_NEAR(prediction.multiplier[0], Cubic(10), 1e-11);
}

TEST(Predictor, HoldsWhatShakes) {
  const Prediction prediction = ForStepTen(Shaking, Cubic, 0);
  EXPECT_EQ(prediction.rate[0], Shaking(9));
}

// Rates that shake a little do not keep multipliers from being extended, whatever the units.
TEST(Predictor, ListensToMultipliersToo) {
  for (double unit : {1e-3, 1.0, 1e6}) {
    const Prediction prediction = ForStepTen([](int step) { return 1e-3 * Shaking(step); },
                                             [unit](int step) { return unit * step * step; });
    EXPECT_NEAR(prediction.multiplier[0], 100 * unit, 1e-11 * unit);
  }
}

// Where they never change, they have no say.
TEST(Predictor, PassesOverMultipliersThatNeverChange) {
  const Prediction prediction = ForStepTen(Cubic, [](int) { return 5.0; });
  EXPECT_NEAR(prediction.rate[0], Cubic(10), 1e-11);
  EXPECT_EQ(prediction.multiplier[0], 5);
}

}  // namespace
}  // namespace jounce
