// Signals that depend on the motion: loads, motions and blocks, against closed forms and finite
// differences.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <functional>
#include <random>

#include "math/dense.h"
#include "mechanics/element_test_support.h"
#include "mechanics/system.h"
#include "model/flatten.h"
#include "solve/driven_models_for_test.h"
#include "solve/linear_system.h"
#include "solve/matrix_assembly.h"
#include "solve/modes.h"
#include "solve/simulation.h"
#include "solve/statics.h"

namespace jounce {
namespace {

using driven::ExpectSecondOrder;
using driven::MakeBlock;
using driven::MakeBody;
using driven::MakeForce;
using driven::MakeFormula;
using driven::MakeSensor;
using driven::Slider;
using driven::ValueAt;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// ---- Tangents -----------------------------------------------------------------------------------

// A model in which loads, a motion and blocks see each other's bodies.
Model Tangled() {
  Model model;
  model.bodies.push_back(MakeBody("a", Vector3d(0.1, 0.2, 0.3)));
  model.bodies.push_back(MakeBody("b", Vector3d(-0.4, 0.5, 0.2)));
  model.bodies.push_back(MakeBody("c", Vector3d(0.7, -0.3, -0.1)));
  Joint joint;
  joint.name = "slide";
  joint.kind = JointKind::kTranslational;
  joint.ends = {.first = "a", .second = "c", .at = Vector3d(0.3, 0, 0), .axis = Vector3d(1, 2, 1)};
  model.joints.push_back(joint);
  model.sensors = {
      MakeSensor("place", "position", "b", "a", "first"),
      MakeSensor("speed", "velocity", "b", "a", "second"),
      MakeSensor("turn", "rotation_vector", "c", "b", "first"),
      MakeSensor("acceleration", "acceleration", "c"),
  };
  model.signals = {
      MakeFormula("error", "place.x*place.y + sin(speed.z) - 0.2*t"),
      MakeBlock("control", "pid", {"error"},
                {{"kp", {3}}, {"ki", {2}}, {"kd", {0.5}}, {"filter", {0.1}}}),
      MakeBlock("smooth", "transfer_function", {"control + turn.x^2"},
                {{"numerator", {0.3, 1}}, {"denominator", {0.2, 0.5, 1}}}),
  };
  for (LoadKind kind : {LoadKind::kForce, LoadKind::kTorque}) {
    for (bool follows : {false, true}) {
      for (const char* from : {"", "b"}) {
        Load load =
            MakeForce("load" + std::to_string(model.loads.size()), "c", Vector3d(1, -2, 0.5),
                      "3*smooth + 0.1*acceleration.y*control + cos(t)");
        load.kind = kind;
        load.follows_body = follows;
        load.from = from;
        load.at = Vector3d(0.2, 0.1, -0.3);
        model.loads.push_back(load);
      }
    }
  }
  Motion motion;
  motion.name = "drive";
  motion.joint = "slide";
  motion.kind = MotionKind::kTranslation;
  motion.function.expression = "0.1*smooth + 0.05*place.z";
  model.motions.push_back(motion);
  return model;
}

// All rows of the system in this state: motion, then constraints.
VectorXd RowsOf(const System& system, const SystemState& state,
                const std::vector<double>& history) {
  std::vector<double> motion(system.row_count()), rows(system.multiplier_count()), next(history);
  system.Residual({state, 1e-2, history.data(), next.data()}, motion.data(), rows.data());
  VectorXd all(system.unknown_count());
  all << Eigen::Map<VectorXd>(motion.data(), system.motion_count()),
      Eigen::Map<VectorXd>(rows.data(), static_cast<Eigen::Index>(rows.size()));
  return all;
}

MatrixXd Dense(const MatrixAssembly& matrix) {
  const SparsePattern& pattern = matrix.pattern();
  MatrixXd dense = MatrixXd::Zero(pattern.size, pattern.size);
  for (int j = 0; j < pattern.size; ++j) {
    for (int k = pattern.starts[j]; k < pattern.starts[j + 1]; ++k) {
      dense(pattern.rows[k], j) = matrix.values()[k];
    }
  }
  return dense;
}

TEST(DrivingSignals, TangentsMatchFiniteDifferences) {
  const System system(Tangled());
  SystemState state = system.StartState();
  std::mt19937 random(4);
  std::uniform_real_distribution<double> any(-0.5, 0.5);
  const auto vector = [&] {
    Vector6 v;
    for (double& x : v) x = any(random);
    return v;
  };
  for (int i = 0; i < system.body_count(); ++i) {
    state.pose[i] = state.pose[i] * ExpPose(vector());
    state.velocity[i] = vector();
    state.acceleration[i] = vector();
  }
  for (double& x : state.modal) x = any(random);
  for (double& x : state.modal_velocity) x = any(random);
  for (double& x : state.multiplier) x = any(random);
  state.time = 0.3;
  std::vector<double> history(system.history_size() + 1);
  system.StartHistory(state, history.data());
  std::vector<double> next(history);
  const Evaluation at{state, 1e-2, history.data(), next.data()};
  MatrixAssembly assembly(system, std::vector<bool>(system.multiplier_count(), true));
  constexpr double kStep = 1e-6;
  const auto slope = [&](const std::function<void(SystemState*, double)>& change) -> VectorXd {
    SystemState plus = state, minus = state;
    change(&plus, kStep);
    change(&minus, -kStep);
    return (RowsOf(system, plus, history) - RowsOf(system, minus, history)) / (2 * kStep);
  };
  const int motion = system.motion_count(), bodies = 6 * system.body_count();
  for (int kind = 0; kind < 3; ++kind) {
    assembly.Assemble(at, {.stiffness = kind == 0 ? 1.0 : 0.0,
                           .damping = kind == 1 ? 1.0 : 0.0,
                           .mass = kind == 2 ? 1.0 : 0.0,
                           .constraint = 1});
    const MatrixXd matrix = Dense(assembly);
    for (int i = 0; i < motion; ++i) {
      const VectorXd expected = slope([&](SystemState* s, double d) {
        if (i < bodies) {
          const Vector6 unit = Vector6::Unit(i % 6);
          if (kind == 0) s->pose[i / 6] = s->pose[i / 6] * ExpPose(d * unit);
          if (kind == 1) s->velocity[i / 6] += d * unit;
          if (kind == 2) s->acceleration[i / 6] += d * unit;
        } else {
          if (kind == 0) s->modal[i - bodies] += d;
          if (kind == 1) s->modal_velocity[i - bodies] += d;
          if (kind == 2) s->modal_acceleration[i - bodies] += d;
        }
      });
      // Constraint rows are of positions, whatever the weights.
      const int rows = kind == 0 ? system.unknown_count() : motion;
      const double error = (matrix.col(i).head(rows) - expected.head(rows)).cwiseAbs().maxCoeff();
      EXPECT_LT(error, 1e-6 * (1 + expected.cwiseAbs().maxCoeff())) << kind << " " << i;
    }
  }
}

// ---- Loads --------------------------------------------------------------------------------------

// m z'' = -k z - c z': a spring and damper as a formula, against the closed form.
TEST(DrivingSignals, SpringAndDamperAsAFormula) {
  const double m = 2, k = 800, c = 12;
  Model model = Slider(m, 0.1, 0.3);
  model.loads.push_back(MakeForce("strut", "mass", Vector3d::UnitZ(), "-800*place.z - 12*speed.z"));
  const double d = c / (2 * m), w = std::sqrt(k / m - d * d), t = 0.5;
  const double exact =
      std::exp(-d * t) * (0.1 * std::cos(w * t) + (0.3 + d * 0.1) / w * std::sin(w * t));
  ExpectSecondOrder(model, 2e-3, t, "place.z", exact, 2e-5);
}

// The same damper as a law and as a formula move alike to round-off.
TEST(DrivingSignals, DamperAsAFormulaEqualsTheLaw) {
  Model by_law = Slider(2, 0.1, 0.3), by_formula = by_law;
  Connection spring;
  spring.name = "spring";
  spring.kind = ConnectionKind::kLinearSpring;
  spring.ends.second = "mass";
  spring.ends.at = Vector3d::Zero();
  spring.ends.at_second = Vector3d(0, 0, 0.1);
  LinearSettings law;
  law.dimension = 3;
  law.stiffness = {0, 0, 800};
  law.damping = {0, 0, 12};
  spring.law = law;
  by_law.connections.push_back(spring);
  by_formula.loads.push_back(
      MakeForce("strut", "mass", Vector3d::UnitZ(), "-800*place.z - 12*speed.z"));
  EXPECT_NEAR(ValueAt(by_law, 1e-3, 0.5, "place.z"), ValueAt(by_formula, 1e-3, 0.5, "place.z"),
              1e-12);
}

// Action and reaction: two bodies pushed apart keep their momentum and move by the reduced mass.
TEST(DrivingSignals, AForceBetweenTwoBodiesKeepsTheirMomentum) {
  Model model;
  model.gravity.setZero();
  model.bodies.push_back(MakeBody("a", Vector3d(0, 0, 0), 2));
  model.bodies.push_back(MakeBody("b", Vector3d(0, 0, 1), 3));
  model.sensors.push_back(MakeSensor("a", "position", "a"));
  model.sensors.push_back(MakeSensor("b", "position", "b"));
  Load push = MakeForce("push", "b", Vector3d::UnitZ(), "6");
  push.from = "a";
  model.loads.push_back(push);
  EXPECT_NEAR(ValueAt(model, 1e-2, 1, "b.z"), 1 + 0.5 * 6.0 / 3, 1e-9);
  EXPECT_NEAR(ValueAt(model, 1e-2, 1, "a.z"), -0.5 * 6.0 / 2, 1e-9);
}

// ---- Blocks -------------------------------------------------------------------------------------

// A filter of the first order behind a step: 1 - exp(-t/T).
TEST(DrivingSignals, TransferFunctionFollowsAStep) {
  Model model = Slider(2, 0, 0);
  model.signals.push_back(MakeBlock("filter", "transfer_function", {"10"},
                                    {{"numerator", {1}}, {"denominator", {0.2, 1}}}));
  model.loads.push_back(MakeForce("push", "mass", Vector3d::UnitZ(), "filter"));
  // m z'' = 10 (1 - exp(-t/T)), from rest.
  const double T = 0.2, t = 1, m = 2;
  const double exact = 10 / m * (t * t / 2 - T * t + T * T * (1 - std::exp(-t / T)));
  ExpectSecondOrder(model, 1e-2, t, "place.z", exact, 2e-4);
}

// A PID controller holds a mass against gravity: a linear system of the third order whose poles are
// chosen, -4, -5 and -6, so that z(t) is a sum of their exponentials.
TEST(DrivingSignals, PidControllerWithChosenPoles) {
  const double m = 2;
  Model model = Slider(m, 0.1, 0);
  model.gravity = Vector3d(0, 0, -9.81);
  // m z'' = -m g + kp e + ki x + kd e', e = -z: s^3 + kd/m s^2 + kp/m s + ki/m.
  const double kd = 15 * m, kp = 74 * m, ki = 120 * m;
  Signal pid =
      MakeBlock("pid", "pid", {"-place.z", "-speed.z"}, {{"kp", {kp}}, {"ki", {ki}}, {"kd", {kd}}});
  model.signals.push_back(pid);
  model.loads.push_back(MakeForce("actuator", "mass", Vector3d::UnitZ(), "pid"));
  // z(0) = 0.1, z'(0) = 0, z''(0) = -g - kp/m z(0).
  const Eigen::Vector3d s(-4, -5, -6);
  Eigen::Matrix3d V;
  for (int i = 0; i < 3; ++i) V.row(i) = s.array().pow(i).matrix().transpose();
  const Eigen::Vector3d a = V.inverse() * Eigen::Vector3d(0.1, 0, -9.81 - 74 * 0.1);
  const double t = 0.7, exact = (a.array() * (s.array() * t).exp()).sum();
  ExpectSecondOrder(model, 4e-3, t, "place.z", exact, 5e-5);
}

// Two integrators in a ring are an oscillator, x'' = -w^2 x.
TEST(DrivingSignals, StateSpaceOscillates) {
  Model model = Slider(1, 0, 0);
  model.signals.push_back(
      MakeBlock("ring", "state_space", {"0"},
                {{"A", {0, 1, -100, 0}}, {"B", {0, 0}}, {"C", {1, 0, 0, 1}}, {"initial", {1, 0}}}));
  Signal scaled = MakeFormula("x", "ring.1");
  model.signals.push_back(scaled);
  Motion motion;
  motion.name = "drive";
  motion.joint = "slide";
  motion.kind = MotionKind::kTranslation;
  motion.function.expression = "x - 1";
  model.motions.push_back(motion);
  model.bodies[0].position = Vector3d(0, 0, 1);
  model.solver.rho = 1;
  ExpectSecondOrder(model, 2e-3, 0.5, "place.z", std::cos(10 * 0.5), 1e-3);
}

// A sampled controller: the speed is taken at k T and brakes from k T + T/2 on, so that
//   v_(k+1) = v_k + (u_(k-1) + u_k) T/(2 m),   u_k = -c v_k,
// with the first sample acting from the start. Between samples the force is constant, and steps are
// exact.
TEST(DrivingSignals, SampledControllerRunsAtItsOwnTimes) {
  const double m = 2, c = 30, T = 0.01;
  Model model = Slider(m, 0, 1);
  model.signals.push_back(
      MakeBlock("held", "sample_and_hold", {"-30*speed.z"}, {{"period", {T}}, {"delay", {0.005}}}));
  model.loads.push_back(MakeForce("brake", "mass", Vector3d::UnitZ(), "held"));
  double v = 1, last = -c;
  for (int k = 0; k < 20; ++k) {
    const double u = -c * v;
    v += (last + u) * T / (2 * m);
    last = u;
  }
  EXPECT_NEAR(ValueAt(model, 2.5e-3, 0.2, "speed.z"), v, 1e-9);
}

// z'' = -k z(t - T): a spring that acts late drives its mass. By the method of steps, while t < T
// the force is that of the start, and while t < 2 T that of a parabola.
TEST(DrivingSignals, DelayRemembersItsInput) {
  const double T = 0.1, k = 40;
  Model model = Slider(1, 0.2, 0);
  model.signals.push_back(MakeBlock("late", "delay", {"place.z"}, {{"time", {T}}}));
  model.loads.push_back(MakeForce("spring", "mass", Vector3d::UnitZ(), "-40*late"));
  // z = z0 (1 - k t^2/2) to T; then z'' = -k z0 (1 - k (t - T)^2/2).
  const double z0 = 0.2, s = 0.1, t = T + s;
  const double exact = z0 * (1 - k * t * t / 2 + k * k * std::pow(s, 4) / 24);
  ExpectSecondOrder(model, 5e-3, t, "place.z", exact, 1e-5);
}

// Rising no faster than it may, an input of 1 becomes a ramp of 2 per second: z = t^3/3.
TEST(DrivingSignals, RateLimitMakesARamp) {
  Model model = Slider(1, 0, 0);
  model.signals.push_back(MakeBlock("slow", "rate_limit", {"if(t > 0, 1, 0)"}, {{"rising", {2}}}));
  model.loads.push_back(MakeForce("push", "mass", Vector3d::UnitZ(), "slow"));
  EXPECT_NEAR(ValueAt(model, 1e-3, 0.4, "place.z"), std::pow(0.4, 3) / 3, 1e-5);
}

// A servo-hydraulic actuator: oil of the stiffness beta in the volume V, a piston of the area A and a
// valve of the flow q moving a mass,
//   p' = beta/V (q - A z'),   m z'' = A p,
// from rest: z' = q/A (1 - cos(w t)), w^2 = beta A^2/(V m). Pressures are of another size than
// places: some 1e6 Pa.
TEST(DrivingSignals, ServoHydraulicActuator) {
  const double beta = 1.4e9, V = 2e-3, A = 5e-3, q = 1e-3, m = 400;
  Model model = Slider(m, 0, 0);
  Signal pressure = MakeBlock("pressure", "integrator", {"beta/V*(q - A*speed.z)"}, {});
  pressure.function.let = {{"beta", "1.4e9"}, {"V", "2e-3"}, {"q", "1e-3"}, {"A", "5e-3"}};
  model.signals.push_back(pressure);
  Load piston = MakeForce("piston", "mass", Vector3d::UnitZ(), "A*pressure");
  piston.function.let = {{"A", "5e-3"}};
  model.loads.push_back(piston);
  const double w = std::sqrt(beta * A * A / (V * m)), t = 0.05;
  const double exact = q / A * (t - std::sin(w * t) / w);
  ExpectSecondOrder(model, 2e-4, t, "place.z", exact, 1e-4 * exact);
}

// A mirrored sub-assembly with a controller moves as the image of the one that is not: the sensors of
// both see the same ground axes, or each its own.
TEST(DrivingSignals, SignalsOfAMirroredSubAssembly) {
  for (const char* axes : {"ground", "second"}) {
    auto part = std::make_shared<Model>();
    part->bodies.push_back(MakeBody("mass", Vector3d(0, 0.5, 0)));
    part->bodies[0].velocity = Vector3d(0.1, 0.3, -0.2);
    part->bodies[0].angular_velocity = Vector3d(0.5, -0.4, 0.3);
    part->sensors.push_back(MakeSensor("speed", "velocity", "mass", kGroundName, axes));
    part->sensors.push_back(MakeSensor("spin", "angular_velocity", "mass", kGroundName, axes));
    part->signals.push_back(MakeFormula("brake", "-8*speed.y - 3*spin.x"));
    Load push = MakeForce("push", "mass", Vector3d::UnitY(), "brake + 2*spin.y*speed.x");
    push.follows_body = std::string(axes) == "second";
    part->loads.push_back(push);
    Model whole;
    whole.gravity.setZero();
    for (MirrorPlane mirror : {MirrorPlane::kNone, MirrorPlane::kY}) {
      Subsystem side;
      side.name = mirror == MirrorPlane::kNone ? "left" : "right";
      side.mirror = mirror;
      side.model = part;
      whole.subsystems.push_back(side);
    }
    whole.solver.step = 1e-2;
    Diagnostics diagnostics;
    Simulation simulation(Flatten(whole, &diagnostics));
    ASSERT_FALSE(diagnostics.HasErrors());
    ASSERT_TRUE(simulation.Initialize().ok);
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(simulation.Advance(1e-2).ok);
    const Vector3d left = simulation.BodyPose("left/mass").p;
    const Vector3d right = simulation.BodyPose("right/mass").p;
    EXPECT_LT((left - Vector3d(right.x(), -right.y(), right.z())).norm(), 1e-12) << axes;
    EXPECT_GT((left - Vector3d(0.05, 0.65, -0.1)).norm(), 1e-2) << axes;
  }
}

// Where a turned sub-assembly would mean another thing by the axes of the ground, it is refused.
TEST(DrivingSignals, GroundAxesOfATurnedSubAssemblyAreRefused) {
  auto part = std::make_shared<Model>();
  part->bodies.push_back(MakeBody("mass", Vector3d::Zero()));
  part->sensors.push_back(MakeSensor("speed", "velocity", "mass"));
  part->loads.push_back(MakeForce("push", "mass", Vector3d::UnitX(), "-speed.x"));
  Model whole;
  Subsystem side;
  side.name = "side";
  side.orientation.euler = Vector3d(0.3, 0, 0);
  side.model = part;
  whole.subsystems.push_back(side);
  Diagnostics diagnostics;
  Flatten(whole, &diagnostics);
  ASSERT_TRUE(diagnostics.HasErrors());
  EXPECT_NE(diagnostics.all()[0].message.find("speed.x"), std::string::npos)
      << diagnostics.all()[0].message;
}

// ---- Statics, modes -----------------------------------------------------------------------------

// A filtered spring, f = -k z/(1 + T s), in equilibrium with a weight: z = -m g/k, and the state of
// the filter is at rest there.
TEST(DrivingSignals, StaticsFindTheRestOfStates) {
  Model model = Slider(2, 0.1, 0);
  model.gravity = Vector3d(0, 0, -9.81);
  model.signals.push_back(MakeBlock("filtered", "transfer_function", {"-500*place.z"},
                                    {{"numerator", {1}}, {"denominator", {0.05, 1}}}));
  model.loads.push_back(MakeForce("spring", "mass", Vector3d::UnitZ(), "filtered"));
  Simulation simulation(model);
  const RunStatus status = simulation.FindEquilibrium();
  ASSERT_TRUE(status.ok) << status.reason;
  EXPECT_NEAR(simulation.BodyPose("mass").p.z(), -2 * 9.81 / 500, 1e-10);
  const double rest = simulation.BodyPose("mass").p.z();
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(simulation.Advance(1e-3).ok);
  EXPECT_NEAR(simulation.BodyPose("mass").p.z(), rest, 1e-9);
}

// m z'' = -c z' - y, T y' = k z - y: the roots of (m s^2 + c s)(T s + 1) + k.
TEST(DrivingSignals, ModesSeeStates) {
  const double m = 2, c = 40, k = 800, T = 0.01;
  Model model = Slider(m, 0, 0);
  model.signals.push_back(MakeBlock("filtered", "transfer_function", {"-800*place.z"},
                                    {{"numerator", {1}}, {"denominator", {T, 1}}}));
  model.loads.push_back(MakeForce("spring", "mass", Vector3d::UnitZ(), "filtered - 40*speed.z"));
  const System system(model);
  const LinearSystem linear(system, system.StartState());
  const std::vector<Mode> modes = ComplexModes(linear, 5);
  Eigen::Matrix3d companion;
  companion << -(m + c * T) / (m * T), -c / (m * T), -k / (m * T), 1, 0, 0, 0, 1, 0;
  const Eigen::Vector3cd roots = GeneralEigen(companion).values;
  int found = 0;
  for (const Mode& mode : modes) {
    for (const std::complex<double>& root : roots) {
      if (root.imag() > 0 && std::abs(mode.frequency - std::abs(root) / (2 * M_PI)) < 1e-9) {
        EXPECT_NEAR(mode.damping, -root.real() / std::abs(root), 1e-9);
        ++found;
      }
    }
  }
  EXPECT_EQ(found, 1);
}

TEST(DrivingSignals, LinearAnalysesRefuseSamples) {
  Model model = Slider(2, 0, 0);
  model.signals.push_back(MakeBlock("held", "sample_and_hold", {"place.z"}, {{"period", {0.01}}}));
  const System system(model);
  EXPECT_THROW(LinearSystem(system, system.StartState()), InputError);
}

// ---- Inputs from outside ------------------------------------------------------------------------

TEST(DrivingSignals, AProgramDrivesAnInput) {
  Model model = Slider(2, 0, 0);
  Signal input;
  input.name = "push";
  input.input = 4;
  model.signals.push_back(input);
  model.loads.push_back(MakeForce("force", "mass", Vector3d::UnitZ(), "push"));
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(simulation.Advance(1e-2).ok);
  EXPECT_NEAR(simulation.BodyPose("mass").p.z(), 0.5 * 4 / 2 * 1, 1e-9);
  simulation.SetInput("push", 0);
  const double before = simulation.state().velocity[0][2];
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(simulation.Advance(1e-2).ok);
  EXPECT_NEAR(simulation.state().velocity[0][2], before, 0.03);
  EXPECT_THROW(simulation.SetInput("pull", 0), InputError);
}

}  // namespace
}  // namespace jounce
