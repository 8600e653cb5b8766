#include "laws/linear_law.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace jounce {
namespace {

struct Answered {
  LawResponse response;
  std::vector<double> next;
};

Answered AnswerOf(const LinearLaw& law, const std::vector<double>& from,
                  const std::vector<double>& to, const std::vector<double>& rate, double h) {
  std::vector<double> state(law.state_size());
  law.Start(from.data(), state.data());
  Answered answer{{}, state};
  law.Update({to.data(), rate.data(), h}, state.data(), answer.next.data(), &answer.response);
  return answer;
}

// f = k e + c e'. A rate that goes linearly from 0 to 2 m/s in 0.1 s, 0.1 m on the way, loses the
// integral of c (20 t)^2: 400 c 0.1^3 / 3.
TEST(LinearLaw, ForceAndLossOfALinearRate) {
  const LinearLaw law({1, {1000}, {30}});
  const Answered a = AnswerOf(law, {0.05}, {0.15}, {2}, 0.1);
  EXPECT_NEAR(a.response.force[0], 1000 * 0.15 + 30 * 2, 1e-12);
  EXPECT_NEAR(a.response.stored_energy, 0.5 * 1000 * 0.15 * 0.15, 1e-12);
  EXPECT_NEAR(a.response.dissipated_energy, 30 * 400 * 1e-3 / 3, 1e-12);
  EXPECT_EQ(a.next[0], 0.15);
}

// In statics dampers have had all the time in the world; a jump takes none and loses nothing.
TEST(LinearLaw, DampersRestInStatics) {
  const LinearLaw law({1, {1000}, {30}});
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(AnswerOf(law, {0}, {0.1}, {2}, infinity).response.force[0], 100);
  EXPECT_EQ(AnswerOf(law, {0}, {0.1}, {2}, infinity).response.d_rate[0], 0);
  EXPECT_EQ(AnswerOf(law, {0}, {0.1}, {2}, infinity).response.dissipated_energy, 0);
  EXPECT_EQ(AnswerOf(law, {0}, {0}, {2}, 0).response.dissipated_energy, 0);
}

// Diagonal matrices have a way of their own; an entry that is next to nothing takes the other.
TEST(LinearLaw, DiagonalMatricesAnswerLikeFullOnes) {
  for (int n : {3, 6}) {
    const std::vector<double> k = {5, 6, 7, 8, 9, 10}, c = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    LinearSettings diagonal{n, {k.begin(), k.begin() + n}, {c.begin(), c.begin() + n}};
    LinearSettings full{n, std::vector<double>(n * n), std::vector<double>(n * n)};
    for (int i = 0; i < n; ++i) {
      full.stiffness[i * (n + 1)] = k[i];
      full.damping[i * (n + 1)] = c[i];
    }
    full.stiffness[1] = 1e-300;
    const std::vector<double> from = {0.1, -0.2, 0.3, 0, 0.5, -0.1};
    const std::vector<double> to = {0.2, 0.1, -0.1, 0.4, 0.3, 0.6};
    const std::vector<double> rate = {3, -1, 2, 0.5, -2, 1};
    for (double h : {0.01, 0.2, std::numeric_limits<double>::infinity()}) {
      const Answered a = AnswerOf(LinearLaw(diagonal), from, to, rate, h);
      const Answered b = AnswerOf(LinearLaw(full), from, to, rate, h);
      for (int i = 0; i < n; ++i) EXPECT_NEAR(a.response.force[i], b.response.force[i], 1e-14);
      EXPECT_NEAR(a.response.stored_energy, b.response.stored_energy, 1e-14);
      EXPECT_NEAR(a.response.dissipated_energy, b.response.dissipated_energy, 1e-13);
    }
  }
}

}  // namespace
}  // namespace jounce
