#include "solve/pole_slopes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Complex = std::complex<double>;

QuadraticProblem ProblemOf(const MatrixXd& M, const MatrixXd& C, const MatrixXd& K,
                           const MatrixXd& J = {}) {
  QuadraticProblem problem{M.sparseView(), C.sparseView(), K.sparseView(), J.sparseView()};
  if (J.size() == 0) problem.J.resize(0, K.cols());
  return problem;
}

QuadraticProblem OneMass(double m, double c, double k) {
  return ProblemOf(MatrixXd::Constant(1, 1, m), MatrixXd::Constant(1, 1, c),
                   MatrixXd::Constant(1, 1, k));
}

void ExpectNear(Complex found, Complex expected, double part) {
  EXPECT_LT(std::abs(found - expected), part * std::abs(expected)) << found << " " << expected;
}

// m s^2 + c s + k = 0: (2 m s + c) ds = -(s^2 dm + s dc + dk).
TEST(PoleSlopes, OfAMassOnASpringAndDamper) {
  const double m = 3, c = 20, k = 5e3;
  const QuadraticProblem problem = OneMass(m, c, k);
  const Complex s(-c / (2 * m), std::sqrt(k / m - c * c / (4 * m * m)));
  const PoleSlopes pole(problem, s * 1.000003);
  ASSERT_TRUE(pole.is_single());
  ExpectNear(pole.s(), s, 1e-13);
  const Complex below = 2 * m * s + c;
  ExpectNear(pole.Change(OneMass(m, c, k + 1), problem), -1.0 / below, 1e-12);
  ExpectNear(pole.Change(OneMass(m, c + 1, k), problem), -s / below, 1e-12);
  ExpectNear(pole.Change(OneMass(m + 1, c, k), problem), -s * s / below, 1e-12);
}

// Forces that follow: s^2 = -k +- i sqrt(a b), so 2 s ds = i sqrt(b / a) / 2 da.
TEST(PoleSlopes, OfAMatrixThatIsNotSymmetric) {
  const double k = 50, a = 4, b = 9;
  const auto make = [&](double upper) {
    MatrixXd K(2, 2);
    K << k, upper, -b, k;
    return ProblemOf(MatrixXd::Identity(2, 2), MatrixXd::Zero(2, 2), K);
  };
  const QuadraticProblem problem = make(a);
  const Complex i(0, 1), s = std::sqrt(-k + i * std::sqrt(a * b));
  const PoleSlopes pole(problem, s);
  ASSERT_TRUE(pole.is_single());
  ExpectNear(pole.Change(make(a + 1e-3), problem), i * std::sqrt(b / a) / (4.0 * s) * 1e-3, 1e-9);
}

// x1 = r x2: w^2 = (k1 r^2 + k2) / (m1 r^2 + m2), differentiated by r.
TEST(PoleSlopes, OfALever) {
  const double m1 = 2, m2 = 3, k1 = 700, k2 = 400, r = 1.5;
  MatrixXd M = MatrixXd::Zero(2, 2), K = M;
  M.diagonal() << m1, m2;
  K.diagonal() << k1, k2;
  const auto make = [&](double ratio) {
    MatrixXd J(1, 2);
    J << 1, -ratio;
    return ProblemOf(M, MatrixXd::Zero(2, 2), K, J);
  };
  const QuadraticProblem problem = make(r);
  const double below = m1 * r * r + m2, w = std::sqrt((k1 * r * r + k2) / below);
  const double dw = (k1 * r - w * w * m1 * r) / (w * below);
  const PoleSlopes pole(problem, Complex(0, w));
  ASSERT_TRUE(pole.is_single());
  ExpectNear(pole.Change(make(r + 1e-6), make(r - 1e-6)), Complex(0, 2e-6 * dw), 1e-8);
}

// At critical damping two poles become one, and its slope is infinite.
TEST(PoleSlopes, OfTwoInOnePlaceAreNone) {
  EXPECT_FALSE(PoleSlopes(OneMass(1, 20, 100), -10).is_single());
  const QuadraticProblem problem = OneMass(1, 1, 100);
  EXPECT_FALSE(PoleSlopes(problem, Complex(-0.5, 3)).is_single());  // there is none
}

}  // namespace
}  // namespace jounce
