#include "solve/complex_lu.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

namespace jounce {
namespace {

using Complex = std::complex<double>;
using Eigen::MatrixXcd;
using Eigen::VectorXcd;

constexpr int kSize = 30;

SparsePattern FullPattern() {
  SparsePattern pattern;
  pattern.size = kSize;
  for (int column = 0; column <= kSize; ++column) pattern.starts.push_back(column * kSize);
  for (int i = 0; i < kSize * kSize; ++i) pattern.rows.push_back(i % kSize);
  return pattern;
}

MatrixXcd SomeMatrix(double phase) {
  MatrixXcd A(kSize, kSize);
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) {
      A(i, j) = Complex(std::sin(1.3 * i + 2.1 * j * j + phase), std::cos(i * j - phase));
    }
  }
  return A;
}

// One matrix after the other, with pivots of the first, and a copy with its own; Eigen's dense
// factors are the judge.
TEST(ComplexLu, SolvesOneMatrixAfterTheOther) {
  ComplexLu first(FullPattern());
  ComplexLu second(first);
  for (double phase : {0.0, 0.1, 2.0}) {
    const MatrixXcd A = SomeMatrix(phase);
    const VectorXcd b = VectorXcd::LinSpaced(kSize, Complex(1, -1), Complex(2, 3));
    const VectorXcd expected = A.partialPivLu().solve(b);
    for (ComplexLu* lu : {&first, &second}) {
      ASSERT_TRUE(lu->Factor({A.data(), A.data() + A.size()}));
      VectorXcd x = b;
      lu->Solve(x.data());
      EXPECT_LT((x - expected).norm(), 1e-11 * expected.norm()) << phase;
    }
  }
}

TEST(ComplexLu, RefusesWhatCannotBeSolved) {
  ComplexLu lu(FullPattern());
  MatrixXcd A = MatrixXcd::Zero(kSize, kSize);
  EXPECT_FALSE(lu.Factor({A.data(), A.data() + A.size()}));
  A = SomeMatrix(0);
  A(3, 4) = Complex(0, std::nan(""));
  EXPECT_FALSE(lu.Factor({A.data(), A.data() + A.size()}));
}

}  // namespace
}  // namespace jounce
