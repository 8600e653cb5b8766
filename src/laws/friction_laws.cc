#include "laws/friction_laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "laws/kernels/berg.h"
#include "laws/kernels/elastoplastic.h"
#include "laws/scalar_response.h"
#include "laws/small_motion.h"
#include "laws/step_slopes.h"

namespace jounce {

void Validate(const ElastoPlasticSettings& settings, const ParameterCheck& check) {
  for (size_t i = 0; i < settings.elements.size(); ++i) {
    const ParameterCheck part = check.Part(fmt::format("element {}", i + 1));
    part.NotNegative("stiffness", settings.elements[i].stiffness);
    part.NotNegative("yield_force", settings.elements[i].yield_force);
  }
}

void Validate(const BergSettings& settings, const ParameterCheck& check) {
  check.NotNegative("max_force", settings.max_force);
  check.Positive("half_displacement", settings.half_displacement);
}

void Validate(const BoucWenSettings& s, const ParameterCheck& check) {
  check.NotNegative("stiffness", s.stiffness);
  check.Between("elastic_share", s.elastic_share, 0, 1);
  check.Between("exponent", s.exponent, 1, 100);
  check.Positive("amplitude", s.amplitude);
  const bool finite = check.NotNegative("beta", s.beta) && check.Finite("gamma", s.gamma);
  if (finite) {
    check.That(std::abs(s.gamma) <= s.beta, fmt::format("gamma is {}, beta {}", s.gamma, s.beta),
               "give gamma from -beta to beta, else the law makes energy");
  }
}

ElastoPlasticLaw::ElastoPlasticLaw(const ElastoPlasticSettings& settings)
    : elements_(settings.elements) {
  for (const ElastoPlasticElement& e : elements_) {
    yield_.push_back(kernels::YieldElongation(e.stiffness, e.yield_force));
  }
}

void ElastoPlasticLaw::Start(const double* strain, double* state) const {
  state[0] = strain[0];
  state[1] = 0;
  for (size_t i = 0; i < elements_.size(); ++i) state[2 + i] = 0;
}

void ElastoPlasticLaw::Update(const LawStep& step, const double* state, double* next,
                              LawResponse* response) const {
  const double de = step.strain[0] - state[0];
  double force = 0, tangent = 0, stored = 0, lost = state[1];
  for (size_t i = 0; i < elements_.size(); ++i) {
    const double k = elements_[i].stiffness;
    const auto r =
        kernels::ElastoPlasticStep(k, elements_[i].yield_force, yield_[i], state[2 + i], de);
    next[2 + i] = r.x;
    force += k * r.x;
    tangent += r.stiffness;
    stored += k * r.x * r.x / 2;
    lost += r.loss;
  }
  next[0] = step.strain[0];
  next[1] = lost;
  Answer(response, force, tangent, 0, stored, lost);
}

void ElastoPlasticLaw::Differentiate(const LawStep& step, const double* state,
                                     const StepSlopes& slopes) const {
  const PackedDual e = slopes.Strain(step, 0), de = e - slopes.State(state, 0);
  PackedDual force = 0.0, lost = slopes.State(state, 1);
  for (size_t i = 0; i < elements_.size(); ++i) {
    const int entry = 2 + static_cast<int>(i);
    const auto r =
        kernels::ElastoPlasticStep<PackedDual>(elements_[i].stiffness, elements_[i].yield_force,
                                               yield_[i], slopes.State(state, entry), de);
    force = force + r.x * elements_[i].stiffness;
    lost = lost + r.loss;
    slopes.SetNext(entry, r.x);
  }
  slopes.SetNext(0, e);
  slopes.SetNext(1, lost);
  slopes.AddForce(0, force);
}

SmallMotion ElastoPlasticLaw::Linearize(double, const double*) const {
  double stiffness = 0;
  for (size_t i = 0; i < elements_.size(); ++i) {
    if (yield_[i] > 0) stiffness += elements_[i].stiffness;
  }
  return SmallMotion::Spring(stiffness);
}

void BergLaw::Start(const double* strain, double* state) const {
  const kernels::BergState<double> s = kernels::BergStart(strain[0]);
  const double all[] = {0, s.x_turn, s.f_turn, s.x, s.f, s.direction};
  std::copy(all, all + 6, state);
}

void BergLaw::Update(const LawStep& step, const double* state, double* next,
                     LawResponse* response) const {
  const double f_max = settings_.max_force, x2 = settings_.half_displacement;
  const kernels::BergState<double> s{state[1], state[2], state[3], state[4], state[5]};
  const auto r = kernels::BergStep(f_max, x2, s, step.strain[0]);
  const double stored = kernels::BergStored(f_max, x2, r.state.f);
  const double gained = stored - kernels::BergStored(f_max, x2, s.f);
  const double lost = state[0] + kernels::BergWork(f_max, s, r) - gained;
  const double all[] = {lost,      r.state.x_turn, r.state.f_turn,
                        r.state.x, r.state.f,      r.state.direction};
  std::copy(all, all + 6, next);
  Answer(response, r.state.f, r.stiffness, 0, stored, lost);
}

void BergLaw::Differentiate(const LawStep& step, const double* state,
                            const StepSlopes& slopes) const {
  const PackedDual f_max = settings_.max_force, x2 = settings_.half_displacement;
  const kernels::BergState<PackedDual> s{slopes.State(state, 1), slopes.State(state, 2),
                                         slopes.State(state, 3), slopes.State(state, 4), state[5]};
  const auto r = kernels::BergStep(f_max, x2, s, slopes.Strain(step, 0));
  const PackedDual gained =
      kernels::BergStored(f_max, x2, r.state.f) - kernels::BergStored(f_max, x2, s.f);
  const PackedDual lost = slopes.State(state, 0) + kernels::BergWork(f_max, s, r) - gained;
  const PackedDual all[] = {lost,      r.state.x_turn, r.state.f_turn,
                            r.state.x, r.state.f,      r.state.direction};
  for (int i = 0; i < 6; ++i) slopes.SetNext(i, all[i]);
  slopes.AddForce(0, r.state.f);
}

SmallMotion BergLaw::Linearize(double, const double*) const {
  return SmallMotion::Spring(settings_.max_force / settings_.half_displacement);
}

BoucWenLaw::BoucWenLaw(const BoucWenSettings& s) : settings_(s) {
  const double bend = s.beta + s.gamma;
  z_max_ = bend > 0 ? std::pow(s.amplitude / bend, 1 / s.exponent)
                    : std::numeric_limits<double>::infinity();
  z_scale_ = s.beta > 0 ? std::min(z_max_, std::pow(s.amplitude / s.beta, 1 / s.exponent)) : z_max_;
}

double BoucWenLaw::Slope(double z, double direction) const {
  const BoucWenSettings& s = settings_;
  const double bend = s.gamma + (direction * z > 0 ? s.beta : -s.beta);
  return s.amplitude - std::pow(std::abs(z), s.exponent) * bend;
}

BoucWenLaw::Path BoucWenLaw::RungeKutta(double z, double de, double direction) const {
  const double k1 = Slope(z, direction), k2 = Slope(z + de / 2 * k1, direction),
               k3 = Slope(z + de / 2 * k2, direction), k4 = Slope(z + de * k3, direction);
  // The integral of z is a fifth component of the same method.
  return {z + de / 6 * (k1 + 2 * k2 + 2 * k3 + k4), de * (z + de / 6 * (k1 + k2 + k3))};
}

BoucWenLaw::Path BoucWenLaw::Follow(double z, double de) const {
  const double direction = de < 0 ? -1 : 1;
  double left = std::abs(de), integral = 0;
  while (left > 0) {
    if (direction * z >= z_max_ * (1 - 1e-13)) {  // level: nothing changes any more
      integral += z * direction * left;
      break;
    }
    // Pieces short against the bend of z and against the fading of what it still has to go.
    const double piece = 0.02 * std::min(z_scale_ / Slope(z, direction),
                                         2 * z_max_ / (settings_.amplitude * settings_.exponent));
    double length = std::min(left, piece);
    // A power that is not whole bends sharply near zero: grade the pieces towards it.
    if (settings_.exponent != std::floor(settings_.exponent)) {
      length = std::min(length, std::max(0.1 * std::abs(z), 1e-5 * z_scale_) / Slope(z, direction));
    }
    Path path = RungeKutta(z, direction * length, direction);
    if (z * path.z < 0) {
      // The equation has a kink at z = 0: end this piece there.
      for (int i = 0; i < 4; ++i) {
        length -= path.z * direction / Slope(path.z, direction);
        path = RungeKutta(z, direction * length, direction);
      }
      path.z = 0;
    }
    integral += path.integral;
    z = path.z;
    left -= length;
  }
  return {z, integral};
}

void BoucWenLaw::Start(const double* strain, double* state) const {
  state[0] = strain[0];
  state[1] = 0;
  state[2] = 0;
}

void BoucWenLaw::Update(const LawStep& step, const double* state, double* next,
                        LawResponse* response) const {
  const BoucWenSettings& s = settings_;
  const double e = step.strain[0], de = e - state[0], z0 = state[2];
  const Path path = Follow(z0, de);
  const double k_elastic = s.elastic_share * s.stiffness;
  const double k_hysteretic = (1 - s.elastic_share) * s.stiffness;
  // Along the path z depends on the strain alone, so its slope at the end is the tangent.
  const double slope = Slope(path.z, de < 0 ? -1 : 1);
  const double gained = (path.z * path.z - z0 * z0) / (2 * s.amplitude);
  next[0] = e;
  next[1] = state[1] + k_hysteretic * (path.integral - gained);
  next[2] = path.z;
  Answer(response, k_elastic * e + k_hysteretic * path.z, k_elastic + k_hysteretic * slope, 0,
         k_elastic * e * e / 2 + k_hysteretic * path.z * path.z / (2 * s.amplitude), next[1]);
}

SmallMotion BoucWenLaw::Linearize(double, const double*) const {
  const BoucWenSettings& s = settings_;
  return SmallMotion::Spring(s.stiffness * (s.elastic_share + (1 - s.elastic_share) * s.amplitude));
}

}  // namespace jounce
