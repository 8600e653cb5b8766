#include "solve/multistep.h"

namespace jounce {

void Multistep::Start(const StepMotion& now) {
  last_h_ = 0;
  earlier_velocity_ = now.velocity;
  earlier_rate_ = now.rate;
}

void Multistep::SetStep(double h) {
  h_ = h;
  if (last_h_ == 0) {
    beta_ = b2_ = 0;
    b0_ = b1_ = 0.5;
    error_constant_ = 1.0 / 12;
  } else {
    const double r = h / last_h_;
    b0_ = (1 + r) / (2 * (1 + r) - (1 - rho_) * (1 - rho_));
    b1_ = 2 * rho_ * b0_;
    b2_ = rho_ * rho_ * b0_;
    beta_ = r * (b0_ * (1 + rho_) * (1 + rho_) - 1);
    // What the formula makes of y = t^3 against 1, for one step of the two it reaches over.
    const double cubic = -beta_ / (r * r * r) + 3 * (b0_ + b2_ / (r * r));
    error_constant_ = (cubic - 1) / 6 / (1 + beta_ / r);
  }
  velocity_slope_ = 1 / (h * b0_);
  rate_slope_ = velocity_slope_ * velocity_slope_;
}

// In coordinates that are 0 at the last step, the one before is at minus the last increment.
void Multistep::Predict(const StepMotion& now, StepMotion* trial) const {
  trial->velocity = (1 - beta_) * now.velocity + beta_ * earlier_velocity_ +
                    h_ * (b0_ * trial->rate + b1_ * now.rate + b2_ * earlier_rate_);
  trial->increment = -beta_ * now.increment +
                     h_ * (b0_ * trial->velocity + b1_ * now.velocity + b2_ * earlier_velocity_);
}

void Multistep::Commit(const StepMotion& now, const StepMotion& /*trial*/) {
  earlier_velocity_ = now.velocity;
  earlier_rate_ = now.rate;
  last_h_ = h_;
}

// The rest follows from SetStep().
void Multistep::Exchange(StateStream* stream) {
  stream->Value(&h_);
  stream->Value(&last_h_);
  stream->Values(&earlier_velocity_);
  stream->Values(&earlier_rate_);
}

}  // namespace jounce
