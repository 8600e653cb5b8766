#include "study/sensitivity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "fatigue/woehler.h"

namespace jounce::study {
namespace {

using Function = std::function<double(const std::vector<double>& u)>;

std::vector<SobolIndex> IndicesOf(const Function& function, int factors, int runs) {
  const UnitPoints points = Sample({.method = SamplingMethod::kSobolIndices, .runs = runs},
                                   std::vector<int>(static_cast<size_t>(factors), 1));
  std::vector<double> f;
  for (int run = 0; run < points.runs(); ++run) {
    std::vector<double> u;
    for (int i = 0; i < factors; ++i) u.push_back(points.At(run, i));
    f.push_back(function(u));
  }
  return SobolIndices(f, factors);
}

// Ishigami's function sin x1 + a sin^2 x2 + b x3^4 sin x1, a = 7, b = 0.1, x uniform in -pi..pi. Its
// indices are known in closed form (T. Ishigami, T. Homma, ISUMA 1990):
//   V = a^2/8 + b pi^4/5 + b^2 pi^8/18 + 1/2,  V_1 = (1 + b pi^4/5)^2/2,  V_2 = a^2/8,
//   V_13 = b^2 pi^8 (1/18 - 1/50).
TEST(SobolIndices, OfIshigami) {
  const auto indices = IndicesOf(
      [](const std::vector<double>& u) {
        const double x1 = M_PI * (2 * u[0] - 1), x2 = M_PI * (2 * u[1] - 1),
                     x3 = M_PI * (2 * u[2] - 1);
        return std::sin(x1) + 7 * std::pow(std::sin(x2), 2) + 0.1 * std::pow(x3, 4) * std::sin(x1);
      },
      3, 4096);
  const double p4 = std::pow(M_PI, 4), v1 = 0.5 * std::pow(1 + 0.1 * p4 / 5, 2), v2 = 49.0 / 8,
               v13 = 0.01 * p4 * p4 * (1.0 / 18 - 1.0 / 50), v = v1 + v2 + v13;
  EXPECT_NEAR(indices[0].first, v1 / v, 0.02 * v1 / v);
  EXPECT_NEAR(indices[1].first, v2 / v, 0.02 * v2 / v);
  EXPECT_NEAR(indices[2].first, 0, 0.005);
  EXPECT_NEAR(indices[0].total, (v1 + v13) / v, 0.02 * (v1 + v13) / v);
  EXPECT_NEAR(indices[1].total, v2 / v, 0.02 * v2 / v);
  EXPECT_NEAR(indices[2].total, v13 / v, 0.02 * v13 / v);
  for (const SobolIndex& index : indices) EXPECT_LT(index.first_error, 0.1);
}

// The borehole function (W. V. Harper, S. K. Gupta, ONWI-516, 1983; inputs as in M. D. Morris et al.,
// Technometrics 35 (1993) 243-255).
double Borehole(const std::vector<double>& u) {
  const double rw = 0.10 + 0.0161812 * NormalQuantile(u[0]);
  const double r = std::exp(7.71 + 1.0056 * NormalQuantile(u[1]));
  const auto between = [](double a, double b, double s) { return a + (b - a) * s; };
  const double tu = between(63070, 115600, u[2]), hu = between(990, 1110, u[3]),
               tl = between(63.1, 116, u[4]), hl = between(700, 820, u[5]),
               l = between(1120, 1680, u[6]), kw = between(9855, 12045, u[7]);
  const double ln = std::log(r / rw);
  return 2 * M_PI * tu * (hu - hl) / (ln * (1 + 2 * l * tu / (ln * rw * rw * kw) + tu / tl));
}

TEST(SobolIndices, OfTheBorehole) {
  const auto indices = IndicesOf(Borehole, 8, 32768);
  // Var(E[f|x_i])/V and E[Var(f|all but x_i)]/V by another way: Gauss-Legendre quadrature of 48 points
  // over x_i and 2^15 points over the others, V = 817.72 of 2^20 points (NumPy, SciPy 1.10.1).
  const double first[] = {0.66294, 0, 0, 0.09488, 0.00001, 0.09488, 0.09065, 0.02194};
  const double total[] = {0.69332, 0, 0, 0.10612, 0.00001, 0.10612, 0.10278, 0.02513};
  for (size_t i = 0; i < 8; ++i) {
    EXPECT_NEAR(indices[i].first, first[i], std::max(0.02 * first[i], 1e-4)) << i;
    EXPECT_NEAR(indices[i].total, total[i], std::max(0.02 * total[i], 1e-4)) << i;
  }
}

// f = 3 x1 - 2 x2 + 0 x3 has effects 3, -2, 0 without spread; x1 x2 has a spread.
TEST(Morris, EffectsOfAPlaneAndAProduct) {
  const UnitPoints points =
      Sample({.method = SamplingMethod::kMorris, .runs = 20, .seed = 5}, {1, 1, 1});
  std::vector<double> plane, product;
  for (int run = 0; run < points.runs(); ++run) {
    plane.push_back(3 * points.At(run, 0) - 2 * points.At(run, 1));
    product.push_back(points.At(run, 0) * points.At(run, 1));
  }
  const auto effects = MorrisEffects(points, plane);
  EXPECT_NEAR(effects[0].mean, 3, 1e-9);
  EXPECT_NEAR(effects[1].mean, -2, 1e-9);
  EXPECT_NEAR(effects[1].mean_absolute, 2, 1e-9);
  EXPECT_NEAR(effects[1].deviation, 0, 1e-9);
  EXPECT_NEAR(effects[2].mean_absolute, 0, 1e-12);
  EXPECT_EQ(effects[2].count, 20);
  EXPECT_GT(MorrisEffects(points, product)[0].deviation, 0.1);
}

// Anscombe's first quartet (F. J. Anscombe, Am. Stat. 27 (1973) 17-21): r = 0.816.
TEST(Correlation, OfAnscombeAndOfRanks) {
  const std::vector<double> x = {10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5};
  const std::vector<double> y = {8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68};
  EXPECT_NEAR(Correlation(x, y), 0.81642, 1e-5);
  std::vector<double> cubes;
  for (const double one : x) cubes.push_back(one * one * one);
  EXPECT_NEAR(RankCorrelation(x, cubes), 1, 1e-12);
  EXPECT_LT(Correlation(x, cubes), 0.99);
  EXPECT_TRUE(std::isnan(Correlation({1, 1, 1}, {1, 2, 3})));
}

TEST(MainEffect, ClassesAndMeans) {
  std::vector<double> x, y;
  for (int i = 0; i < 100; ++i) {
    x.push_back(i);
    y.push_back(2 * i);
  }
  const auto classes = MainEffect(x, y, 4);
  ASSERT_EQ(classes.size(), 4U);
  EXPECT_DOUBLE_EQ(classes[0].mean, 24);
  EXPECT_DOUBLE_EQ(classes[3].middle, 87);
  const auto values = MainEffect({1, 2, 1, 2}, {5, 7, 6, NAN}, 4);
  ASSERT_EQ(values.size(), 2U);
  EXPECT_DOUBLE_EQ(values[0].mean, 5.5);
  EXPECT_EQ(values[1].count, 1);
}

TEST(ParetoFront, KeepsWhatNothingBeats) {
  EXPECT_EQ(ParetoFront({{1, 2, 3, 2, 1, NAN}, {3, 2, 1, 3, 4, 0}}),
            (std::vector<size_t>{0, 1, 2}));
  EXPECT_EQ(ParetoFront({{1, 1}, {2, 2}}), (std::vector<size_t>{0, 1})) << "equal ones";
}

}  // namespace
}  // namespace jounce::study
