#include "solve/motion_slopes.h"

namespace jounce {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

// Three rows of a column.
Vector3d Three(const SlopeRows& rows, int first, int column) {
  return {rows(first, column), rows(first + 1, column), rows(first + 2, column)};
}

Matrix3d Cross(const Vector3d& a) {
  Matrix3d matrix;
  matrix << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return matrix;
}

// Three rows of four columns at a time.
constexpr int kLanes = 4;
using Lane = Eigen::Matrix<double, 1, kLanes>;
using Lanes = Eigen::Matrix<double, 3, kLanes, Eigen::RowMajor>;

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
  // A cross product with a constant is a matrix, so that all of it is products with a few of them.
  const Matrix3d c_x = Cross(c), U_x = Cross(U), w_x = Cross(w), w_rate_x = Cross(w_rate);
  const Matrix3d V_rate_x = Cross(V_rate), Et_c_x = Et * c_x;
  for (int k = 0; k < columns_; k += kLanes) {
    const auto at = [&](const double* first) {
      return Lanes(
          Eigen::Map<const Lanes, 0, Eigen::OuterStride<>>(first, Eigen::OuterStride<>(columns_)));
    };
    const auto of_motion = [&](const Eigen::VectorXd& slopes, int first) {
      return at(slopes.data() + static_cast<size_t>(row + first) * columns_ + k);
    };
    const auto of = [&](const SlopeRows& rows, int first) { return at(&rows(first, k)); };
    const Lanes theta0 = of(before.pose, row + 3), dc = of(centre, 3 * body);
    const Lanes theta = Et * theta0 + T * of_motion(motion_slopes.increment, 3);
    // In the axes of the end.
    const Lanes dp = Et * (of(before.pose, row) + dc) - Et_c_x * theta0 +
                     Rt * of_motion(motion_slopes.increment, 0) + c_x * theta - dc;
    const Lanes dw = of_motion(motion_slopes.velocity, 3);
    const Lanes dw_rate = of_motion(motion_slopes.rate, 3);
    const Lanes dU = Rt * of_motion(motion_slopes.velocity, 0) + U_x * theta;
    const Lanes dv = dU + c_x * dw - w_x * dc;
    const Lanes dv_rate = Rt * of_motion(motion_slopes.rate, 0) + V_rate_x * theta + U_x * dw -
                          w_x * dU + c_x * dw_rate - w_rate_x * dc;
    const auto set = [&](const Lanes& x, int first, SlopeRows* rows) {
      for (int i = 0; i < 3; ++i) Eigen::Map<Lane>(&(*rows)(first + i, k)) = x.row(i);
    };
    set(dp, row, &pose);
    set(theta, row + 3, &pose);
    set(dv, row, &velocity);
    set(dw, row + 3, &velocity);
    set(dv_rate, row, &acceleration);
    set(dw_rate, row + 3, &acceleration);
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

// Adds the sum of matrix(i, j) slopes[j] to rows[i], four columns at a time. Slopes that are not there
// are zero.
void MotionSlopes::AddProduct(const Eigen::MatrixXd& matrix, const SlopeList& slopes,
                              const RowList& rows) const {
  const auto size = static_cast<int>(slopes.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    // Entries of this row that count, side by side.
    int count = 0;
    for (int j = 0; j < size; ++j) {
      const double entry = matrix(static_cast<Eigen::Index>(i), j);
      if (entry == 0 || !slopes[j]) continue;
      entries_[count] = entry;
      sources_[count++] = slopes[j];
    }
    for (int k = 0; count > 0 && k < columns_; k += kLanes) {
      Lane sum = Eigen::Map<const Lane>(rows[i] + k);
      for (int j = 0; j < count; ++j) sum += entries_[j] * Eigen::Map<const Lane>(sources_[j] + k);
      Eigen::Map<Lane>(rows[i] + k) = sum;
    }
  }
}

void MotionSlopes::AddProducts(const Element& element, const ElementTangents& tangents,
                               SlopeRows* motion, SlopeRows* constraints) const {
  const int bodies = static_cast<int>(element.bodies().size()), moving = element.motion_size();
  const int first_scalar = system_->row_count() - system_->scalar_count();
  const int own = moving + element.multipliers(), size = element.size();
  const auto row_of = [&](int local) {
    return local < 6 * bodies ? 6 * element.bodies()[local / 6] + local % 6
                              : first_scalar + element.scalars()[local - 6 * bodies];
  };
  // The ground and frames on it do not follow the unknowns.
  const auto follows = [&](int local) {
    if (local >= 6 * bodies) return true;
    const int slot = element.bodies()[local / 6];
    return slot < system_->body_count() || system_->NodeAt(slot) != nullptr;
  };
  if (static_cast<int>(entries_.size()) < size) {
    entries_.resize(size);
    sources_.resize(size);
  }
  targets_.clear();
  for (int i = 0; i < own; ++i) {
    targets_.push_back(i < moving ? &(*motion)(row_of(i), 0)
                                  : &(*constraints)(element.first_multiplier() + i - moving, 0));
  }
  const auto add = [&](const Eigen::MatrixXd& matrix, const SlopeRows& slopes, bool multipliers) {
    slopes_.clear();
    for (int j = 0; j < moving; ++j) {
      slopes_.push_back(follows(j) ? &slopes(row_of(j), 0) : nullptr);
    }
    for (int j = moving; j < size; ++j) {
      const int number =
          j < own ? element.first_multiplier() + j - moving : element.seen_multipliers()[j - own];
      slopes_.push_back(multipliers ? &multiplier(number, 0) : nullptr);
    }
    AddProduct(matrix, slopes_, targets_);
  };
  add(tangents.K, pose, true);
  if (!tangents.C.isZero(0)) add(tangents.C, velocity, false);
  if (!tangents.M.isZero(0)) add(tangents.M, acceleration, false);
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
