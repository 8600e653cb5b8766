// x' = A x + B u, y = C x + D u: state space, transfer function, integrator and gain.
//
// In statics the states rest at A x + B u = 0. Where A is singular they would be nowhere, as those
// of an integrator: such states keep the values that they have at the start.
#ifndef JOUNCE_BLOCKS_LINEAR_BLOCK_H_
#define JOUNCE_BLOCKS_LINEAR_BLOCK_H_

#include "blocks/block.h"

namespace jounce {

class LinearBlock final : public Block {
 public:
  // Sizes must fit; `initial` has one entry a state.
  LinearBlock(BlockSlopes matrices, Eigen::VectorXd initial);

  bool feeds_through() const override { return feeds_through_; }
  void InitialStates(double* x) const override;
  void Outputs(const BlockPoint& at, double* y) const override;
  void Rates(const BlockPoint& at, double* rates) const override;
  void Differentiate(const BlockPoint& at, BlockSlopes* slopes) const override;

 private:
  BlockSlopes m_;
  Eigen::VectorXd initial_;
  bool feeds_through_, rests_;
};

// The transfer function of these coefficients, the highest power first, as a block of as many
// states as the denominator has powers. Throws InputError where it is not proper.
BlockSlopes MakeTransferFunction(const std::vector<double>& numerator,
                                 const std::vector<double>& denominator);

}  // namespace jounce

#endif  // JOUNCE_BLOCKS_LINEAR_BLOCK_H_
