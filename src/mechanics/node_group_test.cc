// Nodes four at a time against the formulas of single ones (flexible_node.h), in a body of six
// nodes, which fill a group and half of another, and one of three.
#include "mechanics/node_group.h"

#include <gtest/gtest.h>

#include <random>

#include "mechanics/beam_part_for_test.h"
#include "mechanics/element_test_support.h"
#include "mechanics/system.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::RandomVector6;

class NodeGroupTest : public ::testing::Test {
 protected:
  NodeGroupTest() {
    testing::BeamPart six, three;
    six.nodes = 6;
    three.nodes = 3;
    three.modes = 5;
    Model model;
    model.bodies = {testing::FlexibleBeam("six", six, FlexibilityLevel::kFull),
                    testing::FlexibleBeam("three", three, FlexibilityLevel::kPartial)};
    system_ = std::make_unique<System>(model);
    state_ = system_->StartState();
    for (int i = 0; i < 2; ++i) {
      state_.pose[i] = ExpPose(RandomVector6(&random_, 1));
      state_.velocity[i] = RandomVector6(&random_, 1);
    }
    state_.modal = Numbers(system_->mode_count());
    state_.modal_velocity = Numbers(system_->mode_count());
    system_->UpdateNodes(&state_);
  }

  VectorXd Numbers(int count) {
    std::uniform_real_distribution<double> uniform(-0.1, 0.1);
    return VectorXd::NullaryExpr(count, [&] { return uniform(random_); });
  }

  std::mt19937 random_{5};
  std::unique_ptr<System> system_;
  SystemState state_;
};

TEST_F(NodeGroupTest, NodesFollowTheirBodyAndItsModes) {
  ASSERT_EQ(system_->nodes().size(), 9u);
  ASSERT_EQ(state_.nodes.size(), 3u);
  for (const FlexibleNode& node : system_->nodes()) {
    const VectorXd q = state_.modal.segment(node.first_mode(), node.modes());
    const Vector6 x = node.shapes() * q;
    const Pose pose =
        state_.pose[node.body()] * Pose{ExpRotation(x.tail<3>()), node.position() + x.head<3>()};
    EXPECT_LT((state_.pose[node.slot()].R - pose.R).norm(), 1e-14);
    EXPECT_LT((state_.pose[node.slot()].p - pose.p).norm(), 1e-14);
    const Vector6 x1 =
        node.shapes() * state_.modal_velocity.segment(node.first_mode(), node.modes());
    const NodeTangents d = node.Tangents(state_);
    const Vector6 twist = d.A * state_.velocity[node.body()] + d.S * x1;
    EXPECT_LT((state_.velocity[node.slot()] - twist).norm(), 1e-13);
  }
}

TEST_F(NodeGroupTest, WrenchesGoWhereThoseOfSingleNodesGo) {
  VectorXd motion = Numbers(6 * static_cast<int>(state_.pose.size()));
  VectorXd modes = VectorXd::Zero(system_->mode_count()), expected_modes = modes;
  VectorXd expected = motion;
  for (const FlexibleNode& node : system_->nodes()) {
    const Vector6 wrench = BodyEntry(motion.data(), node.slot());
    const Vector6 elastic =
        node.CarryWrenchToBody(state_, wrench, expected.data() + 6 * node.body());
    expected_modes.segment(node.first_mode(), node.modes()) += node.shapes().transpose() * elastic;
  }
  const std::span<const FlexibleNode> nodes(system_->nodes());
  for (const auto& [first, count] : {std::pair(0, 4), std::pair(4, 2), std::pair(6, 3)}) {
    NodeGroup(nodes.subspan(first, count)).CarryWrenches(state_, motion.data(), modes.data());
  }
  EXPECT_LT((motion - expected).norm(), 1e-14);
  EXPECT_LT((modes - expected_modes).norm(), 1e-13 * expected_modes.norm());
}

}  // namespace
}  // namespace jounce
