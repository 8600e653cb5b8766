#include "solve/static_response.h"

#include <gtest/gtest.h>

#include "solve/masses_in_a_row_for_test.h"

namespace jounce {
namespace {

using Eigen::VectorXd;

// Springs in series: under a force on the last mass each is drawn out by F / k, whatever has
// relaxed beside it.
TEST(StaticResponse, OfSpringsInSeries) {
  const int n = 5;
  const double k = 800, force = 3;
  const System system(MassesInARow(n, 2, {k, {{500, 0.03}}}));
  const LinearSystem linear(system, system.StartState());
  VectorXd wrenches = VectorXd::Zero(system.motion_count());
  wrenches[6 * (n - 1)] = force;
  const VectorXd x = StaticResponse(linear).OfWrenches(wrenches);
  for (int i = 0; i < n; ++i) {
    EXPECT_NEAR(x[6 * i], (i + 1) * force / k, 1e-13) << i;
    EXPECT_NEAR(x[6 * i + 1], 0, 1e-15) << i;
  }
}

// The first mass is moved by 1, and nothing holds back the others.
TEST(StaticResponse, OfAMotion) {
  Model model = MassesInARow(3, 2, {800, {}});
  Motion motion;
  motion.name = "shaker";
  motion.kind = MotionKind::kTranslation;
  motion.joint = "rail 0";
  motion.function.constant = 0;
  model.motions.push_back(motion);
  const System system(model);
  const LinearSystem linear(system, system.StartState());
  const VectorXd x = StaticResponse(linear).OfMotion(system.FindItem("shaker")->first_multiplier());
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(x[6 * i], 1, 1e-12) << i;
}

TEST(StaticResponse, IsNotFiniteWhereNothingHolds) {
  Model model = MassesInARow(2, 2, {800, {}});
  model.connections.clear();
  const System system(model);
  const LinearSystem linear(system, system.StartState());
  EXPECT_FALSE(
      StaticResponse(linear).OfWrenches(VectorXd::Ones(system.motion_count())).allFinite());
}

}  // namespace
}  // namespace jounce
