#include "mechanics/node_shapes.h"

#include "math/few_rows.h"

namespace jounce {

void NodeShapes::Add(const Shapes& E, int index, int slot) {
  if (pairs_.empty() || pairs_.back().count == 2) {
    pairs_.emplace_back();
    pairs_.back().E.setZero(12, E.cols());
  }
  Pair& pair = pairs_.back();
  pair.E.middleRows<6>(6 * pair.count) = E;
  pair.index[pair.count] = index;
  pair.slot[pair.count] = slot;
  ++pair.count;
}

void NodeShapes::Deform(SystemState* state) const {
  const double *q = state->modal.data() + first_mode_,
               *q1 = state->modal_velocity.data() + first_mode_;
  for (const Pair& pair : pairs_) {
    Eigen::Matrix<double, 12, 2> x;
    Multiply(pair.E, {q, q1}, &x);
    for (int i = 0; i < pair.count; ++i) {
      state->node[pair.index[i]].x = x.col(0).segment<6>(6 * i);
      state->node[pair.index[i]].x1 = x.col(1).segment<6>(6 * i);
    }
  }
}

void NodeShapes::Accelerate(SystemState* state) const {
  for (const Pair& pair : pairs_) {
    Eigen::Matrix<double, 12, 1> x2;
    Multiply(pair.E, {state->modal_acceleration.data() + first_mode_}, &x2);
    for (int i = 0; i < pair.count; ++i) state->node[pair.index[i]].x2 = x2.segment<6>(6 * i);
  }
}

void NodeShapes::AddWrenches(const double* wrenches, double* modes) const {
  for (const Pair& pair : pairs_) {
    Eigen::Matrix<double, 12, 1> both = Eigen::Matrix<double, 12, 1>::Zero();
    for (int i = 0; i < pair.count; ++i) {
      both.segment<6>(6 * i) = Eigen::Map<const Vector6>(wrenches + 6 * pair.slot[i]);
    }
    AddTransposed(pair.E, both, modes + first_mode_);
  }
}

}  // namespace jounce
