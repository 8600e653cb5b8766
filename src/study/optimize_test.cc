#include "study/optimize.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "study/cma_es.h"
#include "study/evaluation.h"
#include "study/study_file.h"

namespace jounce::study {
namespace {

OptimizationResult OptimumOf(const Study& study, std::map<std::string, Outcome>* known) {
  return Optimize(
      study,
      [&](const std::vector<study::Run>& all, size_t first) {
        for (size_t i = first; i < all.size(); ++i) {
          if (!known->contains(all[i].key)) (*known)[all[i].key] = Evaluate(study, all[i]);
        }
        return true;
      },
      [&](const std::string& key) { return &known->at(key); });
}

// The minimum of Rosenbrock's function in four dimensions is at 1, here at u = 0.75.
TEST(CmaEs, FindsTheMinimumOfRosenbrock) {
  CmaEs search(4, 0.2, 3);
  double best = 1e9;
  for (int generation = 0; generation < 400; ++generation) {
    std::vector<std::pair<double, int>> values;
    for (const std::vector<double>& u : search.Ask()) {
      double f = 0;
      for (size_t i = 0; i + 1 < 4; ++i) {
        const double x = 4 * u[i] - 2, y = 4 * u[i + 1] - 2;
        f += 100 * std::pow(y - x * x, 2) + std::pow(1 - x, 2);
      }
      values.emplace_back(f, static_cast<int>(values.size()));
      best = std::min(best, f);
    }
    std::sort(values.begin(), values.end());
    std::vector<int> order;
    for (const auto& [value, index] : values) order.push_back(index);
    search.Tell(order);
  }
  EXPECT_LT(best, 1e-8);
  EXPECT_LT(search.Spread(), 1e-3);
}

constexpr char kStudy[] =
    "vary:\n  a: {from: -1, to: 1}\n  b: {from: 0, to: 2}\n"
    "  kind: {values: [1, 2]}\n"
    "outputs:\n  f: {take: formula, formula: (a - 0.3)^2 + 2*(b - 0.7)^2 + kind}\n"
    "  sum: {take: formula, formula: a + b}\n"
    "optimize: {minimize: f, limits: {sum: {most: 0.8}}, runs: 600}\n";

// With a + b <= 0.8: a = 0.3 - m/2, b = 0.7 - m/4 with the multiplier m = 0.2/0.75, by hand.
TEST(Optimize, KeepsLimitsAndChoosesOfLists) {
  const Study study = ParseStudy(kStudy, "s.yaml");
  std::map<std::string, Outcome> known;
  const OptimizationResult found = OptimumOf(study, &known);
  ASSERT_GE(found.best, 0);
  const auto& values = found.runs[static_cast<size_t>(found.best)].values;
  const double m = 0.2 / 0.75;
  EXPECT_EQ(found.merit.violation, 0);
  EXPECT_NEAR(std::get<double>(values[0]), 0.3 - m / 2, 2e-3);
  EXPECT_NEAR(std::get<double>(values[1]), 0.7 - m / 4, 2e-3);
  EXPECT_EQ(std::get<double>(values[2]), 1);
  EXPECT_NEAR(found.merit.value, 1 + m * m / 4 + 2 * m * m / 16, 1e-4);
  // What is known is not run again, and the way is the same.
  const size_t before = known.size();
  const OptimizationResult again = OptimumOf(study, &known);
  EXPECT_EQ(known.size(), before);
  EXPECT_EQ(again.best, found.best);
  EXPECT_EQ(again.runs.size(), found.runs.size());
}

}  // namespace
}  // namespace jounce::study
