#include "solve/motion_slopes.h"

namespace jounce {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

// Three rows of a column.
Vector3d Three(const SlopeRows& rows, int first, int column) {
  return {rows(first, column), rows(first + 1, column), rows(first + 2, column)};
}

void SetThree(const Vector3d& x, int first, int column, SlopeRows* rows) {
  for (int i = 0; i < 3; ++i) (*rows)(first + i, column) = x[i];
}

// y += a x, both with a multiple of four entries.
void AddScaled(double a, const double* x, int count, double* y) {
  for (int i = 0; i < count; ++i) y[i] += a * x[i];
}

}  // namespace

MotionSlopes::MotionSlopes(const System& system, int columns)
    : system_(&system), columns_(columns) {
  for (SlopeRows* rows : {&pose, &velocity, &acceleration}) {
    rows->setZero(system.row_count(), columns);
  }
  multiplier.setZero(system.multiplier_count(), columns);
  centre.setZero(3 * system.body_count(), columns);
}

void MotionSlopes::Spread(const MotionSlopes& before, const SystemState& begin,
                          const StepMotion& motion, const SystemState& end,
                          const StepMotion& motion_slopes) {
  for (int i = 0; i < system_->body_count(); ++i) {
    SpreadBody(i, before, begin, motion, end, motion_slopes);
  }
  const int scalars = system_->scalar_count(), first = system_->row_count() - scalars;
  if (scalars == 0) return;
  const Eigen::Index size = static_cast<Eigen::Index>(scalars) * columns_;
  pose.bottomRows(scalars) = before.pose.bottomRows(scalars);
  Eigen::Map<Eigen::VectorXd>(&pose(first, 0), size) += motion_slopes.increment.tail(size);
  Eigen::Map<Eigen::VectorXd>(&velocity(first, 0), size) = motion_slopes.velocity.tail(size);
  Eigen::Map<Eigen::VectorXd>(&acceleration(first, 0), size) = motion_slopes.rate.tail(size);
  SpreadToNodes(end);
}

void MotionSlopes::SpreadToNodes(const SystemState& end) {
  for (const FlexibleNode& node : system_->nodes()) SpreadNode(node, end);
}

void MotionSlopes::SpreadBody(int body, const MotionSlopes& before, const SystemState& begin,
                              const StepMotion& motion, const SystemState& end,
                              const StepMotion& motion_slopes) {
  const int row = 6 * body;
  const Vector3d& c = system_->bodies()[body]->centre();
  const Matrix3d &R0 = begin.pose[body].R, &R = end.pose[body].R;
  const Vector3d r = motion.increment.segment<3>(row + 3), w = motion.velocity.segment<3>(row + 3);
  const Vector3d w_rate = motion.rate.segment<3>(row + 3);
  const Matrix3d T = RotationTangent(r), Et = R.transpose() * R0, Rt = R.transpose();
  const Vector3d U = Rt * motion.velocity.segment<3>(row),
                 V_rate = Rt * motion.rate.segment<3>(row);
  const auto of_motion = [&](const Eigen::VectorXd& slopes, int first, int k) {
    const double* x = slopes.data() + static_cast<size_t>(row + first) * columns_ + k;
    return Vector3d(x[0], x[columns_], x[2 * columns_]);
  };
  for (int k = 0; k < columns_; ++k) {
    const Vector3d theta0 = Three(before.pose, row + 3, k), dc = Three(centre, 3 * body, k);
    const Vector3d theta = Et * theta0 + T * of_motion(motion_slopes.increment, 3, k);
    // In the axes of the end.
    const Vector3d dp = Et * (Three(before.pose, row, k) + theta0.cross(c) + dc) +
                        Rt * of_motion(motion_slopes.increment, 0, k) - theta.cross(c) - dc;
    const Vector3d dw = of_motion(motion_slopes.velocity, 3, k);
    const Vector3d dw_rate = of_motion(motion_slopes.rate, 3, k);
    const Vector3d dU = Rt * of_motion(motion_slopes.velocity, 0, k) - theta.cross(U);
    SetThree(dp, row, k, &pose);
    SetThree(theta, row + 3, k, &pose);
    SetThree(dU - dw.cross(c) - w.cross(dc), row, k, &velocity);
    SetThree(dw, row + 3, k, &velocity);
    SetThree(Rt * of_motion(motion_slopes.rate, 0, k) - theta.cross(V_rate) - dw.cross(U) -
                 w.cross(dU) - dw_rate.cross(c) - w_rate.cross(dc),
             row, k, &acceleration);
    SetThree(dw_rate, row + 3, k, &acceleration);
  }
}

void MotionSlopes::SpreadNode(const FlexibleNode& node, const SystemState& end) {
  using Six = Eigen::Matrix<double, 6, Eigen::Dynamic>;
  const NodeTangents d = node.Tangents(end);
  const int mode = system_->row_count() - system_->scalar_count() + node.first_mode();
  const int body = 6 * node.body(), row = 6 * node.slot();
  const Six x = node.shapes() * pose.middleRows(mode, node.modes());
  const Six x1 = node.shapes() * velocity.middleRows(mode, node.modes());
  const Six x2 = node.shapes() * acceleration.middleRows(mode, node.modes());
  pose.middleRows<6>(row) = d.A * pose.middleRows<6>(body) + d.S * x;
  velocity.middleRows<6>(row) = d.A * velocity.middleRows<6>(body) + d.velocity_x * x + d.S * x1;
  acceleration.middleRows<6>(row) = d.A * acceleration.middleRows<6>(body) +
                                    d.acceleration_v * velocity.middleRows<6>(body) +
                                    d.acceleration_x * x + d.acceleration_x1 * x1 + d.S * x2;
}

void MotionSlopes::AddProducts(const Element& element, const ElementTangents& tangents,
                               SlopeRows* motion, SlopeRows* constraints) const {
  const int bodies = static_cast<int>(element.bodies().size()), moving = element.motion_size();
  const int first_scalar = system_->row_count() - system_->scalar_count();
  const auto row_of = [&](int local) {
    return local < 6 * bodies ? 6 * element.bodies()[local / 6] + local % 6
                              : first_scalar + element.scalars()[local - 6 * bodies];
  };
  const int own = moving + element.multipliers();
  const auto multiplier_of = [&](int local) {
    return local < own ? element.first_multiplier() + local - moving
                       : element.seen_multipliers()[local - own];
  };
  const auto add = [&](const Eigen::MatrixXd& matrix, int column, const double* slopes) {
    for (int i = 0; i < own; ++i) {
      const double entry = matrix(i, column);
      if (entry == 0) continue;
      double* row = i < moving ? &(*motion)(row_of(i), 0) : &(*constraints)(multiplier_of(i), 0);
      AddScaled(entry, slopes, columns_, row);
    }
  };
  for (int j = 0; j < element.size(); ++j) {
    if (j >= moving) {
      add(tangents.K, j, &multiplier(multiplier_of(j), 0));
      continue;
    }
    // The ground and frames on it do not follow the unknowns.
    if (j < 6 * bodies && element.bodies()[j / 6] >= system_->body_count() &&
        !system_->NodeAt(element.bodies()[j / 6])) {
      continue;
    }
    const int row = row_of(j);
    add(tangents.K, j, &pose(row, 0));
    add(tangents.C, j, &velocity(row, 0));
    add(tangents.M, j, &acceleration(row, 0));
  }
}

void MotionSlopes::AddNodeStiffness(const SystemState& state, const std::vector<Vector6>& wrenches,
                                    SlopeRows* motion) const {
  using Six = Eigen::Matrix<double, 6, Eigen::Dynamic>;
  for (size_t i = 0; i < system_->nodes().size(); ++i) {
    const FlexibleNode& node = system_->nodes()[i];
    const int mode = system_->row_count() - system_->scalar_count() + node.first_mode();
    const FlexibleNode::GeometricStiffness G = node.Geometric(state, wrenches[i]);
    const Six x = node.shapes() * pose.middleRows(mode, node.modes());
    motion->middleRows<6>(6 * node.body()) += G.body * x;
    const Six elastic = G.elastic * x;
    motion->middleRows(mode, node.modes()) += node.shapes().transpose() * elastic;
  }
}

void MotionSlopes::Shift(const SystemState& state, int parameter, double step,
                         const std::vector<int>& bodies, SystemState* shifted) const {
  for (int i : bodies) {
    const int row = 6 * i;
    const Pose& at = state.pose[i];
    shifted->pose[i].R = at.R * ExpRotation(step * Three(pose, row + 3, parameter));
    // What the sum of places loses is kept, as in steps.
    const Vector3d way = step * (at.R * Three(pose, row, parameter)) + state.place_rest[i];
    const Vector3d sum = at.p + way, part = sum - at.p;
    shifted->pose[i].p = sum;
    shifted->place_rest[i] = (at.p - (sum - part)) + (way - part);
    for (int j = 0; j < 6; ++j) {
      shifted->velocity[i][j] = state.velocity[i][j] + step * velocity(row + j, parameter);
      shifted->acceleration[i][j] =
          state.acceleration[i][j] + step * acceleration(row + j, parameter);
    }
  }
  const int scalars = system_->scalar_count(), first = system_->row_count() - scalars;
  for (int i = 0; i < scalars; ++i) {
    shifted->modal[i] = state.modal[i] + step * pose(first + i, parameter);
    shifted->modal_velocity[i] = state.modal_velocity[i] + step * velocity(first + i, parameter);
    shifted->modal_acceleration[i] =
        state.modal_acceleration[i] + step * acceleration(first + i, parameter);
  }
  for (int i = 0; i < system_->multiplier_count(); ++i) {
    shifted->multiplier[i] = state.multiplier[i] + step * multiplier(i, parameter);
  }
}

}  // namespace jounce
