#include "mechanics/block_element.h"

#include <fmt/format.h>

#include <numeric>

namespace jounce {
namespace {

std::vector<int> StatesOf(const SignalGraph::BlockUse& use, int first_scalar) {
  std::vector<int> states(use.block->states());
  std::iota(states.begin(), states.end(), first_scalar);
  return states;
}

}  // namespace

BlockElement::BlockElement(const SignalGraph& signals, size_t block, int first_scalar)
    : Element(fmt::format("signal '{}'", signals.blocks()[block].signal->name), {}, 0, 0,
              StatesOf(signals.blocks()[block], first_scalar)),
      signals_(signals),
      block_(block),
      first_scalar_(first_scalar),
      rates_(use().block->states()) {
  for (int node : use().inputs) {
    DrivingInput& input = inputs_.emplace_back();
    See(input.Bind(node, *this, signals));
  }
}

Evaluation BlockElement::Whole(const Evaluation& at) const {
  return {at.state, at.h, at.history - first_history(), at.next - first_history()};
}

void BlockElement::AddResidual(const Evaluation& at, double* bodies, double*) const {
  use().block->Rates(signals_.PointOf(use(), Whole(at)), rates_.data());
  double* rows = bodies + 6 * at.state.pose.size() + first_scalar_;
  for (size_t i = 0; i < rates_.size(); ++i) {
    rows[i] += at.state.modal_velocity[first_scalar_ + static_cast<Eigen::Index>(i)] - rates_[i];
  }
}

void BlockElement::AddTangents(const Evaluation& at, ElementTangents* tangents) const {
  const Block& block = *use().block;
  BlockSlopes& slopes = use().slopes;
  block.Differentiate(signals_.PointOf(use(), Whole(at)), &slopes);
  const int n = block.states(), first = 6 * static_cast<int>(bodies().size());
  tangents->K.block(first, first, n, n) -= slopes.A;
  tangents->C.block(first, first, n, n).diagonal().array() += 1;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    slope_ = -slopes.B.col(static_cast<Eigen::Index>(i));
    inputs_[i].AddTangents(at, first, slope_, *this, tangents);
  }
}

}  // namespace jounce
