#include "solve/integrator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>

#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

Body Point(const std::string& name, double mass, const Vector3d& position) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.inertia = Vector3d::Constant(1e-9);
  body.position = position;
  return body;
}

Joint JointAt(const std::string& name, JointKind kind, const std::string& first,
              const std::string& second, const Vector3d& at, const Vector3d& axis) {
  Joint joint;
  joint.name = name;
  joint.kind = kind;
  joint.ends.first = first;
  joint.ends.second = second;
  joint.ends.at = at;
  joint.ends.axis = axis;
  return joint;
}

// A bob on a pole that is pinned to a light cart. The lighter the cart, the more the bob falls
// straight down; when the pole then stands upright, or hangs, the cart alone keeps it from being
// stopped, and passes below with a speed of (bob/cart)^(1/2) times that of the fall.
Model LightCart(double cart_mass, double error_tolerance, int max_halvings) {
  Model model;
  Body cart = Point("cart", cart_mass, Vector3d::Zero());
  cart.inertia = Vector3d::Ones();
  model.bodies = {cart, Point("bob", 1, Vector3d(0.8, 0, 0.6))};
  model.joints = {
      JointAt("rail", JointKind::kTranslational, kGroundName, "cart", Vector3d::Zero(),
              Vector3d::UnitX()),
      JointAt("pin", JointKind::kRevolute, "cart", "bob", Vector3d::Zero(), Vector3d::UnitY())};
  model.solver.end_time = 1;
  model.solver.step = 1e-2;
  model.solver.error_tolerance = error_tolerance;
  model.solver.max_halvings = max_halvings;
  return model;
}

// Energy is kept, or the run says that it cannot: the whole is 15.6 J.
TEST(Integrator, AFallThroughAnAlmostSingularPlaceIsRightOrFails) {
  int done = 0;
  for (double mass : {1e-3, 1e-5, 1e-7}) {
    for (double tolerance : {1e-4, 1e-6}) {
      Simulation simulation(LightCart(mass, tolerance, 24));
      ASSERT_TRUE(simulation.Initialize().ok);
      const auto energy = [&] {
        return simulation.energies().kinetic + simulation.energies().potential;
      };
      const double start = energy();
      RunStatus status;
      while (status.ok && simulation.time() < 1) {
        status = simulation.Advance(1e-2);
        EXPECT_NEAR(energy(), start, 100 * tolerance * 15.6) << mass << " " << simulation.time();
      }
      done += status.ok ? 1 : 0;
    }
  }
  EXPECT_GE(done, 1);
}

// Three bars that hang on a cart, which shakes them up and down.
Model ShakenBars(double step, bool verify) {
  Model model;
  Body cart = Point("cart", 1, Vector3d::Zero());
  cart.inertia = Vector3d::Ones();
  model.bodies = {cart};
  model.joints = {JointAt("rail", JointKind::kTranslational, kGroundName, "cart", Vector3d::Zero(),
                          Vector3d::UnitZ())};
  for (int i = 0; i < 3; ++i) {
    Body bar = Point("bar " + std::to_string(i), 1, Vector3d(0.3 * i + 0.15, 0, 0));
    bar.inertia = Vector3d(1e-4, 8e-3, 8e-3);
    model.joints.push_back(JointAt("pin " + std::to_string(i), JointKind::kRevolute,
                                   model.bodies.back().name, bar.name, Vector3d(0.3 * i, 0, 0),
                                   Vector3d::UnitY()));
    model.bodies.push_back(bar);
  }
  Motion shake;
  shake.name = "shake";
  shake.kind = MotionKind::kTranslation;
  shake.joint = "rail";
  shake.function.expression = "0.02*sin(44*t) + 0.004*sin(200*t)";
  model.motions = {shake};
  model.solver.end_time = 0.5;
  model.solver.step = step;
  model.solver.verify = verify;
  return model;
}

// What iterations leave is little beside what the step leaves: halving the step changes the end a
// hundred times as much as iterating to the tolerance does, at least, and saves iterations.
TEST(Integrator, IterationsEndFarBelowTheErrorOfTheStep) {
  constexpr double kStep = 2e-3;
  const auto run = [](double step, bool verify, RunStatistics* statistics) {
    Simulation simulation(ShakenBars(step, verify));
    Recording recording;
    const RunStatus status = simulation.Run(&recording);
    EXPECT_TRUE(status.ok) << status.reason;
    *statistics = simulation.statistics();
    return simulation.BodyPose("bar 2").p;
  };
  RunStatistics usual, strict, unused;
  const Vector3d end = run(kStep, false, &usual), to_tolerance = run(kStep, true, &strict);
  const double of_step = (run(kStep / 2, true, &unused) - to_tolerance).norm();
  EXPECT_GT(of_step, 1e-5);
  EXPECT_LT((end - to_tolerance).norm(), 0.01 * of_step);
  EXPECT_LT(usual.iterations, 0.9 * static_cast<double>(strict.iterations));
  EXPECT_LE(usual.worst_residual, 1000);
  EXPECT_LE(strict.worst_residual, 1);
  EXPECT_EQ(usual.steps_above_tolerance, 0);
}

// A tolerance in newtons is kept, whatever the error of the step.
TEST(Integrator, AToleranceInNewtonsIsKept) {
  Model model = ShakenBars(2e-3, false);
  model.solver.force_tolerance = 1e-7;
  Simulation simulation(model);
  Recording recording;
  ASSERT_TRUE(simulation.Run(&recording).ok);
  EXPECT_LE(simulation.statistics().worst_residual, 1);
}

// A crank of 0.5 m turns a slider by a link of 0.4 m, which is too short beyond arcsin 0.8.
TEST(Integrator, AFailedStepNamesTheConstraintThatDoesNotClose) {
  const Vector3d pin(0.5, 0, 0), slide(0.9, 0, 0);
  Model model;
  model.gravity.setZero();
  model.bodies = {Point("crank", 1, Vector3d::Zero()), Point("slider", 1, slide)};
  Joint link = JointAt("link", JointKind::kDistance, "crank", "slider", pin, Vector3d::UnitZ());
  link.ends.at_second = slide;
  model.joints = {
      JointAt("bearing", JointKind::kRevolute, kGroundName, "crank", Vector3d::Zero(),
              Vector3d::UnitZ()),
      JointAt("rail", JointKind::kTranslational, kGroundName, "slider", slide, Vector3d::UnitX()),
      link};
  Motion turn;
  turn.name = "turn";
  turn.kind = MotionKind::kRotation;
  turn.joint = "bearing";
  turn.function.expression = "0.1 + t";
  model.motions = {turn};
  model.solver.end_time = 2;
  Simulation simulation(model);
  Recording recording;
  const RunStatus status = simulation.Run(&recording);
  EXPECT_FALSE(status.ok);
  EXPECT_NEAR(simulation.time(), std::asin(0.8) - 0.1, 2e-3);
  EXPECT_NE(status.reason.find("does not close"), std::string::npos) << status.reason;
}

TEST(Integrator, ALoadThatIsNoNumberIsNamed) {
  Model model;
  model.bodies = {Point("stone", 1, Vector3d::Zero())};
  Load load;
  load.name = "bad";
  load.on = "stone";
  load.function.expression = "sqrt(0.0055 - t)";
  model.loads = {load};
  Simulation simulation(model);
  Recording recording;
  const RunStatus status = simulation.Run(&recording);
  EXPECT_FALSE(status.ok);
  EXPECT_NE(status.reason.find("'bad' gives what is no number"), std::string::npos)
      << status.reason;
}

// sin(3 t), which counts how often it is asked.
class CountedSine : public TimeFunctionSource {
 public:
  std::unique_ptr<TimeFunction> Make() const override { return std::make_unique<Sine>(&calls); }

  mutable int calls = 0;

 private:
  class Sine : public TimeFunction {
   public:
    explicit Sine(int* calls) : calls_(calls) {}
    Jet At(double t) const override {
      ++*calls_;
      return {std::sin(3 * t), 3 * std::cos(3 * t), -9 * std::sin(3 * t)};
    }

   private:
    int* calls_;
  };
};

// Once among the signals, and once for the motion or at three points for its integral, however
// many iterations there are.
TEST(Integrator, FunctionsOfTimeAreEvaluatedOnceAStep) {
  for (MotionQuantity quantity : {MotionQuantity::kPosition, MotionQuantity::kVelocity}) {
    const auto source = std::make_shared<CountedSine>();
    Model model = LightCart(1, 1, 0);
    model.solver.error_tolerance.reset();
    model.solver.matrix = MatrixMode::kNewton;
    Motion motion;
    motion.name = "drive";
    motion.joint = "rail";
    motion.kind = MotionKind::kTranslation;
    motion.quantity = quantity;
    motion.function.source = source;
    model.motions = {motion};
    Simulation simulation(model);
    ASSERT_TRUE(simulation.Initialize().ok);
    const int before = source->calls;
    const std::int64_t iterations = simulation.statistics().iterations;
    constexpr int kSteps = 20;
    for (int i = 0; i < kSteps; ++i) ASSERT_TRUE(simulation.Advance(1e-2).ok);
    // Each of them begins with a residual, and a step ends with another.
    EXPECT_GE(simulation.statistics().iterations - iterations, kSteps);
    EXPECT_LE(source->calls - before, (quantity == MotionQuantity::kPosition ? 2 : 4) * kSteps);
    const double t = simulation.time();
    EXPECT_NEAR(simulation.BodyPose("cart").p.x(),
                quantity == MotionQuantity::kPosition ? std::sin(3 * t) : (1 - std::cos(3 * t)) / 3,
                1e-9);
  }
}

}  // namespace
}  // namespace jounce
