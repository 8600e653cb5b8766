#include "signals/window.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace jounce {
namespace {

// Values of scipy.signal for the periodic windows.
TEST(WindowTest, NoiseBandwidths) {
  const auto bandwidth = [](Window window) {
    return EquivalentNoiseBandwidth(WindowWeights(window, 4096));
  };
  EXPECT_DOUBLE_EQ(bandwidth(Window::kRectangular), 1);
  EXPECT_NEAR(bandwidth(Window::kHann), 1.5, 1e-12);
  EXPECT_NEAR(bandwidth(Window::kHamming), 1.3628257887517, 1e-12);
  EXPECT_NEAR(bandwidth(Window::kBlackman), 1.7267573696145, 1e-12);
  EXPECT_NEAR(bandwidth(Window::kFlatTop), 3.7702464474434, 1e-10);
}

TEST(WindowTest, NamesBothWays) {
  for (const Window window : {Window::kRectangular, Window::kHann, Window::kHamming,
                              Window::kBlackman, Window::kFlatTop}) {
    EXPECT_EQ(WindowOfName(NameOf(window)), window);
  }
  EXPECT_EQ(WindowOfName("Hann"), Window::kHann);
  EXPECT_THROW(WindowOfName("hanning"), InputError);
}

TEST(WindowTest, KaiserIsOneInTheMiddleAndSmallAtTheEnds) {
  const double shape = KaiserShape(80);
  EXPECT_NEAR(shape, 0.1102 * 71.3, 1e-12);
  EXPECT_DOUBLE_EQ(KaiserWeight(0, shape), 1);
  // 1 / I_0(beta), with I_0(7.857) summed from its series.
  double term = 1, sum = 1;
  for (int k = 1; k < 60; ++k) sum += term *= (shape / 2 / k) * (shape / 2 / k);
  EXPECT_NEAR(KaiserWeight(1, shape), 1 / sum, 1e-12);
  EXPECT_EQ(KaiserWeight(1.1, shape), 0);
  EXPECT_EQ(KaiserShape(10), 0);
  EXPECT_NEAR(KaiserShape(40), 0.5842 * std::pow(19, 0.4) + 0.07886 * 19, 1e-12);
}

}  // namespace
}  // namespace jounce
