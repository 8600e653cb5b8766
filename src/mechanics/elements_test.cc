// Bodies and loads: tangents against finite differences, signs against Newton and Euler.
#include <gtest/gtest.h>

#include "mechanics/element_test_support.h"
#include "mechanics/rigid_body.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using testing::ElementResidual;
using testing::ExpectTangentsMatchFiniteDifferences;
using testing::RandomState;

Body OffsetBody() {
  Body body;
  body.name = "block";
  body.mass = 2;
  body.centre = Vector3d(0.3, -0.2, 0.1);
  body.inertia = Vector3d(0.4, 0.5, 0.6);
  body.products = Vector3d(0.02, -0.03, 0.01);
  return body;
}

TEST(RigidBody, TangentsMatchFiniteDifferences) {
  const RigidBody body(OffsetBody(), 0, Vector3d(0, 1, -9.81));
  for (unsigned seed : {1u, 2u, 3u}) {
    ExpectTangentsMatchFiniteDifferences(body, RandomState(1, 0, seed), 1e-7);
  }
}

TEST(RigidBody, NewtonEulerAtTheCentreAgreesWithAnyFrame) {
  // The same body once with its frame at the centre, once off it: same force and moment.
  const Vector3d gravity(0, 0, -9.81);
  const Body offset = OffsetBody();
  Body central = offset;
  central.centre.setZero();
  SystemState state = RandomState(1, 0, 5);
  const Eigen::VectorXd rows = ElementResidual(RigidBody(offset, 0, gravity), state, {}, 1);
  const Pose to_centre{Matrix3d::Identity(), offset.centre};
  SystemState moved = state;
  moved.pose[0] = state.pose[0] * to_centre;
  moved.velocity[0] = InverseTransformTwist(to_centre, state.velocity[0]);
  moved.acceleration[0] = InverseTransformTwist(to_centre, state.acceleration[0]);
  const Eigen::VectorXd at_centre = ElementResidual(RigidBody(central, 0, gravity), moved, {}, 1);
  EXPECT_LT((CarryWrench(to_centre, at_centre) - rows).norm(), 1e-13);
}

TEST(RigidBody, FreeFallHasNoResidual) {
  const Vector3d gravity(0, 0, -9.81);
  const RigidBody body(OffsetBody(), 0, gravity);
  SystemState state = RandomState(1, 0, 7);
  state.velocity[0].setZero();
  state.acceleration[0] = Join(state.pose[0].R.transpose() * gravity, Vector3d::Zero());
  EXPECT_LT(ElementResidual(body, state, {}, 1).norm(), 1e-13);
}

TEST(RigidBody, InertiaInOtherAxesAndAboutAnotherPoint) {
  Body body = OffsetBody();
  body.products.setZero();
  Body turned = body;
  turned.inertia_axes.euler = Vector3d(M_PI / 2, 0, 0);  // x and y exchanged
  turned.inertia = Vector3d(0.5, 0.4, 0.6);
  Body about_origin = body;
  about_origin.inertia_point = Vector3d::Zero();
  const Matrix3d J = RigidBody(body, 0, Vector3d::Zero()).MassMatrix().bottomRightCorner<3, 3>();
  about_origin.inertia = J.diagonal();
  about_origin.products = Vector3d(J(0, 1), J(1, 2), J(2, 0));
  for (const Body& other : {turned, about_origin}) {
    EXPECT_LT((RigidBody(other, 0, Vector3d::Zero()).MassMatrix() -
               RigidBody(body, 0, Vector3d::Zero()).MassMatrix())
                  .norm(),
              1e-14);
  }
}

}  // namespace
}  // namespace jounce
