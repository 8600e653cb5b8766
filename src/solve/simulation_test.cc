#include "solve/simulation.h"

#include <gtest/gtest.h>

#include "laws/linear_law_for_test.h"
#include "solve/allocation_counter.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using testing::MatrixLaw;

Body Bar(const std::string& name, const Vector3d& position) {
  Body body;
  body.name = name;
  body.position = position;
  body.mass = 1;
  body.inertia = Vector3d(2e-4, 8.5e-4, 8.5e-4);
  return body;
}

// The chain of bodies and bushings of the benchmark, of any length.
Model Chain(int links) {
  Model model;
  MatrixXd K = MatrixXd::Zero(6, 6), C = K;
  K.diagonal() << 1e6, 1e6, 1e6, 500, 500, 500;
  C.diagonal() << 1e3, 1e3, 1e3, 5, 5, 5;
  const auto law = MatrixLaw(K, C);
  for (int i = 0; i < links; ++i) {
    model.bodies.push_back(Bar("b" + std::to_string(i), Vector3d(0.1 * i + 0.05, 0, 0)));
    Connection bushing;
    bushing.name = "c" + std::to_string(i);
    bushing.attachment = Attachment::kFirst;
    bushing.ends.first = i == 0 ? kGroundName : "b" + std::to_string(i - 1);
    bushing.ends.second = "b" + std::to_string(i);
    bushing.ends.at = Vector3d(0.1 * i, 0, 0);
    bushing.law = law;
    model.connections.push_back(bushing);
  }
  model.solver.rho = 0.6;
  model.solver.force_tolerance = 1e-6;
  return model;
}

// Reference: ../shared/benchmarks/chain, two independent programs at 1 ms, rho = 0.6.
TEST(Simulation, FallingChain) {
  Simulation simulation(Chain(10));
  Recording recording;
  ASSERT_TRUE(simulation.Run(&recording).ok);
  EXPECT_NEAR(simulation.BodyPose("b9").p.x(), 0.9328587, 1e-5);
  EXPECT_NEAR(simulation.BodyPose("b9").p.z(), -0.1730512, 1e-5);
  EXPECT_LE(simulation.statistics().factorizations, 3);
}

// A program that steps in real time has no time for it in the first step.
TEST(Simulation, TheMatrixIsMadeBeforeTheFirstStep) {
  for (bool from_rest : {false, true}) {
    Model model = Chain(20);
    model.solver.step = 1e-3;
    model.solver.matrix = MatrixMode::kFixed;
    Simulation simulation(model);
    ASSERT_TRUE((from_rest ? simulation.StartFromEquilibrium() : simulation.Initialize()).ok);
    EXPECT_EQ(simulation.statistics().factorizations, 1);
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(simulation.Advance(1e-3).ok);
    EXPECT_EQ(simulation.statistics().factorizations, 1);
    EXPECT_EQ(simulation.statistics().steps, 10);
  }
}

TEST(Simulation, StepsDoNotAllocate) {
  if (testing::AllocationCount() < 0) GTEST_SKIP() << "a sanitizer owns malloc";
  Model model = Chain(5);
  Joint joint;
  joint.name = "pin";
  joint.kind = JointKind::kSpherical;
  joint.ends.second = "b4";
  joint.ends.at = Vector3d(0.5, 0, 0);
  model.joints = {joint};
  for (MatrixMode mode : {MatrixMode::kNewton, MatrixMode::kAdaptive, MatrixMode::kFixed}) {
    model.solver.matrix = mode;
    Simulation simulation(model);
    ASSERT_TRUE(simulation.Initialize().ok);
    ASSERT_TRUE(simulation.Advance(1e-3).ok);  // pivots are chosen in the first step
    const long before = testing::AllocationCount();
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(simulation.Advance(1e-3).ok);
    EXPECT_EQ(testing::AllocationCount(), before);
  }
}

// The three modes of the matrix give one trajectory.
TEST(Simulation, MatrixModesAgree) {
  Vector3d tips[3];
  int i = 0;
  for (MatrixMode mode : {MatrixMode::kNewton, MatrixMode::kAdaptive, MatrixMode::kFixed}) {
    Model model = Chain(6);
    model.solver.matrix = mode;
    model.solver.end_time = 0.5;
    Simulation simulation(model);
    Recording recording;
    ASSERT_TRUE(simulation.Run(&recording).ok);
    tips[i++] = simulation.BodyPose("b5").p;
  }
  EXPECT_LT((tips[0] - tips[1]).norm(), 1e-8);
  EXPECT_LT((tips[0] - tips[2]).norm(), 1e-8);
}

// A body tumbling about its middle axis, which is unstable, still flies straight on.
TEST(Simulation, FreeBodyKeepsItsEnergyAndItsPath) {
  Model model;
  Body body = Bar("stone", Vector3d::Zero());
  body.inertia = Vector3d(1, 2, 2.5);
  body.angular_velocity = Vector3d(0.1, 3, 0.1);
  body.centre = Vector3d(0.2, 0, 0);
  body.velocity = Vector3d(1, 0, 2) + Vector3d(0.1, 3, 0.1).cross(Vector3d(-0.2, 0, 0));
  model.bodies = {body};
  model.gravity.setZero();
  model.solver.rho = 1;
  model.solver.step = 4e-3;
  model.solver.end_time = 5;
  Simulation simulation(model);
  Recording recording;
  ASSERT_TRUE(simulation.Run(&recording).ok);
  const double energy = 0.5 * (1 * 5 + 0.01 * 1 + 9 * 2 + 0.01 * 2.5);
  EXPECT_NEAR(simulation.energies().kinetic, energy, 1e-4 * energy);
  const Vector3d centre = simulation.BodyPose("stone") * body.centre;
  EXPECT_LT((centre - Vector3d(5.2, 0, 10)).norm(), 1e-9);
}

TEST(Simulation, ExplainsItsDegreesOfFreedom) {
  Model model = Chain(2);
  model.connections.clear();
  for (int i = 0; i < 2; ++i) {
    Joint joint;
    joint.name = "weld" + std::to_string(i);
    joint.kind = JointKind::kFixed;
    joint.ends.first = "b0";
    joint.ends.second = "b1";
    joint.ends.at = Vector3d(0.1, 0, 0);
    model.joints.push_back(joint);
  }
  const Simulation simulation(model);
  EXPECT_EQ(simulation.freedom().degrees_of_freedom, 6);
  ASSERT_EQ(simulation.freedom().redundant.size(), 6u);
  EXPECT_EQ(simulation.freedom().redundant[0], "fixed joint 'weld1'");
  EXPECT_EQ(
      simulation.freedom().ToString(),
      "1 body (6) - 6 constraint rows of 1 joint or motion + 6 redundant = 6 degrees of freedom");
}

TEST(Simulation, RefusesConstraintsThatContradict) {
  Model model = Chain(1);
  model.connections.clear();
  for (double distance : {1.0, 2.0}) {
    Joint joint;
    joint.name = "rod" + std::to_string(static_cast<int>(distance));
    joint.kind = JointKind::kDistance;
    joint.ends.second = "b0";
    joint.ends.at = Vector3d(0, 0, 1);
    joint.ends.at_second = Vector3d(0.05, 0, 0);
    joint.distance = distance;
    model.joints.push_back(joint);
  }
  model.assemble = true;
  Simulation simulation(model);
  const RunStatus status = simulation.Initialize();
  EXPECT_FALSE(status.ok);
  EXPECT_NE(status.reason.find("contradicts"), std::string::npos) << status.reason;
}

// A spring that is asked for what it cannot give: the run stops, says why, keeps what it has.
TEST(Simulation, AFailedRunKeepsItsResults) {
  Model model = Chain(1);
  Load load;
  load.name = "bang";
  load.on = "b0";
  load.function.expression = "if(t < 0.05, 0, sqrt(0.05 - t))";  // not a number after 50 ms
  model.loads = {load};
  Sensor sensor;
  sensor.name = "tip";
  sensor.ends.second = "b0";
  model.sensors = {sensor};
  Simulation simulation(model);
  Recording recording;
  const RunStatus status = simulation.Run(&recording);
  EXPECT_FALSE(status.ok);
  EXPECT_NE(status.reason.find("t = 0.0"), std::string::npos) << status.reason;
  EXPECT_GE(recording.time.size(), 49u);
  EXPECT_EQ(recording.values.size(), 3 * recording.time.size());
}

}  // namespace
}  // namespace jounce
