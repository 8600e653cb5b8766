#include "elements/differential.h"

#include <gtest/gtest.h>

#include <Eigen/Core>

#include "math/rotation.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

// Wheels that are steered otherwise and turn with other speeds get the same torque about their own axes,
// the housing holds both, and the power of the cage is that of all three.
TEST(Differential, SplitsInHalvesAndLosesNothing) {
  ElementSettings settings;
  settings.kind = "differential";
  const std::unique_ptr<const ForceModel> model = MakeForceModel(settings);
  const Vector3d turned[3] = {{0.01, 0.02, -0.03}, {0, 0.1, 0.2}, {0.05, 0, 0.25}};
  const Vector3d w[3] = {{0.1, 0.3, 0.2}, {0.1, 60, 0.3}, {0.2, 45, -0.1}};
  JounceFrameMotion frames[3] = {};
  Vector3d axes[3];
  for (int i = 0; i < 3; ++i) {
    const Eigen::Matrix3d R = ExpRotation(turned[i]);
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>{frames[i].rotation} = R;
    Eigen::Map<Vector3d>{frames[i].angular_velocity} = w[i];
    axes[i] = R.col(1);
  }
  const double torque = 400;
  double loads[18] = {};
  JounceElementAnswer answer{loads, nullptr, 0, 0};
  const JounceElementPoint point{0, 0, frames, &torque, nullptr, nullptr};
  model->Evaluate(point, &answer);
  double power = 0;
  Vector3d sum = Vector3d::Zero();
  for (int i = 0; i < 3; ++i) {
    const Eigen::Map<const Vector3d> moment(loads + 6 * i + 3);
    EXPECT_EQ(Eigen::Map<const Vector3d>(loads + 6 * i).norm(), 0);
    if (i > 0) {
      EXPECT_LT((moment - 200 * axes[i]).norm(), 1e-12);
    }
    power += moment.dot(w[i]);
    sum += moment;
  }
  EXPECT_LT(sum.norm(), 1e-12);
  double outputs[2];
  model->Outputs(point, outputs);
  EXPECT_NEAR(power, torque * outputs[0], 1e-9);
  EXPECT_NEAR(outputs[1], axes[1].dot(w[1] - w[0]) - axes[2].dot(w[2] - w[0]), 1e-12);
}

}  // namespace
}  // namespace jounce
