#include "jounce/simulation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>

#include "api/oscillator_for_test.h"
#include "solve/allocation_counter.h"

namespace jounce::api {
namespace {

using testing::ExactHeight;
using testing::kOscillator;

TEST(ApiSimulation, FollowsTheClosedForm) {
  Simulation simulation(Model::Parse(kOscillator));
  EXPECT_EQ(simulation.time(), 0);
  EXPECT_DOUBLE_EQ(simulation.Output("mass.z"), -1);
  for (int i = 1; i <= 100; ++i) {
    simulation.AdvanceTo(0.01 * i);
    ASSERT_NEAR(simulation.time(), 0.01 * i, 1e-9);
    ASSERT_NEAR(simulation.Output("mass.z"), ExactHeight(0.01 * i), 1e-5);
  }
}

// 0.01 i is not a sum of hundredths to the last bit; steps are of one length all the same, so that
// one matrix serves, as in Simulation::Run of the engine.
TEST(ApiSimulation, EqualIntervalsTakeEqualSteps) {
  Simulation simulation(Model::Parse(kOscillator));
  for (int i = 1; i <= 100; ++i) simulation.AdvanceTo(0.01 * i);
  EXPECT_EQ(simulation.statistics().steps, 1000);
  EXPECT_EQ(simulation.statistics().factorizations, 1);
}

TEST(ApiSimulation, StepsAreNoLongerThanTheModels) {
  Simulation simulation(Model::Parse(kOscillator));
  simulation.AdvanceTo(0.00101);  // two steps of 0.505 ms
  EXPECT_EQ(simulation.statistics().steps, 2);
  simulation.AdvanceTo(0.00101);
  EXPECT_EQ(simulation.statistics().steps, 2);
}

TEST(ApiSimulation, StartsInEquilibrium) {
  Simulation simulation(Model::Parse(kOscillator), Start::kEquilibrium);
  simulation.AdvanceTo(0.1);
  EXPECT_NEAR(simulation.Output("mass.z"), -1 - 2 * 9.81 / 100, 1e-9);
}

TEST(ApiSimulation, OutputsAreChannelsOfSensors) {
  Simulation simulation(Model::Parse(kOscillator));
  ASSERT_EQ(simulation.outputs().size(), 3u);
  EXPECT_EQ(simulation.outputs()[2].name, "mass.z");
  EXPECT_EQ(simulation.outputs()[2].unit, "m");
  EXPECT_EQ(simulation.OutputIndex("mass.z"), 2);
  EXPECT_EQ(simulation.Output(2), simulation.Outputs()[2]);
  EXPECT_THROW(simulation.Output(3), std::invalid_argument);
  EXPECT_THROW(simulation.Output(-1), std::invalid_argument);
  try {
    simulation.Output("mas.z");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "error: no sensor has a channel 'mas.z' (did you mean 'mass.z'?)");
    EXPECT_EQ(error.findings().size(), 1u);
  }
}

TEST(ApiSimulation, RefusesThePastAndWhatIsNoTime) {
  Simulation simulation(Model::Parse(kOscillator));
  simulation.AdvanceTo(0.5);
  EXPECT_THROW(simulation.AdvanceTo(0.4), std::invalid_argument);
  EXPECT_THROW(simulation.AdvanceTo(std::numeric_limits<double>::quiet_NaN()),
               std::invalid_argument);
  EXPECT_THROW(simulation.AdvanceTo(std::numeric_limits<double>::infinity()),
               std::invalid_argument);
  simulation.AdvanceTo(0.6);
  EXPECT_NEAR(simulation.Output("mass.z"), ExactHeight(0.6), 1e-5);
}

// Nothing holds the mass: gravity has no equilibrium.
TEST(ApiSimulation, WhatTheNumbersDoIsARunError) {
  const Model model = Model::Parse("bodies: {mass: {mass: 1, inertia: [1, 1, 1]}}");
  EXPECT_THROW(Simulation(model, Start::kEquilibrium), RunError);
}

// One model, two simulations at once: each gives what it gives alone, to the last bit.
TEST(ApiSimulation, TwoInTwoThreadsAreIndependent) {
  const Model soft = Model::Parse(kOscillator);
  const Model stiff = Model::Parse(kOscillator, "model.yaml", {{"stiffness", "400 N/m"}});
  const auto run = [](const Model& model, double* height) {
    Simulation simulation(model);
    for (int i = 1; i <= 200; ++i) simulation.AdvanceTo(0.005 * i);
    *height = simulation.Output("mass.z");
  };
  double alone[3], together[3];
  const Model* const models[] = {&soft, &stiff, &soft};
  for (int i = 0; i < 3; ++i) run(*models[i], &alone[i]);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back(run, std::cref(*models[i]), &together[i]);
  }
  for (int i = 0; i < 3; ++i) EXPECT_EQ(alone[i], together[i]);
  EXPECT_NEAR(alone[0], ExactHeight(1), 1e-5);
  EXPECT_NEAR(alone[1], ExactHeight(1, 400), 1e-4);
}

TEST(ApiSimulation, AdvancesWithoutMemory) {
  if (jounce::testing::AllocationCount() < 0) GTEST_SKIP() << "the sanitizer counts its own";
  Simulation simulation(Model::Parse(kOscillator));
  simulation.AdvanceTo(0.1);
  simulation.Outputs();
  const long before = jounce::testing::AllocationCount();
  ASSERT_GT(before, 0);
  for (int i = 1; i <= 10; ++i) {
    simulation.AdvanceTo(0.1 + 0.01 * i);
    simulation.Output("mass.z");
  }
  EXPECT_EQ(jounce::testing::AllocationCount(), before);
}

// A force that carries the weight holds the mass where it is.
TEST(ApiSimulation, InputsDriveSignals) {
  Simulation simulation(Model::Parse(kOscillator));
  ASSERT_EQ(simulation.inputs().size(), 1u);
  EXPECT_EQ(simulation.inputs()[0], "push");
  simulation.SetInput("push", 2 * 9.81);
  simulation.AdvanceTo(0.5);
  // Over the first step the input rises.
  EXPECT_NEAR(simulation.Output("mass.z"), -1, 1e-3);
  EXPECT_THROW(simulation.SetInput("pull", 0), InputError);
  EXPECT_THROW(simulation.SetInput(1, 0), std::invalid_argument);
  EXPECT_THROW(simulation.SetInput(0, std::nan("")), std::invalid_argument);
}

TEST(ApiSimulation, GoesOnFromASavedStateToTheLastBit) {
  Simulation whole(Model::Parse(kOscillator)), other(Model::Parse(kOscillator));
  whole.SetInput("push", 3);
  whole.AdvanceTo(0.3);
  const std::vector<std::byte> saved = whole.Save();
  whole.AdvanceTo(0.6);
  other.Restore(saved);
  EXPECT_EQ(other.time(), 0.3);
  other.AdvanceTo(0.6);
  EXPECT_EQ(other.Output("mass.z"), whole.Output("mass.z"));
  // Damaged bytes change nothing.
  std::vector<std::byte> damaged = saved;
  damaged.resize(damaged.size() / 2);
  EXPECT_THROW(other.Restore(damaged), InputError);
  EXPECT_EQ(other.Output("mass.z"), whole.Output("mass.z"));
}

}  // namespace
}  // namespace jounce::api
