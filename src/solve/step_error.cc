#include "solve/step_error.h"

#include <algorithm>
#include <cmath>

namespace jounce {

void StepError::Start(const StepMotion& now) {
  velocity_ = now.velocity;
  rate_ = now.rate;
  last_ = earlier_ = deviation_ = now.increment;
  last_h_ = earlier_h_ = 0;
}

double StepError::Of(const StepMotion& trial, double h, double error_constant) {
  // Before the start, steps as long as this one are assumed, at the start's acceleration.
  const double k1 = last_h_ > 0 ? last_h_ : h, k2 = earlier_h_ > 0 ? earlier_h_ : h;
  if (last_h_ == 0) last_ = k1 * velocity_ - 0.5 * k1 * k1 * rate_;
  if (earlier_h_ == 0) {
    const double before = last_h_ > 0 ? 0 : k1;  // the start lies this long after its end
    earlier_ = k2 * velocity_ - (before + 0.5 * k2) * k2 * rate_;
  }
  // Mean velocities of the steps, at their middles, extended to the middle of this one.
  const double slope = (h + k1) / (k1 + k2);
  deviation_ = trial.increment - h * (last_ / k1 + slope * (last_ / k1 - earlier_ / k2));
  // That line misses the parabola by nothing: both are of second degree in the places.
  double places = 0, turns = 0;
  for (int i = 0; i < system_.body_count(); ++i) {
    places = std::max(places, deviation_.segment<3>(6 * i).squaredNorm());
    turns = std::max(turns, deviation_.segment<3>(6 * i + 3).squaredNorm());
  }
  for (int i = system_.layout().Scalar(0); i < system_.layout().State(0); ++i) {
    places = std::max(places, deviation_[i] * deviation_[i]);
  }
  for (int i = 0; i < system_.state_count(); ++i) {
    const double part = deviation_[system_.layout().State(i)] / state_sizes_[i];
    turns = std::max(turns, part * part);
  }
  const double third = 6 * h * h / ((h + k1) * (h + k1 + k2));
  return std::abs(error_constant) * third *
         std::max(std::sqrt(places) / system_.length_scale(), std::sqrt(turns));
}

void StepError::Commit(const StepMotion& trial, double h) {
  earlier_.swap(last_);
  earlier_h_ = last_h_;
  last_ = trial.increment;
  last_h_ = h;
}

void StepError::Exchange(StateStream* stream) {
  for (Eigen::VectorXd* vector : {&velocity_, &rate_, &last_, &earlier_, &deviation_}) {
    stream->Values(vector);
  }
  stream->Value(&last_h_);
  stream->Value(&earlier_h_);
}

}  // namespace jounce
