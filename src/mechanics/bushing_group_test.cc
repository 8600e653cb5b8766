// Bushings in groups against the same one by one.
#include "mechanics/bushing_group.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "laws/linear_law_for_test.h"
#include "laws/prony_law.h"
#include "mechanics/system.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

class BushingGroupTest : public ::testing::Test {
 protected:
  double Draw() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  Vector3d DrawVector(double size) { return size * Vector3d(Draw(), Draw(), Draw()); }

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

  // Bodies around one in the middle, on bushings of all kinds; all frames along the axes of their
  // bodies, or not.
  Model DrawModel(int bushings, bool parallel) {
    Model model;
    for (int i = 0; i <= bushings; ++i) {
      Body body;
      body.name = "body " + std::to_string(i);
      body.position = DrawVector(1);
      if (!parallel) body.orientation.euler = DrawVector(1);
      body.mass = 1;
      body.inertia.setOnes();
      model.bodies.push_back(body);
    }
    constexpr Attachment kAll[] = {Attachment::kInvariant, Attachment::kFirst, Attachment::kSecond};
    for (int i = 0; i < bushings; ++i) {
      Connection bushing;
      bushing.name = "bushing " + std::to_string(i);
      bushing.attachment = kAll[i * 3 / bushings];
      bushing.ends.first = "body 0";
      bushing.ends.second = "body " + std::to_string(i + 1);
      bushing.ends.at = DrawVector(1);
      bushing.law = DrawLaw(i);
      bushing.preload = {1, -2, 3, -4, 5, -6};
      bushing.zero_as_placed = i % 2 == 0;
      model.connections.push_back(bushing);
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
    }
    return state;
  }

  void Compare(const System& system, double angle, double h) {
    const SystemState start = system.StartState(), state = DrawState(system, angle);
    std::vector<double> history(system.history_size() + 1);
    system.StartHistory(start, history.data());
    std::vector<double> next(history), one_by_one(history);
    std::vector<double> rows(system.row_count()), expected(rows), none(1);
    system.Residual({state, h, history.data(), next.data()}, rows.data(), none.data());
    const Evaluation at{state, h, history.data(), one_by_one.data()};
    for (const auto& element : system.elements()) {
      element->AddResidual(System::Slice(at, *element), expected.data(), none.data());
    }
    double largest = 0;
    for (double row : expected) largest = std::max(largest, std::abs(row));
    for (int i = 0; i < system.motion_count(); ++i) {
      EXPECT_NEAR(rows[i], expected[i], 1e-13 * largest) << "row " << i;
    }
    for (int i = 0; i < system.history_size(); ++i) {
      const double size = std::max(100.0, std::abs(one_by_one[i]));  // energies of some 1000 J
      EXPECT_NEAR(next[i], one_by_one[i], 1e-13 * size) << "memory " << i;
    }
  }

  std::mt19937 random_{7};
  bool uncoupled_ = false;  // all laws are linear without coupling
};

TEST_F(BushingGroupTest, GivesTheForcesAndMemoryOfEachAlone) {
  for (bool uncoupled : {false, true}) {
    uncoupled_ = uncoupled;
    for (int bushings : {1, 2, 3, 4, 7, 12, 24}) {
      for (bool parallel : {true, false}) {
        const System system(DrawModel(bushings, parallel));
        for (double angle : {1e-4, 0.02, 0.5, 2.0}) {
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

// Half a turn in one step: the strain is not defined, alone as in a group.
TEST_F(BushingGroupTest, ATurnThatCannotBeFollowedIsNoNumber) {
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
TEST_F(BushingGroupTest, FewBushingsStayAlone) {
  for (int bushings : {1, 2, 3, 4, 5, 6, 7}) {
    Model model = DrawModel(bushings, true);
    for (Connection& connection : model.connections) connection.attachment = Attachment::kFirst;
    const System system(model);
    const BushingGroups groups(system.connections());
    int grouped = 0;
    for (const ConnectionElement* bushing : system.connections()) grouped += groups.Holds(*bushing);
    EXPECT_EQ(grouped, bushings % 4 == 3 ? bushings : bushings / 4 * 4) << bushings;
  }
}

}  // namespace
}  // namespace jounce
