#include "testbench/driver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "testbench/creep.h"
#include "testbench/solid_law_for_test.h"
#include "testbench/steady.h"

namespace jounce::testbench {
namespace {

// Ramp and hold of a standard solid, closed form of viscoelastic_closed_forms/spec.md.
TEST(Driver, RampAndHoldEqualsTheClosedForm) {
  SolidLaw law;
  Driver driver(law);
  const double ramp = 0.05, level = 1e-3, v = level / ramp;
  const Trace trace = driver.Drive(RampAndHold(level, ramp, 2, 100));
  const auto ramp_force = [&](double t) {
    return t <= 0 ? 0 : law.k0 * v * t + law.k1 * law.tau * v * (1 - std::exp(-t / law.tau));
  };
  for (int i = 0; i < trace.size(); ++i) {
    const double t = trace.time[i];
    EXPECT_NEAR(trace.force[i], ramp_force(t) - ramp_force(t - ramp), 1e-9);
  }
}

TEST(Driver, AnyDirectionOfALawIsDriven) {
  SolidLaw law;
  law.n = 3;
  law.coupling = 50e3;
  // Along (1, 1, 0) the coupling spring adds its stiffness; across it, it takes it away.
  for (const double sign : {1.0, -1.0}) {
    Driver driver(law, {{2, 2 * sign, 0}, {}});
    driver.Start(0);
    const Reading reading = driver.Try(1e-3, 0, HUGE_VAL);
    EXPECT_NEAR(reading.force, (law.k0 + sign * law.coupling) * 1e-3, 1e-9);
    EXPECT_NEAR(reading.d_displacement, law.k0 + sign * law.coupling, 1e-6);
  }
  EXPECT_THROW(Driver(law, {{1, 0}, {}}), InputError);
  EXPECT_THROW(Driver(law, {{0, 0, 0}, {}}), InputError);
  EXPECT_THROW(AxisLine(3, 3), InputError);
}

TEST(Driver, AWorkingPointShiftsTheForceAlone) {
  SolidLaw law;
  Driver driver(law, {{1}, {2e-3}});
  driver.Start(0);
  EXPECT_DOUBLE_EQ(driver.Try(0, 0, 0).force, law.k0 * 2e-3);
}

TEST(Steady, SineLoopEqualsTheComplexStiffness) {
  SolidLaw law;
  law.c = 400;
  Driver driver(law);
  for (const double frequency : {0.5, 8.0, 40.0}) {
    const SteadyLoop loop = DriveToSteadyState(&driver, SineCycle(1e-3, frequency, 2048));
    ASSERT_TRUE(loop.steady);
    const std::complex<double> exact = law.Stiffness(2 * std::numbers::pi * frequency);
    // The strain is linear over a step, so the answer is second order in the step.
    EXPECT_NEAR(std::abs(loop.properties.stiffness - exact), 0, 3e-6 * std::abs(exact));
    EXPECT_NEAR(loop.properties.peak_stiffness, std::abs(exact), 5e-6 * std::abs(exact));
    EXPECT_NEAR(loop.properties.peak_loss_angle, std::arg(exact), 5e-6);
    EXPECT_NEAR(loop.properties.energy, std::numbers::pi * 1e-6 * exact.imag(),
                1e-5 * exact.imag() * 1e-6);
  }
}

// tau = 1000 cycles: the change from cycle to cycle is tiny long before the end is near.
TEST(Steady, SlowRelaxationIsNotTakenForRest) {
  SolidLaw law;
  law.tau = 100;
  Driver driver(law);
  const SteadyLoop hurried =
      DriveToSteadyState(&driver, SineCycle(1e-3, 10, 32), {.tolerance = 1e-6, .most_cycles = 50});
  EXPECT_FALSE(hurried.steady);
  EXPECT_EQ(hurried.cycles, 50);
}

// J(t) of the standard solid: F/(k0+k1) + F k1/(k0 (k0+k1)) (1 - exp(-t/tau_c)),
// tau_c = tau (k0+k1)/k0, for a step of force; the short load time shifts it by its half.
TEST(Creep, StandardSolidFollowsItsClosedForm) {
  SolidLaw law;
  Driver driver(law);
  const double force = 100, load_time = 1e-5;
  const CreepResult creep =
      RunCreep(&driver, {.force = force, .load_time = load_time, .time = 1, .points = 400});
  ASSERT_TRUE(creep.complete) << creep.reason;
  const double tau_c = law.tau * (law.k0 + law.k1) / law.k0;
  for (int i = 0; i < creep.trace.size(); ++i) {
    const double t = creep.trace.time[i] - load_time / 2;
    if (t < load_time) continue;
    const double exact = force / (law.k0 + law.k1) +
                         force * law.k1 / (law.k0 * (law.k0 + law.k1)) * (1 - std::exp(-t / tau_c));
    EXPECT_NEAR(creep.trace.displacement[i], exact, 2e-4 * exact) << "t = " << t;
    EXPECT_NEAR(creep.trace.force[i], force, 1e-8);
  }
}

TEST(Creep, SaysSoWhenNothingCarriesTheForce) {
  SolidLaw law;
  law.k0 = law.k1 = 0;
  Driver driver(law);
  const CreepResult creep = RunCreep(&driver, {.force = 1});
  EXPECT_FALSE(creep.complete);
  EXPECT_NE(creep.reason.find("no stiffness"), std::string::npos);
  EXPECT_THROW(RunCreep(&driver, {.force = 1, .load_time = 0}), InputError);
}

}  // namespace
}  // namespace jounce::testbench
