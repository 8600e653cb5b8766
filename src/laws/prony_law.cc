#include "laws/prony_law.h"

#include <fmt/format.h>

#include "laws/kernels/maxwell.h"
#include "laws/scalar_response.h"
#include "laws/small_motion.h"
#include "laws/step_slopes.h"

namespace jounce {

void Validate(const PronySettings& settings, const ParameterCheck& check) {
  check.NotNegative("stiffness", settings.stiffness);
  for (size_t i = 0; i < settings.branches.size(); ++i) {
    const ParameterCheck part = check.Part(fmt::format("branch {}", i + 1));
    part.NotNegative("stiffness", settings.branches[i].stiffness);
    part.Positive("time", settings.branches[i].time);
  }
}

PronyLaw::PronyLaw(const PronySettings& settings)
    : stiffness_(settings.stiffness), branches_(settings.branches) {}

void PronyLaw::Start(const double* strain, double* state) const {
  state[0] = strain[0];
  state[1] = 0;
  state[2] = 0;
  for (size_t i = 0; i < branches_.size(); ++i) {
    const auto p = kernels::PrepareMaxwell(branches_[i].time, 0.0);
    double* branch = state + 3 + 4 * i;
    branch[0] = 0;
    branch[1] = p.decay;
    branch[2] = p.gain;
    branch[3] = p.ramp_loss;
  }
}

void PronyLaw::Update(const LawStep& step, const double* state, double* next,
                      LawResponse* response) const {
  const double e = step.strain[0], de = e - state[0];
  const bool same_h = step.h == state[2];
  double force = stiffness_ * e, tangent = stiffness_, lost = state[1];
  double stored = stiffness_ * e * e / 2;
  for (size_t i = 0; i < branches_.size(); ++i) {
    const double k = branches_[i].stiffness;
    const double* now = state + 3 + 4 * i;
    double* then = next + 3 + 4 * i;
    const kernels::MaxwellPropagator<double> p =
        same_h ? kernels::MaxwellPropagator<double>{now[1], now[2], now[3]}
               : kernels::PrepareMaxwell(branches_[i].time, step.h);
    const double q = kernels::MaxwellStep(p, now[0], de);
    force += k * q;
    tangent += k * p.gain;
    stored += k * q * q / 2;
    lost += k * kernels::MaxwellLoss(p, now[0], de);
    then[0] = q;
    then[1] = p.decay;
    then[2] = p.gain;
    then[3] = p.ramp_loss;
  }
  next[0] = e;
  next[1] = lost;
  next[2] = std::isfinite(step.h) ? step.h : -1;
  Answer(response, force, tangent, 0, stored, lost);
}

// Propagators that are kept in the state may follow parameters; those of another step do not.
void PronyLaw::Differentiate(const LawStep& step, const double* state,
                             const StepSlopes& slopes) const {
  const PackedDual e = slopes.Strain(step, 0), de = e - slopes.State(state, 0);
  PackedDual force = e * stiffness_, lost = slopes.State(state, 1);
  for (size_t i = 0; i < branches_.size(); ++i) {
    const double k = branches_[i].stiffness;
    const int first = 3 + 4 * static_cast<int>(i);
    kernels::MaxwellPropagator<PackedDual> p{slopes.State(state, first + 1),
                                             slopes.State(state, first + 2),
                                             slopes.State(state, first + 3)};
    if (step.h != state[2]) {
      const auto anew = kernels::PrepareMaxwell(branches_[i].time, step.h);
      p = {anew.decay, anew.gain, anew.ramp_loss};
    }
    const PackedDual q0 = slopes.State(state, first), q = kernels::MaxwellStep(p, q0, de);
    force = force + q * k;
    lost = lost + kernels::MaxwellLoss(p, q0, de) * k;
    slopes.SetNext(first, q);
    slopes.SetNext(first + 1, p.decay);
    slopes.SetNext(first + 2, p.gain);
    slopes.SetNext(first + 3, p.ramp_loss);
  }
  slopes.SetNext(0, e);
  slopes.SetNext(1, lost);
  slopes.SetNext(2, 0.0);
  slopes.AddForce(0, force);
}

SmallMotion PronyLaw::Linearize(double, const double*) const {
  SmallMotion motion = SmallMotion::Spring(stiffness_);
  for (const MaxwellBranch& b : branches_) motion.AddMaxwell(b.stiffness, b.time);
  return motion;
}

}  // namespace jounce
