#include "model/geometry.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

TEST(Orientation, EulerAnglesAreBodyFixed313) {
  // A quarter turn about z, then about the new x: z ends up along the old x.
  const Matrix3d R = MatrixFromEuler313(Vector3d(M_PI / 2, M_PI / 2, 0));
  EXPECT_LT((R.col(2) - Vector3d::UnitX()).norm(), 1e-15);
  EXPECT_LT((R.col(0) - Vector3d::UnitY()).norm(), 1e-15);
}

TEST(Orientation, FromAxesAndPoints) {
  Orientation o;
  o.z_axis = Vector3d(0, 3, 0);
  o.x_axis = Vector3d(1, 1, 0);
  const Matrix3d R = OrientationMatrix(o, Vector3d::Zero());
  EXPECT_LT((R.col(2) - Vector3d::UnitY()).norm(), 1e-15);
  EXPECT_LT((R.col(0) - Vector3d::UnitX()).norm(), 1e-15);
  EXPECT_NEAR(R.determinant(), 1, 1e-15);
  Orientation points;
  points.z_point = Vector3d(1, 5, 0);
  points.x_point = Vector3d(4, 5, 0);
  EXPECT_LT((OrientationMatrix(points, Vector3d(1, 2, 0)) - R).norm(), 1e-15);
  EXPECT_EQ(MatrixFromZ(Vector3d::UnitZ()), Matrix3d::Identity());
  o.euler = Vector3d::Zero();
  EXPECT_THROW(OrientationMatrix(o, Vector3d::Zero()), InputError);
}

Model Pendulum() {
  Model model;
  Body body;
  body.name = "bar";
  body.position = Vector3d(1, 0, 0);
  body.orientation.euler = Vector3d(M_PI / 2, 0, 0);
  model.bodies = {body};
  Frame frame;
  frame.name = "tip";
  frame.body = "bar";
  frame.position = Vector3d(0.5, 0, 0);
  model.frames = {frame};
  return model;
}

TEST(ModelGeometry, PlacesBothEndsAtTheGivenPoint) {
  const ModelGeometry geometry(Pendulum());
  Ends ends;
  ends.second = "bar";
  ends.at = Vector3d(0, 2, 3);
  ends.axis = Vector3d::UnitX();
  const FramePair pair = geometry.Resolve(ends);
  EXPECT_EQ(pair.first.body, geometry.ground());
  EXPECT_EQ(pair.second.body, 0);
  const Pose first = geometry.FramePose(pair.first), second = geometry.FramePose(pair.second);
  EXPECT_LT((first.p - Vector3d(0, 2, 3)).norm(), 1e-15);
  EXPECT_LT(LogPose(Relative(first, second)).norm(), 1e-15);
  EXPECT_LT((first.R.col(2) - Vector3d::UnitX()).norm(), 1e-15);
}

TEST(ModelGeometry, TheOtherEndOfAFrameCoincidesWithIt) {
  const ModelGeometry geometry(Pendulum());
  Ends ends;
  ends.second = "tip";
  const FramePair pair = geometry.Resolve(ends);
  const Vector3d tip(1, 0.5, 0);
  EXPECT_LT((geometry.FramePose(pair.first).p - tip).norm(), 1e-15);
  EXPECT_LT((geometry.FramePose(pair.second).p - tip).norm(), 1e-15);
}

TEST(ModelGeometry, TwoPointsForTwoEnds) {
  const ModelGeometry geometry(Pendulum());
  Ends ends;
  ends.second = "bar";
  ends.at = Vector3d(0, 0, 0);
  ends.at_second = Vector3d(1, 0, 0);
  const FramePair pair = geometry.Resolve(ends);
  EXPECT_LT(geometry.FramePose(pair.first).p.norm(), 1e-15);
  EXPECT_LT((geometry.FramePose(pair.second).p - Vector3d(1, 0, 0)).norm(), 1e-15);
}

TEST(TimeFunction, NumbersAndFormulas) {
  TimeFunctionSettings settings;
  settings.constant = 3;
  EXPECT_EQ(MakeTimeFunction(settings)->At(7).value, 3);
  settings.constant.reset();
  settings.expression = "0.02*sin(10*t)";
  const Jet jet = MakeTimeFunction(settings)->At(0.3);
  EXPECT_NEAR(jet.value, 0.02 * std::sin(3.0), 1e-16);
  EXPECT_NEAR(jet.rate, 0.2 * std::cos(3.0), 1e-15);
  EXPECT_NEAR(jet.acceleration, -2 * std::sin(3.0), 1e-14);
  settings.constant = 1;
  EXPECT_THROW(MakeTimeFunction(settings), InputError);
}

// A part with one node and one mode, in the place of the bar.
Model FlexiblePendulum(FlexibilityLevel level) {
  Model model = Pendulum();
  auto part = std::make_shared<FlexiblePart>();
  part->interfaces = {{"end", 7, Vector3d(0.5, 0, 0), {}, {}}};
  part->frequencies = Eigen::VectorXd::Constant(1, 100);
  model.bodies[0].flexible.part = part;
  model.bodies[0].flexible.level = level;
  model.frames[0].body = "bar.end";
  model.frames[0].position = Vector3d(0, 0, 0.1);
  return model;
}

TEST(ModelGeometry, NodesOfFlexibleBodiesCanBeAttachedTo) {
  const Model model = FlexiblePendulum(FlexibilityLevel::kPartial);
  const ModelGeometry geometry(model);
  EXPECT_EQ(geometry.ground(), 1);
  ASSERT_EQ(geometry.nodes().size(), 1u);
  EXPECT_EQ(geometry.nodes()[0].body, 0);
  // Both ends sit at the node, in the axes of the mesh.
  Ends ends;
  ends.second = "bar.end";
  const FramePair pair = geometry.Resolve(ends);
  EXPECT_EQ(pair.second.body, 2);
  EXPECT_LT((geometry.FramePose(pair.first).p - Vector3d(1, 0.5, 0)).norm(), 1e-15);
  EXPECT_LT((geometry.FramePose(pair.first).R - geometry.BodyPose(0).R).norm(), 1e-15);
  // An axis turns both of them, a point moves both.
  ends.axis = Vector3d::UnitX();
  ends.at = Vector3d(1, 0.6, 0);
  const FramePair turned = geometry.Resolve(ends);
  EXPECT_EQ(turned.second.body, 2);
  for (const BodyFrame& end : {turned.first, turned.second}) {
    EXPECT_LT((geometry.FramePose(end).R.col(2) - Vector3d::UnitX()).norm(), 1e-15);
    EXPECT_LT((geometry.FramePose(end).p - Vector3d(1, 0.6, 0)).norm(), 1e-15);
  }
  // A frame on the node.
  Load load;
  load.on = "tip";
  EXPECT_EQ(geometry.ResolveLoad(load).body, 2);
  EXPECT_LT((geometry.FramePose(geometry.ResolveLoad(load)).p - Vector3d(1, 0.5, 0.1)).norm(),
            1e-15);
}

TEST(ModelGeometry, NodesOfARigidLevelArePlacesOnTheBody) {
  const Model model = FlexiblePendulum(FlexibilityLevel::kRigid);
  const ModelGeometry geometry(model);
  EXPECT_EQ(geometry.nodes().size(), 0u);
  Load load;
  load.on = "tip";
  EXPECT_EQ(geometry.ResolveLoad(load).body, 0);
  EXPECT_LT((geometry.FramePose(geometry.ResolveLoad(load)).p - Vector3d(1, 0.5, 0.1)).norm(),
            1e-15);
}

}  // namespace
}  // namespace jounce
