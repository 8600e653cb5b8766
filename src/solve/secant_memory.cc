#include "solve/secant_memory.h"

namespace jounce {

SecantMemory::SecantMemory(int size, double round_off)
    : u_(size, kPairs), w_(size, kPairs), last_d_(size), last_c_(size), round_off_(round_off) {}

void SecantMemory::Improve(Eigen::Ref<Eigen::VectorXd> correction) {
  if (has_last_) Learn(correction);
  last_d_ = correction;
  AddPairs(1, last_d_, correction);
  // What changes a correction by more than itself comes from another state of affairs.
  if (!((correction - last_d_).squaredNorm() < last_d_.squaredNorm())) {
    correction = last_d_;
    pairs_ = 0;
  }
  last_c_ = correction;
  has_last_ = true;
}

void SecantMemory::AddPairs(double factor, const Eigen::Ref<const Eigen::VectorXd>& d,
                            Eigen::Ref<Eigen::VectorXd> sum) {
  if (pairs_ == 0) return;
  auto products = products_.head(pairs_);
  products.noalias() = factor * w_.leftCols(pairs_).transpose() * d;
  sum.noalias() += u_.leftCols(pairs_) * products;
}

void SecantMemory::Learn(const Eigen::Ref<Eigen::VectorXd>& d) {
  if (pairs_ == kPairs) pairs_ = 0;
  auto w = w_.col(pairs_), u = u_.col(pairs_);
  w = d - last_d_;
  const double square = w.squaredNorm();
  if (!(square > round_off_ * round_off_)) return;
  u = -last_c_ - w;
  AddPairs(-1, w, u);
  u /= square;
  ++pairs_;
}

}  // namespace jounce
