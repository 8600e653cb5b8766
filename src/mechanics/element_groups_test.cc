// Elements in groups against the same one by one.
#include "mechanics/element_groups.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "laws/bumper_law.h"
#include "laws/linear_law_for_test.h"
#include "laws/prony_law.h"
#include "mechanics/system.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

class ElementGroupsTest : public ::testing::Test {
 protected:
  double Draw() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  Vector3d DrawVector(double size) { return size * Vector3d(Draw(), Draw(), Draw()); }

  // Along a line: linear, with memory, or with a stiffness that changes.
  LawSettings DrawRodLaw(int number) {
    if (number % 3 == 0) {
      return testing::MatrixLaw(Eigen::MatrixXd::Constant(1, 1, 1000 * (2 + Draw())),
                                Eigen::MatrixXd::Constant(1, 1, 20));
    }
    if (number % 3 == 1) return PronySettings{.stiffness = 700, .branches = {{50, 0.1}}};
    return BumperSettings{.gap = -0.1, .coefficients = {700, 1e5}, .loss = 0.1};
  }

  LawSettings DrawSpringLaw(int number) {
    if (number % 3 == 2) {  // with memory
      AxesSettings axes;
      for (int i = 0; i < 3; ++i) {
        axes.axes.push_back(PronySettings{.stiffness = 100.0 * (i + 1), .branches = {{50, 0.1}}});
      }
      return axes;
    }
    Eigen::MatrixXd K = Eigen::MatrixXd::Zero(3, 3), C = K;
    K.diagonal() = 1000 * Vector3d(2 + Draw(), 2 + Draw(), 2 + Draw());
    C.diagonal() = 10 * Vector3d(2 + Draw(), 2 + Draw(), 2 + Draw());
    return testing::MatrixLaw(K, C);
  }

  LawSettings DrawLaw(int number) {
    if (number % 3 == 2 && !uncoupled_) {  // with memory
      AxesSettings axes;
      for (int i = 0; i < 6; ++i) {
        axes.axes.push_back(PronySettings{.stiffness = 100.0 * (i + 1), .branches = {{50, 0.1}}});
      }
      return axes;
    }
    Eigen::MatrixXd K = Eigen::MatrixXd::Zero(6, 6), C = K;
    for (int i = 0; i < 6; ++i) {
      K(i, i) = 1000 * (2 + Draw());
      C(i, i) = 10 * (2 + Draw());
    }
    if (number % 3 == 1 && !uncoupled_) K(0, 1) = K(1, 0) = 300;
    return testing::MatrixLaw(K, C);
  }

  // As many around one in the middle; all along the same axes, or not.
  Model DrawBodies(int around, bool parallel) {
    Model model;
    for (int i = 0; i <= around; ++i) {
      Body body;
      body.name = "body " + std::to_string(i);
      body.position = DrawVector(1);
      if (!parallel) body.orientation.euler = DrawVector(1);
      body.mass = 1 + 0.5 * Draw();
      body.centre = DrawVector(0.3);
      body.inertia.setOnes();
      model.bodies.push_back(body);
    }
    return model;
  }

  // Body 0 and body i + 1, anywhere.
  Ends DrawEnds(int i) {
    Ends ends;
    ends.first = "body 0";
    ends.second = "body " + std::to_string(i + 1);
    ends.at = DrawVector(1);
    return ends;
  }

  // Bodies on bushings of all kinds; all frames along the axes of their bodies, or not.
  Model DrawModel(int bushings, bool parallel) {
    Model model = DrawBodies(bushings, parallel);
    constexpr Attachment kSides[] = {Attachment::kInvariant, Attachment::kFirst,
                                     Attachment::kSecond};
    for (int i = 0; i < bushings; ++i) {
      Connection bushing;
      bushing.name = "bushing " + std::to_string(i);
      bushing.attachment = kSides[i * 3 / bushings];
      bushing.ends = DrawEnds(i);
      bushing.law = DrawLaw(i);
      bushing.preload = {1, -2, 3, -4, 5, -6};
      bushing.zero_as_placed = i % 2 == 0;
      model.connections.push_back(bushing);
    }
    return model;
  }

  // Rods, and springs along and about all axes.
  Model DrawSprings(int springs, bool parallel) {
    Model model = DrawBodies(springs, parallel);
    constexpr ConnectionKind kSpringKinds[] = {ConnectionKind::kRod, ConnectionKind::kLinearSpring,
                                               ConnectionKind::kAngularSpring};
    constexpr Attachment kSides[] = {Attachment::kInvariant, Attachment::kFirst,
                                     Attachment::kSecond};
    for (int i = 0; i < springs; ++i) {
      Connection spring;
      spring.name = "spring " + std::to_string(i);
      spring.kind = kSpringKinds[i % 3];
      spring.attachment = kSides[i / 3 % 3];
      spring.ends = DrawEnds(i);
      const bool rod = spring.kind == ConnectionKind::kRod;
      if (rod) {  // its ends are apart
        spring.ends.at_second = DrawVector(1);
      }
      spring.law = rod ? DrawRodLaw(i / 3) : DrawSpringLaw(i / 3);
      spring.preload = rod ? std::vector<double>{7} : std::vector<double>{1, -2, 3};
      spring.zero_as_placed = i % 2 == 0;
      model.connections.push_back(spring);
    }
    return model;
  }

  // Elements of beams: elastic, damped, or with relaxation; straight pieces and bent ones.
  Model DrawBeams(int elements, bool parallel, int memory) {
    Model model = DrawBodies(elements, parallel);
    for (int i = 0; i < elements; ++i) {
      auto section = std::make_shared<SectionLawSettings>();
      for (int k = 0; k < 6; ++k) section->stiffness[7 * k] = 1000 * (2 + Draw());
      if (i % 3 == 1) section->stiffness[6 * 1 + 3] = section->stiffness[6 * 3 + 1] = 300;
      section->length = i % 5 == 4 ? 0 : 0.3 + 0.1 * Draw();
      section->strain_slope[6 * 4 + 2] = 2 * Draw();
      section->strain_slope[6 * 5 + 1] = 2 * Draw();
      if (memory > 0) section->damping_time = 0.01 * (2 + Draw());
      for (int k = 1; k < memory; ++k) section->branches.push_back({0.5 * k, 0.01 * (2 + Draw())});
      Connection beam;
      beam.name = "element " + std::to_string(i);
      beam.kind = ConnectionKind::kBeam;
      beam.attachment = i % 2 == 0 ? Attachment::kFirst : Attachment::kSecond;
      beam.ends = DrawEnds(i);
      beam.ends.at_second = DrawVector(1);
      beam.section = section;
      beam.length = 0.5 + 0.1 * Draw();
      beam.preload = {1, -2, 3, -4, 5, -6};
      beam.zero_as_placed = true;
      model.connections.push_back(beam);
    }
    return model;
  }

  // Joints of all kinds that rows of points and directions make, others between them, and motions.
  Model DrawJoints(int joints, bool parallel) {
    Model model = DrawBodies(joints, parallel);
    for (int i = 0; i < joints; ++i) {
      Joint joint;
      joint.name = "joint " + std::to_string(i);
      joint.kind = static_cast<JointKind>(i % 13);
      // Would be open between ends that share an axis; its row is one of another joint's.
      if (joint.kind == JointKind::kPerpendicular) joint.kind = JointKind::kParallel;
      joint.ends = DrawEnds(i);
      joint.ends.axis = DrawVector(1);
      if (joint.kind == JointKind::kDistance) joint.ends.at_second = DrawVector(1);
      model.joints.push_back(joint);
    }
    constexpr MotionQuantity kQuantities[] = {MotionQuantity::kPosition, MotionQuantity::kVelocity,
                                              MotionQuantity::kAcceleration};
    for (int i = 0; i < joints; ++i) {
      Motion motion;
      motion.name = "motion " + std::to_string(i);
      motion.ends = model.joints[i].ends;
      motion.kind = i % 4 == 3 ? MotionKind::kRotation : MotionKind::kTranslation;
      motion.quantity = kQuantities[i % 3];
      motion.function.expression = "0.3 + sin(2*t + 1)";
      model.motions.push_back(motion);
    }
    return model;
  }

  // Bodies a little off their places, turned by about this angle [rad], and moving.
  SystemState DrawState(const System& system, double angle) {
    SystemState state = system.StartState();
    for (int i = 0; i < system.body_count(); ++i) {
      state.pose[i].R = state.pose[i].R * ExpRotation(DrawVector(angle));
      state.pose[i].p += DrawVector(0.02);
      state.place_rest[i] = DrawVector(1e-17);
      state.velocity[i] = Join(DrawVector(1), DrawVector(1));
      state.acceleration[i] = Join(DrawVector(10), DrawVector(10));
    }
    for (double& lambda : state.multiplier) lambda = 100 * Draw();
    return state;
  }

  void Compare(const System& system, double angle, double h) {
    const SystemState start = system.StartState();
    SystemState state = DrawState(system, angle);
    state.time = start.time + (std::isfinite(h) ? h : 0);
    std::vector<double> history(system.history_size() + 1);
    system.StartHistory(start, history.data());
    std::vector<double> next(history), one_by_one(history);
    std::vector<double> rows(system.row_count()), expected(rows);
    std::vector<double> constraints(system.multiplier_count() + 1),
        expected_constraints(constraints);
    system.Residual({state, h, history.data(), next.data()}, rows.data(), constraints.data());
    const Evaluation at{state, h, history.data(), one_by_one.data()};
    for (const auto& element : system.elements()) {
      element->AddResidual(System::Slice(at, *element), expected.data(),
                           expected_constraints.data());
    }
    for (int i = 0; i < system.multiplier_count(); ++i) {
      EXPECT_NEAR(constraints[i], expected_constraints[i], 1e-14) << "constraint " << i;
    }
    double largest = 0;
    for (double row : expected) largest = std::max(largest, std::abs(row));
    for (int i = 0; i < system.motion_count(); ++i) {
      EXPECT_NEAR(rows[i], expected[i], 1e-13 * largest) << "row " << i;
    }
    for (int i = 0; i < system.history_size(); ++i) {
      const double size = std::max(100.0, std::abs(one_by_one[i]));  // energies of some 1000 J
      EXPECT_NEAR(next[i], one_by_one[i], 2e-13 * size) << "memory " << i;
    }
  }

  std::mt19937 random_{7};
  bool uncoupled_ = false;  // all laws are linear without coupling
};

TEST_F(ElementGroupsTest, GivesTheForcesAndMemoryOfEachAlone) {
  for (bool uncoupled : {false, true}) {
    uncoupled_ = uncoupled;
    for (int bushings : {1, 2, 3, 4, 7, 12, 24}) {
      for (bool parallel : {true, false}) {
        const System system(DrawModel(bushings, parallel));
        for (double angle : {1e-4, 0.02, 0.1, 0.5, 2.0}) {
          for (double h : {0.0, 1e-3, std::numeric_limits<double>::infinity()}) {
            SCOPED_TRACE(fmt::format("{} bushings, {} rad, {} s{}{}", bushings, angle, h,
                                     parallel ? ", parallel frames" : "",
                                     uncoupled ? ", uncoupled laws" : ""));
            Compare(system, angle, h);
          }
        }
      }
    }
  }
}

TEST_F(ElementGroupsTest, SpringsAndRodsGiveTheirForcesAndMemory) {
  for (int springs : {3, 9, 12, 36}) {
    for (bool parallel : {true, false}) {
      const System system(DrawSprings(springs, parallel));
      for (double angle : {1e-4, 0.02, 0.2, 0.5, 2.0}) {
        for (double h : {0.0, 1e-3, std::numeric_limits<double>::infinity()}) {
          SCOPED_TRACE(fmt::format("{} springs, {} rad, {} s", springs, angle, h));
          Compare(system, angle, h);
        }
      }
    }
  }
}

TEST_F(ElementGroupsTest, BeamsGiveTheirForcesAndMemory) {
  for (int elements : {1, 2, 3, 4, 7, 12}) {
    for (bool parallel : {true, false}) {
      for (int memory : {0, 1, 3}) {
        const System system(DrawBeams(elements, parallel, memory));
        for (double angle : {1e-4, 0.02, 0.04, 0.2, 2.0}) {
          for (double h : {0.0, 1e-3, std::numeric_limits<double>::infinity()}) {
            SCOPED_TRACE(fmt::format("{} elements, memory {}, {} rad, {} s{}", elements, memory,
                                     angle, h, parallel ? ", parallel frames" : ""));
            Compare(system, angle, h);
          }
        }
      }
    }
  }
}

TEST_F(ElementGroupsTest, JointsAndMotionsGiveTheirForcesAndRows) {
  for (int joints : {1, 3, 4, 13, 26}) {
    for (bool parallel : {true, false}) {
      const System system(DrawJoints(joints, parallel));
      for (double angle : {1e-4, 0.5}) {
        for (double h : {0.0, 1e-3, std::numeric_limits<double>::infinity()}) {
          SCOPED_TRACE(fmt::format("{} joints, {} rad, {} s", joints, angle, h));
          Compare(system, angle, h);
        }
      }
    }
  }
}

// What a row with several terms, an angle or a distance does stays alone.
TEST_F(ElementGroupsTest, OnlyRowsOfPointsAndDirectionsAreGrouped) {
  const Model model = DrawJoints(13, true);
  const System system(model);
  const ElementGroups groups(system.bodies(), system.connections(), system.constraints());
  int grouped = 0;
  for (const Constraint* constraint : system.constraints()) {
    const bool held = groups.Holds(*constraint);
    grouped += held;
    if (constraint->name() == "joint 'joint 12'") EXPECT_FALSE(held);   // of distance
    if (constraint->name() == "motion 'motion 3'") EXPECT_FALSE(held);  // of an angle
  }
  EXPECT_GE(grouped, 20);
}

// Half a turn in one step: the strain is not defined, alone as in a group.
TEST_F(ElementGroupsTest, ATurnThatCannotBeFollowedIsNoNumber) {
  const System system(DrawModel(4, true));
  SystemState state = system.StartState();
  std::vector<double> history(system.history_size() + 1), next(history);
  system.StartHistory(state, history.data());
  // Memory of one and a half turns about x; now it is none about y.
  const ConnectionElement& bushing = *system.connections()[1];
  const int turn = bushing.first_history() + bushing.history_size() - 3;
  history[turn] = 3 * M_PI;
  state.pose[2].R = state.pose[2].R * ExpRotation(Vector3d(0, 0.01, 0));
  std::vector<double> rows(system.row_count()), none(1);
  system.Residual({state, 1e-3, history.data(), next.data()}, rows.data(), none.data());
  EXPECT_TRUE(std::isnan(rows[6 * 2]));
  EXPECT_FALSE(std::isnan(rows[6 * 3]));
}

// Which are grouped: those of one kind that can fill a group, or nearly.
TEST_F(ElementGroupsTest, FewBushingsStayAlone) {
  for (int bushings : {1, 2, 3, 4, 5, 6, 7}) {
    Model model = DrawModel(bushings, true);
    for (Connection& connection : model.connections) connection.attachment = Attachment::kFirst;
    const System system(model);
    const ElementGroups groups(system.bodies(), system.connections(), system.constraints());
    int grouped = 0;
    for (const ConnectionElement* bushing : system.connections()) grouped += groups.Holds(*bushing);
    EXPECT_EQ(grouped, bushings % 4 == 3 ? bushings : bushings / 4 * 4) << bushings;
  }
}

}  // namespace
}  // namespace jounce
