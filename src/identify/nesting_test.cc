#include "identify/nesting.h"

#include <gtest/gtest.h>

#include <string>

#include "identify/identify.h"
#include "identify/synthetic_data_for_test.h"

namespace jounce::identify {
namespace {

CandidateLaw RubberWithBranchAndFriction() {
  CandidateLaw law;
  law.Add(PartKind::kSpring, {3e5, 2e9, 0});
  law.Add(PartKind::kMaxwell, {1e5, 0.02}, "1");
  law.Add(PartKind::kFriction, {8e4, 20}, "1");
  return law;
}

double PhiOf(const CandidateLaw& law, const std::vector<Series>& data) {
  return Evaluate(MakeBatch(data, {}, AllOf(data), {.steps = 64}), law, law.Values(), {}).phi;
}

// A law put into every family that holds it gives its own forces: none of the limits is felt.
TEST(Nesting, ASmallerLawIsTheSameInsideALargerOne) {
  std::vector<Series> data = Programme({0.2e-3, 1e-3}, {0.1, 3, 25}, 32);
  const CandidateLaw law = RubberWithBranchAndFriction();
  MeasureModel(law, 64, &data);
  for (const char* name : {"friction:1/1", "friction:2/3", "hydrobushing:1/1", "hydrobushing:2/2",
                           "network:2/1", "network:3/3", "hydropath:1/1", "hydromount:2/2"}) {
    const auto inside = Embed(law, StartModel(ParseShape(name), data));
    ASSERT_TRUE(inside) << name;
    // Fluid elements are stepped with the rate, branches with the chords of the grid.
    const double steps = std::string(name).find("hydrobushing") == 0 ? 2e-4 : 1e-6;
    EXPECT_LT(PhiOf(WithoutAddedParts(*inside), data), steps) << name;
  }
  for (const char* name : {"kelvin", "maxwell:3", "friction:1/0", "pipkin-rogers:2/2"}) {
    EXPECT_FALSE(Embed(law, StartModel(ParseShape(name), data))) << name;
  }
}

// A part that is left out is gone from the law.
TEST(Nesting, EmptyPartsAreDropped) {
  CandidateLaw law = RubberWithBranchAndFriction();
  LeaveOutPart(1, &law);
  std::vector<int> kept;
  const CandidateLaw rest = WithoutEmptyParts(law, &kept);
  EXPECT_EQ(rest.parts, (std::vector{PartKind::kSpring, PartKind::kFriction}));
  EXPECT_EQ(kept, (std::vector{0, 1, 2, 5, 6}));
  EXPECT_EQ(rest.FreeParameterCount(), 4);
}

// What the search leaves when it stops.
constexpr double kTolerance = 5e-3;

// Three branches are never worse than one, on data of one branch with noise, where nothing is left
// to find for the others.
TEST(Nesting, MorePartsNeverFitWorse) {
  std::vector<Series> data = Programme({0.3e-3, 1e-3}, {0.2, 1, 4, 15, 40}, 40);
  MeasureModel(RubberWithBranchAndFriction(), 64, &data);
  std::mt19937 random(8);
  AddNoise(0.01, &random, &data);
  double before = 1;
  for (const char* law : {"maxwell:1", "maxwell:2", "maxwell:3", "maxwell:4"}) {
    const double phi = Identify(data, {.law = law, .steps = 64, .held_out = 0}).phi;
    EXPECT_LE(phi, before * (1 + kTolerance)) << law;
    before = phi;
  }
  before = 1;
  for (const char* law : {"friction:1/1", "friction:2/2", "friction:2/3", "friction:3/4"}) {
    const double phi = Identify(data, {.law = law, .steps = 64, .held_out = 0}).phi;
    EXPECT_LE(phi, before * (1 + kTolerance)) << law;
    before = phi;
  }
}

}  // namespace
}  // namespace jounce::identify
