#include "model/run_schedule.h"

#include <gtest/gtest.h>

#include "solve/simulation.h"

namespace jounce {
namespace {

SolverSettings Settings(double end_time, double step, double output_step) {
  SolverSettings solver;
  solver.end_time = end_time;
  solver.step = step;
  solver.output_step = output_step;
  return solver;
}

TEST(RunSchedule, MultiplesAreTakenAsTheyAre) {
  const RunSchedule schedule = MakeRunSchedule(Settings(0.3, 1e-3, 0.01));
  EXPECT_EQ(schedule.intervals, 30);
  EXPECT_EQ(schedule.steps, 10);
  EXPECT_DOUBLE_EQ(schedule.step, 1e-3);
  EXPECT_EQ(schedule.last_steps, 0);
  EXPECT_EQ(schedule.OutputCount(), 31u);
}

TEST(RunSchedule, StepsDivideTheIntervalOfResults) {
  const RunSchedule schedule = MakeRunSchedule(Settings(10e-3, 1e-3, 2.5e-3));
  EXPECT_EQ(schedule.intervals, 4);
  EXPECT_EQ(schedule.steps, 3);
  EXPECT_DOUBLE_EQ(schedule.step, 2.5e-3 / 3);
  // Results closer than steps: steps are as close.
  EXPECT_DOUBLE_EQ(MakeRunSchedule(Settings(1, 1e-3, 1e-4)).step, 1e-4);
}

TEST(RunSchedule, TheLastIntervalIsWhatIsLeft) {
  const RunSchedule schedule = MakeRunSchedule(Settings(2.5e-3, 1e-3, 0));
  EXPECT_EQ(schedule.intervals, 2);
  EXPECT_EQ(schedule.last_steps, 1);
  EXPECT_NEAR(schedule.last_step, 0.5e-3, 1e-15);
  const RunSchedule short_run = MakeRunSchedule(Settings(0.2e-3, 1e-3, 0));
  EXPECT_EQ(short_run.intervals, 0);
  EXPECT_EQ(short_run.last_steps, 1);
  EXPECT_DOUBLE_EQ(short_run.last_step, 0.2e-3);
  EXPECT_EQ(MakeRunSchedule(Settings(0, 1e-3, 0)).OutputCount(), 1u);
}

TEST(RunSchedule, ResultsBeyondTheEndAreThatOfTheEnd) {
  const RunSchedule schedule = MakeRunSchedule(Settings(2.5e-3, 1e-3, 1e300));
  EXPECT_EQ(schedule.intervals, 1);
  EXPECT_EQ(schedule.steps, 3);
  EXPECT_EQ(schedule.OutputCount(), 2u);
}

// 3000 steps of 0.333333 ms leave a millionth of a second: no step of its own.
TEST(RunSchedule, SliversAreJoined) {
  const RunSchedule schedule = MakeRunSchedule(Settings(1, 0.333333e-3, 0));
  EXPECT_EQ(schedule.intervals, 2999);
  EXPECT_EQ(schedule.last_steps, 2);
  EXPECT_GT(schedule.last_step, 0.16e-3);
}

// A falling body, z = -g t^2/2, which generalized-alpha follows exactly: the results are those of
// the times asked for.
TEST(RunSchedule, ResultsAreOfTheTimesAskedFor) {
  Model model;
  Body body;
  body.name = "stone";
  body.mass = 1;
  body.inertia.setOnes();
  model.bodies = {body};
  Sensor sensor;
  sensor.name = "place";
  sensor.ends.second = "stone";
  model.sensors = {sensor};
  for (const auto& [end, output, count] :
       {std::tuple(0.0107, 2.5e-3, 6u), std::tuple(2.5e-3, 0.0, 4u), std::tuple(0.4e-3, 0.0, 2u)}) {
    model.solver.end_time = end;
    model.solver.step = 1e-3;
    model.solver.output_step = output;
    Simulation simulation(model);
    Recording recording;
    ASSERT_TRUE(simulation.Run(&recording).ok);
    ASSERT_EQ(recording.time.size(), count);
    EXPECT_EQ(simulation.OutputCount(), count);
    const double interval = output > 0 ? output : 1e-3;
    for (size_t i = 0; i < count; ++i) {
      const double t = i + 1 < count ? static_cast<double>(i) * interval : end;
      EXPECT_NEAR(recording.time[i], t, 1e-15);
      EXPECT_NEAR(recording.Value(i, 2), -0.5 * 9.81 * t * t, 1e-15);
    }
  }
}

}  // namespace
}  // namespace jounce
