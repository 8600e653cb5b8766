#include "laws/small_motion.h"

#include <gtest/gtest.h>

#include <complex>

#include "laws/hydro_laws.h"
#include "laws/make_law.h"

namespace jounce {
namespace {

using Complex = std::complex<double>;

Complex Stiffness(const Law& law, double omega) {
  const double strain = 0;
  Complex k;
  law.ComplexStiffness(omega, &strain, &k);
  return k;
}

// Svensson's fluid element: K* = i w c (k - m w^2)/(k - m w^2 + i w c), one point inside.
TEST(SmallMotion, OfAFluidElement) {
  const HydrobushingLaw law(FluidSettings{.mass = 2, .stiffness = 5e4, .time = 0.003});
  const double strain = 0;
  EXPECT_EQ(law.Linearize(0, &strain).inner(), 1);
  for (double w : {0.0, 30.0, 158.0, 900.0}) {
    const Complex iwc(0, w * 5e4 * 0.003);
    const double d = 5e4 - 2 * w * w;
    EXPECT_LT(std::abs(Stiffness(law, w) - iwc * d / (d + iwc)), 1e-9) << w;
  }
}

// A spring, a Prony law and a damper in a row: compliances add.
TEST(SmallMotion, OfPartsInARow) {
  const PronySettings prony{.stiffness = 300, .branches = {{200, 0.05}, {70, 0.4}}};
  SeriesSettings row;
  row.parts.resize(3);
  row.parts[0].kind = LinearSettings{1, {1000}, {}};
  row.parts[1].kind = prony;
  row.parts[2].kind = DamperSettings{.damping = 40};
  LawSettings settings;
  settings.kind = row;
  const auto law = MakeLaw(settings, "row");
  for (double w : {0.5, 7.0, 100.0}) {
    const Complex iw(0, w);
    const Complex middle =
        300.0 + 200.0 * iw * 0.05 / (1.0 + iw * 0.05) + 70.0 * iw * 0.4 / (1.0 + iw * 0.4);
    const Complex expected = 1.0 / (1 / 1000.0 + 1.0 / middle + 1.0 / (40.0 * iw));
    EXPECT_LT(std::abs(Stiffness(*law, w) - expected), 1e-10 * std::abs(expected)) << w;
  }
  // A part that gives way without force takes all.
  row.parts[2].kind = DamperSettings{};
  settings.kind = row;
  EXPECT_EQ(std::abs(Stiffness(*MakeLaw(settings, "row"), 3)), 0);
}

TEST(SmallMotion, APointThatNothingHoldsDoesNothing) {
  SmallMotion motion = SmallMotion::Spring(3, 2);
  motion.AddPoint();
  EXPECT_EQ(motion.StiffnessAt(5)(0, 0), Complex(3, 10));
  EXPECT_FALSE(motion.IsZero());
  EXPECT_TRUE(SmallMotion(3).IsZero());
}

}  // namespace
}  // namespace jounce
