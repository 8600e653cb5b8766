#include "laws/series_law.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "laws/inerter_law.h"
#include "laws/scalar_response.h"
#include "laws/small_motion.h"

namespace jounce {
namespace {

constexpr int kPerPart = 3;           // strain, mean rate, end rate
constexpr double kSoftest = 1e-9;     // stiffness given to a part without any, against the others
constexpr double kTolerance = 1e-14;  // of the forces, against the largest seen
constexpr int kMaxIterations = 60;

}  // namespace

// One set of strains for the parts and what they answer.
struct SeriesLaw::Trial {
  double strain[kMaxParts];
  double mean_rate[kMaxParts];
  double rate[kMaxParts];
  double force[kMaxParts];
  double stiffness[kMaxParts];  // total: through strain and rate
  double stored, lost;
};

SeriesLaw::SeriesLaw(LawList parts) : parts_(std::move(parts)) {
  state_size_ = 1 + kPerPart * count() + TotalStateSize(parts_);
}

void SeriesLaw::Evaluate(const LawStep& step, const double* state, double* next,
                         Trial* trial) const {
  const double h = step.h;
  const bool jump = h <= 0, relaxed = std::isinf(h);
  const double weight = jump || relaxed ? 0 : EndSlopeWeight(h, state[0]);
  const double per_h = jump ? 1e12 : 1 / h;  // a jump leaves dashpots no time: rigid
  const double* part_state = state + 1 + kPerPart * count();
  double* part_next = next + 1 + kPerPart * count();
  trial->stored = trial->lost = 0;
  for (int i = 0; i < count(); ++i) {
    const double* before = state + 1 + kPerPart * i;
    const double mean = (trial->strain[i] - before[0]) * per_h;
    trial->mean_rate[i] = mean;
    trial->rate[i] = jump ? before[2] + mean : mean + weight * (mean - before[1]);
    if (relaxed) trial->mean_rate[i] = trial->rate[i] = 0;
    LawResponse r;
    parts_[i]->Update({&trial->strain[i], &trial->rate[i], h}, part_state, part_next, &r);
    trial->force[i] = r.force[0];
    trial->stiffness[i] = r.d_strain[0] + r.d_rate[0] * (1 + weight) * per_h;
    trial->stored += r.stored_energy;
    trial->lost += r.dissipated_energy;
    part_state += parts_[i]->state_size();
    part_next += parts_[i]->state_size();
  }
}

bool SeriesLaw::Balanced(const Trial& trial, int count) {
  double low = trial.force[0], high = low, size = 0;
  for (int i = 0; i < count; ++i) {
    low = std::min(low, trial.force[i]);
    high = std::max(high, trial.force[i]);
    size =
        std::max({size, std::abs(trial.force[i]), std::abs(trial.stiffness[i] * trial.strain[i])});
  }
  return high - low <= kTolerance * size;
}

double SeriesLaw::Softest(const Trial& trial, int count) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < count; ++i) {
    if (trial.stiffness[i] > 0) least = std::min(least, trial.stiffness[i]);
  }
  return std::isfinite(least) ? kSoftest * least : 1;
}

double SeriesLaw::Direction(const Trial& trial, int count, double missing, double* direction) {
  const double softest = Softest(trial, count);
  double compliance = 0, reach = missing;
  for (int i = 0; i < count; ++i) {
    const double k = std::max(trial.stiffness[i], softest);
    compliance += 1 / k;
    reach += trial.force[i] / k;
  }
  const double force = reach / compliance;
  int soft = 0;
  double others = 0;
  for (int i = 0; i < count; ++i) {
    direction[i] = (force - trial.force[i]) / std::max(trial.stiffness[i], softest);
    others += direction[i];
    if (trial.stiffness[i] < trial.stiffness[soft]) soft = i;
  }
  // The softest part takes what rounding has left over, so that the strains add up.
  direction[soft] += missing - others;
  return force;
}

void SeriesLaw::Solve(const LawStep& step, const double* state, double* next, Trial* trial) const {
  const int n = count();
  const double target = step.strain[0];
  double sum = 0, size = 0;
  for (int i = 0; i < n; ++i) {
    trial->strain[i] = state[1 + kPerPart * i];
    sum += trial->strain[i];
    size += std::abs(trial->strain[i]);
  }
  Evaluate(step, state, next, trial);
  if (std::abs(sum - target) <= 1e-15 * size && Balanced(*trial, n)) return;
  // The step's strain is first spread over the parts as Newton's method wants; from then on the sum
  // is right and only the forces have to be made equal.
  double direction[kMaxParts];
  Direction(*trial, n, target - sum, direction);
  for (int i = 0; i < n; ++i) trial->strain[i] += direction[i];
  Evaluate(step, state, next, trial);
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    if (Balanced(*trial, n)) break;
    sum = 0;
    for (int i = 0; i < n; ++i) sum += trial->strain[i];
    Direction(*trial, n, target - sum, direction);
    // Along the direction the power of the forces rises from negative to zero at the best place.
    const Trial start = *trial;
    double power = 0;
    for (int i = 0; i < n; ++i) power += start.force[i] * direction[i];
    double from = 0, to = 1, at = 1;
    for (int halving = 0; halving < 30; ++halving) {
      for (int i = 0; i < n; ++i) trial->strain[i] = start.strain[i] + at * direction[i];
      Evaluate(step, state, next, trial);
      double now = 0;
      for (int i = 0; i < n; ++i) now += trial->force[i] * direction[i];
      if (std::abs(now) <= 0.9 * std::abs(power) || power >= 0) break;
      (now > 0 ? to : from) = at;
      if (to - from < 1e-9) break;
      at = (from + to) / 2;
    }
  }
}

void SeriesLaw::Start(const double* strain, double* state) const {
  // At rest: spread the strain so that the parts, each at rest at its share, carry the same force.
  const int n = count();
  const double infinity = std::numeric_limits<double>::infinity();
  double* part_states = state + 1 + kPerPart * n;
  std::vector<double> scratch(TotalStateSize(parts_) + 1), after(scratch.size());
  const auto force_at_rest = [&](int i, double e) {
    const double zero = 0;
    LawResponse r;
    parts_[i]->Start(&e, scratch.data());
    parts_[i]->Update({&e, &zero, infinity}, scratch.data(), after.data(), &r);
    return r.force[0];
  };
  Trial trial;
  for (int i = 0; i < n; ++i) trial.strain[i] = 0;
  double sum = 0;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    for (int i = 0; i < n; ++i) {
      const double e = trial.strain[i], d = 1e-6 * std::max(std::abs(strain[0]), 1e-6);
      trial.force[i] = force_at_rest(i, e);
      trial.stiffness[i] = (force_at_rest(i, e + d) - force_at_rest(i, e - d)) / (2 * d);
    }
    double direction[kMaxParts], largest = 0;
    Direction(trial, n, strain[0] - sum, direction);
    sum = 0;
    for (int i = 0; i < n; ++i) {
      trial.strain[i] += direction[i];
      sum += trial.strain[i];
      largest = std::max(largest, std::abs(direction[i]));
    }
    if (largest <= 1e-15 * std::abs(strain[0])) break;
  }
  state[0] = 0;
  for (int i = 0; i < n; ++i) {
    double* part = state + 1 + kPerPart * i;
    part[0] = trial.strain[i];
    part[1] = part[2] = 0;
    parts_[i]->Start(&trial.strain[i], part_states);
    part_states += parts_[i]->state_size();
  }
}

void SeriesLaw::Update(const LawStep& step, const double* state, double* next,
                       LawResponse* response) const {
  Trial trial;
  Solve(step, state, next, &trial);
  double unused[kMaxParts];
  const double force = Direction(trial, count(), 0, unused);
  double compliance = 0;
  bool gives_way = false;  // a part that slides or is open takes all further strain
  for (int i = 0; i < count(); ++i) {
    gives_way = gives_way || trial.stiffness[i] <= 0;
    compliance += gives_way ? 0 : 1 / trial.stiffness[i];
    double* part = next + 1 + kPerPart * i;
    part[0] = trial.strain[i];
    part[1] = trial.mean_rate[i];
    part[2] = trial.rate[i];
  }
  // A jump keeps the last step's length and mean rates: they are the history of the rates.
  const bool timeless = step.h <= 0;
  next[0] = timeless ? state[0] : std::isinf(step.h) ? 0 : step.h;
  if (timeless) {
    for (int i = 0; i < count(); ++i) {
      for (int j : {1, 2}) next[1 + kPerPart * i + j] = state[1 + kPerPart * i + j];
    }
  }
  Answer(response, force, gives_way ? 0 : 1 / compliance, 0, trial.stored, trial.lost);
}

SmallMotion SeriesLaw::Linearize(double omega, const double* strain) const {
  std::vector<double> state(state_size_);
  Start(strain, state.data());
  // Points between the parts; the last part ends at the strain itself.
  SmallMotion motion(1);
  int behind = -1;
  for (int i = 0; i < count(); ++i) {
    const SmallMotion part = parts_[i]->Linearize(omega, &state[1 + kPerPart * i]);
    if (part.IsZero()) return SmallMotion(1);  // gives way without force
    const int end = i + 1 < count() ? motion.AddPoint() : 0;
    motion.Add(part, {end}, behind);
    behind = end;
  }
  return motion;
}

}  // namespace jounce
