#include "solve/secant_memory.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// J x = b, iterated with the identity instead of J = I + a b^T, whose error shrinks by <a, b> only.
class SecantMemoryTest : public ::testing::Test {
 protected:
  static constexpr int kSize = 5;

  SecantMemoryTest() {
    VectorXd b(kSize);
    a_ << 0.3, -0.5, 0.2, 0.7, -0.1;
    b << 0.4, 0.2, -0.6, 0.5, 0.3;
    J_ = MatrixXd::Identity(kSize, kSize) + (0.6 / a_.dot(b)) * a_ * b.transpose();
    x_ << 1, 2, -3, 0.5, 4;
  }

  // Corrections until x is right to 1e-9; the plain iteration needs 40 and more.
  int Corrections(bool with_memory) {
    VectorXd x = VectorXd::Zero(kSize);
    memory_.BeginStep();
    for (int i = 0; i < 100; ++i) {
      if ((x - x_).norm() < 1e-9) return i;
      VectorXd correction = J_ * (x - x_);
      if (with_memory) memory_.Improve(correction);
      x -= correction;
    }
    return 100;
  }

  MatrixXd J_;
  VectorXd a_ = VectorXd(kSize), x_ = VectorXd(kSize);
  SecantMemory memory_{kSize, 1e-12};
};

TEST_F(SecantMemoryTest, FindsTheOneDirectionThatTheMatrixGetsWrong) {
  EXPECT_GT(Corrections(false), 40);
  // One to see the error, one to learn its direction, two to be rid of it: exact in exact numbers.
  EXPECT_LE(Corrections(true), 4);
}

TEST_F(SecantMemoryTest, ServesTheNextStep) {
  Corrections(true);
  // Off along the direction that was learned.
  x_ = 3 * a_;
  EXPECT_EQ(Corrections(true), 1);
  memory_.Forget();
  EXPECT_GT(Corrections(true), 1);
}

TEST_F(SecantMemoryTest, LeavesACorrectionOfTheRightMatrixAlone) {
  J_.setIdentity();
  VectorXd correction = J_ * x_;
  memory_.Improve(correction);
  EXPECT_EQ(correction, x_);
  EXPECT_EQ(Corrections(true), 1);
}

TEST_F(SecantMemoryTest, DropsPairsThatWouldTurnACorrectionRound) {
  Corrections(true);
  // A correction that the pairs of another matrix would change by more than itself.
  J_ = -100 * J_;
  VectorXd wild = J_ * x_;
  const VectorXd plain = wild;
  memory_.BeginStep();
  memory_.Improve(wild);
  EXPECT_LT((wild - plain).norm(), plain.norm());
  EXPECT_TRUE(wild.allFinite());
}

}  // namespace
}  // namespace jounce
