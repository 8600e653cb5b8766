#include "solve/law_changes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce {
namespace {

using Vector = Eigen::Map<Eigen::VectorXd>;
using ConstVector = Eigen::Map<const Eigen::VectorXd>;

// A law has changed when its slope differs by this part of the larger one.
constexpr double kChanged = 0.02;
// Changes below this part of what the rest of the model puts up against it are left to iterations.
constexpr double kCounts = 0.01;
// Pivots below this are none.
constexpr double kNoPivot = 1e-6;

}  // namespace

LawChanges::LawChanges(const System& system) : system_(system) {
  for (const ConnectionElement* connection : system.connections()) {
    if (connection->slope_memory() < 0) continue;
    tracked_.push_back(
        {connection, connection->first_history() + connection->slope_memory(), -1, 0});
  }
  S_.setZero();
  if (tracked_.empty()) return;
  N_.setZero(system.unknown_count(), kMost);
  Z_ = N_;
  rows_.resize(system.row_count());
}

void LawChanges::Begin(const Evaluation& at, double velocity_slope) {
  velocity_slope_ = velocity_slope;
  count_ = 0;
  for (Tracked& tracked : tracked_) {
    tracked.column = -1;
    tracked.in_matrix = SlopeOf(tracked, at);
  }
}

void LawChanges::AddColumn(const Evaluation& at, SparseLu* lu, Tracked* tracked) {
  const int column = count_++;
  tracked->column = column;
  std::fill(rows_.begin(), rows_.end(), 0.0);
  tracked->connection->AddUnitForce(System::Slice(at, *tracked->connection), 0, rows_.data());
  system_.CarryNodeWrenches(at.state, rows_.data());
  N_.col(column).setZero();
  N_.col(column).head(system_.motion_count()) = ConstVector(rows_.data(), system_.motion_count());
  Z_.col(column) = N_.col(column);
  lu->Solve(Z_.col(column).data());
  for (int i = 0; i < count_; ++i) {
    S_(i, column) = N_.col(i).dot(Z_.col(column));
    S_(column, i) = N_.col(column).dot(Z_.col(i));
  }
}

void LawChanges::Improve(const Evaluation& at, SparseLu* lu, double* x) {
  int active = 0;
  for (Tracked& tracked : tracked_) {
    const double slope = SlopeOf(tracked, at), change = slope - tracked.in_matrix;
    if (tracked.column < 0) {
      const double size = std::max(std::abs(slope), std::abs(tracked.in_matrix));
      if (!(std::abs(change) > kChanged * size) || count_ == kMost) continue;
      AddColumn(at, lu, &tracked);
    }
    if (!(std::abs(change * S_(tracked.column, tracked.column)) > kCounts)) continue;
    columns_[active] = tracked.column;
    changes_[active++] = change;
  }
  if (active == 0 || !SolveActive(active, x)) return;
  Vector all(x, system_.unknown_count());
  for (int i = 0; i < active; ++i) all -= (changes_[i] * y_[i]) * Z_.col(columns_[i]);
}

// By elimination with row pivots.
bool LawChanges::SolveActive(int active, const double* x) {
  double A[kMost][kMost];
  for (int i = 0; i < active; ++i) {
    y_[i] = N_.col(columns_[i]).dot(ConstVector(x, system_.unknown_count()));
    for (int j = 0; j < active; ++j) {
      A[i][j] = (i == j ? 1 : 0) + S_(columns_[i], columns_[j]) * changes_[j];
    }
  }
  for (int k = 0; k < active; ++k) {
    int pivot = k;
    for (int i = k + 1; i < active; ++i) {
      if (std::abs(A[i][k]) > std::abs(A[pivot][k])) pivot = i;
    }
    if (!(std::abs(A[pivot][k]) > kNoPivot)) return false;
    std::swap(A[k], A[pivot]);
    std::swap(y_[k], y_[pivot]);
    for (int i = k + 1; i < active; ++i) {
      const double factor = A[i][k] / A[k][k];
      for (int j = k; j < active; ++j) A[i][j] -= factor * A[k][j];
      y_[i] -= factor * y_[k];
    }
  }
  for (int k = active - 1; k >= 0; --k) {
    for (int j = k + 1; j < active; ++j) y_[k] -= A[k][j] * y_[j];
    y_[k] /= A[k][k];
  }
  return true;
}

void LawChanges::Exchange(StateStream* stream) {
  stream->Value(&velocity_slope_);
  stream->Value(&count_);
  for (Tracked& tracked : tracked_) {
    stream->Value(&tracked.column);
    stream->Value(&tracked.in_matrix);
  }
  for (int i = 0; i < std::clamp(count_, 0, tracked_.empty() ? 0 : kMost); ++i) {
    Vector n(N_.col(i).data(), N_.rows()), z(Z_.col(i).data(), Z_.rows());
    stream->Values(&n);
    stream->Values(&z);
  }
  stream->Value(&S_);
}

}  // namespace jounce
