#include "identify/uncertainty.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "identify/synthetic_data_for_test.h"

namespace jounce::identify {
namespace {

IdentifyOptions FrictionLaw() {
  IdentifyOptions options;
  options.law = "friction:1/1";
  options.steps = 64;
  options.held_out = 0;
  options.search.loss = LossKind::kLeastSquares;
  options.search.tolerance = 1e-8;
  options.fixed = {{"spring.k3", 0}, {"spring.k5", 0}};
  return options;
}

// The covariance that is written is that of the estimates of repeated tests: 60 sets of data that
// differ by their noise alone, and the plain sample covariance of what is found for them.
TEST(Uncertainty, CovarianceIsThatOfRepeatedTests) {
  std::vector<Series> clean = Programme({0.2e-3, 1e-3}, {0.1, 1, 5, 20, 40}, 40);
  CandidateLaw truth;
  truth.Add(PartKind::kSpring, {3e5, 0, 0});
  truth.Add(PartKind::kMaxwell, {1e5, 0.02});
  truth.Add(PartKind::kFriction, {2e5, 60});
  MeasureModel(truth, 64, &clean);
  constexpr int kRepetitions = 60;
  std::mt19937 random(17);
  Eigen::MatrixXd logs, stated;
  for (int i = 0; i < kRepetitions; ++i) {
    std::vector<Series> data = clean;
    AddNoise(0.01, &random, &data);
    const Uncertainty found = UncertaintyOf(Identify(data, FrictionLaw()));
    const int n = static_cast<int>(found.parameters.size());
    ASSERT_EQ(n, 5);
    ASSERT_EQ(found.fixed.size(), 2u);
    if (i == 0) {
      logs.setZero(kRepetitions, n);
      stated.setZero(n, n);
    }
    for (int k = 0; k < n; ++k) logs(i, k) = std::log(found.parameters[k].value);
    stated += found.log_covariance / kRepetitions;
  }
  const Eigen::MatrixXd centred = logs.rowwise() - logs.colwise().mean();
  const Eigen::MatrixXd sample = centred.transpose() * centred / (kRepetitions - 1);
  for (int i = 0; i < stated.rows(); ++i) {
    // What is stated is the larger of two spreads: it may be larger, hardly smaller.
    const double ratio = std::sqrt(stated(i, i) / sample(i, i));
    EXPECT_GT(ratio, 0.75) << i;
    EXPECT_LT(ratio, 2) << i;
    for (int j = 0; j < i; ++j) {
      const auto correlation = [i, j](const Eigen::MatrixXd& c) {
        return c(i, j) / std::sqrt(c(i, i) * c(j, j));
      };
      EXPECT_NEAR(correlation(stated), correlation(sample), 0.4) << i << " and " << j;
      EXPECT_NEAR(stated(i, j), stated(j, i), 1e-9 * std::sqrt(stated(i, i) * stated(j, j)));
    }
  }
}

// 95 of 100 rows of other tests, with noise of their own, lie within the bands of the first.
TEST(Uncertainty, BandsHoldOtherTests) {
  std::vector<Series> clean = Programme({0.2e-3, 1e-3}, {0.1, 1, 5, 20, 40}, 40);
  CandidateLaw truth;
  truth.Add(PartKind::kSpring, {3e5, 0, 0});
  truth.Add(PartKind::kMaxwell, {1e5, 0.02});
  truth.Add(PartKind::kFriction, {2e5, 60});
  MeasureModel(truth, 128, &clean);
  std::mt19937 random(5);
  int inside = 0, all = 0;
  for (int repetition = 0; repetition < 5; ++repetition) {
    std::vector<Series> data = clean, others = clean;
    AddNoise(0.02, &random, &data);
    AddNoise(0.02, &random, &others);
    const std::vector<ForceBand> bands = PredictionBands(Identify(data, FrictionLaw()), data);
    ASSERT_EQ(bands.size(), data.size());
    for (size_t i = 0; i < bands.size(); ++i) {
      for (size_t k = 0; k < bands[i].lower.size(); ++k, ++all) {
        inside +=
            bands[i].lower[k] <= others[i].force[k] && others[i].force[k] <= bands[i].upper[k];
      }
    }
  }
  ASSERT_GE(all, 5 * 10 * 40);
  EXPECT_GT(inside, 0.93 * all);
  EXPECT_LT(inside, 0.97 * all);
}

TEST(Uncertainty, IsWrittenAsYaml) {
  Uncertainty uncertainty;
  uncertainty.law = "kelvin";
  uncertainty.parameters = {{"spring.k1", "N/m", 2e5, 1.9e5, 2.1e5},
                            {"dashpot.c", "N s/m", 40, 30, 50}};
  uncertainty.fixed = {{"spring.k3", "N/m^3", 0, 0, 0}};
  uncertainty.log_covariance.resize(2, 2);
  uncertainty.log_covariance << 0.0004, -0.0001, -0.0001, 0.01;
  EXPECT_EQ(WriteUncertainty(uncertainty, "Of a test."),
            "# Of a test.\n"
            "format: jounce-uncertainty-1\n"
            "law: \"kelvin\"\n"
            "parameters:\n"
            "  - {name: spring.k1, unit: \"N/m\", value: 200000, lower: 190000, upper: 210000}\n"
            "  - {name: dashpot.c, unit: \"N s/m\", value: 40, lower: 30, upper: 50}\n"
            "fixed:\n"
            "  - {name: spring.k3, unit: \"N/m^3\", value: 0}\n"
            "log_covariance:\n"
            "  - [0.0004, -0.0001]\n"
            "  - [-0.0001, 0.01]\n");
}

}  // namespace
}  // namespace jounce::identify
