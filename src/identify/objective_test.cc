#include "identify/objective.h"

#include <gtest/gtest.h>

#include <cmath>

#include "identify/synthetic_data_for_test.h"

namespace jounce::identify {
namespace {

// Every kind of part at once, values away from corners.
CandidateLaw RichModel() {
  CandidateLaw model;
  model.Add(PartKind::kSpring, {4e5, 2e9, 5e14});
  model.Add(PartKind::kDashpot, {300});
  model.Add(PartKind::kMaxwell, {7e4, 0.05});
  model.Add(PartKind::kFluid, {3.8, 3e5, 0.004});
  model.Add(PartKind::kFriction, {1.5e5, 31});
  model.Add(PartKind::kSlip, {1.2e5, 0.03, 41});
  model.Add(PartKind::kHydroPath, {1e6, 4e4, 85, 3000, 4e5, 0.9e-5, 300});
  model.Add(PartKind::kBerg, {40, 0.3e-3});
  return model;
}

Batch RichBatch(double harmonic_weight, std::vector<double> weights = {}) {
  std::vector<Series> data = Programme({0.1e-3, 0.7e-3, 2e-3}, {0.03, 4, 15, 37}, 40);
  CandidateLaw truth = RichModel();
  for (Parameter& parameter : truth.parameters) parameter.value *= 1.1;
  MeasureModel(truth, 64, &data);
  return MakeBatch(data, weights, AllOf(data),
                   {.steps = 64, .time_weight = 1, .harmonic_weight = harmonic_weight});
}

// The gradient in log parameters against central differences of the cost, for every loss.
TEST(Objective, GradientIsExact) {
  const CandidateLaw model = RichModel();
  for (const double harmonic : {0.0, 0.5}) {
    const Batch batch = RichBatch(harmonic);
    for (const double scale : {kNoLimit, 0.05}) {
      const EvaluationRequest request{.loss_scale = scale};
      const ObjectiveValue at = Evaluate(batch, model, model.Values(), request);
      for (size_t i = 0; i < model.parameters.size(); ++i) {
        const double step = 1e-5;
        std::vector<double> up = model.Values(), down = up;
        up[i] *= std::exp(step);
        down[i] *= std::exp(-step);
        const double slope = (Evaluate(batch, model, up, request).cost -
                              Evaluate(batch, model, down, request).cost) /
                             (2 * step);
        EXPECT_NEAR(at.gradient(i), slope, 2e-5 * std::abs(slope) + 1e-9)
            << model.parameters[i].name << " loss scale " << scale;
      }
    }
  }
}

// Of a table of K* phi is 2/pi |dK|/|K|: a law that is 20 % too soft in |K*| and right in angle.
TEST(Objective, PhiOfComplexStiffnessIsThatOfItsEllipse) {
  std::vector<Series> data = Programme({1e-3}, {5}, 40);
  CandidateLaw truth;
  truth.Add(PartKind::kSpring, {1e5, 0, 0});
  truth.Add(PartKind::kMaxwell, {1e5, 0.02});
  MeasureModel(truth, 512, &data);
  CandidateLaw soft = truth;
  soft.parameters[0].value *= 0.8;
  soft.parameters[3].value *= 0.8;
  const Batch batch =
      MakeBatch(data, {}, AllOf(data), {.steps = 512, .time_weight = 0, .harmonic_weight = 1});
  EXPECT_NEAR(Evaluate(batch, soft, soft.Values(), {}).phi, 0.2 * 2 / M_PI, 1e-4);
}

// phi by hand for a spring against made-up forces: eq. 5.1 and the four steps of section 5.1.
TEST(Objective, PhiIsTheMeanOfMeans) {
  std::vector<Series> data = Programme({1e-3, 2e-3}, {1}, 20);
  CandidateLaw spring;
  spring.Add(PartKind::kSpring, {1e5, 0, 0});
  for (Series& series : data) {
    for (int i = 0; i < series.size(); ++i) series.force[i] = 1.2e5 * series.displacement[i];
  }
  double expected = 0;
  for (const Series& series : data) {
    double peak = 0, sum = 0;
    for (int i = 0; i + 1 < series.size(); ++i) {
      peak = std::max(peak, std::abs(series.force[i]));
      sum += 0.2e5 * std::abs(series.displacement[i]);
    }
    expected += sum / (series.size() - 1) / peak / data.size();
  }
  const Batch plain = MakeBatch(data, {}, AllOf(data), {});
  EXPECT_NEAR(Evaluate(plain, spring, spring.Values(), {}).phi, expected, 1e-9);
  // Weighting multiplies the errors of its series (eq. 5.14) and leaves their own phi alone.
  const Batch weighted = MakeBatch(data, {3, 1}, AllOf(data), {});
  const ObjectiveValue at = Evaluate(weighted, spring, spring.Values(), {});
  EXPECT_NEAR(at.phi, (3 * at.series_phi[0] + at.series_phi[1]) / 2, 1e-12);
  EXPECT_NEAR((at.series_phi[0] + at.series_phi[1]) / 2, expected, 1e-9);
}

TEST(Objective, ThreadsChangeNothing) {
  const Batch batch = RichBatch(0.5);
  const CandidateLaw model = RichModel();
  const ObjectiveValue one = Evaluate(batch, model, model.Values(), {.threads = 1});
  for (const int threads : {2, 3, 16}) {
    const ObjectiveValue many = Evaluate(batch, model, model.Values(), {.threads = threads});
    EXPECT_EQ(one.cost, many.cost);
    EXPECT_EQ(one.phi, many.phi);
    EXPECT_TRUE(one.matrix == many.matrix);
    EXPECT_TRUE(one.gradient == many.gradient);
  }
}

// d -> infinity is half the mean square, d -> 0 is d phi.
TEST(Objective, TheLossGoesFromSquaresToPhi) {
  const Batch batch = RichBatch(0);
  const CandidateLaw model = RichModel();
  const ObjectiveValue squares = Evaluate(batch, model, model.Values(), {});
  const ObjectiveValue wide = Evaluate(batch, model, model.Values(), {.loss_scale = 1e3});
  EXPECT_NEAR(wide.cost, squares.cost, 1e-6 * squares.cost);
  const double d = 1e-7;
  const ObjectiveValue sharp = Evaluate(batch, model, model.Values(), {.loss_scale = d});
  EXPECT_NEAR(sharp.cost / d, sharp.phi, 1e-4 * sharp.phi);
}

}  // namespace
}  // namespace jounce::identify
