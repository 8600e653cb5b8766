#include "identify/directions.h"

#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <memory>
#include <numbers>

#include "base/error.h"
#include "laws/make_law.h"
#include "laws/small_motion.h"

namespace jounce::identify {
namespace {

// Rubber with one branch: static rate 3e5 N/m, K*(w) = 3e5 + 1e5 i w tau / (1 + i w tau).
LawSettings Rubber() {
  PronySettings law;
  law.stiffness = 3e5;
  law.branches = {{1e5, 0.02}};
  return law;
}

std::complex<double> RubberStiffness(double omega) {
  const std::complex<double> s(0, omega * 0.02);
  return 3e5 + 1e5 * s / (1.0 + s);
}

std::array<DirectionSource, 6> Sources() {
  std::array<DirectionSource, 6> sources;
  sources[0] = {Rubber(), "radial.csv", 1e-3, 0};
  sources[1].static_rate = 6e5;
  LinearSettings axial;
  axial.stiffness = {5e4};
  sources[2] = {LawSettings(axial), "axial.csv", 2e-3, 0};
  sources[3].static_rate = 270;
  sources[4].static_rate = sources[5].static_rate = 30;
  return sources;
}

// The ratio of dynamic to static rates is that of the radial direction [Wood 2003, section 4.4.3.4].
TEST(Directions, DynamicToStaticRatioIsCarriedOver) {
  const BushingLaw bushing = MakeBushingLaw(Sources());
  const std::unique_ptr<Law> law = MakeLaw(bushing.law);
  ASSERT_EQ(law->dimension(), 6);
  const double rest[6] = {};
  for (const double frequency : {1.0, 8.0, 60.0}) {
    const double omega = 2 * std::numbers::pi * frequency;
    const Eigen::MatrixXcd stiffness = law->Linearize(omega, rest).StiffnessAt(omega);
    const std::complex<double> radial = RubberStiffness(omega);
    const double factors[6] = {1, 2, 0, 270 / 3e5, 30 / 3e5, 30 / 3e5};
    for (int i = 0; i < 6; ++i) {
      const std::complex<double> expected = i == 2 ? 5e4 : factors[i] * radial;
      EXPECT_LT(std::abs(stiffness(i, i) - expected), 2e-3 * std::abs(expected))
          << kDirectionNames[i];
    }
  }
  EXPECT_EQ(bushing.origins[2], "z: measured (axial.csv)");
  EXPECT_NE(bushing.origins[1].find("scaled from x"), std::string::npos);
  EXPECT_NE(bushing.origins[3].find("lever 0.03 m"), std::string::npos) << bushing.origins[3];
}

// The amplitude counts: a rate of a friction element is lower at large amplitudes.
TEST(Directions, StaticRateIsThatOfTheAmplitude) {
  ElastoPlasticSettings friction;
  friction.elements = {{1e5, 10}};  // slips at 0.1 mm
  EXPECT_NEAR(StaticRate(friction, 0.05e-3), 1e5, 1e2);
  EXPECT_LT(StaticRate(friction, 1e-3), 0.15e5);  // of a rectangle, 4/pi Fy/a at most
}

TEST(Directions, SaysWhatIsMissing) {
  std::array<DirectionSource, 6> sources = Sources();
  sources[4].static_rate = 0;
  EXPECT_THROW(MakeBushingLaw(sources), InputError);
  std::array<DirectionSource, 6> untested;
  for (DirectionSource& source : untested) source.static_rate = 1;
  EXPECT_THROW(MakeBushingLaw(untested), InputError);
  EXPECT_EQ(DirectionOf("ry"), 4);
  EXPECT_THROW(DirectionOf("radial"), InputError);
}

}  // namespace
}  // namespace jounce::identify
