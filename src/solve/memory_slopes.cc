#include "solve/memory_slopes.h"

#include <algorithm>

#include "laws/step_slopes.h"
#include "math/row_products.h"

namespace jounce {
namespace {

constexpr int kColumnsAtOnce = 4;  // columns of StepSlopes

// Adds M x, of 12 rows anywhere, to rows that lie one after the other.
void AddProduct(const LawSlopes::Rows& M, const double* const* x, SlopeRows* y) {
  const int rows = static_cast<int>(M.rows());
  const Eigen::Matrix<double, Eigen::Dynamic, 12, Eigen::ColMajor, kMaxLawDimension, 12> columns =
      M;
  double* to[kMaxLawDimension];
  for (int i = 0; i < rows; ++i) to[i] = &(*y)(i, 0);
  AddRowProducts(columns.data(), rows, rows, 12, x, to, static_cast<int>(y->cols()));
}

}  // namespace

bool HasMemorySlopes(const ConnectionElement& connection) {
  return connection.remembers() && connection.LawWithSlopes() != nullptr;
}

MemorySlopes::MemorySlopes(const System& system, int columns)
    : columns_(columns),
      holds_(system.elements().size()),
      strain_(SlopeRows::Zero(kMaxLawDimension, columns)),
      rate_(strain_),
      force_(strain_),
      nowhere_(columns) {
  int largest = 0;
  for (const ConnectionElement* connection : system.connections()) {
    if (!HasMemorySlopes(*connection)) continue;
    Member member{connection, connection->LawWithSlopes(), {}};
    for (int end = 0; end < 2; ++end) {
      const int slot = connection->bodies()[end];
      const bool moves = slot < system.body_count() || system.NodeAt(slot) != nullptr;
      for (int i = 0; i < 6; ++i) member.rows[6 * end + i] = moves ? 6 * slot + i : -1;
    }
    members_.push_back(member);
    largest = std::max(largest, member.law->state_size());
    const auto is_it = [&](const auto& element) { return element.get() == connection; };
    const auto found = std::find_if(system.elements().begin(), system.elements().end(), is_it);
    holds_[static_cast<size_t>(found - system.elements().begin())] = true;
  }
  next_.setZero(largest, columns);
}

void MemorySlopes::AddResidual(const Evaluation& at, const SlopeRows& before, SlopeRows* motion) {
  strain_.setZero();
  rate_.setZero();
  for (Member& member : members_) {
    const Evaluation own = System::Slice(at, *member.connection);
    member.strain = member.connection->SlopesOfStrain(own);
    Differentiate(member, at.h, own.history, before, next_.data());
    AddForces(member, motion);
  }
}

void MemorySlopes::Advance(const Evaluation& at, const MotionSlopes& slopes,
                           const SlopeRows& before, SlopeRows* after) {
  for (const Member& member : members_) {
    FindStrains(member, slopes);
    // What it counts beside its law (turns, tangents) has no slopes.
    after->middleRows(member.connection->first_history(), member.connection->history_size())
        .setZero();
    Differentiate(member, at.h, at.history + member.connection->first_history(), before,
                  &(*after)(member.connection->first_history(), 0));
  }
}

void MemorySlopes::Differentiate(const Member& member, double h, const double* state,
                                 const SlopeRows& before, double* after) {
  force_.setZero();
  const LawStep step{member.strain.strain.data(), member.strain.rate.data(), h, false};
  const double* begin = &before(member.connection->first_history(), 0);
  for (int k = 0; k < columns_; k += kColumnsAtOnce) {
    member.law->Differentiate(step, state,
                              {columns_, columns_, strain_.data() + k, rate_.data() + k, begin + k,
                               force_.data() + k, after + k});
  }
}

void MemorySlopes::FindStrains(const Member& member, const MotionSlopes& slopes) {
  strain_.setZero();
  rate_.setZero();
  std::fill(nowhere_.begin(), nowhere_.end(), 0.0);
  const double *pose[12], *velocity[12];
  for (int i = 0; i < 12; ++i) {
    const int row = member.rows[i];
    pose[i] = row < 0 ? nowhere_.data() : &slopes.pose(row, 0);
    velocity[i] = row < 0 ? nowhere_.data() : &slopes.velocity(row, 0);
  }
  AddProduct(member.strain.strain_K, pose, &strain_);
  AddProduct(member.strain.rate_K, pose, &rate_);
  AddProduct(member.strain.rate_C, velocity, &rate_);
}

void MemorySlopes::AddForces(const Member& member, SlopeRows* motion) {
  // rate_C by its rows is its transpose by columns.
  const int size = static_cast<int>(member.strain.rate_C.rows());
  const LawSlopes::Rows work = member.strain.length * member.strain.rate_C;
  const double* from[kMaxLawDimension];
  double* to[12];
  for (int i = 0; i < size; ++i) from[i] = &force_(i, 0);
  for (int i = 0; i < 12; ++i) {
    to[i] = member.rows[i] < 0 ? nowhere_.data() : &(*motion)(member.rows[i], 0);
  }
  AddRowProducts(work.data(), 12, 12, size, from, to, columns_);
}

}  // namespace jounce
