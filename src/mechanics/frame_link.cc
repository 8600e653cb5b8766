#include "mechanics/frame_link.h"

#include "math/lanes.h"

namespace jounce {
namespace {

// Adds A B to a block of a matrix with this distance from one column to the next. Columns of six are
// four numbers and two. Where B is that of an adjoint, its lower left quarter is zero.
template <bool kAdjoint = true>
inline void AddProduct(const Matrix6& A, const Matrix6& B, double* block, Eigen::Index stride) {
  Lanes<4> top[6];
  Lanes<2> bottom[6];
  for (int k = 0; k < 6; ++k) {
    top[k] = Lanes<4>::Load(A.col(k).data());
    bottom[k] = Lanes<2>::Load(A.col(k).data() + 4);
  }
  for (int j = 0; j < 6; ++j, block += stride) {
    Lanes<4> four = Lanes<4>::Load(block);
    Lanes<2> two = Lanes<2>::Load(block + 4);
    for (int k = 0; k < (kAdjoint && j < 3 ? 3 : 6); ++k) {
      four += top[k] * B(k, j);
      two += bottom[k] * B(k, j);
    }
    four.Store(block);
    two.Store(block + 4);
  }
}

Matrix6 Product(const Matrix6& A, const Matrix6& B) {
  Matrix6 product = Matrix6::Zero();
  AddProduct<false>(A, B, product.data(), 6);
  return product;
}

}  // namespace

Vector6 FrameLink::RelativeAcceleration(const SystemState& state,
                                        const RelativeMotion& motion) const {
  const Vector6 first = InverseTransformTwist(first_.frame, state.acceleration[first_body()]);
  const Vector6 second = InverseTransformTwist(second_.frame, state.acceleration[second_body()]);
  return second - InverseTransformTwist(motion.H, first) + AdjointBracket(motion.v) * motion.v_A;
}

FrameLink::IncrementMatrices FrameLink::Increments(const Pose& H) const {
  return {-Adjoint(Inverse(first_.frame * H)), Adjoint(Inverse(second_.frame))};
}

void FrameLink::AddWrenchTangents(const RelativeMotion& motion, const Vector6& W, const Matrix6& K,
                                  const Matrix6& C, int slot, ElementTangents* tangents) const {
  // With D = (D_A, D_B): rows of the second body are D_B^T W, those of the first D_A^T W, where
  // only D_A depends on the pose.
  const IncrementMatrices D = Increments(motion.H);
  const bool damped = !C.isZero(0);
  const Matrix6 K_second = damped ? Matrix6(K - C * AdjointBracket(motion.v_A)) : K;
  const Matrix6 K_first = K_second - CoadjointMatrix(W);
  const int a = 6 * slot, b = a + 6;
  const Matrix6 first_back = D.first.transpose(), second_back = D.second.transpose();
  const auto add = [&](Eigen::MatrixXd& target, const Matrix6& first, const Matrix6& second) {
    const Matrix6 on_first = Product(first_back, first);
    const Matrix6 on_second = second_.same ? second : Product(second_back, second);
    const Eigen::Index stride = target.rows();
    AddProduct(on_first, D.first, &target(a, a), stride);
    AddProduct(on_first, D.second, &target(a, b), stride);
    AddProduct(on_second, D.first, &target(b, a), stride);
    AddProduct(on_second, D.second, &target(b, b), stride);
  };
  add(tangents->K, K_first, K_second);
  if (damped) add(tangents->C, C, C);
}

}  // namespace jounce
