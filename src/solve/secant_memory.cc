#include "solve/secant_memory.h"

namespace jounce {

SecantMemory::SecantMemory(int size, double round_off)
    : u_(size, kPairs), w_(size, kPairs), d_(size), last_d_(size), round_off_(round_off) {}

void SecantMemory::Improve(Eigen::Ref<Eigen::VectorXd> correction) {
  d_ = correction;
  if (pairs_ > 0) {
    auto products = products_.head(pairs_);
    products.noalias() = w_.leftCols(pairs_).transpose() * d_;
    correction.noalias() += u_.leftCols(pairs_) * products;
  }
  if (has_last_ && pairs_ < kPairs) Learn(d_, correction);
  // Pairs that change a correction by more than itself were learnt too far from here: drop them.
  if (pairs_ > 0 && !((correction - d_).squaredNorm() < d_.squaredNorm())) {
    correction = d_;
    pairs_ = 0;
  }
  d_.swap(last_d_);
  has_last_ = true;
}

void SecantMemory::Learn(const Eigen::VectorXd& d, Eigen::Ref<Eigen::VectorXd> correction) {
  auto w = w_.col(pairs_), u = u_.col(pairs_);
  w = d - last_d_;
  const double square = w.squaredNorm();
  if (!(square > round_off_ * round_off_)) return;
  u = (-1 / square) * correction;
  correction += w.dot(d) * u;
  ++pairs_;
}

}  // namespace jounce
