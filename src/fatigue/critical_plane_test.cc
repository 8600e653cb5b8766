#include "fatigue/critical_plane.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "base/error.h"
#include "math/stress_tensor.h"

namespace jounce {
namespace {

const WoehlerLine kPlaneLine{100, 1e6, 5};

CycleDamage Damage() { return {kPlaneLine, MinerRule::kElementary, {}}; }

PlaneSettings SettingsOf(PlaneMethod method) {
  return {.method = method, .young = 206e3, .yield = 400};
}

// Periods of a tensor, all components in phase.
std::vector<Vector6> Proportional(const Vector6& amplitude, int periods) {
  std::vector<Vector6> history;
  for (int i = 0; i <= 180 * periods; ++i) history.push_back(std::sin(i * M_PI / 90) * amplitude);
  return history;
}

Vector6 Tensor(double xx, double yy, double zz, double xy, double yz, double zx) {
  Vector6 s;
  s << xx, yy, zz, xy, yz, zx;
  return s;
}

// A history without any order: three components by sums of sines.
std::vector<Vector6> Wild() {
  std::vector<Vector6> history;
  for (int i = 0; i < 300; ++i) {
    const double t = 0.1 * i;
    history.push_back(Tensor(90 * std::sin(t) + 30 * std::sin(2.7 * t), 60 * std::sin(1.3 * t + 1),
                             20 * std::cos(0.7 * t), 50 * std::cos(1.9 * t), 15 * std::sin(3.1 * t),
                             25 * std::cos(0.9 * t + 2)));
  }
  return history;
}

constexpr PlaneMethod kMethods[] = {PlaneMethod::kNormal, PlaneMethod::kFindley,
                                    PlaneMethod::kFatemiSocie, PlaneMethod::kBrownMiller};

// Constant amplitude in one direction gives the material's own line, whatever the method.
TEST(CriticalPlaneTest, UniaxialGivesTheOwnLine) {
  const auto history = Proportional(Tensor(150, 0, 0, 0, 0, 0), 3);
  const double own = 3 * kPlaneLine.Damage(150, MinerRule::kElementary);
  for (const PlaneMethod method : kMethods) {
    // Starting and ending at zero, three periods leave halves of lower cycles: count repeats.
    PlaneSettings settings = SettingsOf(method);
    settings.residue = Residue::kRepeat;
    const PlaneResult found = FindCriticalPlane(history, settings, Damage());
    EXPECT_NEAR(found.damage, own, 1e-7 * own) << static_cast<int>(method);
    EXPECT_NEAR(found.largest, 150, 1e-7 * 150) << static_cast<int>(method);
    EXPECT_NEAR(found.cycles, 3, 1e-12);
  }
}

// W. N. Findley 1959: the plane of uniaxial loading lies where tan 2 theta = 1/k.
TEST(CriticalPlaneTest, FindleysPlaneOfTension) {
  PlaneSettings settings = SettingsOf(PlaneMethod::kFindley);
  settings.k = 0.3;
  settings.residue = Residue::kRepeat;
  const PlaneResult found =
      FindCriticalPlane(Proportional(Tensor(100, 0, 0, 0, 0, 0), 2), settings, Damage());
  EXPECT_NEAR(std::tan(2 * std::acos(std::abs(found.normal.x()))), 1 / 0.3, 1e-4);
  EXPECT_NEAR(found.parameter, 50 * (0.3 + std::sqrt(1.09)), 1e-8);
}

TEST(CriticalPlaneTest, TurningAHistoryChangesNoLife) {
  const std::vector<Vector6> history = Wild();
  const Eigen::Matrix3d turn = (Eigen::AngleAxisd(0.7, Eigen::Vector3d::UnitX()) *
                                Eigen::AngleAxisd(-1.1, Eigen::Vector3d::UnitY()) *
                                Eigen::AngleAxisd(2.3, Eigen::Vector3d::UnitZ()))
                                   .toRotationMatrix();
  std::vector<Vector6> turned;
  for (const Vector6& s : history)
    turned.push_back(TensorOf(turn * MatrixOf(s) * turn.transpose()));
  for (const PlaneMethod method : kMethods) {
    PlaneSettings settings = SettingsOf(method);
    settings.step = M_PI / 12;
    const PlaneResult a = FindCriticalPlane(history, settings, Damage());
    const PlaneResult b = FindCriticalPlane(turned, settings, Damage());
    EXPECT_NEAR(b.damage, a.damage, 1e-9 * a.damage) << static_cast<int>(method);
    EXPECT_NEAR(std::abs((turn * a.normal).dot(b.normal)), 1, 1e-6) << static_cast<int>(method);
  }
}

// At a free surface normals stay in it, and turning the surface with the history changes nothing.
TEST(CriticalPlaneTest, FreeSurface) {
  PlaneSettings settings = SettingsOf(PlaneMethod::kNormal);
  settings.free_surface = true;
  const auto history = Proportional(Tensor(80, 30, 0, 40, 0, 0), 2);
  const PlaneResult found = FindCriticalPlane(history, settings, Damage());
  // The larger principal stress.
  EXPECT_NEAR(found.largest, 55 + std::hypot(25, 40), 1e-8);
  EXPECT_NEAR(found.normal.z(), 0, 1e-12);
}

// Simple tension, equal biaxial tension, torsion, and torsion out of phase.
TEST(ProportionalityTest, SaysWhenSimpleMethodsHold) {
  EXPECT_TRUE(AssessProportionality(Proportional(Tensor(100, 0, 0, 0, 0, 0), 1)).IsUniaxial());
  const Proportionality torsion =
      AssessProportionality(Proportional(Tensor(0, 0, 0, 100, 0, 0), 1));
  EXPECT_NEAR(torsion.biaxiality, -1, 1e-12);
  std::vector<Vector6> out_of_phase;
  for (int i = 0; i < 360; ++i) {
    const double t = i * M_PI / 180;
    out_of_phase.push_back(Tensor(100 * std::sin(t), 0, 0, 60 * std::cos(t), 0, 0));
  }
  EXPECT_FALSE(AssessProportionality(out_of_phase).IsProportional());
  EXPECT_GT(AssessProportionality(out_of_phase).mobility, 30);
}

TEST(StressTensorTest, SignsFollowTheLargerPrincipal) {
  EXPECT_DOUBLE_EQ(SignedVonMises(Tensor(-70, 0, 0, 0, 0, 0)), -70);
  EXPECT_NEAR(AbsoluteMaximumPrincipal(Tensor(30, -50, 10, 0, 0, 0)), -50, 1e-12);
  EXPECT_NEAR(SignedVonMises(Tensor(0, 0, 0, 10, 0, 0)), 10 * std::sqrt(3.0), 1e-12);
}

TEST(CriticalPlaneTest, NeedsOfTheMethodsAreNamed) {
  const auto history = Proportional(Tensor(1, 0, 0, 0, 0, 0), 1);
  PlaneSettings settings{.method = PlaneMethod::kFatemiSocie};
  EXPECT_THROW(FindCriticalPlane(history, settings, Damage()), InputError);
  settings.young = 1;
  EXPECT_THROW(FindCriticalPlane(history, settings, Damage()), InputError);
  EXPECT_THROW(PlaneMethodOfName("findly"), InputError);
}

}  // namespace
}  // namespace jounce
