// Beams under both integrators and all matrix modes: other ways to the same motion.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/advance.h"
#include "benchmarks/beam_problem.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using testing::AdvanceTo;
using testing::BeamOf;
using testing::LoadOn;
using testing::SectionOf;

// A soft arm swings through 90 degrees and more on a hinge, with damping in its section.
Model SwingingArm(double h, BeamMass mass) {
  Model model;
  BeamSection section = SectionOf({1e4, 4e3, 4e3, 6, 3, 5}, 0.5, {2e-4, 1e-4, 1e-4});
  section.damping_time = 2e-3;
  model.beams = {BeamOf({{0, 0, 0}, {1, 0, 0}}, section, 8)};
  model.beams[0].mass = mass;
  Joint hinge;
  hinge.name = "hinge";
  hinge.kind = JointKind::kRevolute;
  hinge.ends.second = "beam.0";
  hinge.ends.at = Vector3d(0, 0, 0);
  hinge.ends.axis = Vector3d(0, 1, 0);
  model.joints = {hinge};
  model.loads = {LoadOn("beam.end", LoadKind::kForce, {0, 1, 0}, "0.4*sin(8*t)")};
  model.solver.step = h;
  model.solver.tolerance = 1e-10;
  model.solver.matrix = MatrixMode::kNewton;
  return model;
}

Vector3d TipAfter(const Model& model, double time) {
  Simulation simulation(model);
  EXPECT_TRUE(simulation.Initialize().ok);
  AdvanceTo(time, &simulation);
  return simulation.BodyPose("beam.8").p;
}

// Each integrator comes nearer to the other's finest motion, four times with each half step.
TEST(BeamIntegrators, AgreeWithOrderTwo) {
  for (BeamMass mass : {BeamMass::kLumped, BeamMass::kConsistent}) {
    const auto tip = [&](IntegratorKind kind, double h) {
      Model model = SwingingArm(h, mass);
      model.solver.integrator = kind;
      return TipAfter(model, 0.6);
    };
    const Vector3d fine = tip(IntegratorKind::kGeneralizedAlpha, 2.5e-4);
    EXPECT_LT(fine.z(), -0.6);
    const double coarse = (tip(IntegratorKind::kMultistep, 2e-3) - fine).norm();
    const double finer = (tip(IntegratorKind::kMultistep, 1e-3) - fine).norm();
    EXPECT_LT(finer, 4e-5);
    EXPECT_GT(coarse / finer, 3.4);
  }
}

TEST(BeamMatrixModes, GiveTheSameMotion) {
  for (BeamMass mass : {BeamMass::kLumped, BeamMass::kConsistent}) {
    for (IntegratorKind kind : {IntegratorKind::kGeneralizedAlpha, IntegratorKind::kMultistep}) {
      Model model = SwingingArm(1e-3, mass);
      model.solver.integrator = kind;
      model.solver.matrix = MatrixMode::kNewton;
      const Vector3d newton = TipAfter(model, 0.3);
      for (MatrixMode mode : {MatrixMode::kAdaptive, MatrixMode::kFixed}) {
        model.solver.matrix = mode;
        model.solver.max_iterations = 60;
        const double apart = (TipAfter(model, 0.3) - newton).norm();
        EXPECT_LT(apart, 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace jounce
