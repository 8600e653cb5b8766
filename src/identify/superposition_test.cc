#include "identify/superposition.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>
#include <string>

#include "base/error.h"
#include "shared_data.h"

namespace jounce::identify {
namespace {

// Sweeps made of one Prony series with WLF shifts give the constants back.
TEST(Superposition, WlfConstantsAreRecovered) {
  ModulusFit series;
  series.relaxed = 1e6;
  for (double tau = 1e-8; tau < 1e4; tau *= 10) series.terms.push_back({1e6, tau});
  const double c1 = 9, c2 = 110;
  std::vector<Sweep> sweeps;
  for (double t = -10; t <= 60; t += 10) {
    const double shift = std::pow(10.0, -c1 * (t - 20) / (c2 + t - 20));
    Sweep sweep{t, {}};
    for (double f = 0.1; f < 200; f *= 1.25) sweep.points.push_back({f, series.At(f * shift)});
    sweeps.push_back(sweep);
  }
  const MasterCurve curve = MakeMasterCurve(sweeps, {.reference = 20});
  EXPECT_NEAR(curve.reference, 20, 1e-9);
  for (size_t i = 0; i < sweeps.size(); ++i) {
    const double d = curve.temperatures[i] - 20;
    EXPECT_NEAR(curve.log_shift[i], -c1 * d / (c2 + d), 0.02);
  }
  EXPECT_NEAR(curve.c1, c1, 0.5);
  EXPECT_NEAR(curve.c2, c2, 6);
  EXPECT_LT(curve.shift_error, 0.02);
}

// Sweeps of a fractional solid, whose modulus rises as f^0.2 over all frequencies, at the shifts given.
std::vector<Sweep> ShiftedSweeps(const std::vector<double>& temperatures,
                                 const std::vector<double>& log_shift) {
  std::vector<Sweep> sweeps;
  for (size_t i = 0; i < temperatures.size(); ++i) {
    Sweep sweep{temperatures[i], {}};
    for (double f = 0.1; f < 100; f *= 1.6) {
      const std::complex<double> s(0, f * std::pow(10.0, log_shift[i]));
      sweep.points.push_back({f, 1e6 * (1.0 + std::pow(s, 0.2))});
    }
    sweeps.push_back(sweep);
  }
  return sweeps;
}

// Shifts that turn up with temperature, or that fall on a straight line or faster towards the cold
// side than any pole allows, are no WLF: the shifts are kept, the constants are not.
TEST(Superposition, ShiftsThatDoNotFollowWlfAreKeptWithoutIt) {
  const std::vector<double> temperatures = {0, 10, 20, 30, 40};
  const std::vector<double> shifts = {0.9, 0.5, 0, -0.7, -1.7};  // steeper towards the warm side
  const MasterCurve curve = MakeMasterCurve(ShiftedSweeps(temperatures, shifts), {.reference = 20});
  EXPECT_TRUE(std::isnan(curve.c1) && std::isnan(curve.c2));
  for (size_t i = 0; i < shifts.size(); ++i) EXPECT_NEAR(curve.log_shift[i], shifts[i], 0.03);
}

// An instrument whose loss errs by a third in one sweep and not in the next: storage leads.
TEST(Superposition, StorageLeadsWhereLossIsUnreliable) {
  const std::vector<double> temperatures = {0, 10, 20, 30}, shifts = {1.2, 0.55, 0, -0.5};
  std::vector<Sweep> sweeps = ShiftedSweeps(temperatures, shifts);
  for (size_t i = 0; i < sweeps.size(); ++i) {
    for (size_t k = 0; k < sweeps[i].points.size(); ++k) {
      std::complex<double>& modulus = sweeps[i].points[k].modulus;
      const double error = (i % 2 ? 0.3 : -0.2) + (k % 2 ? 0.1 : -0.1);
      modulus = {modulus.real(), modulus.imag() * (1 + error)};
    }
  }
  const MasterCurve curve = MakeMasterCurve(sweeps, {.reference = 20});
  for (size_t i = 0; i < shifts.size(); ++i) EXPECT_NEAR(curve.log_shift[i], shifts[i], 0.05);
}

// Below 120 no temperature is in kelvin; above, it has to be said.
TEST(Dma, TheUnitOfTemperaturesIsSaidOrEvident) {
  const std::string head = "freq_hz,temperature,storage_pa,loss_pa\n";
  const auto celsius = ReadDma(ParseTable(head + "1,-20,2e6,1e5\n10,-20,3e6,2e5\n", "dma.csv"));
  EXPECT_NEAR(celsius[0].temperature, -20, 1e-9);
  const std::string kelvin = "1,253.15,2e6,1e5\n10,253.15,3e6,2e5\n";
  EXPECT_THROW(ReadDma(ParseTable(head + kelvin, "dma.csv")), InputError);
  ReadOptions options;
  options.columns["temperature"] = {"", "K"};
  EXPECT_NEAR(ReadDma(ParseTable(head + kelvin, "dma.csv"), options)[0].temperature, -20, 1e-9);
}

// The loss factor stands for the loss, and the primes of E' and E'' are written in many ways.
TEST(Dma, ModuliUnderOtherNames) {
  const auto by_factor =
      ReadDma(ParseTable("freq_hz;Speichermodul [MPa];tan delta\n1;2;0,1\n10;3;0,2\n", "dma.csv"));
  EXPECT_NEAR(by_factor[0].points[1].modulus.imag(), 0.6e6, 1);
  for (const std::string& prime : std::vector<std::string>{"'", "\xB4", "\x92", "\xE2\x80\xB2"}) {
    const std::string head = "f;E" + prime + ";E" + prime + prime + "\nHz;MPa;MPa\n";
    const auto sweeps = ReadDma(ParseTable(head + "1,5;2,5;0,5\n10,5;3;1\n", "dma.csv"));
    EXPECT_NEAR(sweeps[0].points[0].modulus.imag(), 0.5e6, 1) << head;
  }
}

TEST(Superposition, NeedsThreeTemperatures) {
  EXPECT_THROW(MakeMasterCurve({{20, {}}, {30, {}}}, {}), InputError);
}

// Filled EPDM: with free shifts in both directions one series gives the measured moduli of every
// temperature within 2 %; along the frequency alone it does not.
TEST(Superposition, EpdmLiesOnOneCurveAtEveryTemperature) {
  JOUNCE_NEEDS_SHARED("data/dma/epdm70/tf_015p.csv");
  const auto sweeps = ReadDma(ReadTable(testing::SharedPath("data/dma/epdm70/tf_015p.csv")));
  ASSERT_EQ(sweeps.size(), 10u);
  const MasterCurve curve = MakeMasterCurve(sweeps, {.reference = 25});
  const ModulusFit fit = FitProny(curve.points, {.most_branches = 24, .faster = 1.5});
  const std::vector<double> errors = SweepErrors(sweeps, curve, fit);
  for (size_t i = 0; i < sweeps.size(); ++i) {
    EXPECT_LT(errors[i], 0.02) << curve.temperatures[i];
    EXPECT_LT(std::abs(curve.log_vertical[i]), 0.05) << curve.temperatures[i];
    // Warmer is faster: shifts fall with temperature.
    if (i > 0) {
      EXPECT_LT(curve.log_shift[i], curve.log_shift[i - 1]);
    }
  }
  EXPECT_GT(curve.c1, 0);
  EXPECT_GT(curve.c2, 0);
  const MasterCurve flat = MakeMasterCurve(sweeps, {.reference = 25, .vertical = false});
  const ModulusFit of_flat = FitProny(flat.points, {.most_branches = 24, .faster = 1.5});
  EXPECT_GT(SweepErrors(sweeps, flat, of_flat)[1], 0.03);
}

// Vertical shifts of a rubber come back: sweeps of one Prony series of two branches, moved both ways.
TEST(Superposition, FindsVerticalShifts) {
  ModulusFit series;
  series.relaxed = 1e6;
  series.terms = {{1e6, 0.3}, {2e6, 0.003}};
  const std::vector<double> temperatures = {0, 10, 20, 30, 40}, shifts = {1.4, 0.6, 0, -0.5, -0.9},
                            vertical = {0.05, 0.02, 0, -0.02, -0.05};
  std::vector<Sweep> sweeps;
  for (size_t i = 0; i < shifts.size(); ++i) {
    Sweep sweep{temperatures[i], {}};
    for (double f = 0.1; f < 100; f *= 1.4) {
      sweep.points.push_back(
          {f, std::pow(10.0, vertical[i]) * series.At(f * std::pow(10.0, shifts[i]))});
    }
    sweeps.push_back(sweep);
  }
  const MasterCurve curve = MakeMasterCurve(sweeps, {.reference = 20});
  for (size_t i = 0; i < shifts.size(); ++i) {
    EXPECT_NEAR(curve.log_shift[i], shifts[i], 0.15) << i;
    EXPECT_NEAR(curve.log_vertical[i], vertical[i], 0.015) << i;
  }
}

// A polymer through its glass transition as an instrument writes it: 21 temperatures, Latin-1,
// decimal commas, a row of units, a loss that the instrument bends up at both ends of each sweep in
// the glassy range. Shifts: WLF down to -22.5 degC, Arrhenius below.
struct GlassyInstrument {
  static constexpr double kC1 = 9, kC2 = 130, kReference = 22.5, kGlass = -22.5, kEnergy = 135e3;

  static double LogShift(double t) {
    const double d = std::max(t, kGlass) - kReference;
    const double below = t < kGlass ? 1 / (t + 273.15) - 1 / (kGlass + 273.15) : 0;
    return -kC1 * d / (kC2 + d) + kEnergy / (8.314462618 * std::log(10.0)) * below;
  }

  // 200 relaxation times over 25 decades: the wide flank of a glass and a transition.
  static ModulusFit Spectrum() {
    ModulusFit series;
    series.relaxed = 2e6;
    for (int i = 0; i < 200; ++i) {
      const double x = -16 + 25 * i / 199.0;
      const double modulus =
          8e7 * std::exp(-std::pow((x + 7) / 3, 2)) + 1.2e7 * std::exp(-std::pow((x + 12) / 6, 2));
      series.terms.push_back({modulus, std::pow(10.0, x)});
    }
    return series;
  }

  static std::string Comma(double value) {
    std::string text = std::to_string(value);
    text[text.find('.')] = ',';
    return text;
  }

  static std::string File() {
    const ModulusFit series = Spectrum();
    std::mt19937 random(7);
    const auto error = [&] { return 2 * ((random() + 0.5) / 4294967296.0) - 1; };
    std::string text =
        "Pr\xFC"
        "fger\xE4t 4;;;\nFrequenz;Temperatur;E\xB4;E\xB4\xB4\nHz;\xB0"
        "C;MPa;MPa\n";
    for (int i = 0; i < 21; ++i) {
      const double t = -60 + 7.5 * i;
      for (int k = 0; k < 9; ++k) {
        const double x = k / 4.0 - 1, f = 5 * std::pow(10.0, x);
        const std::complex<double> e = series.At(f * std::pow(10.0, LogShift(t)));
        const double bent = t < 0 ? 1 + 0.8 * x * x : 1;
        text += Comma(f) + ";" + Comma(t + 0.3 * error()) + ";" +
                Comma(1e-6 * e.real() * (1 + 0.005 * error())) + ";" +
                Comma(1e-6 * e.imag() * bent * (1 + 0.05 * error())) + "\n";
      }
    }
    return text;
  }
};

TEST(Superposition, GoesThroughAGlassTransition) {
  const auto sweeps = ReadDma(ParseTable(GlassyInstrument::File(), "dma.csv"));
  ASSERT_EQ(sweeps.size(), 21u);
  const MasterCurve curve = MakeMasterCurve(sweeps, {.reference = 20});
  for (size_t i = 0; i < sweeps.size(); ++i) {
    EXPECT_NEAR(curve.log_shift[i], GlassyInstrument::LogShift(-60 + 7.5 * static_cast<double>(i)),
                0.3)
        << curve.temperatures[i];
    EXPECT_EQ(curve.log_vertical[i], 0);
  }
  EXPECT_NEAR(curve.glass, GlassyInstrument::kGlass, 8);
  EXPECT_NEAR(curve.activation_energy, GlassyInstrument::kEnergy, 0.15 * GlassyInstrument::kEnergy);
  EXPECT_LT(curve.shift_error, 0.1);
  for (size_t i = 0; i < sweeps.size(); ++i) {
    EXPECT_NEAR(curve.LogShiftAt(curve.temperatures[i]), curve.log_shift[i], 0.3);
  }
}

}  // namespace
}  // namespace jounce::identify
