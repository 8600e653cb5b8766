// What earlier iterations tell about a matrix that has become old.
//
// With a kept matrix A, an iteration for r(x) = 0 takes d = A^-1 r off x and leaves some part of
// the error. Two iterations after each other show what A gets wrong along one direction: taking c
// off changed d by w, and would have changed it by -c had A been right. From then on
//
//   c = d + sum_i u_i <w_i, d>,   u_i = -(c_i + w_i + sum_j<i u_j <w_j, w_i>) / <w_i, w_i>
//
// which is right along the last pair [Broyden 1965, the second method, in the metric of d]. With
// w_i = d_(i+1) - d_i and c_i = d_i + sum_j<i u_j <w_j, d_i>, the bracket is what the earlier pairs
// make of d_(i+1). So it costs a dot product and an addition a pair, next to nothing beside a
// residual. Pairs serve the following time steps as well, as long as the matrix is the same.
//
// Reference: [Broyden 1965] C. G. Broyden, A class of methods for solving nonlinear simultaneous
// equations, Math. Comp. 19 (1965) 577-593.
#ifndef JOUNCE_SOLVE_SECANT_MEMORY_H_
#define JOUNCE_SOLVE_SECANT_MEMORY_H_

#include <Eigen/Core>

#include "solve/state_stream.h"

namespace jounce {

class SecantMemory {
 public:
  // Nothing is learned from corrections that change by less than `round_off`.
  SecantMemory(int size, double round_off);

  // A new matrix: what was known of the last one is of no use.
  void Forget() {
    pairs_ = 0;
    has_last_ = false;
  }
  // A new time step: its first correction is compared with none before. Where no more pairs can be
  // learned, new ones take the place of all.
  void BeginStep() {
    has_last_ = false;
    if (pairs_ == kPairs) pairs_ = 0;
  }
  // Turns the correction A^-1 r into a better one, and learns from it. Never allocates.
  void Improve(Eigen::Ref<Eigen::VectorXd> correction);
  void Exchange(StateStream* stream);

 private:
  static constexpr int kPairs = 8;
  // Learns from d, the one before it and what the pairs so far made of d; improves the latter.
  void Learn(const Eigen::VectorXd& d, Eigen::Ref<Eigen::VectorXd> correction);

  Eigen::MatrixXd u_, w_;       // by columns
  Eigen::VectorXd d_, last_d_;  // of this iteration and the one before
  Eigen::Matrix<double, kPairs, 1> products_;
  double round_off_;
  int pairs_ = 0;
  bool has_last_ = false;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_SECANT_MEMORY_H_
