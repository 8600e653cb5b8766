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
