#include "laws/inerter_law.h"

#include <algorithm>

#include "laws/scalar_response.h"
#include "laws/small_motion.h"

namespace jounce {

void Validate(const InerterSettings& settings, const ParameterCheck& check) {
  check.NotNegative("inertance", settings.inertance);
}

double EndSlopeWeight(double h, double last_h) {
  if (last_h <= 0) return 0;  // no step yet: the mean slope has to do
  const double growth = h / last_h;
  return growth <= 2 ? growth / (1 + growth) : 4 / (3 * growth);
}

void InerterLaw::Start(const double*, double* state) const { std::fill_n(state, 4, 0.0); }

void InerterLaw::SetMoving(const double* rate, const double* acceleration, double* state) const {
  state[0] = rate[0];
  state[3] = acceleration[0];
}

void InerterLaw::Update(const LawStep& step, const double* state, double* next,
                        LawResponse* response) const {
  if (std::isinf(step.h)) {  // at rest
    std::fill_n(next, 4, 0.0);
    Answer(response, 0, 0, 0, 0, 0);
    return;
  }
  const double rate = step.rate[0];
  if (step.h <= 0) {  // the force as it stands
    std::copy(state, state + 4, next);
    next[0] = rate;
    Answer(response, b_ * state[3], 0, 0, b_ * rate * rate / 2, 0);
    return;
  }
  const double weight = EndSlopeWeight(step.h, state[2]);
  const double mean = (rate - state[0]) / step.h;
  const double acceleration = mean + weight * (mean - state[1]);
  next[0] = rate;
  next[1] = mean;
  next[2] = step.h;
  next[3] = acceleration;
  Answer(response, b_ * acceleration, 0, b_ * (1 + weight) / step.h, b_ * rate * rate / 2, 0);
}

SmallMotion InerterLaw::Linearize(double, const double*) const {
  SmallMotion motion(1);
  motion.M(0, 0) = b_;
  return motion;
}

}  // namespace jounce
