#include "elements/spinning_wheel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "elements/element_kinds.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

ElementSettings BrushSettings(bool spins) {
  ElementSettings settings;
  settings.kind = spins ? "brush_wheel" : "brush_tyre";
  settings.values.numbers = {{"radius", {0.3}},
                             {"vertical_stiffness", {2e5}},
                             {"stiffness", {6e4}},
                             {"rolling_resistance", {0.01}}};
  if (spins) settings.values.numbers["spin_inertia"] = {1.2};
  return settings;
}

struct SpinBench {
  std::unique_ptr<const ForceModel> model;
  JounceFrameMotion frame{};
  double inputs[2] = {0, 0}, states[4] = {0, 0, 0, 0};
  double loads[6], rates[4];
  int is_static = 0;
  JounceElementAnswer answer{};

  explicit SpinBench(bool spins) : model(MakeForceModel(BrushSettings(spins))) {
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>{frame.rotation} =
        ExpRotation(Vector3d(0.03, 0, 0.1));
    frame.position[2] = 0.28;
  }
  Vector3d Axis() const { return {frame.rotation[1], frame.rotation[4], frame.rotation[7]}; }
  JounceElementPoint Point() const { return {0, is_static, &frame, inputs, states, nullptr}; }
  void Evaluate() {
    std::fill(loads, loads + 6, 0.0);
    answer = {loads, rates, 0, 0};
    model->Evaluate(Point(), &answer);
  }
};

// A carrier with a wheel that spins feels what a carrier and a tyre's body feel together: the
// tyre's load but for its moment about the axis, and that of the gyroscope.
TEST(SpinningWheel, IsATyreOnABodyThatSpins) {
  SpinBench wheel(true), tyre(false);
  const Vector3d v(20, 0.3, 0.1), w(0.2, 0.1, 0.5);
  const double spin = 70;
  for (SpinBench* bench : {&wheel, &tyre}) {
    Eigen::Map<Vector3d>{bench->frame.velocity} = v;
    bench->states[0] = 0.001;
    bench->states[1] = 0.002;
  }
  Eigen::Map<Vector3d>{wheel.frame.angular_velocity} = w;
  wheel.states[SpinningWheel::kSpin] = spin;
  wheel.inputs[SpinningWheel::kDrive] = 50;
  const Vector3d s = wheel.Axis();
  Eigen::Map<Vector3d>{tyre.frame.angular_velocity} = w + (spin - s.dot(w)) * s;
  wheel.Evaluate();
  tyre.Evaluate();
  const auto vector = [](const double* x) { return Eigen::Map<const Vector3d>(x); };
  const Vector3d m = vector(tyre.loads + 3);
  EXPECT_LT((vector(wheel.loads) - vector(tyre.loads)).norm(), 1e-9);
  EXPECT_LT((vector(wheel.loads + 3) - (m - s.dot(m) * s - 1.2 * spin * w.cross(s))).norm(), 1e-9);
  EXPECT_NEAR(wheel.rates[SpinningWheel::kSpin], (s.dot(m) + 50) / 1.2, 1e-9);
  EXPECT_EQ(wheel.rates[0], tyre.rates[0]);
  EXPECT_EQ(wheel.rates[1], tyre.rates[1]);
}

// In a wheel that yaws, leans, slips and is braked, against central differences of its loads.
TEST(SpinningWheel, SlopesAreThoseOfItsLoads) {
  for (const int is_static : {0, 1}) {
    for (const double spin : {66.0, -66.0}) {
      SpinBench wheel(true);
      wheel.is_static = is_static;
      Eigen::Map<Vector3d>{wheel.frame.velocity} = Vector3d(std::copysign(19.0, spin), 0.4, -0.1);
      Eigen::Map<Vector3d>{wheel.frame.angular_velocity} = Vector3d(0.2, 0.1, 0.5);
      const double states[] = {0.002, -0.001, spin, 0.4}, inputs[] = {80, 300};
      std::copy(states, states + 4, wheel.states);
      std::copy(inputs, inputs + 2, wheel.inputs);
      const int rows = wheel.model->sizes().rows(), columns = wheel.model->sizes().columns();
      std::vector<double> exact(rows * columns), differences(rows * columns);
      ASSERT_TRUE(wheel.model->Slopes(wheel.Point(), exact.data()));
      SlopeDifferences(*wheel.model, {1000, 1000}, {0.01, 0.01, 10, 1})
          .OfLoads(wheel.Point(), differences.data());
      for (int i = 0; i < rows * columns; ++i) {
        EXPECT_NEAR(exact[i], differences[i], 1e-5 * std::abs(differences[i]) + 0.01)
            << is_static << " row " << i / columns << " column " << i % columns;
      }
    }
  }
}

// Whoever turns a spinning wheel is held by 1.2 kg m^2 70 rad/s 0.5 rad/s = 42 N m about forward:
// the angular momentum, to the left, turns backwards in a left turn.
TEST(SpinningWheel, IsAGyroscope) {
  SpinBench wheel(true);
  wheel.frame.position[2] = 1;  // in the air
  wheel.frame.angular_velocity[2] = 0.5;
  wheel.states[SpinningWheel::kSpin] = 70;
  wheel.Evaluate();
  const Vector3d s = wheel.Axis(), forward = s.cross(Vector3d::UnitZ());
  EXPECT_NEAR(forward.dot(Eigen::Map<const Vector3d>(wheel.loads + 3)), 42, 0.1);
}

TEST(SpinningWheel, BrakesOntoItsCarrierAndStartsFree) {
  SpinBench wheel(true);
  Eigen::Map<Vector3d>{wheel.frame.velocity} = 20 * wheel.Axis().cross(Vector3d::UnitZ());
  wheel.model->StartMoving(wheel.Point(), wheel.states);
  wheel.Evaluate();
  EXPECT_NEAR(wheel.states[SpinningWheel::kSpin], 20 / 0.29, 1.5);
  EXPECT_NEAR(wheel.rates[SpinningWheel::kSpin], 0, 1e-6);
  EXPECT_EQ(wheel.states[SpinningWheel::kHold], 1);
  const Vector3d free = Eigen::Map<const Vector3d>(wheel.loads + 3);
  wheel.inputs[SpinningWheel::kBrake] = 300;
  wheel.Evaluate();
  const Vector3d braked = Eigen::Map<const Vector3d>(wheel.loads + 3);
  EXPECT_NEAR(wheel.Axis().dot(braked - free), 300, 1e-9);
  EXPECT_NEAR(wheel.rates[SpinningWheel::kSpin], -300 / 1.2, 1e-6);
}

}  // namespace
}  // namespace jounce
