#include "solve/poles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "math/dense.h"
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

struct Dense {
  MatrixXd M, C, K;
  MatrixXd J = {};

  operator QuadraticProblem() const {  // NOLINT(google-explicit-constructor)
    QuadraticProblem problem{M.sparseView(), C.sparseView(), K.sparseView(), J.sparseView()};
    if (J.size() == 0) problem.J.resize(0, K.cols());
    return problem;
  }
};

QuadraticProblem Scalar(double m, double c, double k) {
  return Dense{MatrixXd::Constant(1, 1, m), MatrixXd::Constant(1, 1, c),
               MatrixXd::Constant(1, 1, k)};
}

// 400 kg on 30 kN/m and 2000 N s/m on 40 kg on 220 kN/m: the determinant is
// (M s^2 + c s + k) (m s^2 + c s + k + K) - (c s + k)^2.
TEST(Poles, OfTwoMasses) {
  const double M = 400, m = 40, c = 2000, k = 30e3, K = 220e3;
  Dense problem{MatrixXd(2, 2), MatrixXd(2, 2), MatrixXd(2, 2)};
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
  Dense problem{MatrixXd::Identity(3, 3), MatrixXd::Zero(3, 3), MatrixXd::Zero(3, 3)};
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
  Dense problem{MatrixXd::Zero(2, 2), MatrixXd::Zero(2, 2), MatrixXd::Zero(2, 2)};
  problem.M(0, 0) = problem.K(0, 0) = 1;
  EXPECT_THROW(FindPoles(problem, 1), InputError);
}

// A chain of equal masses, fixed at both ends, with stiffness-proportional damping: Arnoldi's poles
// are w_j = 2 sqrt(k/m) sin(j pi / 2 (n + 1)) with zeta_j = beta w_j / 2, each twice for two
// chains.
TEST(Poles, OfTwoLongChains) {
  const int n = 120;
  const double k = 4e5, beta = 1e-4;
  Dense problem;
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

// Poles of a dense problem with constraints by LAPACK's way: a basis of what they leave free, then
// the companion matrix [0 I; -M^-1 K, -M^-1 C].
std::vector<Complex> DensePoles(const Dense& problem) {
  const MatrixXd Z = NullSpace(problem.J, 1e-12);
  const MatrixXd M = Z.transpose() * problem.M * Z;
  const Eigen::Index n = M.rows();
  MatrixXd companion = MatrixXd::Zero(2 * n, 2 * n);
  companion.topRightCorner(n, n).setIdentity();
  companion.bottomLeftCorner(n, n) = -SolveSquare(M, Z.transpose() * problem.K * Z);
  companion.bottomRightCorner(n, n) = -SolveSquare(M, Z.transpose() * problem.C * Z);
  const ComplexEigen eigen = GeneralEigen(companion);
  std::vector<Complex> poles;
  for (const Complex& s : eigen.values) {
    if (s.imag() >= 0) poles.push_back(s);
  }
  std::sort(poles.begin(), poles.end(),
            [](const Complex& a, const Complex& b) { return std::abs(a) < std::abs(b); });
  return poles;
}

// A chain of unequal masses on a foundation, with dashpots between them that overdamp many, and
// with every tenth pair of masses tied together: some hundred real poles among those that swing.
Dense DampedChain(int n) {
  Dense chain{MatrixXd::Zero(n, n), MatrixXd::Zero(n, n), MatrixXd::Zero(n, n),
              MatrixXd::Zero(n / 10, n)};
  for (int i = 0; i < n; ++i) {
    chain.M(i, i) = 1 + 0.3 * std::sin(i);
    chain.K(i, i) += 300 + 100 * std::cos(3 * i);
    chain.C(i, i) += i % 3 == 0 ? 90 : 0.5;
    if (i + 1 == n) break;
    for (const auto& [matrix, value] :
         {std::pair(&chain.K, 4000.0 + 900 * std::sin(2 * i)), std::pair(&chain.C, 0.8)}) {
      (*matrix)(i, i) += value;
      (*matrix)(i + 1, i + 1) += value;
      (*matrix)(i, i + 1) -= value;
      (*matrix)(i + 1, i) -= value;
    }
  }
  for (int k = 0; k < n / 10; ++k) {
    chain.J(k, 10 * k + 3) = 1;
    chain.J(k, 10 * k + 4) = -0.7;
  }
  return chain;
}

// By Arnoldi's method with the constraints as equations, and all at once, as a dense solution.
TEST(Poles, OfAConstrainedDampedChainAreThoseOfADenseSolution) {
  for (int n : {60, 200}) {
    const Dense chain = DampedChain(n);
    const std::vector<Complex> expected = DensePoles(chain);
    const int count = 20;
    const std::vector<Pole> poles = FindPoles(chain, count);
    std::vector<Complex> swinging, still;
    for (const Complex& s : expected) (s.imag() > 0 ? swinging : still).push_back(s);
    int found = 0;
    for (const Pole& pole : poles) {
      if (pole.s.imag() == 0 || found == count) continue;
      EXPECT_LT(std::abs(pole.s - swinging[found]), 1e-9 * std::abs(pole.s)) << n << " " << found;
      // Its vector satisfies the constraints and the equations in what they leave free.
      const MatrixXd Z = NullSpace(chain.J, 1e-12);
      const Eigen::VectorXcd y = pole.y.normalized();
      EXPECT_LT((chain.J * y).norm(), 1e-10);
      const Eigen::VectorXcd force =
          pole.s * pole.s * (chain.M * y) + pole.s * (chain.C * y) + chain.K * y;
      EXPECT_LT((Z.transpose() * force).norm(), 1e-7 * (chain.K * y).norm());
      ++found;
    }
    EXPECT_EQ(found, std::min<int>(count, static_cast<int>(swinging.size())));
    size_t real = 0;
    for (const Pole& pole : poles) {
      if (pole.s.imag() != 0) continue;
      ASSERT_LT(real, still.size());
      EXPECT_LT(std::abs(pole.s - still[real]), 1e-9 * std::abs(pole.s)) << n << " " << real;
      ++real;
    }
  }
}

// A mass m on a spring k0 and n equal Maxwell branches of k1 / n and tau: the cubic of one branch,
// (m s^2 + k0) (1 + s tau) + k1 s tau = 0, and n - 1 poles -1/tau that do not swing.
TEST(Poles, EqualBranchesRelaxAlike) {
  const double m = 3, k0 = 2000, k1 = 5000, tau = 0.05;
  for (int n : {12, 300}) {
    Dense problem{MatrixXd::Zero(n + 1, n + 1), MatrixXd::Zero(n + 1, n + 1),
                  MatrixXd::Zero(n + 1, n + 1)};
    problem.M(0, 0) = m;
    problem.K(0, 0) = k0 + k1;
    for (int i = 1; i <= n; ++i) {
      problem.K(i, i) = k1 / n;
      problem.K(0, i) = problem.K(i, 0) = -k1 / n;
      problem.C(i, i) = k1 / n * tau;
    }
    std::vector<Complex> expected = RootsOf({k0, (k0 + k1) * tau, m, m * tau});
    expected.insert(expected.end(), n - 1, -1 / tau);
    ExpectPoles(FindPoles(problem, 5), expected);
  }
}

// Mass that constraints hold is none.
TEST(Poles, HeldMassIsNone) {
  Dense problem{MatrixXd::Zero(2, 2), MatrixXd::Zero(2, 2), MatrixXd::Identity(2, 2),
                MatrixXd::Zero(1, 2)};
  problem.M(0, 0) = problem.J(0, 0) = 1;
  EXPECT_THROW(FindPoles(problem, 1), InputError);
}

// A force that follows the acceleration of what is held does nothing: m s^2 + k = 0. Of what moves it
// is refused.
TEST(Poles, MassThatIsNotSymmetricWhereHeld) {
  Dense problem{MatrixXd::Identity(3, 3), MatrixXd::Zero(3, 3), 400 * MatrixXd::Identity(3, 3),
                MatrixXd::Zero(1, 3)};
  problem.J(0, 0) = 1;
  problem.M(1, 0) = 0.3;
  ExpectPoles(FindPoles(problem, 2), {Complex(0, 20), Complex(0, 20)});
  problem.M(1, 2) = 0.3;
  EXPECT_THROW(FindPoles(problem, 2), InputError);
}

}  // namespace
}  // namespace jounce
