#include "solve/predictor.h"

#include <algorithm>

namespace jounce {

using Eigen::VectorXd;

void Predictor::Start(const VectorXd& rate, const VectorXd& multiplier) {
  for (VectorXd& earlier : rate_) earlier = rate;
  for (VectorXd& earlier : multiplier_) earlier = multiplier;
  known_ = degree_ = 0;
  h_ = 0;
}

void Predictor::Predict(double h, const VectorXd& rate, const VectorXd& multiplier,
                        VectorXd* next_rate, VectorXd* next_multiplier) const {
  switch (h == h_ ? degree_ : 0) {
    case 0:
      *next_rate = rate;
      *next_multiplier = multiplier;
      break;
    case 1:
      *next_rate = 2 * rate - rate_[0];
      *next_multiplier = 2 * multiplier - multiplier_[0];
      break;
    default:
      *next_rate = 3 * (rate - rate_[0]) + rate_[1];
      *next_multiplier = 3 * (multiplier - multiplier_[0]) + multiplier_[1];
  }
}

void Predictor::Commit(double h, const VectorXd& rate, const VectorXd& multiplier,
                       const VectorXd& next_rate) {
  if (h != h_) known_ = 0;
  h_ = h;
  // Which degree would have served this step.
  double least = (next_rate - rate).squaredNorm();
  degree_ = 0;
  const auto judge = [&](int degree, double distance) {
    if (degree > known_ || !(distance < least)) return;
    least = distance;
    degree_ = degree;
  };
  judge(1, (next_rate - 2 * rate + rate_[0]).squaredNorm());
  judge(2, (next_rate - 3 * (rate - rate_[0]) - rate_[1]).squaredNorm());
  rate_[1].swap(rate_[0]);
  multiplier_[1].swap(multiplier_[0]);
  rate_[0] = rate;
  multiplier_[0] = multiplier;
  known_ = std::min(known_ + 1, 2);
}

}  // namespace jounce
