#include "solve/poles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "solve/polynomial_roots_for_test.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Complex = std::complex<double>;
using testing::RootsOf;

void ExpectPoles(const std::vector<Pole>& poles, const std::vector<Complex>& expected) {
  ASSERT_EQ(poles.size(), expected.size());
  for (const Complex& s : expected) {
    double nearest = 1e300;
    for (const Pole& pole : poles) nearest = std::min(nearest, std::abs(pole.s - s));
    EXPECT_LT(nearest, 1e-9 * std::abs(s)) << s;
  }
}

QuadraticProblem Scalar(double m, double c, double k) {
  return {MatrixXd::Constant(1, 1, m), MatrixXd::Constant(1, 1, c), MatrixXd::Constant(1, 1, k)};
}

// 400 kg on 30 kN/m and 2000 N s/m on 40 kg on 220 kN/m: the determinant is
// (M s^2 + c s + k) (m s^2 + c s + k + K) - (c s + k)^2.
TEST(Poles, OfTwoMasses) {
  const double M = 400, m = 40, c = 2000, k = 30e3, K = 220e3;
  QuadraticProblem problem{MatrixXd(2, 2), MatrixXd(2, 2), MatrixXd(2, 2)};
  problem.M << M, 0, 0, m;
  problem.C << c, -c, -c, c;
  problem.K << k, -k, -k, k + K;
  const std::vector<Pole> poles = FindPoles(problem, 5);
  ExpectPoles(poles, RootsOf({k * K, c * K, M * (k + K) + m * k, (M + m) * c, M * m}));
  EXPECT_NEAR(std::abs(poles[0].s) / (2 * M_PI), 1.3137, 5e-5);
  EXPECT_NEAR(-poles[1].s.real() / std::abs(poles[1].s), 0.3279, 5e-5);
}

TEST(Poles, OverdampedAreReal) {
  // s = (-c +- sqrt(c^2 - 4 m k)) / 2 m
  const std::vector<Pole> poles = FindPoles(Scalar(2, 100, 300), 5);
  const double root = std::sqrt(100.0 * 100 - 4 * 2 * 300);
  ExpectPoles(poles, {(-100 + root) / 4, (-100 - root) / 4});
  for (const Pole& pole : poles) EXPECT_EQ(pole.s.imag(), 0);
}

// Poles from 1 mHz to 1 MHz, and one that grows at the rate of the shift itself.
TEST(Poles, OfAnyScale) {
  for (double w : {1e-3, 1.0, 1e3, 1e6}) {
    const double omega = 2 * M_PI * w;
    ExpectPoles(FindPoles(Scalar(3, 3 * 0.2 * omega, 3 * omega * omega), 2),
                {omega * Complex(-0.1, std::sqrt(1 - 0.01))});
  }
  const double shift = 2 * M_PI * 0.9173;
  ExpectPoles(FindPoles(Scalar(1, 0, -shift * shift), 2), {shift, -shift});
}

// A body that nothing holds has one pole at zero a direction, damped or not.
TEST(Poles, OfFreeMotion) {
  QuadraticProblem problem{MatrixXd::Identity(3, 3), MatrixXd::Zero(3, 3), MatrixXd::Zero(3, 3)};
  problem.K << 400, -400, 0, -400, 400, 0, 0, 0, 0;
  problem.C(2, 2) = 7;
  const std::vector<Pole> poles = FindPoles(problem, 10);
  ASSERT_EQ(poles.size(), 4u);
  EXPECT_EQ(poles[0].s, 0.0);
  EXPECT_EQ(poles[1].s, 0.0);
  EXPECT_LT(std::abs(poles[2].s + 7.0), 1e-9);
  EXPECT_LT(std::abs(poles[3].s - Complex(0, std::sqrt(800))), 1e-9);
}

TEST(Poles, WithoutMassThereAreNone) {
  EXPECT_THROW(FindPoles(Scalar(0, 0, 5), 1), InputError);
  // One of two unknowns has nothing at all.
  QuadraticProblem problem{MatrixXd::Zero(2, 2), MatrixXd::Zero(2, 2), MatrixXd::Zero(2, 2)};
  problem.M(0, 0) = problem.K(0, 0) = 1;
  EXPECT_THROW(FindPoles(problem, 1), InputError);
}

// A chain of equal masses, fixed at both ends, with stiffness-proportional damping: Arnoldi's poles
// are w_j = 2 sqrt(k/m) sin(j pi / 2 (n + 1)) with zeta_j = beta w_j / 2, each twice for two
// chains.
TEST(Poles, OfTwoLongChains) {
  const int n = 120;
  const double k = 4e5, beta = 1e-4;
  QuadraticProblem problem;
  problem.M = MatrixXd::Identity(2 * n, 2 * n);
  problem.K = 2 * k * problem.M;
  for (int i = 0; i + 1 < 2 * n; ++i) {
    if (i + 1 != n) problem.K(i, i + 1) = problem.K(i + 1, i) = -k;
  }
  problem.C = beta * problem.K;
  const std::vector<Pole> poles = FindPoles(problem, 20);
  ASSERT_GE(poles.size(), 20u);
  for (int j = 0; j < 20; ++j) {
    const double w = 2 * std::sqrt(k) * std::sin((j / 2 + 1) * M_PI / (2 * (n + 1)));
    const double zeta = beta * w / 2;
    EXPECT_LT(std::abs(poles[j].s - w * Complex(-zeta, std::sqrt(1 - zeta * zeta))), 1e-9 * w) << j;
  }
}

}  // namespace
}  // namespace jounce
