#include "solve/element_map.h"

namespace jounce {

ElementMap::ElementMap(const System& system, const Element& element)
    : system_(&system), element_(&element) {
  const int ground = system.body_count(), first_mode = 6 * ground;
  for (int slot : element.bodies()) {
    const FlexibleNode* node = system.NodeAt(slot);
    const int body = node ? node->body() : slot;
    for (int i = 0; i < 6; ++i) unknowns_.push_back(body >= ground ? -1 : 6 * body + i);
    if (!node) continue;
    sees_nodes_ = true;
    for (int i = 0; i < node->modes(); ++i) {
      unknowns_.push_back(first_mode + node->first_mode() + i);
    }
  }
  for (int i = 0; i < element.modes(); ++i) {
    unknowns_.push_back(first_mode + element.first_mode() + i);
  }
  for (int i = 0; i < element.multipliers(); ++i) {
    unknowns_.push_back(system.motion_count() + element.first_multiplier() + i);
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
  const int rest = element_->modes() + element_->multipliers();
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
  const int m = element_->multipliers();
  pose->bottomRightCorner(m, m).setIdentity();
}

}  // namespace jounce
