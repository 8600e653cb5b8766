#include "identify/temperatures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "identify/identify.h"
#include "identify/prepare.h"
#include "identify/superposition.h"
#include "identify/to_law.h"
#include "laws/make_law.h"

namespace jounce::identify {
namespace {

constexpr double kC1 = 8, kC2 = 110;

// A mount of one Prony series whose times follow WLF about 20 degC.
std::complex<double> StiffnessAt(double celsius, double frequency) {
  const double d = celsius - 20, shift = std::pow(10.0, -kC1 * d / (kC2 + d));
  std::complex<double> k = 2e5;
  for (const auto& [stiffness, time] : {std::pair{6e4, 0.5}, {9e4, 0.03}, {1.5e5, 2e-3}}) {
    const std::complex<double> s(0, 2 * std::numbers::pi * frequency * shift * time);
    k += stiffness * s / (1.0 + s);
  }
  return k;
}

std::string Table(const std::string& head, double factor) {
  std::string text = head;
  for (const double t : {-20.0, 0.0, 20.0, 40.0}) {
    for (double f = 1; f < 60; f *= 1.6) {
      const std::complex<double> k = StiffnessAt(t, f);
      text += "0.2," + std::to_string(f) + "," + std::to_string(std::abs(k) * factor) + "," +
              std::to_string(std::arg(k) * 180 / std::numbers::pi) + "," + std::to_string(t) + "\n";
    }
  }
  return text;
}

// One law over all temperatures, by itself and as the engine shifts it.
TEST(Temperatures, OneLawForATableOfSeveral) {
  const std::vector<Series> tests = Prepare(LoopsOfStiffnessTable(
      ParseTable(Table("amplitude_mm,frequency_hz,kdyn_n/mm,phase_deg,temperature\n", 1e-3),
                 "k.csv"),
      {}));
  ASSERT_TRUE(HaveSeveralTemperatures(tests));
  EXPECT_THROW(Identify(tests, {.law = "auto"}), InputError);
  const std::vector<Sweep> sweeps = SweepsOfLoops(tests);
  ASSERT_EQ(sweeps.size(), 4u);
  const MasterCurve curve = MakeMasterCurve(sweeps, {.reference = 20});
  ModulusFit fit = FitProny(curve.points, {.most_branches = 12, .faster = 1.5});
  LawSettings law = ToLaw(fit, 1, &curve);
  ASSERT_TRUE(law.modifiers.temperature);
  for (const Sweep& sweep : sweeps) {
    law.modifiers.temperature->temperature = sweep.temperature + kZeroCelsius;
    const std::unique_ptr<Law> made = MakeLaw(law);
    for (const ModulusPoint& point : sweep.points) {
      const double strain = 0;
      std::complex<double> k;
      made->ComplexStiffness(2 * std::numbers::pi * point.frequency, &strain, &k);
      EXPECT_LT(std::abs(k / StiffnessAt(sweep.temperature, point.frequency) - 1.0), 0.02)
          << sweep.temperature << " " << point.frequency;
    }
  }
  std::vector<Series> two = tests;
  two.back().amplitude *= 2;
  EXPECT_THROW(SweepsOfLoops(two), InputError);
}

// Angles in degrees and moments: the law is one of a rotation, in SI.
TEST(Temperatures, RotationsAreReadByTheirUnits) {
  std::string text = "time_s,twist_deg,torque [Nm]\n";
  for (int i = 0; i <= 100; ++i) {
    const double phase = 2 * std::numbers::pi * i / 100.0;
    text += std::to_string(i / 100.0) + "," + std::to_string(3 * std::sin(phase)) + "," +
            std::to_string(3 * std::sin(phase) + 0.3 * std::cos(phase)) + "\n";
  }
  const std::vector<Series> tests = Prepare(LoopsOfTable(ParseTable(text, "m.csv"), {}));
  ASSERT_TRUE(tests[0].rotation);
  EXPECT_NEAR(tests[0].amplitude, 3 * std::numbers::pi / 180, 1e-5);
  IdentifyOptions options{.law = "kelvin", .held_out = 0};
  options.fixed = {{"spring.k3", 0}, {"spring.k5", 0}};
  const Identification found = Identify(tests, options);
  EXPECT_NEAR(found.model.parameters[0].value, 180 / std::numbers::pi, 0.05);  // 1 Nm/deg
  EXPECT_EQ(found.model.parameters[0].unit, "Nm/rad");
  EXPECT_EQ(ToLaw(found.model).motion, LawMotion::kRotation);
  // A force over an angle is a mistake, and it is said.
  EXPECT_THROW(LoopsOfTable(ParseTable("time_s,twist_deg,force_n\n0,1,2\n1,2,3\n", "f.csv"), {}),
               InputError);
  // Rates of rotations, too.
  const std::vector<Series> rates = LoopsOfStiffnessTable(
      ParseTable("amplitude_deg,frequency_hz,kdyn_nm/deg,phase_deg\n2,5,4,10\n", "k.csv"), {});
  EXPECT_TRUE(rates[0].rotation);
  EXPECT_NEAR(rates[0].force[16] / rates[0].displacement[16],
              4 * 180 / std::numbers::pi * std::cos(10 * std::numbers::pi / 180), 1e-6);
}

}  // namespace
}  // namespace jounce::identify
