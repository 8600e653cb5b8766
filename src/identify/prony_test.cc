#include "identify/prony.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "identify/dma.h"
#include "math/nonnegative_least_squares.h"
#include "shared_data.h"

namespace jounce::identify {
namespace {

TEST(NonNegative, KeepsBoundsAndFindsTheCorner) {
  Eigen::MatrixXd a(3, 2);
  a << 1, 1, 1, 2, 1, 3;
  Eigen::VectorXd falling(3);
  falling << 3, 2, 1;  // unbounded solution: 4, -1
  const Eigen::VectorXd x = SolveNonnegativeLeastSquares(a, falling);
  EXPECT_NEAR(x(0), 2, 1e-12);
  EXPECT_EQ(x(1), 0);
  Eigen::VectorXd rising(3);
  rising << 1.5, 2.5, 3.5;
  const Eigen::VectorXd free = SolveNonnegativeLeastSquares(a, rising);
  EXPECT_NEAR(free(0), 0.5, 1e-12);
  EXPECT_NEAR(free(1), 1, 1e-12);
}

// The series of viscoelastic_closed_forms/spec.md comes back from its own complex modulus.
TEST(Prony, AKnownSeriesIsRecovered) {
  ModulusFit truth;
  truth.relaxed = 200;
  truth.terms = {{80, 0.3}, {150, 0.02}, {300, 0.002}};
  std::vector<ModulusPoint> data;
  for (double f = 0.05; f < 1000; f *= 1.3) data.push_back({f, truth.At(f)});
  const ModulusFit fit = FitProny(data, {.most_branches = 3});
  ASSERT_EQ(fit.terms.size(), 3u);
  EXPECT_LT(fit.rms_error, 1e-3);
  EXPECT_NEAR(fit.relaxed, 200, 0.5);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(fit.terms[i].modulus / truth.terms[i].modulus, 1, 0.01);
    EXPECT_NEAR(fit.terms[i].time / truth.terms[i].time, 1, 0.01);
  }
}

TEST(Prony, EpdmAt25Degrees) {
  JOUNCE_NEEDS_SHARED("data/dma/epdm70/tf_015p.csv");
  const auto sweeps = ReadDma(ReadTable(testing::SharedPath("data/dma/epdm70/tf_015p.csv")));
  ASSERT_GE(sweeps.size(), 5u);
  const auto nearest = std::min_element(sweeps.begin(), sweeps.end(), [](auto& a, auto& b) {
    return std::abs(a.temperature - 25) < std::abs(b.temperature - 25);
  });
  ASSERT_NEAR(nearest->temperature, 25, 1);
  const ModulusFit fit = FitProny(nearest->points, {.most_branches = 8});
  EXPECT_LE(fit.rms_error, 0.01);
  EXPECT_LE(fit.terms.size(), 8u);
}

TEST(Prony, MasterCurveOf26Decades) {
  JOUNCE_NEEDS_SHARED("data/dma/pyvisco/freq_user_master.csv");
  const auto sweeps =
      ReadDma(ReadTable(testing::SharedPath("data/dma/pyvisco/freq_user_master.csv")));
  ASSERT_EQ(sweeps.size(), 1u);
  EXPECT_GT(sweeps[0].points.size(), 200u);
  const ModulusFit fit = FitProny(sweeps[0].points, {.most_branches = 27});
  EXPECT_GE(fit.r_squared_storage, 0.9999);
  EXPECT_LE(fit.terms.size(), 27u);
}

// Sweeps made of one Prony series with WLF shifts give the constants back.
TEST(Dma, WlfConstantsAreRecovered) {
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
  const MasterCurve curve = MakeMasterCurve(sweeps, 20);
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
TEST(Dma, ShiftsThatDoNotFollowWlfAreKeptWithoutIt) {
  const std::vector<double> temperatures = {0, 10, 20, 30, 40};
  const std::vector<double> shifts = {0.9, 0.5, 0, -0.7, -1.7};  // steeper towards the warm side
  const MasterCurve curve = MakeMasterCurve(ShiftedSweeps(temperatures, shifts), 20);
  EXPECT_TRUE(std::isnan(curve.c1) && std::isnan(curve.c2));
  for (size_t i = 0; i < shifts.size(); ++i) EXPECT_NEAR(curve.log_shift[i], shifts[i], 0.03);
}

// An instrument whose loss errs by a third in one sweep and not in the next: storage leads.
TEST(Dma, StorageLeadsWhereLossIsUnreliable) {
  const std::vector<double> temperatures = {0, 10, 20, 30}, shifts = {1.2, 0.55, 0, -0.5};
  std::vector<Sweep> sweeps = ShiftedSweeps(temperatures, shifts);
  for (size_t i = 0; i < sweeps.size(); ++i) {
    for (size_t k = 0; k < sweeps[i].points.size(); ++k) {
      std::complex<double>& modulus = sweeps[i].points[k].modulus;
      const double error = (i % 2 ? 0.3 : -0.2) + (k % 2 ? 0.1 : -0.1);
      modulus = {modulus.real(), modulus.imag() * (1 + error)};
    }
  }
  const MasterCurve curve = MakeMasterCurve(sweeps, 20);
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

TEST(Dma, EpdmSweepHasASmoothMasterCurve) {
  JOUNCE_NEEDS_SHARED("data/dma/epdm70/tf_015p.csv");
  const auto sweeps = ReadDma(ReadTable(testing::SharedPath("data/dma/epdm70/tf_015p.csv")));
  const MasterCurve curve = MakeMasterCurve(sweeps, 25);
  // Warmer is faster: shifts fall with temperature.
  for (size_t i = 1; i < curve.log_shift.size(); ++i) {
    EXPECT_LT(curve.log_shift[i], curve.log_shift[i - 1] + 0.05);
  }
  EXPECT_GT(curve.c1, 0);
  EXPECT_GT(curve.c2, 0);
}

TEST(Prony, RefusesWhatIsNoModulus) {
  EXPECT_THROW(FitProny({{1, {1, 1}}}), InputError);
  EXPECT_THROW(FitProny({{1, {1, 1}}, {2, {1, 1}}, {3, {-1, 1}}, {4, {1, 1}}}), InputError);
  EXPECT_THROW(FitProny({{0, {1, 1}}, {2, {1, 1}}, {3, {1, 1}}, {4, {1, 1}}}), InputError);
  EXPECT_THROW(MakeMasterCurve({{20, {}}, {30, {}}}, 20), InputError);
}

}  // namespace
}  // namespace jounce::identify
