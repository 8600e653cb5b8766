// Laws that are not parts of the rubber ladder: each is driven on the virtual bench, its loops get
// noise, and what is found must be the law: parameters inside their intervals, and a law file that
// gives the loops without the noise on the same bench.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "identify/data_nature.h"
#include "identify/identify.h"
#include "identify/prepare.h"
#include "identify/read_loops.h"
#include "identify/synthetic_data_for_test.h"
#include "identify/to_law.h"
#include "laws/make_law.h"
#include "testbench/steady.h"

namespace jounce::identify {
namespace {

constexpr int kFine = 512;

// Forces of a law at the rows of each series, about a mean displacement.
std::vector<std::vector<double>> OnTheBench(const LawSettings& settings,
                                            const std::vector<Series>& programme, double mean) {
  const std::unique_ptr<Law> law = MakeLaw(settings);
  std::vector<std::vector<double>> all;
  for (const Series& series : programme) {
    testbench::Driver driver(*law, {.direction = {1}, .origin = {mean}});
    const testbench::SteadyLoop loop = testbench::DriveToSteadyState(
        &driver, testbench::SineCycle(series.amplitude, series.frequency, kFine));
    std::vector<double> forces;
    for (int i = 0; i < series.size(); ++i) {
      const double position =
          (i + 1 == series.size() ? 0 : series.time[i]) * series.frequency * kFine;
      const int cell = static_cast<int>(position);
      const double x = position - cell;
      forces.push_back((1 - x) * loop.trace.force[cell] + x * loop.trace.force[cell + 1]);
    }
    all.push_back(std::move(forces));
  }
  return all;
}

struct Trial {
  std::vector<Series> programme;
  LawSettings truth;
  double noise = 0.005;  // of the peak
  double mean = 0;       // m
};

std::vector<Series> MeasuredWithNoise(const Trial& trial) {
  std::vector<Series> data = trial.programme;
  const auto forces = OnTheBench(trial.truth, data, trial.mean);
  for (size_t i = 0; i < data.size(); ++i) {
    data[i].force = forces[i];
    for (double& u : data[i].displacement) u += trial.mean;
  }
  std::mt19937 random(21);
  AddNoise(trial.noise, &random, &data);
  return Prepare(data);
}

// Largest difference of the law that was found from the true one, over the peak of each loop.
double WorstOnTheBench(const Trial& trial, const CandidateLaw& found) {
  const auto exact = OnTheBench(trial.truth, trial.programme, trial.mean);
  const auto again = OnTheBench(ToLaw(found), trial.programme, trial.mean);
  double worst = 0;
  for (size_t s = 0; s < exact.size(); ++s) {
    const auto [low, high] = std::minmax_element(exact[s].begin(), exact[s].end());
    for (size_t i = 0; i < exact[s].size(); ++i) {
      worst = std::max(worst, std::abs(exact[s][i] - again[s][i]) / ((*high - *low) / 2));
    }
  }
  return worst;
}

// `exact` by name. A 95 % interval misses once in twenty: none may miss by half its width.
void ExpectFound(const Identification& found, const std::map<std::string, double>& exact) {
  int missed = 0;
  for (const auto& [name, value] : exact) {
    const int i = found.model.Find(name);
    ASSERT_GE(i, 0) << name;
    const ParameterTrust& trust = found.trust.parameters[i];
    EXPECT_TRUE(trust.determined) << name << " " << found.model.parameters[i].value;
    const double width = trust.upper - trust.lower;
    EXPECT_GT(value, trust.lower - 0.5 * width) << name;
    EXPECT_LT(value, trust.upper + 0.5 * width) << name;
    missed += value < trust.lower || value > trust.upper;
  }
  EXPECT_LE(missed, 1 + static_cast<int>(exact.size()) / 10);
}

std::vector<Series> AbsorberProgramme() { return Programme({10e-3, 25e-3}, {0.4, 1, 2.5, 6}, 64); }

// The gas force, a digressive curve that is weaker when pushed, and the elasticity that makes force
// over velocity a loop.
LawSettings KnownAbsorber(const std::vector<double>& v, const std::vector<double>& f,
                          Interpolation interpolation) {
  DamperSettings damper;
  damper.damping_table = TableSettings{v, f, interpolation, Extrapolation::kLinear};
  PolynomialSettings oil, gas;
  oil.coefficients = {1.2e6};
  gas.coefficients = {2500};
  SeriesSettings row;
  row.parts = {oil, damper};
  ParallelSettings absorber;
  absorber.parts = {row, gas};
  LawSettings law = absorber;
  law.modifiers.preload = {-180};
  return law;
}

TEST(EveryLaw, ShockAbsorberWithATanhCurve) {
  std::vector<double> v, f;
  for (int i = -1000; i <= 1000; ++i) {
    v.push_back(i * 1e-3);
    const double x = v.back();
    f.push_back(x > 0 ? 900 * std::tanh(x / 0.12) + 700 * x : 400 * std::tanh(x / 0.2) + 500 * x);
  }
  const Trial trial{AbsorberProgramme(), KnownAbsorber(v, f, Interpolation::kLinear)};
  const std::vector<Series> data = MeasuredWithNoise(trial);
  const Identification found = Identify(data, {.law = "damper", .held_out = 0});
  EXPECT_LT(found.phi, 0.005);  // the noise: 0.8 of its deviation
  ExpectFound(found, {{"damper.Fr", 900},
                      {"damper.vr", 0.12},
                      {"damper.cr", 700},
                      {"damper.Fc", 400},
                      {"damper.vc", 0.2},
                      {"damper.cc", 500},
                      {"damper.compliance", 1 / 1.2e6},
                      {"preload.F", -180},
                      {"spring.k1", 2500}});
  EXPECT_LT(WorstOnTheBench(trial, found.model), 0.01);
  // What such data are is seen without being told.
  EXPECT_EQ(NatureOf(data), DataNature::kAbsorber);
  const Identification chosen = Identify(data, {.law = "auto", .held_out = 4});
  EXPECT_EQ(chosen.model.name, "damper 0");
  for (const ParameterTrust& one : chosen.trust.parameters) EXPECT_TRUE(one.determined);
}

// Knots of the truth are those that the table of identification has: slopes compare one by one.
TEST(EveryLaw, ShockAbsorberWithATable) {
  const double fastest = 2 * std::numbers::pi * 6 * 25e-3;
  const std::vector<double> slopes = {400, 450, 600, 1200, 1500, 5000, 3000, 1500, 900, 800};
  const CurveKnots knots = KnotsAroundZero(-fastest, fastest);
  std::vector<double> v(knots.begin(), knots.end()), f;
  for (const double x : v) f.push_back(CurveAt(knots, slopes.data(), x).value);
  const Trial trial{AbsorberProgramme(), KnownAbsorber(v, f, Interpolation::kLinear)};
  const Identification found =
      Identify(MeasuredWithNoise(trial), {.law = "damper-table", .held_out = 0});
  EXPECT_LT(found.phi, 0.005);
  std::map<std::string, double> exact = {
      {"preload.F", -180}, {"spring.k1", 2500}, {"damper.compliance", 1 / 1.2e6}};
  for (int i = 0; i < kCurveSegments; ++i) exact["damper.c" + std::to_string(i + 1)] = slopes[i];
  ExpectFound(found, exact);
  EXPECT_LT(WorstOnTheBench(trial, found.model), 0.01);
}

// A mount that is tested about a compressed state and runs into its stop on one side.
TEST(EveryLaw, ElasticTableOfASlowTest) {
  const double low = -9e-3, high = 3e-3;
  const std::vector<double> slopes = {9e5, 6e5, 4e5, 2.5e5, 2e5, 1.8e5, 1.8e5, 2e5, 2e5, 2.4e5};
  const CurveKnots knots = EvenKnots(low, high);
  TableSpringSettings table;
  table.table.interpolation = Interpolation::kLinear;
  for (const double x : knots) {
    table.table.x.push_back(x);
    table.table.y.push_back(CurveAt(knots, slopes.data(), x).value);
  }
  ElastoPlasticSettings friction;
  friction.elements = {{4e5, 60}};
  ParallelSettings mount;
  mount.parts = {table, friction};
  const Trial trial{Programme({1e-3, 3e-3, 6e-3}, {0.1}, 160), mount, 0.005, -3e-3};
  const std::vector<Series> data = MeasuredWithNoise(trial);
  const Identification found = Identify(data, {.law = "table:0/1", .held_out = 0});
  EXPECT_LT(found.phi, 0.01);  // noise is a share of all of the force, phi of what changes
  std::map<std::string, double> exact = {{"friction1.Kp", 4e5}, {"friction1.Fy", 60}};
  for (int i = 0; i < kCurveSegments; ++i) exact["table.k" + std::to_string(i + 1)] = slopes[i];
  ExpectFound(found, exact);
  EXPECT_LT(WorstOnTheBench(trial, found.model), 0.02);
  EXPECT_EQ(NatureOf(data), DataNature::kOneSided);
  EXPECT_EQ(Identify(data, {.law = "auto", .held_out = 0}).model.name, "table 0/1");
}

TEST(EveryLaw, BoucWen) {
  BoucWenSettings friction;
  friction.stiffness = 3e5;
  friction.exponent = 1.8;
  const double yield = 90 / 3e5;  // where it levels off
  friction.beta = 0.75 * std::pow(yield, -1.8);
  friction.gamma = 0.25 * std::pow(yield, -1.8);
  PolynomialSettings spring;
  spring.coefficients = {2e5};
  ParallelSettings law;
  law.parts = {spring, friction};
  const Trial trial{Programme({0.1e-3, 0.4e-3, 1.5e-3}, {0.1, 2}, 64), law};
  IdentifyOptions options{.law = "bouc-wen:0", .held_out = 0};
  options.fixed = {{"spring.k3", 0}, {"spring.k5", 0}};
  const Identification found = Identify(MeasuredWithNoise(trial), options);
  EXPECT_LT(found.phi, 0.005);
  ExpectFound(found, {{"spring.k1", 2e5},
                      {"bouc-wen.k", 3e5},
                      {"bouc-wen.Fy", 90},
                      {"bouc-wen.n", 1.8},
                      {"bouc-wen.b", 0.75}});
  EXPECT_LT(WorstOnTheBench(trial, found.model), 0.01);
}

// The law itself runs as a Prony series that is within 1 % of the fractional K*: the truth is K*.
TEST(EveryLaw, FractionalDerivatives) {
  for (const bool zener : {false, true}) {
    FractionalSettings pot;
    pot.form = zener ? FractionalForm::kZener : FractionalForm::kSpringPot;
    pot.coefficient = 4e4;
    pot.high_stiffness = 4e5;
    pot.time = 0.02;
    pot.exponent = zener ? 0.6 : 0.3;
    std::vector<Series> data = Programme({1e-3}, {0.1, 1, 5, 20, 80}, 64);
    for (Series& series : data) {
      const double omega = 2 * std::numbers::pi * series.frequency;
      const std::complex<double> k = 2e5 + FractionalStiffness(pot, omega);
      for (int i = 0; i < series.size(); ++i) {
        series.force[i] = series.amplitude *
                          (k * std::exp(std::complex<double>(0, omega * series.time[i]))).imag();
      }
    }
    std::mt19937 random(4);
    std::vector<Series> noisy = data;
    AddNoise(0.005, &random, &noisy);
    IdentifyOptions options{.law = zener ? "zener" : "fractional", .held_out = 0};
    options.fixed = {{"spring.k3", 0}, {"spring.k5", 0}};
    const Identification found = Identify(Prepare(noisy), options);
    EXPECT_LT(found.phi, 0.005);
    if (zener) {
      ExpectFound(found,
                  {{"spring.k1", 2e5}, {"zener.k", 4e5}, {"zener.T", 0.02}, {"zener.a", 0.6}});
    } else {
      ExpectFound(found, {{"spring.k1", 2e5}, {"springpot.b", 4e4}, {"springpot.a", 0.3}});
    }
    const auto again = OnTheBench(ToLaw(found.model), data, 0);
    for (size_t s = 0; s < data.size(); ++s) {
      const double peak = *std::max_element(data[s].force.begin(), data[s].force.end());
      for (size_t i = 0; i < again[s].size(); ++i) {
        EXPECT_NEAR(again[s][i], data[s].force[i], 0.02 * peak) << Describe(data[s]);
      }
    }
  }
}

// Absorbers are recorded with their velocity: the displacement is its integral, sin for cos.
TEST(EveryLaw, VelocityStandsForTheDisplacement) {
  std::string text = "time_s,velocity_mm/s,force_n\n";
  for (int i = 0; i <= 200; ++i) {
    const double t = i / 200.0;
    text += std::to_string(t) + "," + std::to_string(100 * std::cos(2 * std::numbers::pi * t)) +
            "," + std::to_string(50 * std::cos(2 * std::numbers::pi * t)) + "\n";
  }
  const std::vector<Series> data = Prepare(LoopsOfTable(ParseTable(text, "v.csv"), {}));
  ASSERT_EQ(data.size(), 1u);
  EXPECT_NEAR(data[0].amplitude, 0.1 / (2 * std::numbers::pi), 2e-5);
  EXPECT_NEAR(data[0].frequency, 1, 1e-6);
}

// Derivatives of the parts by finite differences.
TEST(EveryLaw, DerivativesAreThoseOfTheForces) {
  const std::vector<std::pair<PartKind, std::vector<double>>> parts = {
      {PartKind::kBoucWen, {3e5, 90, 1.8, 0.75}},
      {PartKind::kSpringPot, {4e4, 0.3, 0.01, 100}},
      {PartKind::kZener, {4e5, 0.02, 0.6, 0.01, 100}},
      {PartKind::kDamper, {900, 0.12, 700, 400, 0.2, 500, 8e-6}},
      {PartKind::kDamperTable,
       {400, 450, 600, 1200, 1500, 5000, 3000, 1500, 900, 800, -0.05, 0.06, 8e-6}},
      {PartKind::kTable, {9, 6, 4, 3, 2, 1, 2, 2, 2, 3, -0.9e-3, 0.7e-3}}};
  std::vector<Series> data = Programme({0.3e-3, 1e-3}, {2, 9}, 32);
  for (Series& series : data) series.force.assign(series.time.size(), 1);
  const Batch batch = MakeBatch(data, {}, AllOf(data), {.steps = 64});
  for (const auto& [kind, values] : parts) {
    CandidateLaw model;
    model.Add(kind, values);
    const ObjectiveValue at = Evaluate(batch, model, values, {});
    for (size_t i = 0; i < values.size(); ++i) {
      if (IsGiven(kind, static_cast<int>(i))) continue;
      const double step = 1e-5;
      std::vector<double> more = values, less = values;
      more[i] *= std::exp(step);
      less[i] *= std::exp(-step);
      const double slope = (Evaluate(batch, model, more, {.derivatives = false}).cost -
                            Evaluate(batch, model, less, {.derivatives = false}).cost) /
                           (2 * step);
      EXPECT_NEAR(at.gradient(i), slope, 1e-4 * std::abs(slope) + 1e-6 * at.cost)
          << ToString(kind) << " " << ParameterName(kind, static_cast<int>(i));
    }
  }
}

}  // namespace
}  // namespace jounce::identify
