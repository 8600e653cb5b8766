#include "fatigue/part_life.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>

#include "fatigue/critical_plane.h"
#include "signals/rainflow.h"

namespace jounce {
namespace {

using Coordinates = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

CycleDamage LineDamage() { return {WoehlerLine{100, 1e6, 5}, MinerRule::kElementary, {}}; }

Coordinates RandomCoordinates(int modes, int samples) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  Coordinates q(modes, samples);
  for (int m = 0; m < modes; ++m) {
    double slow = 0;
    for (int i = 0; i < samples; ++i) q(m, i) = slow = 0.8 * slow + normal(random);
  }
  return q;
}

// Modes of plane stress in a surface with any normal.
std::vector<SurfacePoint> RandomPoints(int count, int modes) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  std::vector<SurfacePoint> points(static_cast<size_t>(count));
  for (SurfacePoint& point : points) {
    point.normal = Eigen::Vector3d(normal(random), normal(random), normal(random)).normalized();
    const Eigen::Matrix<double, 3, 2> axes = SurfaceAxes(point.normal);
    point.modal.resize(6, modes);
    for (int m = 0; m < modes; ++m) {
      Eigen::Matrix2d s;
      s << 20 * normal(random), 10 * normal(random), 0, 20 * normal(random);
      s(1, 0) = s(0, 1);
      const Eigen::Matrix3d full = axes * s * axes.transpose();
      point.modal.col(m) << full(0, 0), full(1, 1), full(2, 2), full(0, 1), full(1, 2), full(2, 0);
    }
  }
  return points;
}

// Against the search of critical_plane.h on the whole history of a point, on the same grid.
TEST(PartLifeTest, PointsAgreeWithTheSearchOfPlanes) {
  const Coordinates q = RandomCoordinates(4, 800);
  const auto points = RandomPoints(3, 4);
  PartLifeSettings settings;
  settings.step = M_PI / 360;
  settings.tolerance = 0;
  settings.negligible = 0;
  const auto lives = LifeOfPoints(points, q, LineDamage(), settings);
  for (size_t i = 0; i < points.size(); ++i) {
    std::vector<Vector6> history;
    for (Eigen::Index t = 0; t < q.cols(); ++t) history.push_back(points[i].modal * q.col(t));
    PlaneSettings planes;
    planes.free_surface = true;
    planes.surface_normal = points[i].normal;
    const PlaneResult found = FindCriticalPlane(history, planes, LineDamage());
    EXPECT_NEAR(lives[i].damage, found.damage, 1e-3 * found.damage);
    EXPECT_LE(lives[i].damage, found.damage * (1 + 1e-9)) << "a grid finds no more";
  }
}

// One mode of tension: each scalar is the coordinate itself.
TEST(PartLifeTest, OneModeIsItsCoordinate) {
  const Coordinates q = 50 * RandomCoordinates(1, 2000);
  SurfacePoint point;
  point.modal = Eigen::Matrix<double, 6, 1>::Zero();
  point.modal(0, 0) = 1;
  std::vector<double> samples(q.data(), q.data() + q.size());
  double expected = 0;
  for (const LoadCycle& c : CountRainflow(samples).cycles) {
    expected += c.count * LineDamage()(c.Amplitude(), c.Mean());
  }
  for (const SurfaceStress stress : {SurfaceStress::kNormalPlanes, SurfaceStress::kSignedVonMises,
                                     SurfaceStress::kAbsolutePrincipal}) {
    PartLifeSettings settings;
    settings.stress = stress;
    const auto lives = LifeOfPoints({point}, q, LineDamage(), settings);
    EXPECT_NEAR(lives[0].damage, expected, 1e-4 * expected) << "the stated tolerance";
  }
}

// What is left out has a bound below what was asked, and the bound is above the damage.
TEST(PartLifeTest, LeftOutPointsAreNegligible) {
  const Coordinates q = RandomCoordinates(3, 1000);
  auto points = RandomPoints(40, 3);
  for (size_t i = 1; i < points.size(); ++i) points[i].modal *= std::pow(0.75, i);
  PartLifeSettings all, fast;
  all.negligible = 0;
  fast.threads = 3;
  const auto exact = LifeOfPoints(points, q, LineDamage(), all);
  const auto quick = LifeOfPoints(points, q, LineDamage(), fast);
  double worst = 0;
  int left_out = 0;
  for (const PointLife& life : exact) worst = std::max(worst, life.damage);
  for (size_t i = 0; i < points.size(); ++i) {
    if (!quick[i].left_out) {
      EXPECT_EQ(quick[i].damage, exact[i].damage);
      continue;
    }
    ++left_out;
    EXPECT_LE(exact[i].damage, quick[i].damage);
    EXPECT_LE(quick[i].damage, 1e-3 * worst);
  }
  EXPECT_GT(left_out, 10);
}

// Modes of plane stress leave no traction on the normal they were made for.
TEST(PartLifeTest, TheNormalOfAFreeSurface) {
  for (const SurfacePoint& point : RandomPoints(5, 4)) {
    double traction = 1;
    const Eigen::Vector3d normal = FreeSurfaceNormal(point.modal, &traction);
    EXPECT_NEAR(std::abs(normal.dot(point.normal)), 1, 1e-12);
    EXPECT_NEAR(traction, 0, 1e-7);
  }
  double traction = 0;
  Eigen::Matrix<double, 6, Eigen::Dynamic> pressure = Eigen::Matrix<double, 6, 1>::Zero();
  pressure.col(0) << 1, 1, 1, 0, 0, 0;
  FreeSurfaceNormal(pressure, &traction);
  EXPECT_NEAR(traction, 1, 1e-12) << "the same pressure from all sides: no free surface";
}

// Two loads one after the other at one point, in tension: without the second one k = 5 cycles of the
// first are left, by hand.
TEST(PartLifeTest, LoadsThatMatter) {
  Coordinates q = Coordinates::Zero(3, 61);
  for (int i = 0; i < 10; ++i) {
    q(0, 2 * i + 1) = 100;   // ten cycles of 0 to 100
    q(1, 2 * i + 31) = 150;  // ten of 0 to 150
  }
  SurfacePoint point;
  point.modal = Eigen::Matrix<double, 6, 3>::Zero();
  point.modal(0, 0) = point.modal(0, 1) = 1;
  PartLifeSettings settings;
  settings.tolerance = 0;
  const std::vector<double> effects = LoadEffects(point, q, LineDamage(), settings);
  const double first = std::pow(50, 5), second = std::pow(75, 5);
  ASSERT_EQ(effects.size(), 3u);
  EXPECT_NEAR(effects[0], first / (first + second), 1e-9);
  EXPECT_NEAR(effects[1], second / (first + second), 1e-9);
  EXPECT_NEAR(effects[2], 0, 1e-12) << "a load that the point does not feel";
}

}  // namespace
}  // namespace jounce
