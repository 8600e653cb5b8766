// Flexible bodies that move: in statics, modes and time, on joints, bushings and loads at their
// nodes.
#include <gtest/gtest.h>

#include <cmath>

#include "laws/linear_law_for_test.h"
#include "mechanics/beam_part_for_test.h"
#include "mechanics/flexible_body.h"
#include "solve/allocation_counter.h"
#include "solve/freedom.h"
#include "solve/matrix_assembly.h"
#include "solve/modes.h"
#include "solve/simulation.h"
#include "solve/statics.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::AllocationCount;
using testing::BeamPart;
using testing::FlexibleBeam;

Joint Clamp(const std::string& node) {
  Joint joint;
  joint.name = "clamp";
  joint.kind = JointKind::kFixed;
  joint.ends.second = node;
  return joint;
}

Load Force(const std::string& on, const Vector3d& force) {
  Load load;
  load.name = "force on " + on;
  load.on = on;
  load.direction = force;
  load.function.constant = 1;
  return load;
}

Model FreeBeam(const BeamPart& beam, FlexibilityLevel level = FlexibilityLevel::kFull) {
  Model model;
  model.gravity.setZero();
  model.bodies = {FlexibleBeam("beam", beam, level)};
  return model;
}

Model Cantilever(const BeamPart& beam) {
  Model model = FreeBeam(beam);
  model.joints = {Clamp("beam.n1")};
  return model;
}

const FlexibleBody& BodyOf(const Simulation& simulation) {
  return dynamic_cast<const FlexibleBody&>(*simulation.system().bodies()[0]);
}

// Linear and angular momentum about the ground's origin, in ground axes.
Vector6 GroundMomentum(const Simulation& simulation) {
  return CarryWrench(simulation.state().pose[0], BodyOf(simulation).Momentum(simulation.state()));
}

TEST(FlexibleStatics, TipDeflectionOfACantileverIsTheClosedForm) {
  const BeamPart beam;
  Model model = Cantilever(beam);
  model.loads = {Force("beam.n6", Vector3d(0, 0, -20))};
  Simulation simulation(model);
  EXPECT_EQ(simulation.freedom().degrees_of_freedom, 30);
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  const Pose& tip = simulation.state().pose[simulation.system().nodes()[5].slot()];
  const double EI = beam.E * beam.Iy, L = beam.length;
  // F L^3 / 3 E I and F L^2 / 2 E I; what is left is the second order of small angles.
  EXPECT_NEAR(tip.p.z(), -20 * L * L * L / (3 * EI), 1e-5 * 0.0025);
  EXPECT_NEAR(LogRotation(tip.R).y(), 20 * L * L / (2 * EI), 1e-5 * 0.00375);
}

TEST(FlexibleStatics, WeightBendsACantilever) {
  const BeamPart beam;
  Model model = Cantilever(beam);
  model.gravity = Vector3d(0, 0, -9.81);
  Simulation simulation(model);
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  // A lumped weight F at a deflects the tip by F a^2 (3 L - a) / 6 E I.
  const double EI = beam.E * beam.Iy, L = beam.length, weight = 9.81 * beam.mass() / 5;
  double deflection = 0;
  for (int p = 1; p <= 5; ++p) {
    const double a = p * L / 5;
    deflection += (p == 5 ? 0.5 : 1) * weight * a * a * (3 * L - a) / (6 * EI);
  }
  const int tip = simulation.system().nodes()[5].slot();
  EXPECT_NEAR(simulation.state().pose[tip].p.z(), -deflection, 1e-5 * deflection);
  // All of it rests on the clamp.
  const Element* clamp = simulation.system().FindItem("clamp");
  const Vector6 W = clamp->Reaction(System::Slice(simulation.evaluation(), *clamp));
  EXPECT_NEAR(W[2], 9.81 * beam.mass(), 1e-6);
}

TEST(FlexibleModes, OfAFreeBodyAreThoseOfItsPart) {
  BeamPart beam;
  beam.damping = 0.02;
  for (FlexibilityLevel level :
       {FlexibilityLevel::kConstant, FlexibilityLevel::kPartial, FlexibilityLevel::kFull}) {
    const Model model = FreeBeam(beam, level);
    const System system(model);
    const LinearSystem linear(system, system.StartState());
    const FlexiblePart& part = *model.bodies[0].flexible.part;
    const std::vector<Mode> modes = UndampedModes(linear, 100);
    ASSERT_EQ(modes.size(), 6u + part.mode_count());
    for (int i = 0; i < part.mode_count(); ++i) {
      EXPECT_NEAR(modes[6 + i].frequency, part.frequencies[i], 1e-6 * part.frequencies[i]);
      EXPECT_NEAR(modes[6 + i].body_shares[0], 1, 1e-9);
    }
    const std::vector<Mode> damped = ComplexModes(linear, 8);
    EXPECT_NEAR(damped[7].damping, 0.02, 1e-4);
  }
}

TEST(FlexibleModes, OfACantileverAreThoseOfTheBooks) {
  // beta L = 1.8751, 4.6941, 7.8548: lumped masses come near from below.
  BeamPart beam;
  beam.nodes = 21;
  beam.Iz = 4 * beam.Iy;
  const Model model = Cantilever(beam);
  const System system(model);
  const std::vector<Mode> modes = UndampedModes(LinearSystem(system, system.StartState()), 40);
  const double unit = std::sqrt(beam.E * beam.Iy / (beam.mass() / beam.length)) / (2 * M_PI);
  // About y at these, about z at twice as much: 1, 2 x 1, 2, 2 x 2.
  const double expected[] = {1.8751 * 1.8751, 2 * 1.8751 * 1.8751, 4.6941 * 4.6941,
                             2 * 4.6941 * 4.6941};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(modes[i].frequency, unit * expected[i], 0.008 * unit * expected[i]) << i;
  }
}

TEST(FlexibleMotion, TangentsOfAWholeSystemMatchFiniteDifferences) {
  BeamPart beam;
  beam.E = 2e7;
  beam.G = 8e6;
  beam.nodes = 4;
  beam.modes = 7;
  Model model = FreeBeam(beam);
  model.gravity = Vector3d(1, 2, -9.81);
  Body block;
  block.name = "block";
  block.position = Vector3d(1, 0.1, 0);
  block.mass = 2;
  block.inertia = Vector3d(0.01, 0.02, 0.03);
  model.bodies.push_back(block);
  Joint hinge;
  hinge.name = "hinge";
  hinge.kind = JointKind::kRevolute;
  hinge.ends = {"beam.n4", "block", {}, {}, Vector3d(0, 1, 0.2), {}};
  model.joints = {hinge};
  Connection bushing;
  bushing.name = "bushing";
  bushing.ends.second = "beam.n2";
  bushing.law = testing::MatrixLaw(MatrixXd(500 * MatrixXd::Identity(6, 6)),
                                   MatrixXd(3 * MatrixXd::Identity(6, 6)));
  Connection across = bushing;
  across.name = "across";
  across.ends.first = "beam.n1";
  across.ends.second = "beam.n3";
  across.zero_as_placed = true;
  model.connections = {bushing, across};
  model.loads = {Force("beam.n3", Vector3d(3, -4, 5))};
  const System system(model);

  SystemState state = system.StartState();
  state.multiplier.setLinSpaced(-20, 30);
  state.modal.setLinSpaced(-2e-3, 3e-3);
  state.modal_velocity.setLinSpaced(0.05, -0.02);
  state.modal_acceleration.setLinSpaced(-1, 2);
  state.velocity[0] << 1, -0.5, 0.3, 0.4, 2, -1;
  state.velocity[1] << -1, 0.2, 0.3, 1, -2, 0.5;
  state.acceleration[0] << 0.3, 0.2, 1, 3, -1, 2;
  system.UpdateNodes(&state);
  std::vector<double> history(system.history_size() + 1), next(history);
  system.StartHistory(state, history.data());
  const std::vector<bool> active(system.multiplier_count(), true);
  MatrixAssembly assembly(system, active);

  // The unknowns move pose, twist and rate at once, as in a time step.
  const double velocity = 7, acceleration = 30;
  const int n = system.unknown_count(), motion = system.motion_count();
  MotionVariation variation;
  for (int i = 0; i < system.body_count(); ++i) {
    variation.bodies.push_back(
        {Matrix6::Identity(), velocity * Matrix6::Identity(), acceleration * Matrix6::Identity()});
  }
  variation.modal_velocity = velocity;
  variation.modal_acceleration = acceleration;
  assembly.Assemble({state, 1e-2, history.data(), next.data()}, 1, variation);
  MatrixXd K = MatrixXd::Zero(n, n);
  for (int column = 0; column < n; ++column) {
    for (int k = assembly.pattern().starts[column]; k < assembly.pattern().starts[column + 1];
         ++k) {
      K(assembly.pattern().rows[k], column) = assembly.values()[k];
    }
  }
  const auto rows_at = [&](int unknown, double e) {
    SystemState s = state;
    if (unknown < 6 * system.body_count()) {
      const int body = unknown / 6, i = unknown % 6;
      s.pose[body] = s.pose[body] * ExpPose(e * Vector6::Unit(i));
      s.velocity[body][i] += velocity * e;
      s.acceleration[body][i] += acceleration * e;
    } else if (unknown < motion) {
      const int i = unknown - 6 * system.body_count();
      s.modal[i] += e;
      s.modal_velocity[i] += velocity * e;
      s.modal_acceleration[i] += acceleration * e;
    } else {
      s.multiplier[unknown - motion] += e;
    }
    system.UpdateNodes(&s);
    VectorXd all(system.row_count()), constraints(system.multiplier_count()), rows(n);
    system.Residual({s, 1e-2, history.data(), next.data()}, all.data(), constraints.data());
    rows << all.head(motion), constraints;
    return rows;
  };
  for (int column = 0; column < n; ++column) {
    const double eps = 1e-7;
    const VectorXd difference = (rows_at(column, eps) - rows_at(column, -eps)) / (2 * eps);
    EXPECT_LT((K.col(column) - difference).norm(), 2e-6 * (100 + difference.norm())) << column;
  }
}

// A beam that spins, tumbles and bends freely.
Simulation Tumbling(FlexibilityLevel level, double step) {
  BeamPart beam;
  beam.E = 2e8;
  beam.G = 8e7;
  beam.nodes = 5;
  beam.modes = 8;
  Model model = FreeBeam(beam, level);
  model.bodies[0].velocity = Vector3d(1, 0.5, 0);
  model.bodies[0].angular_velocity = Vector3d(1, 4, 10);
  model.solver.step = step;
  model.solver.rho = 1;
  model.solver.tolerance = 1e-10;
  return Simulation(model);
}

TEST(FlexibleMotion, AFreeSpinningBeamKeepsItsMomentumAndEnergy) {
  for (FlexibilityLevel level :
       {FlexibilityLevel::kConstant, FlexibilityLevel::kPartial, FlexibilityLevel::kFull}) {
    Simulation simulation = Tumbling(level, 1e-3);
    ASSERT_TRUE(simulation.Initialize().ok);
    const Vector6 before = GroundMomentum(simulation);
    const Energies start = simulation.energies();
    double bending = 0;
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(simulation.Advance(1e-3).ok);
      bending = std::max(bending, simulation.state().modal.cwiseAbs().maxCoeff());
    }
    const Vector6 after = GroundMomentum(simulation);
    const Energies end = simulation.energies();
    EXPECT_LT((after - before).head<3>().norm(), 1e-7 * before.head<3>().norm());
    EXPECT_LT((after - before).tail<3>().norm(), 2e-4 * before.tail<3>().norm());
    EXPECT_NEAR(end.kinetic + end.stored, start.kinetic + start.stored, 2e-4 * start.kinetic);
    EXPECT_GT(bending, level == FlexibilityLevel::kConstant ? -1 : 1e-4);
  }
}

TEST(FlexibleMotion, IsOfSecondOrder) {
  VectorXd modal[3];
  for (int i = 0; i < 3; ++i) {
    const double h = 1e-3 / (1 << i);
    Simulation simulation = Tumbling(FlexibilityLevel::kFull, h);
    ASSERT_TRUE(simulation.Initialize().ok);
    for (int k = 0; k < 100 << i; ++k) ASSERT_TRUE(simulation.Advance(h).ok);
    modal[i] = simulation.state().modal;
  }
  const double ratio = (modal[0] - modal[1]).norm() / (modal[1] - modal[2]).norm();
  EXPECT_NEAR(ratio, 4, 0.5);
}

TEST(FlexibleMotion, ACantileverSwingsWithItsFrequencyAndLosesEnergyByItsDamping) {
  BeamPart beam;
  beam.damping = 0.02;
  Model model = Cantilever(beam);
  model.loads = {Force("beam.n6", Vector3d(0, 0, 1))};
  model.loads[0].function = {};
  model.loads[0].function.expression = "if(t < 0.01, 20*sin(pi*t/0.01)^2, 0)";
  model.solver.rho = 1;
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  double work = 0, last_z = 0;
  const int tip = simulation.system().nodes()[5].slot();
  for (int i = 0; i < 2000; ++i) {
    ASSERT_TRUE(simulation.Advance(5e-5).ok);
    const double z = simulation.state().pose[tip].p.z();
    const double middle = simulation.time() - 2.5e-5;
    if (middle < 0.01) work += 20 * std::pow(std::sin(M_PI * middle / 0.01), 2) * (z - last_z);
    last_z = z;
  }
  const Energies e = simulation.energies();
  EXPECT_GT(e.dissipated, 0.1 * work);
  EXPECT_NEAR(e.kinetic + e.stored + e.dissipated, work, 1e-3 * work);
}

TEST(FlexibleMotion, AStepDoesNotAllocate) {
  Model model = Cantilever({});
  model.loads = {Force("beam.n6", Vector3d(0, 0, 1))};
  model.solver.matrix = MatrixMode::kNewton;
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  ASSERT_TRUE(simulation.Advance(1e-4).ok);
  const long before = AllocationCount();
  ASSERT_TRUE(simulation.Advance(1e-4).ok);
  EXPECT_EQ(AllocationCount(), before);
}

// Spin-up of a beam about its root to 6 rad/s [Kane, Ryan & Banerjee 1987; Wu & Haug 1988]: the
// values at the tip are a converged spectral solution of the geometrically exact beam, to
// 5e-7. Without geometric stiffening a body with linear modes is too soft.
struct SpinUp {
  double lowest = 0;     // transverse displacement of the tip, m
  double left_over = 0;  // the largest after the spin-up
  bool ok = false;
};

// Leaves the modes in the plane of x and y.
void SwitchOffAcross(Flexibility* flexible) {
  for (int i = 0; i < flexible->part->mode_count(); ++i) {
    double across = 0, along = 0;
    for (const InterfaceNode& node : flexible->part->interfaces) {
      along += node.translation.col(i).head<2>().squaredNorm() + std::pow(node.rotation(2, i), 2);
      across += node.rotation.col(i).head<2>().squaredNorm() + std::pow(node.translation(2, i), 2);
    }
    if (across >= along) flexible->modes_off.push_back(i + 1);
  }
}

SpinUp SpinUpOfABeam(bool stiffening) {
  BeamPart beam;
  beam.length = 10;
  beam.area = 1;
  beam.density = 1.2;
  beam.E = 2.8e7;
  beam.G = 1e7;
  beam.Iz = 5e-4;
  beam.Iy = 2 * beam.Iz;  // so that no mode bends in both planes
  beam.J = 1e-3;
  beam.nodes = 13;
  beam.stiffening = true;
  Model model = FreeBeam(beam, FlexibilityLevel::kFull);
  SwitchOffAcross(&model.bodies[0].flexible);
  model.bodies[0].flexible.stiffening = stiffening;
  Joint pin;
  pin.name = "pin";
  pin.kind = JointKind::kRevolute;
  pin.ends.second = "beam.n1";
  model.joints = {pin};
  Motion turn;
  turn.name = "turn";
  turn.joint = "pin";
  turn.function.expression =
      "if(t < 15, 6/15*(t^2/2 + (15/(2*pi))^2*(cos(2*pi*t/15) - 1)), 6*t - 45)";
  model.motions = {turn};
  model.solver.rho = 0.6;
  Simulation simulation(model);
  SpinUp result;
  if (!simulation.Initialize().ok) return result;
  const int root = simulation.system().nodes()[0].slot(),
            tip = simulation.system().nodes()[12].slot();
  while (simulation.time() < 17) {
    if (!simulation.Advance(1e-2).ok) return result;
    const SystemState& s = simulation.state();
    const Vector3d place = Relative(s.pose[root], s.pose[tip]).p;
    result.lowest = std::min(result.lowest, place.y());
    if (s.time > 15) result.left_over = std::max(result.left_over, std::abs(place.y()));
  }
  result.ok = true;
  return result;
}

TEST(FlexibleMotion, SpinUpOfABeamWithGeometricStiffening) {
  const SpinUp with = SpinUpOfABeam(true);
  ASSERT_TRUE(with.ok);
  EXPECT_NEAR(with.lowest, -0.5738, 0.02 * 0.5738);
  EXPECT_LT(with.left_over, 0.01);
  const SpinUp without = SpinUpOfABeam(false);
  EXPECT_LT(without.lowest, -1.15 * 0.5738);
}

}  // namespace
}  // namespace jounce
