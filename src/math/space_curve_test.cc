#include "math/space_curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

TEST(SpaceCurve, TwoPointsAreALineThatGoesOn) {
  const SpaceCurve line({Vector3d(1, 0, 0), Vector3d(1, 2, 0)});
  EXPECT_NEAR(line.length(), 2, 1e-15);
  EXPECT_NEAR(line.Nearest(Vector3d(5, 0.5, 3)), 0.5, 1e-12);
  EXPECT_LT((line.At(3).place - Vector3d(1, 3, 0)).norm(), 1e-14);  // beyond the end
  EXPECT_LT((line.At(-1).place - Vector3d(1, -1, 0)).norm(), 1e-14);
}

// A helix of 24 chords a turn: the spline through points keeps to it, and derivatives agree with
// differences.
TEST(SpaceCurve, FollowsAHelix) {
  std::vector<Vector3d> points;
  for (int i = 0; i <= 48; ++i) {
    const double a = 2 * M_PI * i / 24;
    points.emplace_back(std::cos(a), std::sin(a), 0.2 * a);
  }
  const SpaceCurve helix(points);
  const double h = 1e-5;
  for (double part : {0.2, 0.4, 0.55, 0.71}) {
    const double s = part * helix.length();
    const SpaceCurve::Point p = helix.At(s), before = helix.At(s - h), after = helix.At(s + h);
    EXPECT_NEAR(p.place.head<2>().norm(), 1, 2e-4);
    EXPECT_LT((p.tangent - (after.place - before.place) / (2 * h)).norm(), 1e-8);
    EXPECT_LT((p.bend - (after.tangent - before.tangent) / (2 * h)).norm(), 1e-8);
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(p.normal[i].norm(), 1, 1e-14);
      EXPECT_NEAR(p.normal[i].dot(p.tangent), 0, 1e-14);
      EXPECT_LT((p.turn[i] - (after.normal[i] - before.normal[i]) / (2 * h)).norm(), 1e-7);
    }
    const Vector3d beside = p.place + 0.05 * p.normal[0] - 0.08 * p.normal[1];
    EXPECT_NEAR(helix.Nearest(beside), s, 1e-12);
  }
}

TEST(SpaceCurve, RefusesWhatIsNoCurve) {
  EXPECT_THROW(SpaceCurve({Vector3d::Zero()}), InputError);
  EXPECT_THROW(SpaceCurve({Vector3d::Zero(), Vector3d::Zero()}), InputError);
  EXPECT_THROW(SpaceCurve({Vector3d::Zero(), Vector3d(NAN, 0, 0)}), InputError);
}

}  // namespace
}  // namespace jounce
