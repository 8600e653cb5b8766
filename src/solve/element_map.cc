#include "solve/element_map.h"

namespace jounce {

ElementMap::ElementMap(const System& system, const Element& element)
    : system_(&system), element_(&element) {
  const UnknownLayout& layout = system.layout();
  for (int slot : element.bodies()) {
    const FlexibleNode* node = system.NodeAt(slot);
    const int body = node ? node->body() : slot;
    const bool moves = body < system.body_count();
    for (int i = 0; i < 6; ++i) unknowns_.push_back(moves ? layout.Body(body) + i : -1);
    if (!node) continue;
    sees_nodes_ = true;
    for (int i = 0; i < node->modes(); ++i) {
      unknowns_.push_back(layout.Scalar(node->first_mode() + i));
    }
  }
  for (int scalar : element.scalars()) unknowns_.push_back(layout.Scalar(scalar));
  motion_size_ = static_cast<int>(unknowns_.size());
  for (int i = 0; i < element.multipliers(); ++i) {
    unknowns_.push_back(layout.Multiplier(element.first_multiplier() + i));
  }
  for (int multiplier : element.seen_multipliers()) {
    unknowns_.push_back(layout.Multiplier(multiplier));
  }
}

void ElementMap::Positions(const SystemState& state, Eigen::MatrixXd* P) const {
  P->setZero(element_->size(), size());
  int row = 0, column = 0;
  for (int slot : element_->bodies()) {
    if (const FlexibleNode* node = system_->NodeAt(slot)) {
      const NodeTangents d = node->Tangents(state);
      P->block<6, 6>(row, column) = d.A;
      P->block(row, column + 6, 6, node->modes()).noalias() = d.S * node->shapes();
      column += node->modes();
    } else {
      P->block<6, 6>(row, column).setIdentity();
    }
    row += 6;
    column += 6;
  }
  const int rest = element_->size() - row;
  P->bottomRightCorner(rest, rest).setIdentity();
}

void ElementMap::Variations(const SystemState& state, const MotionVariation& variation,
                            Eigen::MatrixXd* pose, Eigen::MatrixXd* velocity,
                            Eigen::MatrixXd* acceleration) const {
  for (Eigen::MatrixXd* P : {pose, velocity, acceleration}) P->setZero(element_->size(), size());
  int row = 0, column = 0;
  for (int slot : element_->bodies()) {
    const FlexibleNode* node = system_->NodeAt(slot);
    const int body = node ? node->body() : slot;
    if (node) {
      const BodyVariation& v = variation.bodies[body];
      const double rate = variation.modal_velocity, rate2 = variation.modal_acceleration;
      const NodeTangents d = node->Tangents(state);
      const Matrix6 of_velocity = d.velocity_x + rate * d.S;
      const Matrix6 of_acceleration = d.acceleration_x + rate * d.acceleration_x1 + rate2 * d.S;
      pose->block<6, 6>(row, column) = d.A * v.pose;
      velocity->block<6, 6>(row, column) = d.A * v.velocity;
      acceleration->block<6, 6>(row, column) = d.A * v.acceleration + d.acceleration_v * v.velocity;
      column += 6;
      const int n = node->modes();
      pose->block(row, column, 6, n).noalias() = d.S * node->shapes();
      velocity->block(row, column, 6, n).noalias() = of_velocity * node->shapes();
      acceleration->block(row, column, 6, n).noalias() = of_acceleration * node->shapes();
      column += n;
    } else {
      if (body < system_->body_count()) {
        const BodyVariation& v = variation.bodies[body];
        pose->block<6, 6>(row, column) = v.pose;
        velocity->block<6, 6>(row, column) = v.velocity;
        acceleration->block<6, 6>(row, column) = v.acceleration;
      }
      column += 6;
    }
    row += 6;
  }
  const auto scalars = static_cast<int>(element_->scalars().size());
  const int rest = element_->size() - row;
  pose->bottomRightCorner(rest, rest).setIdentity();
  velocity->block(row, column, scalars, scalars).diagonal().setConstant(variation.modal_velocity);
  acceleration->block(row, column, scalars, scalars)
      .diagonal()
      .setConstant(variation.modal_acceleration);
}

}  // namespace jounce
