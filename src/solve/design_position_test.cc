#include "solve/design_position.h"

#include <gtest/gtest.h>

#include <cmath>

#include "laws/linear_law_for_test.h"
#include "math/rotation.h"
#include "mechanics/beam_part_for_test.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;

constexpr double kFall = 9.81, kPlateMass = 50, kPlateWeight = kPlateMass * kFall;

Body Plate(const std::string& name, const Vector3d& position, const Vector3d& centre) {
  Body body;
  body.name = name;
  body.mass = kPlateMass;
  body.inertia = Vector3d(1, 2, 3);
  body.position = position;
  body.centre = centre;
  return body;
}

// From the ground at `from` to the body at `to`, 20 N/mm.
Connection Rod(const std::string& name, const std::string& body, const Vector3d& from,
               const Vector3d& to) {
  Connection rod;
  rod.name = name;
  rod.kind = ConnectionKind::kRod;
  rod.ends.second = body;
  rod.ends.at = from;
  rod.ends.at_second = to;
  rod.law = PolynomialSettings{{2e4}};
  rod.design_position = true;
  return rod;
}

Connection HangingRod(const std::string& name, const Vector3d& to) {
  return Rod(name, "plate", to + Vector3d(0, 0, 0.5), to);
}

Joint Hinge(const std::string& body, const Vector3d& at, const Vector3d& axis) {
  Joint joint;
  joint.name = "hinge of " + body;
  joint.kind = JointKind::kRevolute;
  joint.ends.second = body;
  joint.ends.at = at;
  joint.ends.axis = axis;
  return joint;
}

// How far the equilibrium is from where the model is drawn, in m and rad.
double MoveInStatics(const Model& model) {
  Simulation simulation(model);
  EXPECT_TRUE(simulation.FindEquilibrium().ok);
  const SystemState drawn = simulation.system().StartState();
  double most = 0;
  for (int i = 0; i < simulation.system().body_count(); ++i) {
    const Pose moved = Relative(drawn.pose[i], simulation.state().pose[i]);
    most = std::max({most, moved.p.norm(), LogRotation(moved.R).norm()});
  }
  return most;
}

double PreloadOf(const Model& model, size_t i, size_t component = 0) {
  return Simulation(model).design_preloads().at(i).preload.at(component);
}

TEST(DesignPosition, ASpringCarriesTheWeight) {
  Model model;
  model.bodies = {Plate("plate", Vector3d::Zero(), Vector3d::Zero())};
  model.connections = {HangingRod("spring", Vector3d::Zero())};
  EXPECT_NEAR(PreloadOf(model, 0), kPlateWeight, 1e-9);
  EXPECT_LT(MoveInStatics(model), 1e-9);
  // Pressed from below, and with a force that it already has where it is drawn.
  model.connections = {Rod("spring", "plate", Vector3d(0, 0, -0.5), Vector3d::Zero())};
  EXPECT_NEAR(PreloadOf(model, 0), -kPlateWeight, 1e-9);
  model.joints = {Hinge("plate", Vector3d::Zero(), Vector3d::UnitZ())};
  model.joints[0].kind = JointKind::kTranslational;
  model.connections[0].free_length = 0.51;
  EXPECT_NEAR(PreloadOf(model, 0), -kPlateWeight + 0.01 * 2e4, 1e-9);
  EXPECT_LT(MoveInStatics(model), 1e-9);
  // A preload that was given counts as a force that it has.
  model.connections[0].preload = {-100};
  EXPECT_NEAR(PreloadOf(model, 0), -kPlateWeight + 0.01 * 2e4 + 100, 1e-9);
  EXPECT_LT(MoveInStatics(model), 1e-9);
}

// F a = m g L, with a load on top.
TEST(DesignPosition, ALeverHasItsRatio) {
  Model model;
  const double arm = 0.3, length = 0.8;
  model.bodies = {Plate("plate", Vector3d::Zero(), Vector3d(length, 0, 0))};
  model.joints = {Hinge("plate", Vector3d::Zero(), Vector3d::UnitY())};
  model.connections = {HangingRod("spring", Vector3d(arm, 0, 0))};
  EXPECT_NEAR(PreloadOf(model, 0), kPlateWeight * length / arm, 1e-8);
  EXPECT_LT(MoveInStatics(model), 1e-9);
  Load load;
  load.name = "load";
  load.on = "plate";
  load.at = Vector3d(1, 0, 0);
  load.function.expression = "-200*(1 + t)";
  model.loads = {load};
  EXPECT_NEAR(PreloadOf(model, 0), (kPlateWeight * length + 200) / arm, 1e-8);
  EXPECT_LT(MoveInStatics(model), 1e-9);
}

TEST(DesignPosition, TwoSpringsShareByTheirDistances) {
  Model model;
  const double a = 0.3, b = 0.5;
  model.bodies = {Plate("plate", Vector3d::Zero(), Vector3d::Zero())};
  model.connections = {HangingRod("left", Vector3d(-a, 0, 0)),
                       HangingRod("right", Vector3d(b, 0, 0))};
  EXPECT_NEAR(PreloadOf(model, 0), kPlateWeight * b / (a + b), 1e-8);
  EXPECT_NEAR(PreloadOf(model, 1), kPlateWeight * a / (a + b), 1e-8);
  EXPECT_LT(MoveInStatics(model), 1e-9);
}

// Four corners (+-a, +-b) and a centre of mass at (x, y): of all that balance, the least squares
// are p = m g/4 (1 + x x_i/a^2 + y y_i/b^2).
TEST(DesignPosition, OfMoreThanNeededTheLeast) {
  Model model;
  const double a = 1.3, b = 0.7, x = 0.2, y = -0.1;
  model.bodies = {Plate("plate", Vector3d::Zero(), Vector3d(x, y, 0.3))};
  for (double cx : {-a, a}) {
    for (double cy : {-b, b}) {
      model.connections.push_back(
          HangingRod("spring " + std::to_string(model.connections.size()), Vector3d(cx, cy, 0)));
    }
  }
  for (size_t i = 0; i < 4; ++i) {
    const double cx = i < 2 ? -a : a, cy = i % 2 == 0 ? -b : b;
    EXPECT_NEAR(PreloadOf(model, i), kPlateWeight / 4 * (1 + x * cx / (a * a) + y * cy / (b * b)),
                1e-8);
  }
  EXPECT_LT(MoveInStatics(model), 1e-9);
}

// The bushing's force and moment at its place; its law is attached to a turned frame.
TEST(DesignPosition, ABushingHasForceAndMoment) {
  for (Attachment attached : {Attachment::kInvariant, Attachment::kFirst, Attachment::kSecond}) {
    Model model;
    model.bodies = {Plate("plate", Vector3d(0.1, 0.2, 0.3), Vector3d(0.4, 0, 0))};
    Connection bushing;
    bushing.name = "bushing";
    bushing.attachment = attached;
    bushing.ends.second = "plate";
    bushing.ends.at = Vector3d(0.1, 0.2, 0.3);
    bushing.ends.axis = Vector3d::UnitX();  // z of the bushing
    bushing.ends.x_axis = Vector3d::UnitY();
    bushing.law = testing::MatrixLaw(1e5 * MatrixXd::Identity(6, 6), MatrixXd::Zero(6, 6));
    bushing.design_position = true;
    model.connections = {bushing};
    // The law's force is what pulls the second end back: y of the bushing is z of the ground. The
    // weight at 0.4 m turns about the ground's y, which is x of the bushing.
    const Vector3d force(PreloadOf(model, 0, 0), PreloadOf(model, 0, 1), PreloadOf(model, 0, 2));
    const Vector3d moment(PreloadOf(model, 0, 3), PreloadOf(model, 0, 4), PreloadOf(model, 0, 5));
    EXPECT_LT((force - Vector3d(0, -kPlateWeight, 0)).norm(), 1e-8);
    EXPECT_LT((moment - Vector3d(0.4 * kPlateWeight, 0, 0)).norm(), 1e-8);
    EXPECT_LT(MoveInStatics(model), 1e-9);
  }
}

// Weight at right angles to the spring, and a body that has none: both are named.
TEST(DesignPosition, WhatCannotBeHeldIsNamed) {
  const auto error_of = [](const Model& model) {
    try {
      Simulation simulation(model);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  Model model;
  model.bodies = {Plate("plate", Vector3d::Zero(), Vector3d::Zero())};
  model.connections = {Rod("spring", "plate", Vector3d(-0.5, 0, 0), Vector3d::Zero())};
  EXPECT_NE(error_of(model).find("body 'plate'"), std::string::npos) << error_of(model);
  EXPECT_NE(error_of(model).find("force of [0, 0, -490.5] N"), std::string::npos)
      << error_of(model);
  model.connections = {HangingRod("spring", Vector3d::Zero())};
  model.bodies.push_back(Plate("other", Vector3d(2, 0, 0), Vector3d::Zero()));
  EXPECT_NE(error_of(model).find("body 'other'"), std::string::npos) << error_of(model);
}

// A mass on a spring on an axle, whose tyre is drawn with the load of both.
TEST(DesignPosition, UnmarkedSpringsKeepTheirForce) {
  Model model;
  model.bodies = {Plate("plate", Vector3d::Zero(), Vector3d::Zero()),
                  Plate("axle", Vector3d(0, 0, -0.5), Vector3d::Zero())};
  Connection tyre = Rod("tyre", "axle", Vector3d(0, 0, -0.8), Vector3d(0, 0, -0.5));
  tyre.design_position = false;
  tyre.free_length = 0.3 + 2 * kPlateWeight / 2e4;
  model.connections = {Rod("spring", "plate", Vector3d(0, 0, -0.5), Vector3d::Zero()), tyre};
  model.connections[0].ends.first = "axle";
  EXPECT_NEAR(PreloadOf(model, 0), -kPlateWeight, 1e-8);
}

// As a rigid one, at one of its nodes: force and moment of the whole weight.
TEST(DesignPosition, AFlexibleBodyCountsAsRigid) {
  const testing::BeamPart beam;
  Model model;
  model.bodies = {testing::FlexibleBeam("beam", beam, FlexibilityLevel::kFull)};
  Connection bushing;
  bushing.name = "bushing";
  bushing.ends.second = "beam.n1";
  bushing.law = testing::MatrixLaw(1e6 * MatrixXd::Identity(6, 6), MatrixXd::Zero(6, 6));
  bushing.design_position = true;
  model.connections = {bushing};
  const InertiaInvariants& inertia = model.bodies[0].flexible.part->inertia;
  const Simulation simulation(model);
  const std::vector<double>& p = simulation.design_preloads().at(0).preload;
  const Vector3d weight(0, 0, -inertia.i1 * kFall);
  const SystemState state = simulation.system().StartState();
  const Vector3d centre = state.pose[0] * Vector3d(inertia.i2 / inertia.i1);
  const Vector3d moment =
      (centre - state.pose[simulation.system().nodes()[0].slot()].p).cross(weight);
  EXPECT_LT((Vector3d(p[0], p[1], p[2]) - weight).norm(), 1e-9 * weight.norm());
  EXPECT_LT((Vector3d(p[3], p[4], p[5]) - moment).norm(), 1e-9 * (weight.norm() + moment.norm()));
}

}  // namespace
}  // namespace jounce
