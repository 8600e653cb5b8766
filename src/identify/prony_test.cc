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

TEST(Prony, RefusesWhatIsNoModulus) {
  EXPECT_THROW(FitProny({{1, {1, 1}}}), InputError);
  EXPECT_THROW(FitProny({{1, {1, 1}}, {2, {1, 1}}, {3, {-1, 1}}, {4, {1, 1}}}), InputError);
  EXPECT_THROW(FitProny({{0, {1, 1}}, {2, {1, 1}}, {3, {1, 1}}, {4, {1, 1}}}), InputError);
}

}  // namespace
}  // namespace jounce::identify
