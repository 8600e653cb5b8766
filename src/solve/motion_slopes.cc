#include "solve/motion_slopes.h"

#include <algorithm>
#include <utility>

#include "math/lanes.h"
#include "math/row_products.h"

namespace jounce {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

// Three rows of a column.
Vector3d Three(const SlopeRows& rows, int first, int column) {
  return {rows(first, column), rows(first + 1, column), rows(first + 2, column)};
}

// Four columns at a time: three rows of them.
constexpr int kColumns = 4;
using Four = Lanes<kColumns>;
struct ThreeRows {
  Four row[3];

  // `stride` numbers from one row to the next.
  static ThreeRows Load(const double* first, int stride) {
    return {Four::Load(first), Four::Load(first + stride), Four::Load(first + 2 * stride)};
  }
  void Store(double* first, int stride) const {
    for (int i = 0; i < 3; ++i) row[i].Store(first + i * stride);
  }
  ThreeRows& Add(const Matrix3d& M, const ThreeRows& x) {
    for (int i = 0; i < 3; ++i) {
      row[i] += x.row[0] * M(i, 0) + x.row[1] * M(i, 1) + x.row[2] * M(i, 2);
    }
    return *this;
  }
  friend ThreeRows operator+(const ThreeRows& a, const ThreeRows& b) {
    return {a.row[0] + b.row[0], a.row[1] + b.row[1], a.row[2] + b.row[2]};
  }
  friend ThreeRows operator-(const ThreeRows& a, const ThreeRows& b) {
    return {a.row[0] - b.row[0], a.row[1] - b.row[1], a.row[2] - b.row[2]};
  }
};
ThreeRows operator*(const Matrix3d& M, const ThreeRows& x) { return ThreeRows().Add(M, x); }
// a += b x, of a constant a times three rows.
void AddCross(const Vector3d& a, const ThreeRows& x, ThreeRows* sum) {
  sum->row[0] += x.row[2] * a[1] - x.row[1] * a[2];
  sum->row[1] += x.row[0] * a[2] - x.row[2] * a[0];
  sum->row[2] += x.row[1] * a[0] - x.row[0] * a[1];
}

}  // namespace

MotionSlopes::MotionSlopes(const System& system, int columns)
    : system_(&system), columns_(columns) {
  for (SlopeRows* rows : {&pose, &velocity, &acceleration}) {
    rows->setZero(system.row_count(), columns);
  }
  multiplier.setZero(system.multiplier_count(), columns);
  centre.setZero(3 * system.body_count(), columns);
  zeros_.assign(columns, 0.0);
  nowhere_ = zeros_;
  int largest = 0;
  for (const auto& element : system.elements()) {
    FindRows(*element);
    largest = std::max(largest, element->size());
  }
  from_.resize(largest);
  to_.resize(largest);
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
  const bool moves_centre = !centre.middleRows(3 * body, 3).isZero(0);
  for (int k = 0; k < columns_; k += kColumns) {
    const auto of_motion = [&](const Eigen::VectorXd& slopes, int first) {
      return ThreeRows::Load(slopes.data() + static_cast<size_t>(row + first) * columns_ + k,
                             columns_);
    };
    const auto of = [&](const SlopeRows& rows, int first) {
      return ThreeRows::Load(&rows(first, k), columns_);
    };
    const ThreeRows theta0 = of(before.pose, row + 3), dc = of(centre, 3 * body);
    const ThreeRows theta = (Et * theta0).Add(T, of_motion(motion_slopes.increment, 3));
    // In the axes of the end; dp_0 + theta_0 x c + dc there.
    ThreeRows moved = of(before.pose, row);
    if (moves_centre) moved = moved + dc;
    AddCross(-c, theta0, &moved);
    ThreeRows dp = (Et * moved).Add(Rt, of_motion(motion_slopes.increment, 0));
    AddCross(c, theta, &dp);
    const ThreeRows dw = of_motion(motion_slopes.velocity, 3);
    const ThreeRows dw_rate = of_motion(motion_slopes.rate, 3);
    ThreeRows dU = Rt * of_motion(motion_slopes.velocity, 0);
    AddCross(U, theta, &dU);
    ThreeRows dv = dU;
    AddCross(c, dw, &dv);
    ThreeRows dv_rate = Rt * of_motion(motion_slopes.rate, 0);
    AddCross(V_rate, theta, &dv_rate);
    AddCross(U, dw, &dv_rate);
    AddCross(-w, dU, &dv_rate);
    AddCross(c, dw_rate, &dv_rate);
    if (moves_centre) {
      dp = dp - dc;
      AddCross(-w, dc, &dv);
      AddCross(-w_rate, dc, &dv_rate);
    }
    const auto set = [&](const ThreeRows& x, int first, SlopeRows* rows) {
      x.Store(&(*rows)(first, k), columns_);
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

void MotionSlopes::FindRows(const Element& element) {
  ElementRows rows;
  for (int slot : element.bodies()) {
    const bool follows = slot < system_->body_count() || system_->NodeAt(slot) != nullptr;
    for (int i = 0; i < 6; ++i) rows.motion.push_back(follows ? 6 * slot + i : -1);
  }
  const int first_scalar = system_->row_count() - system_->scalar_count();
  for (int scalar : element.scalars()) rows.motion.push_back(first_scalar + scalar);
  for (int i = 0; i < element.multipliers(); ++i) {
    rows.multipliers.push_back(element.first_multiplier() + i);
  }
  rows.own = element.multipliers();
  rows.multipliers.insert(rows.multipliers.end(), element.seen_multipliers().begin(),
                          element.seen_multipliers().end());
  element_rows_.push_back(std::move(rows));
}

void MotionSlopes::AddProducts(size_t element, const MatrixAssembly::Workspace& work,
                               SlopeRows* motion, SlopeRows* constraints) const {
  const ElementTangents& tangents = work.tangents;
  const ElementRows& rows = element_rows_[element];
  const int moving = static_cast<int>(rows.motion.size());
  const int own = moving + rows.own, size = static_cast<int>(tangents.K.cols());
  for (int i = 0; i < own; ++i) {
    const int row = i < moving ? rows.motion[i] : rows.multipliers[i - moving];
    // What the ground bears goes nowhere.
    to_[i] = row < 0 ? nowhere_.data() : i < moving ? &(*motion)(row, 0) : &(*constraints)(row, 0);
  }
  const auto add = [&](const Eigen::MatrixXd& matrix, const SlopeRows& slopes, int columns) {
    for (int j = 0; j < moving; ++j) {
      from_[j] = rows.motion[j] < 0 ? zeros_.data() : &slopes(rows.motion[j], 0);
    }
    AddRowProducts(matrix.data(), size, own, columns, from_.data(), to_.data(), columns_);
  };
  for (int j = moving; j < size; ++j) from_[j] = &multiplier(rows.multipliers[j - moving], 0);
  add(tangents.K, pose, size);
  if (work.has_C) add(tangents.C, velocity, moving);
  if (work.has_M) add(tangents.M, acceleration, moving);
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
