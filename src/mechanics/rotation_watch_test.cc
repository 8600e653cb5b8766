#include "mechanics/rotation_watch.h"

#include <gtest/gtest.h>

#include <limits>

#include "laws/linear_law_for_test.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;

Model BodyOn(ConnectionKind kind, Attachment attachment, const MatrixXd& K) {
  Model model;
  model.gravity.setZero();
  Body body;
  body.name = "body";
  body.mass = 1;
  body.inertia = Vector3d(1, 1, 1);
  model.bodies = {body};
  Connection mount;
  mount.name = "mount";
  mount.kind = kind;
  mount.attachment = attachment;
  mount.ends.second = "body";
  mount.law = testing::MatrixLaw(K, MatrixXd::Zero(K.rows(), K.cols()));
  model.connections = {mount};
  return model;
}

// Work of the mount along a loop of rotations about all axes, against the energy it holds at most:
// by the midpoint of many small steps, apart from the watch.
double WorkOfALoop(Attachment attachment, double size) {
  MatrixXd K = Vector3d(100, 300, 700).asDiagonal();
  const System system(BodyOn(ConnectionKind::kAngularSpring, attachment, K));
  SystemState state = system.StartState();
  std::vector<double> history(system.history_size() + 1), next(history);
  system.StartHistory(state, history.data());
  const auto rotation = [&](double t) -> Eigen::Matrix3d {
    return ExpRotation(size *
                       Vector3d(std::sin(t), std::cos(t) - 1, std::sin(t + 1) - std::sin(1)));
  };
  const int steps = 4000;
  double work = 0, most = 0;
  for (int i = 0; i < steps; ++i) {
    const double t = 2 * M_PI * (i + 0.5) / steps, h = M_PI / steps;
    state.pose[0].R = rotation(t);
    const Vector3d turn = LogRotation(rotation(t - h).transpose() * rotation(t + h));
    const Vector6 W = system.connections()[0]->Reaction(
        System::Slice({state, std::numeric_limits<double>::infinity(), history.data(), next.data()},
                      *system.connections()[0]));
    work -= W.tail<3>().dot(turn);
    const Vector3d theta = LogRotation(state.pose[0].R);
    most = std::max(most, 0.5 * theta.dot(K * theta));
  }
  return work / most;
}

// What the watch warns of: the work of a closed loop, which an elastic part does not have.
TEST(RotationWatch, AttachedLawsMakeOrTakeEnergyInProportionToTheRotation) {
  const double small = WorkOfALoop(Attachment::kFirst, 0.01);
  const double large = WorkOfALoop(Attachment::kFirst, 0.1);
  EXPECT_GT(std::abs(large), 0.02);
  EXPECT_NEAR(large / small, 10, 1);
  EXPECT_LT(std::abs(WorkOfALoop(Attachment::kInvariant, 0.1)), 0.1 * std::abs(large));
}

std::string WarningAfter(ConnectionKind kind, Attachment attachment, const Vector3d& rotation) {
  const int n = StrainDimension(kind);
  const System system(BodyOn(kind, attachment, MatrixXd::Identity(n, n)));
  SystemState state = system.StartState();
  std::vector<double> history(system.history_size() + 1);
  state.pose[0].R = ExpRotation(rotation);
  system.StartHistory(state, history.data());
  RotationWatch watch(system);
  watch.Record({state, 1, history.data(), history.data()});
  return WarningOf(watch);
}

TEST(RotationWatch, NamesThePartsThatTurnedTooFarAboutTwoAxes) {
  const Vector3d far(0.31, 0.12, 0);
  const std::string warning = WarningAfter(ConnectionKind::kBushing, Attachment::kFirst, far);
  EXPECT_NE(warning.find("bushing 'mount' by up to 0.33 rad, 0.12 rad"), std::string::npos)
      << warning;
  EXPECT_NE(WarningAfter(ConnectionKind::kAngularSpring, Attachment::kSecond, far), "");
  EXPECT_EQ(WarningAfter(ConnectionKind::kBushing, Attachment::kInvariant, far), "");
  EXPECT_EQ(WarningAfter(ConnectionKind::kLinearSpring, Attachment::kFirst, far), "");
  // About one axis the form is exact.
  EXPECT_EQ(WarningAfter(ConnectionKind::kBushing, Attachment::kFirst, Vector3d(1, 0.04, 0)), "");
}

}  // namespace
}  // namespace jounce
