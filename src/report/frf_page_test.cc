#include "report/frf_page.h"

#include <gtest/gtest.h>

#include <complex>

namespace jounce::report {
namespace {

TEST(FrfPage, AmplitudeAndUnbrokenPhase) {
  // A phase that falls by 100 degrees a step goes on falling through -180.
  FrequencyResponse response{
      "N", {{"tip.z", "m"}, {"base.z", "m"}, {"spring", "N"}}, {}, {1, 2, 3}, {}};
  for (int row = 0; row < 3; ++row) {
    for (double size : {2.0, 3.0, 4.0}) {
      response.values.push_back(std::polar(size, -row * 100 * M_PI / 180));
    }
  }
  const Page page = MakeFrfPage({"Rig", "Answer", response});
  ASSERT_EQ(page.sections.size(), 2u);  // metres and newtons
  const Plot& amplitude = std::get<Plot>(page.sections[0].items[0]);
  const Plot& phase = std::get<Plot>(page.sections[0].items[1]);
  ASSERT_EQ(amplitude.curves.size(), 2u);
  EXPECT_EQ(amplitude.y.unit, "m/N");
  EXPECT_NEAR(amplitude.curves[1].y[2], 3, 1e-12);
  EXPECT_NEAR(phase.curves[0].y[2], -200, 1e-9);
  EXPECT_FALSE(RenderPage(page).empty());
  ASSERT_EQ(page.findings.size(), 2u);
  EXPECT_EQ(page.findings[0].text, "In m the largest answer is 3 m/N of base.z at 1 Hz.");
}

}  // namespace
}  // namespace jounce::report
