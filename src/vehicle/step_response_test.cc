#include "vehicle/step_response.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace jounce {
namespace {

// The unit step response of x'' + 2 D w x' + w^2 x = w^2, in closed form: the peak is
// exp(-pi D/sqrt(1 - D^2)) over the steady value, pi/(w sqrt(1 - D^2)) after the step.
TEST(StepResponse, OfASecondOrderSystem) {
  const double w = 6, damping = 0.5, root = std::sqrt(1 - damping * damping);
  std::vector<double> time, values;
  const auto at = [&](double t) {
    return t < 0 ? 0
                 : 3 * (1 - std::exp(-damping * w * t) *
                                (std::cos(w * root * t) + damping / root * std::sin(w * root * t)));
  };
  for (int i = 0; i <= 8000; ++i) {
    time.push_back(1e-3 * i);
    values.push_back(at(time.back() - 1));
  }
  const StepResponse response = FindStepResponse(time, values, 1, 7);
  EXPECT_NEAR(response.steady, 3, 1e-6);
  EXPECT_NEAR(response.peak_time, std::numbers::pi / (w * root), 1e-5);
  EXPECT_NEAR(response.overshoot, std::exp(-std::numbers::pi * damping / root), 1e-6);
  EXPECT_NEAR(at(response.time_90), 2.7, 1e-5);
  // To the right all is the same.
  for (double& value : values) value = -value;
  const StepResponse right = FindStepResponse(time, values, 1, 7);
  EXPECT_DOUBLE_EQ(right.time_90, response.time_90);
  EXPECT_DOUBLE_EQ(right.overshoot, response.overshoot);
}

TEST(StepResponse, WithoutOvershoot) {
  std::vector<double> time, values;
  for (int i = 0; i <= 9000; ++i) {
    time.push_back(1e-3 * i);
    values.push_back(1 - std::exp(-5 * time.back()));
  }
  const StepResponse response = FindStepResponse(time, values, 0, 8);
  EXPECT_NEAR(response.time_90, std::log(10) / 5, 1e-5);
  EXPECT_TRUE(std::isnan(response.peak_time));
  EXPECT_EQ(response.overshoot, 0);
}

TEST(StepResponse, SpikesDoNotCount) {
  std::vector<double> time, values;
  for (int i = 0; i <= 1000; ++i) {
    time.push_back(1e-3 * i);
    values.push_back(i == 100 ? 5 : i < 500 ? 0 : 1);
  }
  EXPECT_NEAR(TimeOfPart(time, values, 1, 0.9), 0.4999, 1e-9);
}

TEST(StepResponse, Lines) {
  const StraightLine line = FitLine({0, 1, 2, 3}, {1, 3, 5, 7});
  EXPECT_DOUBLE_EQ(line.slope, 2);
  EXPECT_DOUBLE_EQ(line.at_zero, 1);
}

}  // namespace
}  // namespace jounce
