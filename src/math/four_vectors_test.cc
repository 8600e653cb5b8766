#include "math/four_vectors.h"

#include <gtest/gtest.h>

#include "math/rotation.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Vectors = Eigen::Matrix<double, 4, 3>;   // one a row
using Matrices = Eigen::Matrix<double, 4, 9>;  // one a row, by its columns

Vector3d One(const FourVectors& v, int i) { return {v.x[i], v.y[i], v.z[i]}; }

// Each lane is what Eigen makes of its numbers.
TEST(FourVectors, ProductsAreThoseOfSingleOnes) {
  const Vectors a = Vectors::Random(), b = Vectors::Random();
  const Matrices m = Matrices::Random();
  const Matrix3d M = Matrix3d::Random();
  const FourVectors A = FourVectors::Load(a.data()), B = FourVectors::Load(b.data());
  const FourMatrices fours = FourMatrices::Load(m.data());
  for (int i = 0; i < 4; ++i) {
    const Vector3d u = a.row(i), v = b.row(i);
    const Eigen::Matrix<double, 9, 1> columns = m.row(i);
    const Eigen::Map<const Matrix3d> own(columns.data());
    EXPECT_LT((One(A + B, i) - (u + v)).norm(), 1e-15);
    EXPECT_LT((One(Cross(A, B), i) - u.cross(v)).norm(), 1e-15);
    EXPECT_NEAR(Dot(A, B)[i], u.dot(v), 1e-15);
    EXPECT_LT((One(M * A, i) - M * u).norm(), 1e-15);
    EXPECT_LT((One(fours * A, i) - own * u).norm(), 1e-15);
    EXPECT_LT((One(fours.TransposedTimes(A), i) - own.transpose() * u).norm(), 1e-15);
  }
}

TEST(FourVectors, NumbersAreGatheredFromTheirPlaces) {
  double numbers[4][9];
  for (int place = 0; place < 4; ++place) {
    for (int i = 0; i < 9; ++i) numbers[place][i] = 10 * place + i;
  }
  const FourPlaces at{numbers[0], numbers[1], numbers[2], numbers[3]};
  const FourMatrices matrices = FourMatrices::Gather(at);
  const FourVectors vectors = FourVectors::Gather(at, 2);
  Lanes<4> four[4];
  GatherFour(at, 5, four);
  for (int place = 0; place < 4; ++place) {
    EXPECT_EQ(GatherOne(at, 7)[place], 10 * place + 7);
    EXPECT_EQ(vectors.z[place], 10 * place + 4);
    EXPECT_EQ(matrices.b.x[place], 10 * place + 3);
    EXPECT_EQ(matrices.c.z[place], 10 * place + 8);
    for (int k = 0; k < 4; ++k) EXPECT_EQ(four[k][place], 10 * place + 5 + k);
  }
}

TEST(FourVectors, RotationsAreThoseOfSingleOnes) {
  const Vectors w = 3 * Vectors::Random();
  const FourVectors W = FourVectors::Load(w.data());
  Lanes<4> a, b;
  for (int i = 0; i < 4; ++i) {
    const ExpCoefficients f = RotationCoefficients(w.row(i).squaredNorm());
    a.Set(i, f.a);
    b.Set(i, f.b);
  }
  Matrices R;
  OfSkew(W, a, b).Store(R.data());
  for (int i = 0; i < 4; ++i) {
    const Eigen::Matrix<double, 9, 1> columns = R.row(i);
    const Eigen::Map<const Matrix3d> own(columns.data());
    EXPECT_LT((own - ExpRotation(w.row(i))).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace jounce
