#include "solve/compact_lu.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <limits>

namespace jounce {
namespace {

// A full pattern of four unknowns.
SparsePattern PatternOfFour() {
  SparsePattern pattern;
  pattern.size = 4;
  pattern.starts = {0, 4, 8, 12, 16};
  for (int i = 0; i < 16; ++i) pattern.rows.push_back(i % 4);
  return pattern;
}

// Entries that come and go, zeros on the diagonal, a singular matrix and one that is not finite in
// between; Eigen's dense factors are the judge.
TEST(CompactLu, SolvesWhateverIsZero) {
  const SparsePattern pattern = PatternOfFour();
  CompactLu lu(pattern);
  Eigen::Matrix4d diagonal = Eigen::Vector4d(1, 2, 3, 4).asDiagonal();
  Eigen::Matrix4d coupled = diagonal;
  coupled(0, 3) = 5;
  coupled(3, 0) = -1;
  coupled(3, 3) = 0;
  Eigen::Matrix4d other = diagonal;
  other(1, 2) = 7;
  Eigen::Matrix4d singular = diagonal;
  singular(2, 2) = 0;
  Eigen::Matrix4d infinite = diagonal;
  infinite(1, 3) = std::numeric_limits<double>::infinity();
  const auto values = [](const Eigen::Matrix4d& A) {
    return std::vector<double>(A.data(), A.data() + 16);
  };
  for (const Eigen::Matrix4d& A : {diagonal, coupled, diagonal, other, coupled}) {
    ASSERT_TRUE(lu.Factor(values(A)));
    Eigen::Vector4d x(1, 2, 3, 4);
    const Eigen::Vector4d expected = A.fullPivLu().solve(x);
    lu.Solve(x.data());
    EXPECT_LT((x - expected).norm(), 1e-14);
    EXPECT_FALSE(lu.Factor(values(singular)));
    EXPECT_FALSE(lu.Factor(values(infinite)));
  }
}

}  // namespace
}  // namespace jounce
