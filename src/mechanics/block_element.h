// The states of a block as an element: rows x' - f(t, x, u) = 0, where the inputs u are signals.
#ifndef JOUNCE_MECHANICS_BLOCK_ELEMENT_H_
#define JOUNCE_MECHANICS_BLOCK_ELEMENT_H_

#include <vector>

#include "mechanics/element.h"
#include "mechanics/signal_graph.h"

namespace jounce {

class BlockElement final : public Element {
 public:
  // Block number `block` of the graph, whose states begin at `first_scalar` of SystemState::modal.
  BlockElement(const SignalGraph& signals, size_t block, int first_scalar);

  void AddResidual(const Evaluation& at, double* bodies, double* constraints) const override;
  void AddTangents(const Evaluation& at, ElementTangents* tangents) const override;

 private:
  const SignalGraph::BlockUse& use() const { return signals_.blocks()[block_]; }
  Evaluation Whole(const Evaluation& at) const;

  const SignalGraph& signals_;
  size_t block_;
  int first_scalar_;
  std::vector<DrivingInput> inputs_;
  mutable std::vector<double> rates_;
  mutable Eigen::VectorXd slope_;  // for work
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_BLOCK_ELEMENT_H_
