#include "solve/row_rank.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <random>

#include "math/dense.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;

constexpr double kTolerance = 1e-9;

std::vector<SparseRow> SparseRowsOf(const MatrixXd& A) {
  std::vector<SparseRow> rows(A.rows());
  for (int i = 0; i < A.rows(); ++i) {
    for (int k = 0; k < A.cols(); ++k) {
      if (A(i, k) != 0) rows[i].push_back({k, A(i, k) / A.row(i).norm()});
    }
  }
  return rows;
}

std::vector<int> BlocksOf(int columns, int width) {
  std::vector<int> block(columns);
  for (int i = 0; i < columns; ++i) block[i] = i / width;
  return block;
}

// By an orthogonal factorization with the largest column first.
int DenseRank(const MatrixXd& A) { return static_cast<int>(A.cols() - NullSpace(A, 1e-10).cols()); }

// The rank is that of the dense matrix, the rows that count as independent are, and each of the
// others is a sum of those that are named and of no fewer.
void ExpectRight(const MatrixXd& A, const RowRank& rank) {
  ASSERT_EQ(rank.independent.size(), static_cast<size_t>(A.rows()));
  EXPECT_EQ(rank.rank, DenseRank(A));
  std::vector<int> kept, others;
  for (int i = 0; i < A.rows(); ++i) (rank.independent[i] ? kept : others).push_back(i);
  EXPECT_EQ(rank.rank, static_cast<int>(kept.size()));
  EXPECT_EQ(rank.rank, DenseRank(A(kept, Eigen::all)));
  ASSERT_EQ(rank.follows_from.size(), others.size());
  // The last ones have most of the others before them.
  for (size_t i = others.size() - std::min<size_t>(others.size(), 8); i < others.size(); ++i) {
    const std::vector<int>& parts = rank.follows_from[i];
    const Eigen::VectorXd row = A.row(others[i]).transpose();
    if (row.norm() == 0) {
      EXPECT_TRUE(parts.empty());
      continue;
    }
    const MatrixXd sum = A(parts, Eigen::all).transpose();
    const Eigen::VectorXd weights = SolveLeastSquares(sum, row);
    // Parts of less than a millionth of the largest are not named.
    const double largest = weights.cwiseAbs().maxCoeff();
    EXPECT_LT((sum * weights - row).norm(), 1e-6 * parts.size() * largest) << "row " << others[i];
    EXPECT_GT(weights.cwiseAbs().minCoeff(), 1e-11 * largest) << "row " << others[i];
  }
}

TEST(RowRank, NothingIsNothing) {
  EXPECT_EQ(FindRowRank({}, {}, kTolerance).rank, 0);
  const RowRank empty_row = FindRowRank({{}}, {0, 0}, kTolerance);
  EXPECT_EQ(empty_row.rank, 0);
  EXPECT_FALSE(empty_row.independent[0]);
}

// Of rows that say the same the later one is dependent, and the earlier one is named.
TEST(RowRank, LaterRowsAreDependent) {
  MatrixXd A(4, 3);
  A << 1, 1, 0,   //
      0, 0, 2,    //
      -3, -3, 0,  //
      1, 1, 5;
  const RowRank rank = FindRowRank(SparseRowsOf(A), BlocksOf(3, 3), kTolerance);
  EXPECT_EQ(rank.rank, 2);
  EXPECT_EQ(rank.independent, (std::vector<bool>{true, true, false, false}));
  EXPECT_EQ(rank.follows_from, (std::vector<std::vector<int>>{{0}, {0, 1}}));
}

// Sparse rows over blocks, some of them sums of others, against a dense factorization.
TEST(RowRank, AgreesWithADenseRank) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int dependent = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int blocks = 3 + trial % 6, count = 6 + trial % 25;
    MatrixXd A = MatrixXd::Zero(count, 6 * blocks);
    for (int i = 0; i < count; ++i) {
      const int first = random() % blocks, second = random() % blocks;
      if (i > 2 && random() % 4 == 0) {
        // The sum of two rows; or nearly so, by more than the tolerance.
        A.row(i) = uniform(random) * A.row(random() % i) + uniform(random) * A.row(random() % i);
        if (random() % 3 == 0) A(i, 6 * first) += 1e-5;
      } else {
        for (int k = 0; k < 6; ++k) {
          if (random() % 2) A(i, 6 * first + k) = uniform(random);
          if (random() % 2) A(i, 6 * second + k) = uniform(random);
        }
      }
      if (A.row(i).norm() == 0) A(i, 6 * first) = 1;
      A.row(i).normalize();
    }
    const RowRank rank = FindRowRank(SparseRowsOf(A), BlocksOf(6 * blocks, 6), kTolerance);
    SCOPED_TRACE(trial);
    ExpectRight(A, rank);
    dependent += static_cast<int>(rank.follows_from.size());
  }
  EXPECT_GT(dependent, 200);
}

// Bodies on the places of a lattice, each joined to its neighbours by a ball joint near the middle
// between them, and the first one to the ground. Rows are in the order of the bodies, or shuffled.
struct BallJointNet {
  std::vector<Eigen::Vector3d> bodies;
  MatrixXd A;
};

BallJointNet MakeNet(int nx, int ny, int nz, double off, bool shuffled, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-off, off);
  const auto near = [&](double x, double y, double z) {
    return Eigen::Vector3d(x + uniform(random), y + uniform(random), z + uniform(random));
  };
  struct Ball {
    int first, second;
    Eigen::Vector3d at;
  };
  BallJointNet net;
  std::vector<Ball> balls;
  for (int x = 0; x < nx; ++x) {
    for (int y = 0; y < ny; ++y) {
      for (int z = 0; z < nz; ++z) {
        const int own = static_cast<int>(net.bodies.size());
        net.bodies.push_back(near(x, y, z));
        if (own == 0) balls.push_back({-1, 0, net.bodies[0]});
        if (x > 0) balls.push_back({own - ny * nz, own, near(x - 0.5, y, z)});
        if (y > 0) balls.push_back({own - nz, own, near(x, y - 0.5, z)});
        if (z > 0) balls.push_back({own - 1, own, near(x, y, z - 0.5)});
      }
    }
  }
  if (shuffled) std::shuffle(balls.begin(), balls.end(), random);
  net.A = MatrixXd::Zero(3 * balls.size(), 6 * net.bodies.size());
  for (size_t i = 0; i < balls.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      const Eigen::Vector3d axis = Eigen::Vector3d::Unit(k);
      for (int sign : {-1, 1}) {
        const int body = sign < 0 ? balls[i].first : balls[i].second;
        if (body < 0) continue;
        const Eigen::Vector3d arm = (balls[i].at - net.bodies[body]) / std::max({nx, ny, nz});
        net.A.block<1, 3>(3 * i + k, 6 * body) = sign * axis.transpose();
        net.A.block<1, 3>(3 * i + k, 6 * body + 3) = sign * arm.cross(axis).transpose();
      }
      net.A.row(3 * i + k).normalize();
    }
  }
  return net;
}

// Nets with many loops: flat ones, in which the joints say more than once what happens in the
// plane, and solid ones with more rows than freedoms. To take every row that differs from those
// before it, however little, finds a row too many for some of these: more than all freedoms but the
// three turns about the first joint.
TEST(RowRank, NetsOfBallJoints) {
  for (bool shuffled : {false, true}) {
    for (double off : {0.0, 0.1}) {
      SCOPED_TRACE(off);
      const BallJointNet flat = MakeNet(7, 7, 1, off, shuffled, 1);
      const int columns = static_cast<int>(flat.A.cols());
      const RowRank rank = FindRowRank(SparseRowsOf(flat.A), BlocksOf(columns, 6), kTolerance);
      ExpectRight(flat.A, rank);
      EXPECT_EQ(rank.follows_from.empty(), off > 0);
    }
    for (int n : {3, 4}) {
      SCOPED_TRACE(n);
      const BallJointNet solid = MakeNet(n, n, n, 0.1, shuffled, 3);
      const int columns = static_cast<int>(solid.A.cols());
      const RowRank rank = FindRowRank(SparseRowsOf(solid.A), BlocksOf(columns, 6), kTolerance);
      ExpectRight(solid.A, rank);
      EXPECT_EQ(rank.rank, columns - 3);
    }
  }
}

// A ring of blocks, each tied to the next in all columns: the last tie says what the others said.
TEST(RowRank, ARingRepeatsItself) {
  const int n = 2000;
  std::vector<SparseRow> rows;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) {
      const int a = 3 * i + k, b = 3 * ((i + 1) % n) + k;
      rows.push_back({{a, std::sqrt(0.5)}, {b, -std::sqrt(0.5)}});
    }
  }
  const RowRank rank = FindRowRank(rows, BlocksOf(3 * n, 3), kTolerance);
  EXPECT_EQ(rank.rank, 3 * n - 3);
  for (int k = 0; k < 3; ++k) EXPECT_FALSE(rank.independent[3 * n - 3 + k]);
  EXPECT_EQ(rank.follows_from[0].size(), static_cast<size_t>(n - 1));
}

}  // namespace
}  // namespace jounce
