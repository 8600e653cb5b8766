// A car on its tyres as a whole: balance of forces, rest, straight running, energy, the step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "elements/wheel_on_road.h"
#include "io/model_file.h"
#include "mechanics/frame_element.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Model Car(const Assignments& assignments = {}) {
  return LoadModel(std::string(JOUNCE_SOURCE_DIR) + "/examples/drive/car.yaml", assignments).model;
}

void Advance(Simulation* simulation, double until, double h) {
  while (simulation->time() < until - 0.5 * h) {
    const RunStatus status = simulation->Advance(h);
    ASSERT_TRUE(status.ok) << status.reason;
  }
}

// Mass times acceleration of all bodies, ground axes.
Vector3d MassTimesAcceleration(const Simulation& simulation) {
  Vector3d sum = Vector3d::Zero();
  const System& system = simulation.system();
  for (int i = 0; i < system.body_count(); ++i) {
    const Body& body = system.model().bodies[i];
    const SystemState& s = simulation.state();
    const Vector3d v = s.velocity[i].head<3>(), w = s.velocity[i].tail<3>();
    const Vector3d a = s.acceleration[i].head<3>() + w.cross(v);
    const Vector3d turn = s.acceleration[i].tail<3>();
    sum +=
        body.mass * (s.pose[i].R * (a + turn.cross(body.centre) + w.cross(w.cross(body.centre))));
  }
  return sum;
}

// What the road does to all wheels, ground axes.
Vector3d ForceOfRoad(const Simulation& simulation) {
  Vector3d sum = Vector3d::Zero();
  const System& system = simulation.system();
  for (size_t i = 0; i < system.frame_elements().size(); ++i) {
    if (system.model().elements[i].settings.kind != "brush_tyre") continue;
    const FrameElement& tyre = *system.frame_elements()[i];
    const Vector6 load = tyre.LinkReaction(System::Slice(simulation.evaluation(), tyre), 0);
    sum += simulation.state().pose[tyre.bodies()[0]].R * load.head<3>();
  }
  return sum;
}

TEST(Driving, TyresCarryMassTimesAcceleration) {
  Model model = Car();
  model.solver.tolerance = 1e-12;
  Simulation simulation(model);
  ASSERT_TRUE(simulation.StartFromEquilibrium().ok);
  simulation.SetInput("steer", 0.5);
  simulation.SetInput("brake", 500);
  Advance(&simulation, 1, 1e-3);
  const Vector3d ma = MassTimesAcceleration(simulation), f = ForceOfRoad(simulation);
  const Vector3d weight(0, 0, -9.81 * 1824.1);
  EXPECT_GT(std::abs(ma.y()), 4000);
  EXPECT_LT((f + weight - ma).norm(), 1e-9 * weight.norm());
}

// At the start all is in balance: nothing but rolling resistance acts on the car.
TEST(Driving, StartsRollingInEquilibrium) {
  Simulation simulation(Car());
  const RunStatus status = simulation.StartFromEquilibrium();
  ASSERT_TRUE(status.ok) << status.reason;
  EXPECT_TRUE(simulation.warnings().empty());
  Vector3d ma = MassTimesAcceleration(simulation);
  const double resistance = 0.01 * 9.81 * 1824.1;
  EXPECT_NEAR(ma.z(), 0, 20);
  EXPECT_NEAR(ma.x(), -resistance, 0.1 * resistance);
  const double height = simulation.BodyPose("body").p.z();
  Advance(&simulation, 1, 1e-3);
  EXPECT_NEAR(simulation.BodyPose("body").p.z(), height, 1e-3);
  EXPECT_NEAR(simulation.BodyPose("body").p.x(), 80 / 3.6 - 0.05 * resistance / 182.41, 0.01);
}

Model Suv(const Assignments& assignments = {}) {
  return LoadModel(std::string(JOUNCE_SOURCE_DIR) + "/examples/drive/suv.yaml", assignments).model;
}

// An output of all wheels of the SUV, summed up.
double SumOfOutputs(const Simulation& simulation, WheelOnRoad::Output output) {
  double sum = 0;
  for (const FrameElement* wheel : simulation.system().frame_elements()) {
    double out[WheelOnRoad::kOutputs + 1];
    wheel->Outputs(System::Slice(simulation.evaluation(), *wheel), out);
    sum += out[output];
  }
  return sum;
}

// Wheels whose spin is a state begin to roll without a kick: in the first steps, too, nothing but
// rolling resistance, a hundredth of the weight, brakes the vehicle.
TEST(Driving, WheelsThatSpinInTheirCarriersStartRolling) {
  Simulation simulation(Suv());
  ASSERT_TRUE(simulation.StartFromEquilibrium().ok);
  const double resistance = 0.01 * 9.81 * 1814.1;
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(simulation.Advance(1e-3).ok);
    EXPECT_NEAR(SumOfOutputs(simulation, WheelOnRoad::kFx), -resistance, 0.15 * resistance);
  }
}

// Drawn with its wheels in the air and steered, it stands on its four wheels.
TEST(Driving, IsLoweredOntoItsRoad) {
  for (const double radius : {0.34, 0.3}) {
    Model model = Suv();
    for (ElementItem& wheel : model.elements) {
      wheel.settings.values.numbers.at("radius") = {radius};
    }
    Simulation simulation(model);
    simulation.SetInput("steer", 0.5);
    const RunStatus status = simulation.FindEquilibrium();
    ASSERT_TRUE(status.ok) << status.reason;
    EXPECT_NEAR(SumOfOutputs(simulation, WheelOnRoad::kFz), 9.81 * 1814.1, 1e-3);
  }
}

// Steered by 100 degrees at 80 km/h the inner rear wheel lifts, and the outer front strut meets its
// bump stop, which begins 10 mm above its place here: one matrix for all steps, with bounded work a
// step, goes where a matrix that is made anew goes.
TEST(Driving, AFixedMatrixSurvivesALiftedWheelAndABumpStop) {
  const auto drive = [](MatrixMode mode) {
    Model model = Suv({{"tyres", "file"}, {"front_right/bumper_gap", "10 mm"}});
    model.solver.matrix = mode;
    if (mode == MatrixMode::kFixed) model.solver.max_iterations = 6;
    Simulation simulation(model);
    EXPECT_TRUE(simulation.StartFromEquilibrium().ok);
    double least_load = HUGE_VAL, bump = 0;
    std::vector<double> sensors(simulation.sensors().channels().size());
    for (int i = 0; i < 1200; ++i) {
      const double part = std::clamp((simulation.time() - 0.05) / 0.2, 0.0, 1.0);
      simulation.SetInput("steer", 1.745 * part * part * (3 - 2 * part));
      EXPECT_TRUE(simulation.Advance(1e-3).ok);
      simulation.ReadSensors(sensors.data());
      for (size_t k = 0; k < sensors.size(); ++k) {
        const std::string& name = simulation.sensors().channels()[k].name;
        if (name == "tyre_rl.fz") least_load = std::min(least_load, sensors[k]);
        if (name.starts_with("front_right/bumper")) bump = std::max(bump, std::abs(sensors[k]));
      }
    }
    EXPECT_EQ(least_load, 0);
    EXPECT_GT(bump, 100);
    if (mode == MatrixMode::kFixed) {
      EXPECT_LE(simulation.statistics().factorizations, 1);
    }
    return simulation.BodyPose("chassis/body").p;
  };
  const Vector3d fixed = drive(MatrixMode::kFixed), anew = drive(MatrixMode::kAdaptive);
  EXPECT_GT(std::abs(anew.y()), 3);
  EXPECT_LT((fixed - anew).norm(), 1e-5);
}

// A driver of sampled blocks holds 80 km/h and changes lanes: 3.5 m to the left between 45 and 70 m,
// back in its lane from 95 m on.
TEST(Driving, ACarDrivesItself) {
  Simulation simulation(Car({{"driver", "inside"}}));
  const RunStatus status = simulation.StartFromEquilibrium();
  ASSERT_TRUE(status.ok) << status.reason;
  const auto place = [&] { return simulation.BodyPose("body").p; };
  while (place().x() < 65) ASSERT_TRUE(simulation.Advance(1e-3).ok);
  EXPECT_NEAR(place().y(), 3.5, 0.2);
  while (place().x() < 140) ASSERT_TRUE(simulation.Advance(1e-3).ok);
  EXPECT_NEAR(place().y(), 0, 0.1);
  EXPECT_NEAR(simulation.state().velocity[0].head<3>().norm(), 80 / 3.6, 0.1);
  // Samples do not make the motion begin anew: the matrix is made as seldom as without a driver.
  EXPECT_EQ(simulation.statistics().halvings, 0);
}

// A minute straight on, coasting: no drift by more than a millimetre.
TEST(Driving, RunsStraight) {
  Simulation simulation(Car());
  ASSERT_TRUE(simulation.StartFromEquilibrium().ok);
  Advance(&simulation, 60, 5e-3);
  EXPECT_GT(simulation.BodyPose("body").p.x(), 1000);
  EXPECT_NEAR(simulation.BodyPose("body").p.y(), 0, 1e-3);
}

// Held by its brakes on a slope of 15 %: it settles on carcass and brakes, and stays.
TEST(Driving, AParkedCarStays) {
  Model model = Car();
  model.initial = {};
  const double slope = std::atan(0.15);
  model.gravity = 9.81 * Vector3d(-std::sin(slope), 0, -std::cos(slope));
  for (Signal& signal : model.signals) {
    if (signal.name == "brake") signal.input = 6000;
  }
  Simulation simulation(model);
  const RunStatus status = simulation.Initialize();
  ASSERT_TRUE(status.ok) << status.reason;
  Advance(&simulation, 10, 2e-3);
  const Vector3d place = simulation.BodyPose("body").p;
  Advance(&simulation, 20, 2e-3);
  EXPECT_LT((simulation.BodyPose("body").p - place).norm(), 1e-6);
  EXPECT_LT(std::abs(place.x()), 0.1);
  // Without brakes it is off.
  simulation.SetInput("brake", 0);
  Advance(&simulation, 22, 2e-3);
  EXPECT_LT(simulation.BodyPose("body").p.x(), place.x() - 1);
}

// From 80 km/h to rest: what the car loses is the heat of brakes and tyres, as the elements say it
// and as torques times speeds and forces times slip speeds add up to.
TEST(Driving, BrakingTurnsMotionIntoHeat) {
  Simulation simulation(Car());
  ASSERT_TRUE(simulation.StartFromEquilibrium().ok);
  const Energies before = simulation.energies();
  simulation.SetInput("brake", 3000);
  const System& system = simulation.system();
  const double h = 1e-3;
  double heat = 0, last = 0;
  while (simulation.time() < 6) {
    ASSERT_TRUE(simulation.Advance(h).ok);
    double power = 0;
    for (size_t i = 0; i < system.frame_elements().size(); ++i) {
      const FrameElement& element = *system.frame_elements()[i];
      const ElementItem& item = system.model().elements[i];
      double out[WheelOnRoad::kOutputs];
      const Evaluation at = System::Slice(simulation.evaluation(), element);
      element.Outputs(at, out);
      if (item.settings.kind == "disc_brake") {
        const bool front = item.name.ends_with("fl") || item.name.ends_with("fr");
        power += 1500 * (front ? 0.65 : 0.35) * out[0] * out[1];
      } else if (item.settings.kind == "brush_tyre") {
        const Pose& pose = simulation.state().pose[element.bodies()[0]];
        const double speed =
            (pose.R * simulation.state().velocity[element.bodies()[0]].head<3>()).x();
        power += out[WheelOnRoad::kFx] *
                     (out[WheelOnRoad::kSpin] * out[WheelOnRoad::kLoadedRadius] - speed) -
                 out[WheelOnRoad::kMy] * out[WheelOnRoad::kSpin];
      }
    }
    heat += 0.5 * h * (last + power);
    last = power;
  }
  const Energies after = simulation.energies();
  const double lost = before.kinetic + before.potential + before.stored - after.kinetic -
                      after.potential - after.stored;
  EXPECT_GT(lost, 400e3);
  EXPECT_LT(simulation.state().velocity[0].norm(), 0.01);
  EXPECT_NEAR(after.dissipated, lost, 1e-3 * lost);
  EXPECT_NEAR(heat, lost, 5e-3 * lost);  // dampers of suspension and tyres are not in it
  EXPECT_NEAR(after.Imbalance(), 0, 1e-3 * lost);
}

// A step of steering: halving the step quarters the error of the yaw rate, which at 1 ms is small.
TEST(Driving, DoesNotDependOnTheStep) {
  const auto yaw_rate = [](double h) {
    Model model = Car();
    for (Signal& signal : model.signals) {
      if (signal.name != "steer") continue;
      signal.input.reset();
      signal.function.expression = "step5(t, 0.1, 0, 0.3, 0.6)";
    }
    Simulation simulation(model);
    EXPECT_TRUE(simulation.StartFromEquilibrium().ok);
    Advance(&simulation, 0.4, h);
    return simulation.state().velocity[0][5];
  };
  const double exact = yaw_rate(0.25e-3), fine = yaw_rate(1e-3), coarse = yaw_rate(4e-3);
  EXPECT_GT(exact, 0.05);
  EXPECT_NEAR(fine, exact, 2e-4 * exact);
  EXPECT_LT(std::abs(fine - exact), 0.15 * std::abs(coarse - exact));
}

// A wheel is pulled at a fixed height over a cleat, slowly: the load follows the height and slope
// on which two cams rest, here from the formula of their contour.
TEST(Driving, ACleatIsFeltAsCamsFeelIt) {
  const LoadedModel loaded = ParseModel(R"(
gravity: [0, 0, 0]
road: {bumps: [{start: 1, length: 0.03, height: 0.02}]}
bodies:
  hub: {mass: 10, inertia: [1, 1, 1], position: [0.4, 0, 0.28]}
  wheel: {mass: 10, inertia: [0.5, 1, 0.5], position: [0.4, 0, 0.28]}
joints:
  guide: {joint: translational, between: [ground, hub], at: [0.4, 0, 0.28], axis: [1, 0, 0]}
  bearing: {joint: revolute, between: [hub, wheel], at: [0.4, 0, 0.28], axis: [0, 1, 0]}
motions:
  pull: {motion: translation, joint: guide, expression: 0.4*t}
elements:
  tyre: {element: linear_tyre, frames: [wheel], radius: 0.3, vertical_stiffness: 2e5, slip_stiffness: 5e4,
         cornering_stiffness: 5e4, relaxation_x: 0.3, relaxation_y: 0.3, contact: cams, cam_length: 0.1,
         cam_height: 0.15, cam_order: 2, cam_distance: 0.08, cam_step: 0.5 mm}
solver: {end_time: 3, step: 1 ms}
)",
                                        "cleat.yaml");
  Simulation simulation(loaded.model);
  ASSERT_TRUE(simulation.Initialize().ok);
  const auto rest = [](double x) {
    const double off = std::max({0.0, 1 - x, x - 1.03});
    if (off > 0.1) return 0.0;
    return std::max(0.0, 0.02 - 0.15 * (1 - std::sqrt(1 - off * off / 0.01)));
  };
  const FrameElement& tyre = *simulation.system().frame_elements()[0];
  double highest = 0;
  for (int i = 0; i < 3000; ++i) {
    ASSERT_TRUE(simulation.Advance(1e-3).ok);
    double out[WheelOnRoad::kOutputs];
    tyre.Outputs(System::Slice(simulation.evaluation(), tyre), out);
    const double x = 0.4 + 0.4 * simulation.time();
    const double front = rest(x + 0.04), rear = rest(x - 0.04);
    const double cosine = 1 / std::hypot(1, (front - rear) / 0.08);
    const double load = 2e5 * (0.3 - (0.28 - (front + rear) / 2) * cosine);
    ASSERT_NEAR(out[WheelOnRoad::kFz], load, 60) << x;
    highest = std::max(highest, load);
  }
  EXPECT_GT(highest, 6000);
}

}  // namespace
}  // namespace jounce
