#include "replicate/servo_constraints.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "io/model_file.h"
#include "replicate/plant.h"
#include "signals/fourier.h"

namespace jounce {
namespace {

using Complex = std::complex<double>;

// The constraints of a model with these drives and probes.
ServoConstraints Make(const std::string& yaml, const std::vector<std::string>& drives,
                      const std::vector<std::string>& probes, ServoSettings settings) {
  const Model model = ParseModel(yaml, "model.yaml").model;
  std::vector<DriveSettings> wanted;
  for (const std::string& name : drives) {
    wanted.emplace_back();
    wanted.back().name = name;
  }
  std::vector<NamedProbe> named;
  std::vector<size_t> all;
  for (const std::string& name : probes) {
    all.push_back(all.size());
    named.push_back({"target", name, {}});
  }
  const auto items = FindDrives(model, wanted);
  const SimulatedPlant plant(model, items, FindProbes(model, named), 100);
  settings.drives = drives;
  settings.targets = probes;
  return ServoConstraints(plant.ModelWith(all), items, settings);
}

// What Start() or Rehearse() says of it.
std::string ErrorOf(const std::string& yaml, const std::vector<std::string>& drives,
                    const std::vector<std::string>& probes, const ServoSettings& settings) {
  try {
    ServoConstraints servo = Make(yaml, drives, probes, settings);
    servo.Start();
    servo.Rehearse(2, nullptr);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// A sine under a bell, with its second derivative.
Jet Bell(double t, double middle, double width, double frequency) {
  const Jet x = (Jet::Time(t) - middle) / width;
  return exp(-(x * x)) * sin(Jet::Time(t) * (2 * std::numbers::pi * frequency));
}

const char* const kMass = R"(
gravity: [0, 0, 0]
bodies: {mass: {mass: 10, position: [0, 0, 1]}}
frames: {foot: {body: ground, motion: {z: {value: 0}}}}
joints: {guide: {joint: translational, between: [ground, mass], at: [0, 0, 1], axis: [0, 0, 1]}}
loads: {push: {load: force, "on": mass, direction: [0, 0, 1], value: 0}}
connections:
  spring: {connection: rod, between: [foot, mass], at_second: [0, 0, 1], law: {law: polynomial, k1: 40000, k3: 4e9}}
sensors:
  up: {sensor: acceleration, of: mass}
  fast: {sensor: velocity, of: mass}
  way: {sensor: position, of: mass}
solver: {step: 1 ms}
)";

// A mass on a spring that hardens: m x'' = k1 d + k3 d^3 with d = u - x. For a motion x(t) that is
// given, d solves the cubic and u = x + d: a closed form of the drive. Errors are those of the
// formula, (w h)^2 / 3 = 2e-4 at 8 Hz and 0.5 ms for each of two derivatives; the guess, of the
// linear plant, is off by much.
TEST(ServoConstraints, HardeningOscillator) {
  const double h = 5e-4, m = 10, k1 = 40000, k3 = 4e9;
  const size_t steps = 6000;
  Histories wanted(1), guess(1);
  History truth;
  double guess_error = 0, size = 0;
  for (size_t n = 0; n < steps; ++n) {
    const double t = static_cast<double>(n) * h;
    const Jet x = 0.004 * Bell(t, 1.5, 0.25, 8) + 0.003 * Bell(t, 1.4, 0.25, 5);
    const double a = m * x.acceleration;
    double d = a / k1;
    for (int i = 0; i < 50; ++i) d -= (k1 * d + k3 * d * d * d - a) / (k1 + 3 * k3 * d * d);
    truth.push_back(x.value + d);
    wanted[0].push_back(x.acceleration);
    guess[0].push_back(x.value + a / k1);
    guess_error = std::max(guess_error, std::abs(guess[0][n] - truth[n]));
    size = std::max(size, std::abs(truth[n]));
  }
  ServoConstraints servo =
      Make(kMass, {"foot.z"}, {"up.z"},
           {.step = h, .pull = 0.2, .target_sizes = {10}, .drive_sizes = {0.005}});
  servo.Start();
  EXPECT_NEAR(servo.relative_degrees()[0], 0, 0.05);
  const ServoRun run = servo.Follow(wanted, guess, nullptr);
  ASSERT_TRUE(run.ok) << run.reason;
  double error = 0;
  for (size_t n = 0; n < steps; ++n) error = std::max(error, std::abs(run.drives[0][n] - truth[n]));
  EXPECT_GT(guess_error, 0.1 * size);
  EXPECT_LT(error, 2e-3 * size);
}

// A force that is to move the mass along a given way: y = F / s^2, relative degree 2, which lets
// other formulas oscillate. F = m x'' + k1 x + k3 x^3 in closed form.
TEST(ServoConstraints, WayByForce) {
  const double h = 1e-3;
  Histories wanted(1), guess(1, History(3000, 0.0));
  History truth;
  double size = 0;
  for (size_t n = 0; n < 3000; ++n) {
    const Jet x = 0.01 * Bell(static_cast<double>(n) * h, 1.5, 0.3, 4);
    wanted[0].push_back(x.value);
    truth.push_back(10 * x.acceleration + 40000 * x.value + 4e9 * std::pow(x.value, 3));
    size = std::max(size, std::abs(truth.back()));
  }
  for (const auto& [probe, degree] : {std::pair("way.z", 2), {"fast.z", 1}, {"up.z", 0}}) {
    ServoConstraints servo =
        Make(kMass, {"push"}, {probe},
             {.step = h, .pull = 0, .target_sizes = {0.01}, .drive_sizes = {100}});
    servo.Start();
    EXPECT_NEAR(servo.relative_degrees()[0], degree, 0.05) << probe;
    if (degree < 2) continue;
    const ServoRun run = servo.Follow(wanted, guess, nullptr);
    ASSERT_TRUE(run.ok) << run.reason;
    for (size_t n = 0; n < 3000; ++n) ASSERT_NEAR(run.drives[0][n], truth[n], 3e-3 * size) << n;
  }
}

// A quarter car on a road: the road that made the acceleration of its body by the closed form
//
//   a = s^2 (c s + k)(d s + q) / ((m s^2 + c s + k)(w s^2 + (c + d) s + k + q) - (c s + k)^2) u
//
// is found again from the acceleration alone.
TEST(ServoConstraints, RoadOfAQuarterCar) {
  const double m = 300, w = 40, k = 20000, c = 1500, q = 200000, d = 200;
  const double h = 5e-4;
  const size_t n = 16000;
  History truth(n);
  for (size_t i = 0; i < n; ++i) {
    const double t = static_cast<double>(i) * h;
    truth[i] = 0.01 * Bell(t, 3, 0.5, 3).value + 0.004 * Bell(t, 2.8, 0.5, 11).value;
  }
  RealFourier fourier(n);
  Lines lines(fourier.NumLines());
  fourier.Forward(truth, lines);
  for (size_t line = 0; line < lines.size(); ++line) {
    const Complex s(
        0, 2 * std::numbers::pi * static_cast<double>(line) / (h * static_cast<double>(n)));
    const Complex strut = c * s + k, tyre = d * s + q;
    lines[line] *=
        s * s * strut * tyre / ((m * s * s + strut) * (w * s * s + strut + tyre) - strut * strut);
  }
  Histories wanted(1, History(n));
  fourier.Inverse(lines, wanted[0]);
  ServoConstraints servo = Make(
      R"(
bodies: {body: {mass: 300, position: [0, 0, 1]}, wheel: {mass: 40, position: [0, 0, 0.4]}, road: {mass: 0}}
joints:
  guide: {joint: translational, between: [ground, body], at: [0, 0, 1], axis: [0, 0, 1]}
  hub: {joint: translational, between: [ground, wheel], at: [0, 0, 0.4], axis: [0, 0, 1]}
  road: {joint: translational, between: [ground, road], axis: [0, 0, 1]}
motions: {road: {motion: translation, joint: road, value: 0}}
connections:
  strut: {connection: rod, between: [wheel, body], at: [0, 0, 0.4], at_second: [0, 0, 1], law: {law: linear, stiffness: 20 N/mm, damping: 1500 N*s/m}}
  tyre: {connection: rod, between: [road, wheel], at_second: [0, 0, 0.4], law: {law: linear, stiffness: 200 N/mm, damping: 200 N*s/m}}
sensors: {body: {sensor: accelerometer, of: body}}
solver: {step: 1 ms}
)",
      {"road"}, {"body.z"}, {.step = h, .pull = 0.1, .target_sizes = {1}, .drive_sizes = {0.005}});
  servo.Start();
  EXPECT_NO_THROW(servo.Rehearse(8, nullptr));
  EXPECT_NEAR(servo.relative_degrees()[0], 0, 0.2);
  const ServoRun run = servo.Follow(wanted, {History(n, 0.0)}, nullptr);
  ASSERT_TRUE(run.ok) << run.reason;
  double error = 0;
  for (size_t i = 0; i < n; ++i) error = std::max(error, std::abs(run.drives[0][i] - truth[i]));
  EXPECT_LT(error, 0.01 * 0.012);
}

// Where it cannot work it says so.
TEST(ServoConstraints, WhatCannotBeInverted) {
  const ServoSettings one{.step = 1e-3, .pull = 0.2, .target_sizes = {1}, .drive_sizes = {0.01}};
  EXPECT_EQ(ErrorOf(kMass, {"foot.z"}, {"up.z"}, one), "");
  EXPECT_NE(ErrorOf(kMass, {"foot.z"}, {"up.x"}, one).find("target 'up.x' does not follow a step"),
            std::string::npos);
  const ServoSettings two{
      .step = 1e-3, .pull = 0.2, .target_sizes = {1, 1}, .drive_sizes = {0.01, 100}};
  EXPECT_NE(ErrorOf(kMass, {"foot.z", "push"}, {"up.z", "way.z"}, two)
                .find("cannot tell drives 'foot.z' and 'push' apart"),
            std::string::npos);
  // A beam on springs k = 1 N/mm at x = -1 and 1, driven at the first, felt at x: its way there is
  // 1 / (m s^2 + 2 k) - x / (I s^2 + 2 k) of the force, with the numerator (I - m x) s^2 + 2 k (1 - x).
  // At x = 0.5 that has zeros at s = +-18 / s, at x = -0.5 none to the right.
  const std::string beam = R"(
gravity: [0, 0, 0]
bodies: {beam: {mass: 10, inertia: [1, 2, 2], position: [0, 0, 1]}}
frames: {foot: {body: ground, position: [-1, 0, 0], motion: {z: {value: 0}}}}
joints:
  plane: {joint: planar, between: [ground, beam], at: [0, 0, 1], axis: [0, 1, 0]}
  stay: {joint: in_plane, between: [ground, beam], at: [0, 0, 1], axis: [1, 0, 0]}
connections:
  left: {connection: rod, between: [foot, beam], at: [-1, 0, 0], at_second: [-1, 0, 1], law: &law {law: linear, stiffness: 1 N/mm, damping: 5 N*s/m}}
  right: {connection: rod, between: [ground, beam], at: [1, 0, 0], at_second: [1, 0, 1], law: *law}
sensors:
  far: {sensor: acceleration, of: beam, at: [0.5, 0, 1]}
  near: {sensor: acceleration, of: beam, at: [-0.5, 0, 1]}
solver: {step: 1 ms}
)";
  EXPECT_EQ(ErrorOf(beam, {"foot.z"}, {"near.z"}, one), "");
  EXPECT_NE(ErrorOf(beam, {"foot.z"}, {"far.z"}, one).find("not minimum phase"), std::string::npos);
}

}  // namespace
}  // namespace jounce
