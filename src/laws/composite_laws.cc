#include "laws/composite_laws.h"

#include <algorithm>

#include "laws/small_motion.h"
#include "laws/step_slopes.h"

namespace jounce {

int TotalStateSize(const LawList& parts) {
  int size = 0;
  for (const auto& part : parts) size += part->state_size();
  return size;
}

bool AnyRemembers(const LawList& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [](const auto& part) { return part->remembers(); });
}

bool AllDifferentiate(const LawList& parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [](const auto& part) { return part->differentiates(); });
}

AxesLaw::AxesLaw(LawList parts) : parts_(std::move(parts)), state_size_(TotalStateSize(parts_)) {}

void AxesLaw::Start(const double* strain, double* state) const {
  for (const auto& part : parts_) {
    part->Start(strain++, state);
    state += part->state_size();
  }
}

void AxesLaw::SetMoving(const double* rate, const double* acceleration, double* state) const {
  for (const auto& part : parts_) {
    part->SetMoving(rate++, acceleration++, state);
    state += part->state_size();
  }
}

void AxesLaw::Update(const LawStep& step, const double* state, double* next,
                     LawResponse* response) const {
  const int n = dimension();
  if (step.wants_tangents) {
    std::fill_n(response->d_strain, n * n, 0.0);
    std::fill_n(response->d_rate, n * n, 0.0);
  }
  response->stored_energy = response->dissipated_energy = 0;
  for (int i = 0; i < n; ++i) {
    LawResponse one;
    parts_[i]->Update({step.strain + i, step.rate + i, step.h, step.wants_tangents}, state, next,
                      &one);
    response->force[i] = one.force[0];
    if (step.wants_tangents) {
      response->d_strain[i * n + i] = one.d_strain[0];
      response->d_rate[i * n + i] = one.d_rate[0];
    }
    response->stored_energy += one.stored_energy;
    response->dissipated_energy += one.dissipated_energy;
    state += parts_[i]->state_size();
    next += parts_[i]->state_size();
  }
}

void AxesLaw::Differentiate(const LawStep& step, const double* state,
                            const StepSlopes& slopes) const {
  int entry = 0;
  for (int i = 0; i < dimension(); ++i) {
    parts_[i]->Differentiate({step.strain + i, step.rate + i, step.h, step.wants_tangents},
                             state + entry, slopes.Part(i, entry));
    entry += parts_[i]->state_size();
  }
}

SmallMotion AxesLaw::Linearize(double omega, const double* strain) const {
  SmallMotion motion(dimension());
  for (int i = 0; i < dimension(); ++i) motion.Add(parts_[i]->Linearize(omega, strain + i), {i});
  return motion;
}

ParallelLaw::ParallelLaw(LawList parts)
    : parts_(std::move(parts)),
      dimension_(parts_.front()->dimension()),
      state_size_(TotalStateSize(parts_)) {}

void ParallelLaw::Start(const double* strain, double* state) const {
  for (const auto& part : parts_) {
    part->Start(strain, state);
    state += part->state_size();
  }
}

void ParallelLaw::SetMoving(const double* rate, const double* acceleration, double* state) const {
  for (const auto& part : parts_) {
    part->SetMoving(rate, acceleration, state);
    state += part->state_size();
  }
}

void ParallelLaw::Update(const LawStep& step, const double* state, double* next,
                         LawResponse* response) const {
  const int n = dimension();
  for (size_t i = 0; i < parts_.size(); ++i) {
    LawResponse one;
    parts_[i]->Update(step, state, next, i == 0 ? response : &one);
    state += parts_[i]->state_size();
    next += parts_[i]->state_size();
    if (i == 0) continue;
    for (int j = 0; j < n; ++j) response->force[j] += one.force[j];
    for (int j = 0; step.wants_tangents && j < n * n; ++j) {
      response->d_strain[j] += one.d_strain[j];
      response->d_rate[j] += one.d_rate[j];
    }
    response->stored_energy += one.stored_energy;
    response->dissipated_energy += one.dissipated_energy;
  }
}

void ParallelLaw::Differentiate(const LawStep& step, const double* state,
                                const StepSlopes& slopes) const {
  int entry = 0;
  for (const auto& part : parts_) {
    part->Differentiate(step, state + entry, slopes.Part(0, entry));
    entry += part->state_size();
  }
}

SmallMotion ParallelLaw::Linearize(double omega, const double* strain) const {
  SmallMotion motion(dimension());
  std::vector<int> ports(dimension());
  for (int i = 0; i < dimension(); ++i) ports[i] = i;
  for (const auto& part : parts_) motion.Add(part->Linearize(omega, strain), ports);
  return motion;
}

}  // namespace jounce
