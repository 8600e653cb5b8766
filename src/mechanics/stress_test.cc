#include "mechanics/stress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "mechanics/beam_part_for_test.h"
#include "mechanics/flexible_body.h"
#include "mechanics/probes.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

Vector6 Stress(double xx, double yy, double zz, double xy, double yz, double zx) {
  Vector6 s;
  s << xx, yy, zz, xy, yz, zx;
  return s;
}

TEST(Stress, VonMisesOfTensionAndShear) {
  EXPECT_DOUBLE_EQ(VonMises(Stress(-5, 0, 0, 0, 0, 0)), 5);
  EXPECT_DOUBLE_EQ(VonMises(Stress(0, 0, 0, 0, 2, 0)), 2 * std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(VonMises(Stress(7, 7, 7, 0, 0, 0)), 0);
}

TEST(Stress, PrincipalStressesAreRootsOfTheCharacteristicPolynomial) {
  for (const Vector6& s :
       {Stress(1, 2, 3, 0.5, -0.7, 0.2), Stress(-4, 1, 0, 2, 0, -3), Stress(5, 5, 5, 0, 0, 0),
        Stress(1, 1, 0, 0, 0, 0), Stress(0, 0, 0, 1, 0, 0), Stress(0, 0, 0, 0, 0, 0)}) {
    Eigen::Matrix3d S;
    S << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
    const Vector3d p = PrincipalStresses(s);
    EXPECT_GE(p[0], p[1]);
    EXPECT_GE(p[1], p[2]);
    EXPECT_NEAR(p.sum(), S.trace(), 1e-12);
    EXPECT_NEAR(p.squaredNorm(), S.squaredNorm(), 1e-11);
    EXPECT_NEAR(p.prod(), S.determinant(), 1e-11);
    // Von Mises in principal axes.
    EXPECT_NEAR(VonMises(s), VonMises(Stress(p[0], p[1], p[2], 0, 0, 0)), 1e-11);
  }
}

// Hooke's law by hand: tension along x, and pure shear, which is tension and pressure at 45
// degrees.
TEST(Stress, GaugesFollowHookesLaw) {
  StressPoint point;
  point.young = 200;
  point.poisson = 0.3;
  const Vector6 tension = Stress(5, 0, 0, 0, 0, 0), shear = Stress(0, 0, 0, 0, 4, 0);
  EXPECT_NEAR(GaugeFactors(point, {3, 0, 0}).dot(tension), 5.0 / 200, 1e-15);
  EXPECT_NEAR(GaugeFactors(point, {0, 0, -1}).dot(tension), -0.3 * 5 / 200, 1e-15);
  EXPECT_NEAR(GaugeFactors(point, {0, 1, 1}).dot(shear), 1.3 * 4 / 200, 1e-15);
  EXPECT_NEAR(GaugeFactors(point, {0, 1, -1}).dot(shear), -1.3 * 4 / 200, 1e-15);
}

// A beam in one of its modes: what its part says of it, and the sensors too.
TEST(Stress, SensorsReadTheModesOfABody) {
  testing::BeamPart beam;
  beam.nodes = 4;
  Model model;
  model.bodies = {testing::FlexibleBeam("beam", beam, FlexibilityLevel::kPartial)};
  model.bodies[0].flexible.modes_off = {1};
  const auto sensor = [&](const char* name, const char* kind, int element) {
    Sensor s;
    s.name = name;
    s.kind = kind;
    s.ends.second = "beam";
    s.stress.element = element;
    model.sensors.push_back(s);
  };
  sensor("stress", "stress", 2);
  sensor("mises", "von_mises", 2);
  sensor("principal", "principal_stress", 2);
  sensor("largest", "von_mises", 0);
  const System system(model);
  const SensorReader reader(system);
  ASSERT_EQ(reader.channels().size(), 11u);
  EXPECT_EQ(reader.channels()[0].name, "stress.xx");
  EXPECT_EQ(reader.channels()[0].unit, "Pa");
  EXPECT_EQ(reader.channels()[6].name, "mises");
  EXPECT_EQ(reader.channels()[7].name, "principal.1");
  SystemState state = system.StartState();
  state.modal[0] = 1e-3;  // the second of the part
  std::vector<double> history(10), next(10), values(11);
  reader.Read({state, 0, history.data(), next.data()}, values.data());
  const FlexiblePart& part = *model.bodies[0].flexible.part;
  const double q = 1e-3 * ModalScale(part);
  const double xx = q * part.stress_points[1].stress(0, 1);
  EXPECT_NEAR(values[0], xx, 1e-9 * std::abs(xx) + 1e-6);
  EXPECT_NEAR(values[6], std::abs(xx), 1e-9 * std::abs(xx) + 1e-6);
  EXPECT_NEAR(values[7], std::max(xx, 0.0), 1e-9 * std::abs(xx) + 1e-6);
  double largest = 0;
  for (const StressPoint& point : part.stress_points) {
    largest = std::max(largest, std::abs(q * point.stress(0, 1)));
  }
  EXPECT_NEAR(values[10], largest, 1e-9 * largest + 1e-6);
}

// Against each point by itself: at random modes, and with a known stress that is just below or at
// the largest.
TEST(Stress, TheLargestIsThatOfAllPoints) {
  testing::BeamPart beam;
  beam.nodes = 60;
  beam.modes = 12;
  Model model;
  model.bodies = {testing::FlexibleBeam("beam", beam, FlexibilityLevel::kPartial)};
  const System system(model);
  const StressField field(system, 0);
  ASSERT_GT(field.size(), 40);
  SystemState state = system.StartState();
  std::mt19937 random(5);
  std::uniform_real_distribution<double> draw(-1, 1);
  for (int trial = 0; trial < 50; ++trial) {
    for (double& q : state.modal) q = 1e-3 * draw(random) * (trial % 2 == 0 || draw(random) > 0);
    std::map<int, double> all;
    double largest = -1;
    for (int i = 0; i < field.size(); ++i) {
      double& here = all[field.point(i)];
      here = std::max(here, VonMises(field.At(i, state)));
      largest = std::max(largest, here);
    }
    const StressPeak peak = field.Largest(state);
    EXPECT_NEAR(peak.von_mises, largest, 1e-12 * largest);
    // Several may be the largest but for their last digits.
    for (double known : {0.0, 0.999999 * largest}) {
      EXPECT_NEAR(all.at(field.Largest(state, known).point), largest, 1e-12 * largest);
    }
    EXPECT_EQ(field.Largest(state, peak.von_mises).point, -1);
    EXPECT_EQ(field.Largest(state, 2 * largest).point, -1);
  }
  state.modal.setZero();
  EXPECT_EQ(field.Largest(state).von_mises, 0);
  EXPECT_GE(field.Largest(state).point, 0);
}

}  // namespace
}  // namespace jounce
