#include "mechanics/node_shapes.h"

#include <algorithm>

#include "math/few_rows.h"

namespace jounce {

NodeShapes::NodeShapes(int first_mode, const std::vector<Node>& nodes) : first_mode_(first_mode) {
  const int count = static_cast<int>(nodes.size());
  for (int i = 0; i < count;) {
    const int rest = count - i;
    if (rest > 2) {
      fours_.emplace_back(&nodes[i], std::min(rest, 4));
    } else {
      twos_.emplace_back(&nodes[i], rest);
    }
    i += std::min(rest, 4);
  }
}

void NodeShapes::Deform(SystemState* state) const {
  for (const auto& stack : fours_) stack.Deform(first_mode_, state);
  for (const auto& stack : twos_) stack.Deform(first_mode_, state);
}

void NodeShapes::Accelerate(SystemState* state) const {
  for (const auto& stack : fours_) stack.Accelerate(first_mode_, state);
  for (const auto& stack : twos_) stack.Accelerate(first_mode_, state);
}

void NodeShapes::AddWrenches(const double* wrenches, double* modes) const {
  for (const auto& stack : fours_) stack.AddWrenches(wrenches, modes + first_mode_);
  for (const auto& stack : twos_) stack.AddWrenches(wrenches, modes + first_mode_);
}

template <int kNodes>
NodeShapes::Stack<kNodes>::Stack(const Node* nodes, int number) : count(number) {
  E.setZero(kRows, nodes->E.cols());
  for (int i = 0; i < count; ++i) {
    E.template middleRows<6>(6 * i) = nodes[i].E;
    index[i] = nodes[i].index;
    slot[i] = nodes[i].slot;
  }
}

template <int kNodes>
inline void NodeShapes::Stack<kNodes>::Deform(int first_mode, SystemState* state) const {
  Eigen::Matrix<double, kRows, 2> x;
  Multiply(E, {state->modal.data() + first_mode, state->modal_velocity.data() + first_mode}, &x);
  for (int i = 0; i < count; ++i) {
    state->node[index[i]].x = x.col(0).template segment<6>(6 * i);
    state->node[index[i]].x1 = x.col(1).template segment<6>(6 * i);
  }
}

template <int kNodes>
inline void NodeShapes::Stack<kNodes>::Accelerate(int first_mode, SystemState* state) const {
  Eigen::Matrix<double, kRows, 1> x2;
  Multiply(E, {state->modal_acceleration.data() + first_mode}, &x2);
  for (int i = 0; i < count; ++i) {
    state->node[index[i]].x2 = x2.template segment<6>(6 * i);
  }
}

template <int kNodes>
inline void NodeShapes::Stack<kNodes>::AddWrenches(const double* wrenches, double* modes) const {
  Eigen::Matrix<double, kRows, 1> all = Eigen::Matrix<double, kRows, 1>::Zero();
  for (int i = 0; i < count; ++i) {
    all.template segment<6>(6 * i) = Eigen::Map<const Vector6>(wrenches + 6 * slot[i]);
  }
  AddTransposed(E, all, modes);
}

}  // namespace jounce
