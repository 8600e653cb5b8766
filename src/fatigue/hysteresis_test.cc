#include "fatigue/hysteresis.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "signals/rainflow.h"

namespace jounce {
namespace {

const CyclicCurve kSteel{206e3, 1184, 0.187};

// Constant amplitude: one loop a pass, on the branch of Masing, about zero.
TEST(HysteresisTest, ConstantAmplitudeIsOneLoop) {
  const Notch notch(NotchRule::kNeuber, kSteel);
  const auto loops = CountHystereses(std::vector<double>{500, -500}, notch);
  double second = 0;
  for (const Hysteresis& loop : loops) {
    if (loop.pass != 2) continue;
    second += loop.count();
    EXPECT_NEAR(loop.StressAmplitude(), notch.First(500).stress, 1e-9);
    EXPECT_NEAR(loop.StrainAmplitude(), notch.First(500).strain, 1e-15);
    EXPECT_NEAR(loop.MeanStress(), 0, 1e-9);
  }
  EXPECT_EQ(second, 1);
}

// A repeating pass closes the cycles that rainflow counting finds in it when it repeats.
TEST(HysteresisTest, LoopsOfTheSecondPassAreThoseOfRainflow) {
  const std::vector<double> loads = {100, -200, 100, -250, 200, 0, 200, -200, 50, -20};
  const Notch notch(NotchRule::kNeuber, kSteel);
  std::vector<double> ranges, expected;
  for (const Hysteresis& loop : CountHystereses(loads, notch)) {
    if (loop.pass == 2) ranges.push_back(loop.load_max - loop.load_min);
  }
  for (const LoadCycle& cycle : CountRainflow(loads, {Residue::kRepeat}).cycles) {
    expected.push_back(cycle.Range());
  }
  std::sort(ranges.begin(), ranges.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(ranges, expected);
}

// Elastic loads leave stresses as they are; a tensile overload leaves a lower mean stress.
TEST(HysteresisTest, OverloadsLowerTheMeanStress) {
  const Notch notch(NotchRule::kNeuber, kSteel);
  const auto mean = [&](std::vector<double> loads) {
    for (const Hysteresis& loop : CountHystereses(loads, notch)) {
      if (loop.pass == 2 && loop.load_max < 300) return loop.MeanStress();
    }
    return double{NAN};
  };
  EXPECT_LT(mean({200, 0, 200, 0, 900, 0}), mean({200, 0, 200, 0, 310, 0}) - 50);
}

TEST(NotchTest, RulesAgreeWhereTheMaterialIsElastic) {
  for (const NotchRule rule : {NotchRule::kNeuber, NotchRule::kEsed, NotchRule::kExtendedNeuber,
                               NotchRule::kSeegerBeste}) {
    EXPECT_NEAR(Notch(rule, kSteel, 3.5).First(20).stress, 20, 1e-4);
  }
  EXPECT_THROW(Notch(NotchRule::kSeegerBeste, kSteel, 1), InputError);
  EXPECT_THROW(Notch(NotchRule::kNeuber, {}), InputError);
}

// pyLife, tests/materiallaws/test_notch_approximation_law.py: Seeger-Beste lies between Neuber and
// the fully plastic rule; the equation itself is checked here by what it says.
TEST(NotchTest, SeegerBesteMeetsItsEquation) {
  const double load = 600, kp = 3.5;
  const StressStrain at = Notch(NotchRule::kSeegerBeste, kSteel, kp).First(load);
  const double u = M_PI / 2 * (load / at.stress - 1) / (kp - 1);
  const double right =
      load / at.stress * kp * kSteel.Strain(load / kp) *
      (std::pow(at.stress / load, 2) - at.stress / load + 2 / (u * u) * std::log(1 / std::cos(u)));
  EXPECT_NEAR(at.strain, right, 1e-12);
}

}  // namespace
}  // namespace jounce
