#include "solve/secant_memory.h"

namespace jounce {

SecantMemory::SecantMemory(int size, double round_off)
    : u_(size, kPairs), w_(size, kPairs), last_d_(size), last_c_(size), round_off_(round_off) {}

void SecantMemory::Improve(Eigen::Ref<Eigen::VectorXd> correction) {
  if (has_last_) Learn(correction);
  last_d_ = correction;
  for (int i = 0; i < pairs_; ++i) correction += w_.col(i).dot(last_d_) * u_.col(i);
  // What changes a correction by more than itself comes from another state of affairs.
  if (!((correction - last_d_).squaredNorm() < last_d_.squaredNorm())) {
    correction = last_d_;
    pairs_ = 0;
  }
  last_c_ = correction;
  has_last_ = true;
}

void SecantMemory::Learn(const Eigen::Ref<Eigen::VectorXd>& d) {
  if (pairs_ == kPairs) pairs_ = 0;
  auto w = w_.col(pairs_), u = u_.col(pairs_);
  w = d - last_d_;
  const double square = w.squaredNorm();
  if (!(square > round_off_ * round_off_)) return;
  u = -last_c_ - w;
  for (int j = 0; j < pairs_; ++j) u -= w_.col(j).dot(w) * u_.col(j);
  u /= square;
  ++pairs_;
}

}  // namespace jounce
