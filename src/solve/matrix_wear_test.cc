#include "solve/matrix_wear.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

constexpr double kCost = 8;

// Renewals in `steps`, where a matrix that served `age` steps makes iterations(age) of them.
template <class Iterations>
int Renewals(int steps, Iterations iterations, double* total) {
  MatrixWear wear(kCost);
  wear.Renew();
  int age = 0, renewals = 0;
  *total = 0;
  for (int i = 0; i < steps; ++i) {
    if (wear.IsWorn()) {
      wear.Renew();
      ++renewals;
      age = 0;
    }
    const int n = iterations(i, age++);
    wear.Count(n);
    *total += n;
  }
  *total += kCost * renewals;
  return renewals;
}

// Iterations 2 + a t: no period can cost less than 2 + sqrt(2 a c) a step.
TEST(MatrixWear, RenewsNearlyAsWellAsCanBe) {
  const double a = 0.2;
  double total;
  const int renewals = Renewals(
      1000, [a](int, int age) { return static_cast<int>(std::round(2 + a * age)); }, &total);
  EXPECT_GT(renewals, 50);
  EXPECT_LT(total / 1000, 1.15 * (2 + std::sqrt(2 * a * kCost)));
}

TEST(MatrixWear, LetsSteadyIterationsBe) {
  double total;
  EXPECT_EQ(Renewals(
                1000, [](int, int) { return 3; }, &total),
            0);
  EXPECT_EQ(Renewals(
                1000, [](int i, int) { return 2 + i % 2; }, &total),
            0);
  EXPECT_EQ(Renewals(
                1000, [](int, int) { return 7; }, &total),
            0);
}

// What happens in the model, not the age, makes them grow: it gives up soon.
TEST(MatrixWear, LearnsThatRenewalsAreInVain) {
  double total;
  const auto growing = [](int i, int) { return 3 + i / 100; };
  const int renewals = Renewals(1000, growing, &total);
  EXPECT_GT(renewals, 0);
  EXPECT_LE(renewals, 4);
}

}  // namespace
}  // namespace jounce
