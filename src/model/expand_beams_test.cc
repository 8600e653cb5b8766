#include "model/expand_beams.h"

#include <gtest/gtest.h>

#include <cmath>

#include "laws/linear_law.h"
#include "model/beam_line.h"
#include "model/beam_section.h"
#include "model/check.h"
#include "model/geometry.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Beam SomeBeam(const std::vector<Vector3d>& along, int elements) {
  Beam beam;
  beam.name = "rail";
  beam.along = along;
  beam.elements = elements;
  beam.section.shape = RectangleSection{0.02, 0.03};
  beam.section.E = 70e9;
  beam.section.density = 2700;
  return beam;
}

// Mass, centre and inertia of all bodies about the origin.
struct Total {
  double mass = 0;
  Vector3d moment = Vector3d::Zero();
  Matrix3d inertia = Matrix3d::Zero();

  explicit Total(const Model& model) {
    const ModelGeometry geometry(model);
    for (size_t i = 0; i < model.bodies.size(); ++i) {
      const Body& body = model.bodies[i];
      const Pose& pose = geometry.BodyPose(static_cast<int>(i));
      Matrix3d J = body.inertia.asDiagonal();
      J(0, 1) = J(1, 0) = body.products[0];
      J(1, 2) = J(2, 1) = body.products[1];
      J(2, 0) = J(0, 2) = body.products[2];
      const Vector3d c = pose * body.centre;
      mass += body.mass;
      moment += body.mass * c;
      inertia += pose.R * J * pose.R.transpose() - body.mass * Skew(c) * Skew(c);
    }
  }
};

TEST(ExpandBeams, MassCentreAndInertiaOfAStraightBeamAreExact) {
  for (bool with_law : {false, true}) {
    for (int elements : {1, 2, 3, 10}) {
      Model model;
      Beam beam = SomeBeam({{-0.4, 0, 0}, {0.4, 0, 0}}, elements);
      if (with_law) {
        beam.section.mass = 2700 * 6e-4;
        beam.section.inertia = MakeSection(beam.section).inertia;
        LinearSettings settings;
        settings.dimension = 6;
        settings.stiffness = {1};
        beam.section.shape = LawSection{settings};
      }
      model.beams = {beam};
      const Total total(ExpandBeams(model));
      const double m = 2700 * 6e-4 * 0.8;
      EXPECT_NEAR(total.mass, m, 1e-13);
      EXPECT_LT(total.moment.norm(), 1e-15);
      // A prism: m (l^2 + b^2) / 12.
      EXPECT_NEAR(total.inertia(1, 1), m * (0.64 + 0.03 * 0.03) / 12, 1e-14) << elements;
      EXPECT_NEAR(total.inertia(2, 2), m * (0.64 + 0.02 * 0.02) / 12, 1e-14);
      EXPECT_NEAR(total.inertia(0, 0), m * (0.03 * 0.03 + 0.02 * 0.02) / 12, 1e-14);
      CheckModel(model);
    }
  }
}

TEST(ExpandBeams, NamesEndsNodesAndElements) {
  Model model;
  model.beams = {SomeBeam({{0, 0, 0}, {1, 0, 0}}, 4)};
  const Model expanded = ExpandBeams(model);
  ASSERT_EQ(expanded.bodies.size(), 5u);
  EXPECT_EQ(expanded.bodies[3].name, "rail.3");
  ASSERT_EQ(expanded.connections.size(), 4u);
  EXPECT_EQ(expanded.connections[3].name, "rail.3-4");
  EXPECT_NEAR(expanded.connections[3].length, 0.25, 1e-15);
  EXPECT_EQ(expanded.frames[0].name, "rail.start");
  EXPECT_EQ(expanded.frames[1].body, "rail.4");
  // A second time nothing is added.
  EXPECT_EQ(ExpandBeams(expanded).bodies.size(), 5u);
}

TEST(ExpandBeams, PolylinesHaveCorners) {
  const Beam beam = SomeBeam({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}}, 6);
  const std::vector<BeamNode> nodes = LayOutBeam(beam);
  ASSERT_EQ(nodes.size(), 7u);
  EXPECT_LT((nodes[4].before.p - Vector3d(2, 0, 0)).norm(), 1e-15);
  EXPECT_LT((nodes[4].before.R.col(0) - Vector3d::UnitX()).norm(), 1e-15);
  EXPECT_LT((nodes[4].after.R.col(0) - Vector3d::UnitY()).norm(), 1e-15);
  EXPECT_LT((nodes[6].before.R.col(2) - Vector3d::UnitZ()).norm(), 1e-15);
  EXPECT_NEAR(nodes[6].station, 3, 1e-15);
  Model model;
  model.beams = {beam};
  CheckModel(model);
  // Element 4-5 starts in the axes of its own leg.
  const Model expanded = ExpandBeams(model);
  const ModelGeometry geometry(expanded);
  const FramePair pair = geometry.Resolve(expanded.connections[4].ends);
  const Pose H = Relative(geometry.FramePose(pair.first), geometry.FramePose(pair.second));
  EXPECT_LT((H.p - Vector3d(0.5, 0, 0)).norm(), 1e-14);
  EXPECT_LT((H.R - Matrix3d::Identity()).norm(), 1e-14);
}

// A spline through points of a circle: nodes on it at equal angles.
TEST(ExpandBeams, SplinesFollowTheirPoints) {
  std::vector<Vector3d> points;
  for (int i = 0; i <= 64; ++i) {
    const double a = M_PI / 2 * i / 64;
    points.emplace_back(std::sin(a), 1 - std::cos(a), 0);
  }
  Beam beam = SomeBeam(points, 8);
  beam.curve = BeamCurve::kSpline;
  const std::vector<BeamNode> nodes = LayOutBeam(beam);
  for (int k = 0; k <= 8; ++k) {
    const double a = M_PI / 16 * k;
    EXPECT_LT((nodes[k].before.p - Vector3d(std::sin(a), 1 - std::cos(a), 0)).norm(), 1e-7);
    EXPECT_LT((nodes[k].before.R.col(0) - Vector3d(std::cos(a), std::sin(a), 0)).norm(), 5e-6);
    EXPECT_LT((nodes[k].before.R.col(2) - Vector3d::UnitZ()).norm(), 1e-12);
  }
}

TEST(ExpandBeams, TwistAndAxesTurnTheSection) {
  Beam beam = SomeBeam({{0, 0, 0}, {1, 0, 0}}, 2);
  beam.twist = {0, 1};
  EXPECT_NEAR(LogRotation(LayOutBeam(beam)[1].before.R)[0], 0.5, 1e-14);
  beam.twist.clear();
  beam.z_axes = {Vector3d(0, 1, 0)};
  EXPECT_LT((LayOutBeam(beam)[2].before.R.col(2) - Vector3d::UnitY()).norm(), 1e-15);
  beam.z_axes = {Vector3d(1, 0, 0)};
  EXPECT_THROW(LayOutBeam(beam), InputError);
}

// The nodal loads of q over the whole length: resultant q l, and moments of the fixed ends q
// h^2/12.
TEST(ExpandBeams, LineLoadsKeepForceAndMoment) {
  Model model;
  Beam beam = SomeBeam({{0, 0, 0}, {1, 0, 0}}, 4);
  LineLoad load;
  load.name = "snow";
  load.direction = Vector3d(0, 0, -1);
  load.function.constant = 100;
  for (const auto& [from, to] : {std::pair{0.0, 1.0}, std::pair{0.1, 0.63}}) {
    load.from = from;
    load.to = to;
    beam.loads = {load};
    model.beams = {beam};
    const Model expanded = ExpandBeams(model);
    double force = 0, moment = 0;
    for (size_t i = 0; i < expanded.loads.size(); ++i) {
      const Load& l = expanded.loads[i];
      const int node = std::stoi(l.on.substr(5));
      force += l.direction.z();
      moment += l.direction.z() * (l.at ? l.at->x() : 0.25 * node);
    }
    EXPECT_NEAR(force, -(to - from), 1e-14);
    EXPECT_NEAR(moment, -(to * to - from * from) / 2, 1e-14);
  }
}

TEST(ExpandBeams, SaysAllThatIsWrong) {
  Model model;
  Beam first = SomeBeam({{0, 0, 0}, {0, 0, 0}}, 4), second = SomeBeam({{0, 0, 0}, {1, 0, 0}}, 4);
  second.name = "arm";
  second.section.E = 0;
  model.beams = {first, second};
  Diagnostics diagnostics;
  CheckModel(model, &diagnostics);
  try {
    diagnostics.ThrowIfErrors();
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.diagnostics().size(), 2u);
    EXPECT_NE(error.diagnostics()[0].message.find("'rail'"), std::string::npos);
    EXPECT_NE(error.diagnostics()[1].message.find("'arm'"), std::string::npos);
  }
}

}  // namespace
}  // namespace jounce
