#include "identify/trust.h"

#include <gtest/gtest.h>

#include <cmath>

#include "identify/identify.h"
#include "identify/synthetic_data_for_test.h"

namespace jounce::identify {
namespace {

// K* of one amplitude: k3 and k5 do what k1 does, and data without noise do not make it otherwise.
TEST(Trust, TermsThatActAlikeAreNotDetermined) {
  std::vector<Series> data = Programme({1e-3}, {0.5, 2, 8, 30}, 64);
  CandidateLaw truth;
  truth.Add(PartKind::kSpring, {3e5, 0, 0});
  truth.Add(PartKind::kMaxwell, {1e5, 0.03});
  MeasureModel(truth, 128, &data);
  IdentifyOptions options{.law = "maxwell:1", .domain = FitDomain::kStiffness, .held_out = 0};
  const Identification found = Identify(data, options);
  EXPECT_LT(found.phi, 1e-4);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(found.trust.parameters[i].determined) << i;
  for (int i = 3; i < 5; ++i) EXPECT_TRUE(found.trust.parameters[i].determined) << i;
  // Of two amplitudes k3 is known.
  std::vector<Series> more = Programme({1e-3, 2e-3, 4e-3}, {0.5, 2, 8, 30}, 64);
  truth.parameters[1].value = 1e10;
  truth.parameters[2].value = 1e15;
  MeasureModel(truth, 128, &more);
  const Identification known = Identify(more, options);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(known.trust.parameters[i].determined) << i;
}

// The 95 % intervals of thresholds, too, hold the truth in at least 90 of 100 repetitions, with the
// loss that is the default.
TEST(Trust, IntervalsOfFrictionThresholdsHold) {
  std::vector<Series> clean = Programme({0.1e-3, 0.3e-3, 1e-3}, {0.05, 2, 20}, 40);
  CandidateLaw truth;
  truth.Add(PartKind::kSpring, {3e5, 0, 0});
  truth.Add(PartKind::kMaxwell, {8e4, 0.02}, "1");
  truth.Add(PartKind::kFriction, {1.2e5, 50}, "1");
  truth.Add(PartKind::kFriction, {1.5e5, 12}, "2");
  MeasureModel(truth, 64, &clean);
  IdentifyOptions options{.law = "friction:1/2", .steps = 64, .held_out = 0};
  options.fixed = {{"spring.k3", 0}, {"spring.k5", 0}};
  std::mt19937 random(19);
  std::vector<int> held(truth.parameters.size(), 0);
  for (int repetition = 0; repetition < 100; ++repetition) {
    std::vector<Series> data = clean;
    AddNoise(0.01, &random, &data);
    const Identification found = Identify(data, options);
    for (size_t i = 0; i < held.size(); ++i) {
      const ParameterTrust& trust = found.trust.parameters[i];
      held[i] +=
          trust.lower <= truth.parameters[i].value && truth.parameters[i].value <= trust.upper;
    }
  }
  for (size_t i = 0; i < held.size(); ++i) EXPECT_GE(held[i], 90) << truth.parameters[i].name;
}

}  // namespace
}  // namespace jounce::identify
