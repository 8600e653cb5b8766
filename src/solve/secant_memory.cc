#include "solve/secant_memory.h"

namespace jounce {

SecantMemory::SecantMemory(int size, double round_off)
    : u_(Eigen::MatrixXd::Zero(size, kPairs)),
      w_(Eigen::MatrixXd::Zero(size, kPairs)),
      d_(Eigen::VectorXd::Zero(size)),
      last_d_(Eigen::VectorXd::Zero(size)),
      round_off_(round_off) {}

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

void SecantMemory::Exchange(StateStream* stream) {
  stream->Values(&u_);
  stream->Values(&w_);
  stream->Values(&d_);
  stream->Values(&last_d_);
  stream->Value(&pairs_);
  stream->Value(&has_last_);
}

}  // namespace jounce
