// Laws whose stiffness or damping changes, in a matrix that is kept.
//
// A stop closes, a damper passes a knee of its curve: along one line the matrix that was factorized
// is then wrong by much, and all other lines are as they were. With n_i what a unit force of
// connection i does to the rows, and d_i what k + gamma' c of its law has changed by since the
// matrix A_0 was made,
//
//   A = A_0 + N D N^T,   A^-1 r = y - Z D (I + S D)^-1 N^T y   [Woodbury 1950],
//   y = A_0^-1 r,  Z = A_0^-1 N,  S = N^T Z.
//
// The slopes k and c are those that each residual leaves (connection.h), so this costs a few dot
// products an iteration, and a solution for each connection when it first changes. That n_i turns
// with its connection is left to the iterations, as are laws of more than one direction.
//
// Reference: [Woodbury 1950] M. A. Woodbury, Inverting modified matrices, Memorandum report 42,
// Statistical Research Group, Princeton, 1950.
#ifndef JOUNCE_SOLVE_LAW_CHANGES_H_
#define JOUNCE_SOLVE_LAW_CHANGES_H_

#include <Eigen/Core>
#include <array>
#include <vector>

#include "mechanics/system.h"
#include "solve/sparse_lu.h"
#include "solve/state_stream.h"

namespace jounce {

class LawChanges {
 public:
  // `system` must outlive this.
  explicit LawChanges(const System& system);

  // A new matrix was made at `at`, for velocities that follow increments with the factor gamma'.
  void Begin(const Evaluation& at, double velocity_slope);
  // Turns x = A_0^-1 r into A^-1 r, after a residual at `at`. Never allocates where SparseLu::Solve
  // does not.
  void Improve(const Evaluation& at, SparseLu* lu, double* x);
  void Exchange(StateStream* stream);

  // How many connections have changed since the matrix was made.
  int count() const { return count_; }

 private:
  // More at a time are a reason for a new matrix.
  static constexpr int kMost = 16;
  struct Tracked {
    const ConnectionElement* connection;
    int slopes;        // in the memory of the system
    int column;        // of N and Z; -1: has not changed yet
    double in_matrix;  // k + gamma' c there
  };

  double SlopeOf(const Tracked& tracked, const Evaluation& at) const {
    return at.next[tracked.slopes] + velocity_slope_ * at.next[tracked.slopes + 1];
  }
  void AddColumn(const Evaluation& at, SparseLu* lu, Tracked* tracked);
  // Solves (I + S D) y = N^T x for the `active` columns; false where it has no solution.
  bool SolveActive(int active, const double* x);

  const System& system_;
  std::vector<Tracked> tracked_;
  double velocity_slope_ = 0;
  int count_ = 0;          // columns
  Eigen::MatrixXd N_, Z_;  // by columns
  Eigen::Matrix<double, kMost, kMost> S_;
  std::vector<double> rows_;  // for work
  // Of the columns that count in this iteration.
  std::array<int, kMost> columns_{};
  std::array<double, kMost> changes_{}, y_{};
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_LAW_CHANGES_H_
