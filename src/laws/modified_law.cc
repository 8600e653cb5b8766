#include "laws/modified_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "laws/small_motion.h"
#include "laws/step_slopes.h"

namespace jounce {
namespace {

void CheckDirections(const ParameterCheck& check, const char* name,
                     const std::vector<double>& values, int n) {
  if (values.empty()) return;
  check.That(values.size() == static_cast<size_t>(n),
             fmt::format("{} has {} numbers", name, values.size()),
             fmt::format("give {}, one for each direction of the law", n));
  check.AllFinite(name, values);
}

}  // namespace

bool LawModifiers::empty() const {
  return preload.empty() && prestrain.empty() && offset.empty() && factor.empty() &&
         signs.empty() && strain_scale == 1 && force_scale == 1 && !temperature;
}

void Validate(const LawModifiers& m, int dimension, const ParameterCheck& check) {
  CheckDirections(check, "preload", m.preload, dimension);
  CheckDirections(check, "prestrain", m.prestrain, dimension);
  CheckDirections(check, "offset", m.offset, dimension);
  CheckDirections(check, "factor", m.factor, dimension);
  for (double f : m.factor) {
    if (std::isfinite(f)) check.NotNegative("factor", f);
  }
  CheckDirections(check, "signs", m.signs, dimension);
  for (double sign : m.signs) {
    check.That(sign == 1 || sign == -1, fmt::format("signs has {}", sign), "give 1 or -1 for each");
  }
  check.Positive("strain_scale", m.strain_scale);
  check.Positive("force_scale", m.force_scale);
  if (!m.temperature) return;
  const TemperatureSettings& t = *m.temperature;
  check.Finite("temperature", t.temperature);
  check.Finite("reference", t.reference);
  check.Finite("c1", t.c1);
  if (check.Positive("c2", t.c2)) {
    const bool above =
        check.That(t.c2 + t.temperature - t.reference > 0,
                   fmt::format("temperature {} lies {} or more below reference {}", t.temperature,
                               t.c2, t.reference),
                   "the shift has no meaning there: give a higher temperature or other constants");
    const double shift = above ? TimeShift(t) : 1;
    check.That(std::isfinite(shift) && shift > 0, fmt::format("the temperature shift is {}", shift),
               "check c1 and c2");
  }
}

double TimeShift(const TemperatureSettings& t) {
  const double above = t.temperature - t.reference;
  return std::pow(10, -t.c1 * above / (t.c2 + above));
}

ModifiedLaw::ModifiedLaw(std::unique_ptr<const Law> law, const LawModifiers& m)
    : law_(std::move(law)),
      strain_scale_(m.strain_scale),
      force_scale_(m.force_scale),
      time_shift_(m.temperature ? TimeShift(*m.temperature) : 1) {
  signs_.fill(1);
  std::copy(m.signs.begin(), m.signs.end(), signs_.begin());
  for (size_t i = 0; i < m.prestrain.size(); ++i) shift_[i] += m.prestrain[i];
  for (size_t i = 0; i < m.preload.size(); ++i) added_[i] += m.preload[i];
  if (m.offset.empty()) return;
  // The force that the offset takes at rest.
  Vector at{}, rate{};
  for (int i = 0; i < dimension(); ++i) {
    at[i] = signs_[i] * m.offset[i] * strain_scale_;
    shift_[i] += m.offset[i];
  }
  std::vector<double> state(state_size() + 1), next(state.size());
  LawResponse r;
  law_->Start(at.data(), state.data());
  law_->Update({at.data(), rate.data(), std::numeric_limits<double>::infinity()}, state.data(),
               next.data(), &r);
  for (int i = 0; i < dimension(); ++i) {
    added_[i] -= force_scale_ * signs_[i] * r.force[i];
  }
}

ModifiedLaw::Vector ModifiedLaw::Inside(const double* strain) const {
  Vector inside;
  for (int i = 0, n = dimension(); i < n; ++i) {
    inside[i] = signs_[i] * strain_scale_ * (strain[i] + shift_[i]);
  }
  return inside;
}

void ModifiedLaw::Start(const double* strain, double* state) const {
  law_->Start(Inside(strain).data(), state);
}

void ModifiedLaw::SetMoving(const double* rate, const double* acceleration, double* state) const {
  Vector inside_rate, inside_acceleration;
  const double pace = strain_scale_ * time_shift_;
  for (int i = 0; i < dimension(); ++i) {
    inside_rate[i] = pace * rate[i];
    inside_acceleration[i] = pace * time_shift_ * acceleration[i];
  }
  law_->SetMoving(inside_rate.data(), inside_acceleration.data(), state);
}

void ModifiedLaw::Update(const LawStep& step, const double* state, double* next,
                         LawResponse* response) const {
  const int n = dimension();
  const Vector inside = Inside(step.strain);
  Vector rate;
  for (int i = 0; i < n; ++i) rate[i] = signs_[i] * strain_scale_ * time_shift_ * step.rate[i];
  law_->Update({inside.data(), rate.data(), step.h / time_shift_, step.wants_tangents}, state, next,
               response);
  if (step.wants_tangents) {
    const double both = force_scale_ * strain_scale_;
    for (int i = 0; i < n * n; ++i) {
      const double factor = both * signs_[i / n] * signs_[i % n];
      response->d_strain[i] *= factor;
      response->d_rate[i] *= factor * time_shift_;
    }
  }
  const double energy = force_scale_ / strain_scale_;
  response->stored_energy *= energy;
  response->dissipated_energy *= energy;
  for (int i = 0; i < n; ++i) {
    response->force[i] = force_scale_ * signs_[i] * response->force[i] + added_[i];
    response->stored_energy += added_[i] * step.strain[i];
  }
}

void ModifiedLaw::Differentiate(const LawStep& step, const double* state,
                                const StepSlopes& slopes) const {
  const int n = dimension();
  const Vector inside = Inside(step.strain);
  Vector rate;
  // The state is the law's own and keeps its place; the other rows lie here one after the other.
  double strain_rows[4 * kMaxLawDimension], rate_rows[4 * kMaxLawDimension];
  double force_rows[4 * kMaxLawDimension] = {};
  for (int i = 0; i < n; ++i) {
    const double scale = signs_[i] * strain_scale_;
    rate[i] = scale * time_shift_ * step.rate[i];
    (Lanes<4>(scale) * slopes.Strain(step, i).d).Store(strain_rows + 4 * i);
    (Lanes<4>(scale * time_shift_) * slopes.Rate(step, i).d).Store(rate_rows + 4 * i);
  }
  const LawStep within{inside.data(), rate.data(), step.h / time_shift_, false};
  StepSlopes own = slopes;
  own.strain = strain_rows;
  own.rate = rate_rows;
  own.force = force_rows;
  own.direction_stride = 4;
  law_->Differentiate(within, state, own);
  for (int i = 0; i < n; ++i) {
    slopes.AddForce(i,
                    {0, Lanes<4>(force_scale_ * signs_[i]) * Lanes<4>::Load(force_rows + 4 * i)});
  }
}

SmallMotion ModifiedLaw::Linearize(double omega, const double* strain) const {
  SmallMotion motion = law_->Linearize(omega * time_shift_, Inside(strain).data());
  // Inside, strains are larger by one factor, forces by the other, and time runs faster.
  const double scale = force_scale_ * strain_scale_;
  motion.K *= scale;
  motion.C *= scale * time_shift_;
  motion.M *= scale * time_shift_ * time_shift_;
  for (Eigen::MatrixXd* matrix : {&motion.K, &motion.C, &motion.M}) {
    for (int i = 0; i < dimension(); ++i) {
      matrix->row(i) *= signs_[i];
      matrix->col(i) *= signs_[i];
    }
  }
  return motion;
}

}  // namespace jounce
