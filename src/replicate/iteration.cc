#include "replicate/iteration.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "replicate/response_update.h"

namespace jounce {
namespace {

// The matrix learns from lines this far on either side, at least so many a drive, and about this
// many times as slowly as a run alone would have it: fewer lines, or none of it, follow what is not
// linear about the run (docs/replicate.md has the numbers).
constexpr double kLearnReach = 1;  // Hz
constexpr double kLearnLines = 1.5;
constexpr double kLearnRidge = 2;

History Difference(const History& a, const History& b) {
  History difference = a;
  for (size_t k = 0; k < a.size(); ++k) difference[k] -= b[k];
  return difference;
}

}  // namespace

EventIteration::EventIteration(Setup setup) : setup_(std::move(setup)) {
  state_.drives.assign(setup_.drive_gains.size(), History(setup_.block.length(), 0.0));
  state_.responses.assign(setup_.desired.size(), History(setup_.block.length(), 0.0));
  state_.errors.assign(setup_.desired.size(), 1.0);
  inverse_ = setup_.inverse;
  if (setup_.settings.update) matrix_ = setup_.matrix;
}

void EventIteration::Restore(IterationState state) {
  state_ = std::move(state);
  if (!setup_.settings.update || state_.matrix.size() != matrix_.values.size()) return;
  matrix_.values = state_.matrix;
  inverse_ = Invert(matrix_, setup_.scaling);
}

void EventIteration::BeginWith(Histories drives, std::string note) {
  first_ = std::move(drives);
  first_note_ = std::move(note);
}

const Histories& EventIteration::BaseDrives() const {
  return state_.strayed_drives.empty() ? state_.drives : state_.strayed_drives;
}

const Histories& EventIteration::BaseResponses() const {
  return state_.strayed_drives.empty() ? state_.responses : state_.strayed_responses;
}

std::vector<double> EventIteration::ErrorsOf(const Histories& responses) const {
  std::vector<double> errors;
  const EventBlock& block = setup_.block;
  for (size_t i = 0; i < setup_.desired.size(); ++i) {
    History difference = block.InBand(responses[i]);
    for (size_t k = 0; k < difference.size(); ++k) difference[k] -= setup_.desired[i][k];
    errors.push_back(RootMeanSquare(block.EventOf(difference)) /
                     RootMeanSquare(block.EventOf(setup_.desired[i])));
  }
  return errors;
}

double EventIteration::TotalOf(const std::vector<double>& errors) const {
  double sum = 0, weights = 0;
  for (size_t i = 0; i < errors.size(); ++i) {
    const double weight = setup_.weights[i] * setup_.weights[i];
    sum += weight * errors[i] * errors[i];
    weights += weight;
  }
  return std::sqrt(sum / weights);
}

std::string EventIteration::ForceBeyond(const Histories& responses) const {
  for (size_t j = 0; j < setup_.limits.size(); ++j) {
    const DriveLimits& limit = setup_.limits[j];
    if (limit.force_response < 0) continue;
    double peak = 0;
    for (const double x : responses[limit.force_response]) peak = std::max(peak, std::abs(x));
    if (peak > limit.force) {
      return fmt::format("the force of drive {} reaches {:.4g}, beyond {:.4g}", j + 1, peak,
                         limit.force);
    }
  }
  return "";
}

bool EventIteration::AllGood() const {
  for (size_t i = 0; i < state_.errors.size(); ++i) {
    if (setup_.weights[i] > 0 && !(state_.errors[i] < setup_.settings.error)) return false;
  }
  return true;
}

std::string EventIteration::ReasonToStop() const {
  if (AllGood()) return "all controlled channels are within the error";
  if (static_cast<int>(state_.records.size()) >= setup_.settings.most) {
    return "as many runs as the plan allows";
  }
  if (state_.step < setup_.settings.least_step) return "smaller steps do not help any more";
  return "";
}

Histories EventIteration::Correct() const {
  const EventBlock& block = setup_.block;
  const InverseMatrix& inverse = inverse_;
  std::vector<Lines> errors;
  for (size_t i = 0; i < inverse.targets; ++i) {
    History difference = setup_.desired[i];
    const History achieved = block.InBand(BaseResponses()[i]);
    for (size_t k = 0; k < difference.size(); ++k) {
      difference[k] = setup_.target_gains[i] * (difference[k] - achieved[k]);
    }
    errors.push_back(block.Transform(difference));
  }
  Histories drives = BaseDrives();
  for (size_t j = 0; j < drives.size(); ++j) {
    Lines correction(block.end_line() - block.first_line());
    const double gain = setup_.settings.gain * setup_.drive_gains[j] * state_.step;
    for (size_t line = 0; line < correction.size(); ++line) {
      for (size_t i = 0; i < inverse.targets; ++i) {
        correction[line] += gain * inverse.At(line, j, i) * errors[i][line];
      }
    }
    History change = block.Compose(correction);
    block.Rest(&change);
    for (size_t k = 0; k < change.size(); ++k) drives[j][k] += change[k];
  }
  return drives;
}

Histories EventIteration::Propose(std::vector<LimitUse>* use) const {
  Histories drives = IsFirst() ? first_ : Correct();
  use->assign(drives.size(), {});
  for (size_t j = 0; j < drives.size(); ++j) {
    (*use)[j] = KeepWithin(setup_.limits[j], setup_.block.rate(), &drives[j]);
  }
  return drives;
}

void EventIteration::Judge(const Histories& drives, const std::vector<LimitUse>& use,
                           PlantRun run) {
  IterationRecord record{.number = static_cast<int>(state_.records.size()) + 1,
                         .step = state_.step};
  if (state_.records.empty() && !first_note_.empty()) record.note = first_note_ + "; ";
  bool forces_hold = false;
  for (size_t j = 0; j < use.size(); ++j) {
    for (const auto& [part, what] : {std::pair(use[j].stroke, "stroke"), {use[j].speed, "speed"}}) {
      if (part > 0) {
        record.limits += fmt::format("drive {} is at its {} for {:.2g} % of the time; ", j + 1,
                                     what, 100 * part);
      }
    }
  }
  record.note += record.limits;
  if (!run.ok) {
    record.note += "the run failed: " + run.reason;
    record.errors.assign(setup_.desired.size(), std::numeric_limits<double>::quiet_NaN());
    record.error = std::numeric_limits<double>::infinity();
  } else {
    record.errors = ErrorsOf(run.responses);
    record.error = TotalOf(record.errors);
    const std::string force = ForceBeyond(run.responses);
    record.note += force;
    forces_hold = force.empty();
    record.kept = forces_hold && record.error < state_.error;
  }
  // A worse one is gone on from if it is better than the one that was gone on from before.
  const bool strays =
      run.ok && !record.kept && !IsFirst() && forces_hold && record.error < state_.strayed_error;
  if (record.kept) {
    Keep(drives, std::move(run.responses), record);
  } else if (strays) {
    state_.strayed_drives = drives;
    state_.strayed_responses = std::move(run.responses);
    state_.strayed_error = record.error;
    record.note += "the next one goes on from here";
  } else {
    if (!IsFirst()) state_.step *= 0.5;
    if (!state_.strayed_drives.empty()) state_.strayed_error = 0;
    state_.strayed_drives.clear();
    state_.strayed_responses.clear();
  }
  state_.records.push_back(std::move(record));
}

void EventIteration::Keep(const Histories& drives, Histories responses,
                          const IterationRecord& record) {
  if (setup_.settings.update) Learn(drives, responses);
  state_.drives = drives;
  state_.responses = std::move(responses);
  state_.error = record.error;
  state_.errors = record.errors;
  state_.step = std::min(1.0, 2 * state_.step);
  if (!state_.strayed_drives.empty())
    state_.strayed_error = std::numeric_limits<double>::infinity();
  state_.strayed_drives.clear();
  state_.strayed_responses.clear();
}

void EventIteration::Learn(const Histories& drives, const Histories& responses) {
  const EventBlock& block = setup_.block;
  std::vector<Lines> moved, answered;
  for (size_t j = 0; j < drives.size(); ++j) {
    moved.push_back(block.Transform(Difference(drives[j], BaseDrives()[j])));
  }
  for (size_t i = 0; i < setup_.desired.size(); ++i) {
    answered.push_back(block.Transform(Difference(responses[i], BaseResponses()[i])));
  }
  const double lines =
      std::max(kLearnReach / block.resolution(), kLearnLines * static_cast<double>(drives.size()));
  UpdateResponses(moved, answered, static_cast<size_t>(std::ceil(lines)), kLearnRidge, &matrix_);
  state_.matrix = matrix_.values;
  inverse_ = Invert(matrix_, setup_.scaling);
}

bool EventIteration::Run(const Plant& plant, Progress* progress,
                         const std::function<void()>& after) {
  while (ReasonToStop().empty()) {
    std::vector<LimitUse> use;
    const Histories drives = Propose(&use);
    PlantRun run = plant.Run(drives, progress);
    if (run.interrupted) return false;
    Judge(drives, use, std::move(run));
    if (after) after();
  }
  return true;
}

}  // namespace jounce
