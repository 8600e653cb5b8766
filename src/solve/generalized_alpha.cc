#include "solve/generalized_alpha.h"

namespace jounce {

GeneralizedAlpha::GeneralizedAlpha(double rho)
    : alpha_m_((2 * rho - 1) / (rho + 1)),
      alpha_f_(rho / (rho + 1)),
      gamma_(0.5 + alpha_f_ - alpha_m_),
      beta_(0.25 * (gamma_ + 0.5) * (gamma_ + 0.5)) {
  // a_n is the acceleration at t_n + (alpha_m - alpha_f) h; Taylor's series of dq then leaves this.
  error_constant_ = beta_ - 1.0 / 6 + 0.5 * (alpha_m_ - alpha_f_);
}

void GeneralizedAlpha::Start(const StepMotion& now) { a_ = now.rate; }

void GeneralizedAlpha::SetStep(double h) {
  h_ = h;
  rate_slope_ = (1 - alpha_m_) / (h * h * beta_ * (1 - alpha_f_));
  velocity_slope_ = gamma_ / (h * beta_);
}

void GeneralizedAlpha::Predict(const StepMotion& now, StepMotion* trial) const {
  // a_n+1 = new_rate z'_n+1 + old_rate z'_n - old_a a_n
  const double new_rate = (1 - alpha_f_) / (1 - alpha_m_), old_rate = alpha_f_ / (1 - alpha_m_);
  const double old_a = alpha_m_ / (1 - alpha_m_);
  trial->velocity = now.velocity + h_ * ((1 - gamma_ - gamma_ * old_a) * a_ +
                                         gamma_ * (new_rate * trial->rate + old_rate * now.rate));
  trial->increment =
      h_ * now.velocity + h_ * h_ *
                              ((0.5 - beta_ - beta_ * old_a) * a_ +
                               beta_ * (new_rate * trial->rate + old_rate * now.rate));
}

void GeneralizedAlpha::Commit(const StepMotion& now, const StepMotion& trial) {
  a_ = ((1 - alpha_f_) * trial.rate + alpha_f_ * now.rate - alpha_m_ * a_) / (1 - alpha_m_);
}

void GeneralizedAlpha::Exchange(StateStream* stream) {
  stream->Value(&h_);
  stream->Values(&a_);
}

}  // namespace jounce
