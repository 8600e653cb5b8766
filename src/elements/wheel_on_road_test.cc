#include "elements/wheel_on_road.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "base/error.h"
#include "elements/element_kinds.h"
#include "math/rotation.h"
#include "roads/made_road.h"
#include "tyres/linear_tyre.h"
#include "tyres/magic_formula.h"
#include "tyres/small_tir_for_test.h"
#include "tyres/tir_file.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

ElementSettings Linear() {
  ElementSettings settings;
  settings.kind = "linear_tyre";
  settings.values.numbers = {{"radius", {0.3}},
                             {"vertical_stiffness", {2e5}},
                             {"vertical_damping", {300}},
                             {"slip_stiffness", {6e4}},
                             {"cornering_stiffness", {5e4}},
                             {"camber_stiffness", {3e3}},
                             {"trail", {0.03}},
                             {"relaxation_x", {0.2}},
                             {"relaxation_y", {0.4}},
                             {"rolling_resistance", {0.01}}};
  return settings;
}

ElementSettings OfFile() {
  ElementSettings settings;
  settings.kind = "tyre";
  settings.values.files = {{"file", "small.tir"}};
  Diagnostics warnings;
  settings.tyre = std::make_shared<MagicFormula>(
      ParseTir(testing::SmallTir("FITTYP = 61"), "small.tir", &warnings));
  return settings;
}

struct WheelBench {
  std::unique_ptr<const ForceModel> model;
  JounceFrameMotion frame{};
  double states[2] = {0, 0};
  double loads[6], rates[2];
  JounceElementAnswer answer{};
  int is_static = 0;

  explicit WheelBench(const ElementSettings& settings) : model(MakeForceModel(settings)) {
    Turn(Eigen::Matrix3d::Identity());
  }
  void Turn(const Eigen::Matrix3d& R) { Eigen::Map<RowMajor>{frame.rotation} = R; }
  JounceElementPoint Point() const { return {0, is_static, &frame, nullptr, states, nullptr}; }
  void Evaluate() {
    std::fill(loads, loads + 6, 0.0);
    answer = {loads, rates, 0, 0};
    model->Evaluate(Point(), &answer);
  }
};

// Upright on a plane, by hand: deflection 20 mm, slips u/sigma and v/sigma.
TEST(WheelOnRoad, PutsTheForcesOfTheTyreAtTheContactPoint) {
  WheelBench bench(Linear());
  bench.frame.position[2] = 0.28;
  bench.frame.velocity[0] = 10;
  bench.frame.angular_velocity[1] = 10 / 0.29;
  bench.states[0] = 0.002;
  bench.states[1] = 0.004;
  bench.Evaluate();
  const double fx = 6e4 * 0.01, fy = -5e4 * std::atan(0.01), fz = 4000;
  EXPECT_NEAR(bench.loads[0], fx, 1e-9);
  EXPECT_NEAR(bench.loads[1], fy, 1e-9);
  EXPECT_NEAR(bench.loads[2], fz, 1e-9);
  EXPECT_NEAR(bench.loads[3], 0.28 * fy, 1e-9);
  EXPECT_NEAR(bench.loads[4], -0.28 * fx - 0.01 * 0.3 * fz, 1e-9);
  EXPECT_NEAR(bench.loads[5], -0.03 * fy, 1e-9);
  EXPECT_NEAR(bench.answer.stored_energy, 0.5 * 2e5 * 0.02 * 0.02, 1e-9);
  double values[WheelOnRoad::kOutputs];
  bench.model->Outputs(bench.Point(), values);
  EXPECT_NEAR(values[WheelOnRoad::kFz], fz, 1e-9);
  EXPECT_NEAR(values[WheelOnRoad::kKappa], 0.01, 1e-12);
  EXPECT_NEAR(values[WheelOnRoad::kLoadedRadius], 0.28, 1e-12);
}

// In a yawing, cambering wheel all derivatives against central differences of the loads.
TEST(WheelOnRoad, SlopesAreThoseOfItsLoads) {
  for (const bool of_file : {false, true}) {
    for (const int is_static : {0, 1}) {
      ElementSettings settings = of_file ? OfFile() : Linear();
      MadeRoadSettings road;
      road.slope = 0.05;
      road.banking = -0.03;
      road.friction = 0.8;
      settings.road = std::make_shared<MadeRoad>(road);
      WheelBench bench(settings);
      bench.is_static = is_static;
      bench.Turn(ExpRotation(Vector3d(0.06, 0.4, 0.2)));
      const double place[] = {0.3, 0.2, 0.285}, v[] = {12, 0.4, -0.1}, w[] = {0.1, 38, 0.3};
      std::copy(place, place + 3, bench.frame.position);
      std::copy(v, v + 3, bench.frame.velocity);
      std::copy(w, w + 3, bench.frame.angular_velocity);
      bench.states[0] = 0.003;
      bench.states[1] = -0.002;
      const int rows = bench.model->sizes().rows(), columns = bench.model->sizes().columns();
      std::vector<double> exact(rows * columns), differences(rows * columns);
      ASSERT_TRUE(bench.model->Slopes(bench.Point(), exact.data()));
      SlopeDifferences(*bench.model, {}, {0.01, 0.01}).OfLoads(bench.Point(), differences.data());
      for (int i = 0; i < rows * columns; ++i) {
        EXPECT_NEAR(exact[i], differences[i], 1e-5 * std::abs(differences[i]) + 2)
            << of_file << is_static << " row " << i / columns << " column " << i % columns;
      }
    }
  }
}

// A wheel that leans keeps its arm in its plane, and forces turn with its heading.
TEST(WheelOnRoad, TurnsWithTheWheel) {
  WheelBench straight(Linear()), turned(Linear());
  const Eigen::Matrix3d yaw = ExpRotation(Vector3d(0, 0, 0.7));
  for (WheelBench* bench : {&straight, &turned}) {
    bench->frame.position[2] = 0.285;
    bench->states[0] = 0.001;
    bench->states[1] = 0.002;
  }
  const Eigen::Matrix3d lean = ExpRotation(Vector3d(0.1, 0, 0));
  const Vector3d v(15, 0.3, 0.05), w(0.2, 50, 0.1);
  straight.Turn(lean);
  turned.Turn(yaw * lean);
  Eigen::Map<Vector3d>{straight.frame.velocity} = v;
  Eigen::Map<Vector3d>{turned.frame.velocity} = yaw * v;
  Eigen::Map<Vector3d>{straight.frame.angular_velocity} = w;
  Eigen::Map<Vector3d>{turned.frame.angular_velocity} = yaw * w;
  straight.Evaluate();
  turned.Evaluate();
  const auto vector = [](const double* x) { return Eigen::Map<const Vector3d>(x); };
  EXPECT_LT((vector(turned.loads) - yaw * vector(straight.loads)).norm(), 1e-9);
  EXPECT_LT((vector(turned.loads + 3) - yaw * vector(straight.loads + 3)).norm(), 1e-9);
}

// The moment about the spin axis is none, and the carcass does not move.
TEST(WheelOnRoad, RollsFreely) {
  for (const bool of_file : {false, true}) {
    WheelBench bench(of_file ? OfFile() : Linear());
    bench.frame.position[2] = 0.28;
    bench.frame.velocity[0] = 20;
    const auto spin = bench.model->FreeSpin(bench.Point());
    ASSERT_TRUE(spin);
    const double radius = of_file ? 0.32 : 0.3;
    EXPECT_GT(*spin, 20 / radius);
    EXPECT_LT(*spin, 20 / 0.28);
    bench.frame.angular_velocity[1] = *spin;
    bench.model->StartMoving(bench.Point(), bench.states);
    bench.Evaluate();
    EXPECT_NEAR(bench.loads[4], 0, 1e-6);
    EXPECT_NEAR(bench.rates[0], 0, 1e-9);
    EXPECT_NEAR(bench.rates[1], 0, 1e-9);
    EXPECT_LT(bench.loads[0], 0);  // resistance
  }
}

TEST(WheelOnRoad, HasNoForceInTheAirAndOnItsSide) {
  WheelBench bench(Linear());
  bench.frame.position[2] = 0.31;
  bench.states[0] = 0.01;
  bench.Evaluate();
  for (double load : bench.loads) EXPECT_EQ(load, 0);
  EXPECT_LT(bench.rates[0], 0);
  bench.frame.position[2] = 0.1;
  bench.Turn(ExpRotation(Vector3d(1.5707963267948966, 0, 0)));
  bench.Evaluate();
  for (double load : bench.loads) EXPECT_EQ(load, 0);
  std::vector<double> slopes(8 * 14);
  bench.model->Slopes(bench.Point(), slopes.data());
  for (double slope : slopes) EXPECT_TRUE(std::isfinite(slope));
}

TEST(WheelOnRoad, RefusesWhatMakesNoSense) {
  ElementSettings settings = Linear();
  settings.values.numbers["cam_length"] = {0.2};
  EXPECT_THROW(MakeForceModel(settings), InputError);
  settings.values.numbers["contact"] = {1};
  EXPECT_NO_THROW(MakeForceModel(settings));
  settings = Linear();
  settings.values.numbers.erase("radius");
  EXPECT_THROW(MakeForceModel(settings), InputError);
  settings = OfFile();
  settings.tyre = nullptr;
  EXPECT_THROW(MakeForceModel(settings), InputError);
}

// The image of a tyre of a file has the image of its forces: those of Fy, Mx and Mz change signs.
TEST(WheelOnRoad, HasAnImage) {
  ElementSettings settings = OfFile();
  WheelBench tyre(settings);
  settings.values.numbers["image"] = {1};
  WheelBench image(settings);
  tyre.frame.position[2] = image.frame.position[2] = 0.28;
  tyre.frame.velocity[0] = image.frame.velocity[0] = 20;
  tyre.states[0] = image.states[0] = 0.002;
  tyre.states[1] = 0.01;
  image.states[1] = -0.01;
  tyre.Evaluate();
  image.Evaluate();
  const double signs[] = {1, -1, 1, -1, 1, -1};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(image.loads[i], signs[i] * tyre.loads[i], 1e-9) << i;
  EXPECT_GT(std::abs(tyre.loads[1]), 100);
}

// A tyre measured on the right is mirrored on the left, one of a side that nobody knows is refused.
TEST(WheelOnRoad, HasTheImageOfItsSide) {
  ElementSettings settings = OfFile();
  MagicFormulaSettings file = dynamic_cast<const MagicFormula&>(*settings.tyre).settings();
  const auto side_force = [&](TyreSide measured, double image) {
    file.side = measured;
    settings.tyre = std::make_shared<MagicFormula>(file);
    settings.values.numbers["image"] = {image};
    WheelBench bench(settings);
    bench.frame.position[2] = 0.28;
    bench.frame.velocity[0] = 20;
    bench.Evaluate();
    return bench.loads[1];
  };
  constexpr double kLeftWord = 2, kRightWord = 3;
  const double as_measured = side_force(TyreSide::kRight, 0);
  ASSERT_GT(std::abs(as_measured), 1e-3) << "ply steer";
  EXPECT_DOUBLE_EQ(side_force(TyreSide::kRight, kRightWord), as_measured);
  EXPECT_NEAR(side_force(TyreSide::kRight, kLeftWord), -as_measured, 1e-9);
  EXPECT_NEAR(side_force(TyreSide::kLeft, kRightWord), -as_measured, 1e-9);
  EXPECT_DOUBLE_EQ(side_force(TyreSide::kSymmetric, kLeftWord), as_measured);
  EXPECT_THROW(side_force(TyreSide::kUnknown, kLeftWord), InputError);
}

}  // namespace
}  // namespace jounce
