#include "report/bench_page.h"

#include <gtest/gtest.h>

#include "laws/make_law.h"

namespace jounce::report {
namespace {

TEST(BenchPage, ShowsEveryTestInTheUnitsOfTheField) {
  LinearSettings linear;
  linear.stiffness = {200e3};
  linear.damping = {100};
  const std::unique_ptr<Law> law = MakeLaw(linear);
  testbench::Program program;
  program.static_amplitudes = {1e-3};
  program.quasi_static_amplitudes = {1e-3};
  program.dynamic_amplitudes = {0.1e-3, 1e-3};
  program.frequencies = {1, 10, 20};
  program.creep = testbench::CreepSettings{.force = 100};
  const testbench::ProgramResult result = RunProgram(*law, program);
  const Page page = MakeBenchPage({.title = "spring", .result = &result});
  ASSERT_EQ(page.sections.size(), 5u);
  // sqrt(200^2 + (2 pi 20 x 0.1)^2) N/mm, and the angle between them, at 20 Hz.
  ASSERT_EQ(page.findings.size(), 2u);
  EXPECT_NE(page.findings[0].text.find("to 200.4 N/mm at"), std::string::npos)
      << page.findings[0].text;
  EXPECT_NE(page.findings[1].text.find("20 Hz: 3.595 deg"), std::string::npos)
      << page.findings[1].text;
  const Plot& stiffness = std::get<Plot>(page.sections[1].items[0]);
  ASSERT_EQ(stiffness.curves.size(), 2u) << "one curve per amplitude";
  EXPECT_EQ(stiffness.curves[0].x.size(), 3u);
  EXPECT_NEAR(stiffness.curves[0].y[0], 200, 0.1) << "N/mm";
  EXPECT_EQ(page.sections[2].items.size(), 2u) << "one plot of loops per amplitude";
  EXPECT_EQ(std::get<Table>(page.sections[4].items[0]).rows.size(), 8u);
  EXPECT_FALSE(RenderPage(page).empty());
}

TEST(BenchPage, LeavesOutWhatWasNotRun) {
  const testbench::ProgramResult nothing;
  const Page page = MakeBenchPage({.title = "empty", .result = &nothing});
  EXPECT_EQ(page.sections.size(), 1u);
}

}  // namespace
}  // namespace jounce::report
