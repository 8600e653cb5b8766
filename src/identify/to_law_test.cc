#include "identify/to_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "identify/synthetic_data_for_test.h"
#include "laws/make_law.h"
#include "testbench/steady.h"

namespace jounce::identify {
namespace {

// The law that is written is the law that was fitted: driven on the bench, step by step and to
// steady state, it gives the forces that the batch gave in one go.
void ExpectSameForces(const CandidateLaw& model, double tolerance) {
  std::vector<Series> data = Programme({0.15e-3, 1.2e-3}, {0.03, 7, 31}, 48);
  MeasureModel(model, 2048, &data);
  const std::unique_ptr<Law> law = MakeLaw(ToLaw(model));
  testbench::Driver driver(*law);
  for (const Series& series : data) {
    const testbench::SteadyLoop loop = testbench::DriveToSteadyState(
        &driver, testbench::SineCycle(series.amplitude, series.frequency, 2048));
    EXPECT_TRUE(loop.steady) << model.name << " " << Describe(series);
    double peak = 0;
    for (double f : series.force) peak = std::max(peak, std::abs(f));
    for (int i = 0; i + 1 < series.size(); ++i) {
      const double position = series.time[i] * series.frequency * 2048;
      const int cell = static_cast<int>(position);
      const double x = position - cell;
      const double force = (1 - x) * loop.trace.force[cell] + x * loop.trace.force[cell + 1];
      EXPECT_NEAR(series.force[i], force, tolerance * peak)
          << model.name << " " << Describe(series);
    }
  }
}

TEST(ToLaw, Hydrobushing) {
  ExpectSameForces(HydrobushingModel({217.2e3, 1.256e9, 3.461e14}, {{442.2e3, 88.44}, {23e3, 4.6}},
                                     {{13.5, 1365.4e3, 0.0026}, {1.54, 1365.4e3, 0.0005}}),
                   2e-5);
}

TEST(ToLaw, EveryOtherPart) {
  CandidateLaw model;
  model.name = "all";
  model.Add(PartKind::kSpring, {4e5, 2e9, 5e14});
  model.Add(PartKind::kDashpot, {300});
  model.Add(PartKind::kMaxwell, {7e4, 0.05});
  model.Add(PartKind::kFriction, {1.5e5, 31});
  model.Add(PartKind::kBerg, {40, 0.3e-3});
  model.Add(PartKind::kHydroPath, {1e6, 4e4, 85, 3000, 4e5, 0.9e-5, 300});
  ExpectSameForces(model, 5e-4);
}

TEST(ToLaw, PipkinRogersIsPowersTimesExponentials) {
  CandidateLaw model;
  model.name = "pipkin-rogers";
  model.Add(PartKind::kSpring, {4e5, 2e9, 5e14});
  model.Add(PartKind::kMaxwell, {7e4, 0.05});
  model.Add(PartKind::kCubic, {3e10, 0.02});
  model.Add(PartKind::kCubic, {1e10, 0.004});
  ExpectSameForces(model, 5e-4);
}

TEST(ToLaw, SlippingBranchIsARowOfThree) {
  CandidateLaw model;
  model.name = "slip";
  model.Add(PartKind::kSpring, {4e5, 0, 0});
  model.Add(PartKind::kSlip, {1.2e5, 0.03, 41});
  ExpectSameForces(model, 2e-3);
}

TEST(ToLaw, PronyWithItsShapeFactor) {
  ModulusFit fit;
  fit.relaxed = 1e6;
  fit.terms = {{2e6, 0.1}};
  const std::unique_ptr<Law> law = MakeLaw(ToLaw(fit, 0.05));
  const double strain = 0, omega = 2 * std::numbers::pi * 3;
  std::complex<double> stiffness;
  law->ComplexStiffness(omega, &strain, &stiffness);
  EXPECT_LT(std::abs(stiffness - 0.05 * fit.At(3)), 1e-6 * std::abs(stiffness));
}

// A master curve at 20 degrees Celsius is a law that holds at 293.15 K; without WLF it has no shift.
TEST(ToLaw, TheReferenceTemperatureIsInKelvin) {
  ModulusFit fit;
  fit.relaxed = 1e6;
  fit.terms = {{2e6, 0.1}};
  MasterCurve curve;
  curve.reference = 20;
  curve.c1 = 8.86;
  curve.c2 = 101.6;
  const LawSettings law = ToLaw(fit, 1, &curve);
  ASSERT_TRUE(law.modifiers.temperature);
  EXPECT_DOUBLE_EQ(law.modifiers.temperature->reference, 293.15);
  EXPECT_DOUBLE_EQ(law.modifiers.temperature->temperature, 293.15);
  curve.c1 = curve.c2 = std::nan("");
  EXPECT_FALSE(ToLaw(fit, 1, &curve).modifiers.temperature);
}

}  // namespace
}  // namespace jounce::identify
