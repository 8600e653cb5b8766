#include "solve/freedom.h"

#include <gtest/gtest.h>

#include <ctime>

#include "base/sanitizer.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

// Bodies in a row on the x axis, 1 m apart, each with a ball joint to the body before it, or all to
// the first one. The first hangs on the ground.
Model BallJoints(int count, bool star) {
  Model model;
  for (int i = 0; i < count; ++i) {
    Body body;
    body.name = "b" + std::to_string(i);
    body.mass = 1;
    body.inertia = Vector3d(1, 1, 1);
    body.position = Vector3d(i + 0.5, 0, 0);
    model.bodies.push_back(body);
    Joint ball;
    ball.name = "j" + std::to_string(i);
    ball.kind = JointKind::kSpherical;
    ball.ends.first = i == 0 ? kGroundName : "b" + std::to_string(star ? 0 : i - 1);
    ball.ends.second = body.name;
    ball.ends.at = Vector3d(i, 0, 0);
    model.joints.push_back(ball);
  }
  return model;
}

Freedom FreedomOf(const Model& model) {
  const System system(model);
  return CountFreedom(system, system.StartState());
}

// A rack whose only joint is at its centre of mass, drawn from another origin: the box around both
// is empty but for rounding, and must not be the length by which rotations are weighed.
TEST(Freedom, AModelInOnePointSlides) {
  Model model;
  Body rack;
  rack.name = "rack";
  rack.mass = 5.2;
  rack.centre = Vector3d(-0.118, 0, 0.326) * (1 + 1e-15);
  rack.inertia = Vector3d(0.22, 0.004, 0.22);
  model.bodies.push_back(rack);
  Joint guide;
  guide.name = "guide";
  guide.kind = JointKind::kTranslational;
  guide.ends.first = kGroundName;
  guide.ends.second = "rack";
  guide.ends.at = Vector3d(-0.118, 0, 0.326);
  guide.ends.axis = Vector3d(0, 1, 0);
  model.joints.push_back(guide);
  EXPECT_EQ(FreedomOf(model).degrees_of_freedom, 1);
  EXPECT_TRUE(FreedomOf(model).redundant.empty());
}

// Three freedoms a body, none redundant, in time that grows as the joints do: of the third order
// these would take hours.
TEST(Freedom, ThousandsOfJointsAreCountedInASecond) {
#ifdef JOUNCE_ADDRESS_SANITIZER
  const int count = 500;
#else
  const int count = 5000;
#endif
  for (bool star : {false, true}) {
    const System system(BallJoints(count, star));
    const SystemState state = system.StartState();
    const std::clock_t start = std::clock();
    const Freedom freedom = CountFreedom(system, state);
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 2);
    EXPECT_EQ(freedom.rank, 3 * count);
    EXPECT_EQ(freedom.degrees_of_freedom, 3 * count);
    EXPECT_TRUE(freedom.redundant.empty());
  }
}

// The end of a straight chain is held, too: along the chain that repeats what all its joints say to
// first order, across it it does not.
TEST(Freedom, AStraightChainHeldAtBothEndsHasOneRowTooMany) {
  Model model = BallJoints(300, false);
  Joint end = model.joints[0];
  end.name = "end";
  end.ends.second = "b299";
  end.ends.at = Vector3d(300, 0, 0);
  model.joints.push_back(end);
  const Freedom freedom = FreedomOf(model);
  EXPECT_EQ(freedom.degrees_of_freedom, 3 * 300 - 2);
  ASSERT_EQ(freedom.redundant, std::vector<std::string>{"spherical joint 'end'"});
  EXPECT_EQ(freedom.repeats[0].size(), 300u);
}

// Twice the same hinge, in millimetres or kilometres: five rows too many.
TEST(Freedom, DoesNotDependOnTheSizeOfTheModel) {
  for (double size : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    Model model;
    Body door;
    door.name = "door";
    door.mass = 1;
    door.inertia = Vector3d(1, 1, 1);
    door.position = size * Vector3d(1, 0.3, 0.2);
    model.bodies = {door};
    for (int i = 0; i < 2; ++i) {
      Joint hinge;
      hinge.name = "hinge" + std::to_string(i);
      hinge.kind = JointKind::kRevolute;
      hinge.ends.second = "door";
      hinge.ends.at = size * Vector3d(0, 0, i);
      model.joints.push_back(hinge);
    }
    const Freedom freedom = FreedomOf(model);
    EXPECT_EQ(freedom.degrees_of_freedom, 1) << size;
    EXPECT_EQ(freedom.redundant, std::vector<std::string>(5, "revolute joint 'hinge1'")) << size;
    for (const auto& names : freedom.repeats) {
      EXPECT_EQ(names, std::vector<std::string>{"revolute joint 'hinge0'"}) << size;
    }
  }
}

}  // namespace
}  // namespace jounce
