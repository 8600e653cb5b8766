#include "testbench/program.h"

#include <gtest/gtest.h>

#include <numbers>

#include "testbench/solid_law_for_test.h"

namespace jounce::testbench {
namespace {

TEST(Program, RunsEveryTestThatWasAskedFor) {
  SolidLaw law;
  Program program;
  program.static_amplitudes = {1e-3};
  program.quasi_static_amplitudes = {1e-3, 2e-3};
  program.dynamic_amplitudes = {0.1e-3, 1e-3};
  program.frequencies = {1, 10};
  program.creep = CreepSettings{.force = 50};
  program.history = MeasuredHistory({0, 1, 2}, {0, 1e-3, 0});
  const ProgramResult result = RunProgram(law, program);
  EXPECT_EQ(result.static_loops.size(), 1u);
  EXPECT_EQ(result.quasi_static_loops.size(), 2u);
  ASSERT_EQ(result.dynamic_loops.size(), 4u);
  EXPECT_TRUE(result.relaxation && result.creep && result.history);
  EXPECT_TRUE(result.creep->complete);
  for (const TestLoop& test : result.dynamic_loops) {
    EXPECT_TRUE(test.loop.steady);
    const double exact = std::abs(law.Stiffness(2 * std::numbers::pi * test.frequency));
    EXPECT_NEAR(test.loop.properties.harmonic_stiffness(), exact, 1e-4 * exact);
  }
  // 4 mm at 0.05 mm/s.
  EXPECT_NEAR(result.static_loops[0].frequency, 0.0125, 1e-12);
}

TEST(Program, StopsWhenAskedAndKeepsWhatItHas) {
  struct StopAfterThree : Progress {
    int calls = 0;
    void Update(double, double, std::string_view) override { ++calls; }
    bool StopRequested() const override { return calls >= 3; }
  } progress;
  SolidLaw law;
  const ProgramResult result = RunProgram(law, Program{}, &progress);
  EXPECT_EQ(result.static_loops.size(), 3u);
  EXPECT_TRUE(result.dynamic_loops.empty());
  EXPECT_FALSE(result.relaxation);
}

}  // namespace
}  // namespace jounce::testbench
