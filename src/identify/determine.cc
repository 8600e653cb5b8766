#include "identify/determine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "identify/nesting.h"

namespace jounce::identify {
namespace {

// Enough to see what a term or part is worth.
constexpr int kQuickIterations = 5;

struct Doubt {
  int part = -1;       // to be left out ...
  int parameter = -1;  // ... or this term of it alone
};

// Terms may be zero by themselves; the spring of the rubber, too, where the chamber behind the pump
// carries the part at rest.
bool MayBeZero(const CandidateLaw& model, PartKind kind, int index) {
  if (!IsSpring(kind) || index > 0) return IsTerm(kind, index);
  for (size_t p = 0; p < model.parts.size(); ++p) {
    const int first = model.FirstParameter(static_cast<int>(p));
    // Shock absorbers need no gas.
    const PartKind other = model.parts[p];
    if (other == PartKind::kDamper || other == PartKind::kDamperTable) return true;
    const bool path = model.parts[p] == PartKind::kHydroPath;
    if (path && model.parameters[first].value > 0 && model.parameters[first + 1].value > 0) {
      return true;
    }
  }
  return false;
}

// What may be left out: what is in doubt, or, where that is the spring alone, anything that it may
// be mistaken for. Nothing where all is determined or only the spring is left.
std::vector<Doubt> Doubts(const CandidateLaw& model, const Trust& trust) {
  std::vector<Doubt> doubts, others;
  bool any = false;
  for (size_t p = 0; p < model.parts.size(); ++p) {
    const PartKind kind = model.parts[p];
    const int part = static_cast<int>(p), first = model.FirstParameter(part);
    bool part_in_doubt = false, part_there = false;
    for (int i = 0; i < ParameterCount(kind); ++i) {
      if (model.parameters[first + i].fixed) continue;
      const bool in_doubt = !trust.parameters[first + i].determined;
      any = any || in_doubt;
      part_there = true;
      part_in_doubt = part_in_doubt || in_doubt;
      if (MayBeZero(model, kind, i)) (in_doubt ? doubts : others).push_back({part, first + i});
    }
    const bool may_go = part_there && !IsSpring(kind) && ParameterCount(kind) > 1;
    if (may_go) (part_in_doubt ? doubts : others).push_back({part, -1});
  }
  if (any && doubts.empty()) return others;
  return doubts;
}

void LeaveOut(const Doubt& doubt, CandidateLaw* model) {
  if (doubt.parameter >= 0) {
    LeaveOutTerm(doubt.parameter, model);
  } else {
    LeaveOutPart(doubt.part, model);
  }
}

std::string NameOf(const CandidateLaw& model, const Doubt& doubt) {
  if (doubt.parameter >= 0) return model.parameters[doubt.parameter].name;
  // "maxwell2.k" -> "maxwell2"; the hydrobushing's own names stand for themselves.
  const std::string& name = model.parameters[model.FirstParameter(doubt.part)].name;
  return name.substr(0, name.find('.'));
}

// Terms and parts that the search has pressed against their lower bounds do nothing: they go at
// once. True where there were any.
bool LeaveOutNothings(FittedLaw* law, std::vector<std::string>* left_out) {
  const CandidateLaw model = law->model;
  bool any = false;
  for (size_t p = 0; p < model.parts.size(); ++p) {
    const PartKind kind = model.parts[p];
    const int part = static_cast<int>(p), first = model.FirstParameter(part);
    for (int i = 0; i < ParameterCount(kind); ++i) {
      const Parameter& parameter = model.parameters[first + i];
      const bool nothing = law->found.at_bound[first + i] && parameter.lower > 0.5;
      const bool whole = !IsSpring(kind) && i == StrengthParameter(kind) && !IsTerm(kind, i);
      const bool may_go = MayBeZero(model, kind, i) || whole;
      if (!nothing || !may_go) continue;
      const Doubt doubt{part, whole ? -1 : first + i};
      LeaveOut(doubt, &law->model);
      left_out->push_back(NameOf(model, doubt));
      any = true;
    }
  }
  return any;
}

}  // namespace

bool IsDetermined(const Trust& trust) {
  return std::all_of(trust.parameters.begin(), trust.parameters.end(),
                     [](const ParameterTrust& one) { return one.determined; });
}

FittedLaw Determine(const Batch& batch, const FittedLaw& fitted, const SearchOptions& options,
                    std::vector<std::string>* left_out) {
  FittedLaw law = fitted;
  law.model.SetValues(law.found.values);
  int evaluations = fitted.found.evaluations;
  double seconds = fitted.found.seconds;
  SearchOptions near = options;
  near.starts = 1;
  near.near = true;
  SearchOptions quick = near;
  quick.most_iterations = kQuickIterations;
  const auto fit = [&](const CandidateLaw& model) {
    FittedLaw one{model, Search(batch, model, near)};
    evaluations += one.found.evaluations;
    seconds += one.found.seconds;
    one.model.SetValues(one.found.values);
    return one;
  };
  if (LeaveOutNothings(&law, left_out)) law = fit(law.model);
  while (true) {
    const std::vector<Doubt> doubts =
        Doubts(law.model, AssessTrust(batch, law.model, law.found, options.loss));
    if (doubts.empty()) break;
    std::vector<SearchTask> tasks;
    for (const Doubt& doubt : doubts) {
      tasks.push_back({law.model, quick});
      LeaveOut(doubt, &tasks.back().model);
    }
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<SearchResult> found = SearchAll(batch, tasks, options.threads);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    // Of all that is in doubt that goes which is missed least.
    size_t least = 0;
    for (size_t i = 0; i < found.size(); ++i) {
      evaluations += found[i].evaluations;
      if (IsBetter(found[i], found[least], options.loss)) least = i;
    }
    left_out->push_back(NameOf(law.model, doubts[least]));
    CandidateLaw without = tasks[least].model;
    without.SetValues(found[least].values);
    law = fit(without);
  }
  law.found.evaluations = evaluations;
  law.found.seconds = seconds;
  return law;
}

}  // namespace jounce::identify
