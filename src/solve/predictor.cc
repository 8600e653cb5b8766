#include "solve/predictor.h"

#include <algorithm>
#include <cmath>

namespace jounce {

using Eigen::VectorXd;

void Predictor::Differences::Start(const VectorXd& x) {
  for (VectorXd& difference : of) difference = VectorXd::Zero(x.size());
  of[0] = next = x;
}

void Predictor::Differences::Extend(int degree, VectorXd* x) const {
  *x = of[0];
  for (int j = 1; j <= degree; ++j) *x += of[j];
}

void Predictor::Differences::Commit(const VectorXd& x) {
  next = x;
  for (VectorXd& difference : of) {
    difference.swap(next);
    next = difference - next;
  }
}

void Predictor::Start(const VectorXd& rate, const VectorXd& multiplier) {
  rate_.Start(rate);
  multiplier_.Start(multiplier);
  known_ = degree_ = 0;
  h_ = 0;
}

void Predictor::Predict(double h, VectorXd* rate, VectorXd* multiplier) const {
  const int degree = h == h_ ? degree_ : 0;
  rate_.Extend(degree, rate);
  multiplier_.Extend(degree, multiplier);
}

void Predictor::Commit(double h, const VectorXd& rate, const VectorXd& multiplier) {
  if (h != h_) known_ = 0;
  h_ = h;
  rate_.Commit(rate);
  multiplier_.Commit(multiplier);
  known_ = std::min(known_ + 1, kMaxDegree + 1);
  // Both count, whatever their units: their product. Rates alone would let one light part that shakes
  // decide for all. Multipliers that never change say nothing.
  const bool multipliers_tell = multiplier_.of[1].squaredNorm() > 0;
  double least = HUGE_VAL;
  for (int degree = 0; degree < known_; ++degree) {
    double error = rate_.of[degree + 1].squaredNorm();
    if (multipliers_tell) error *= multiplier_.of[degree + 1].squaredNorm();
    if (!(error < least)) continue;
    least = error;
    degree_ = degree;
  }
}

void Predictor::Differences::Exchange(StateStream* stream) {
  for (VectorXd& difference : of) stream->Values(&difference);
  stream->Values(&next);
}

void Predictor::Exchange(StateStream* stream) {
  rate_.Exchange(stream);
  multiplier_.Exchange(stream);
  stream->Value(&known_);
  stream->Value(&degree_);
  stream->Value(&h_);
}

}  // namespace jounce
