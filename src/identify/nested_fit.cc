#include "identify/nested_fit.h"

#include <algorithm>
#include <chrono>

#include "identify/nesting.h"

namespace jounce::identify {
namespace {

// From how many of the laws that it holds a law is begun.
constexpr size_t kBegunFrom = 2;
// Where an added part is begun: its time or yield force times these.
constexpr double kPlaces[] = {1, 8};

// The embedding with the time or yield force of its added parts elsewhere; false where there is
// nothing to move.
bool MoveAddedParts(double factor, Embedding* embedding) {
  bool moved = false;
  CandidateLaw& model = embedding->model;
  for (size_t part = 0; part < model.parts.size(); ++part) {
    const int key = DistinguishingParameter(model.parts[part]);
    if (!embedding->added[part] || key < 0) continue;
    Parameter& parameter = model.parameters[model.FirstParameter(static_cast<int>(part)) + key];
    if (parameter.fixed || factor >= parameter.upper) continue;
    parameter.value *= factor;
    parameter.lower /= factor;
    parameter.upper /= factor;
    moved = true;
  }
  return moved;
}

}  // namespace

std::vector<const FittedLaw*> NestedFit::Held(const CandidateLaw& start) const {
  std::vector<const FittedLaw*> held;
  for (const FittedLaw& law : fitted_) {
    if (Embed(law.model, start)) held.push_back(&law);
  }
  std::stable_sort(held.begin(), held.end(), [this](const FittedLaw* a, const FittedLaw* b) {
    return IsBetter(a->found, b->found, options_.loss);
  });
  return held;
}

FittedLaw NestedFit::BestOf(const std::vector<SearchTask>& tasks) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<SearchResult> found = SearchAll(batch_, tasks, options_.threads);
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  FittedLaw best;
  for (size_t i = 0; i < tasks.size(); ++i) {
    evaluations_ += found[i].evaluations;
    if (i > 0 && !IsBetter(found[i], best.found, options_.loss)) continue;
    best.model = tasks[i].model;
    best.found = std::move(found[i]);
  }
  return best;
}

void NestedFit::Keep(const CandidateLaw& model, FittedLaw* best) {
  SearchResult kept;
  kept.values = model.Values();
  kept.at_bound.assign(kept.values.size(), false);
  const double scale = options_.loss == LossKind::kRobust ? options_.robust_scale : kNoLimit;
  const ObjectiveValue at = Evaluate(batch_, model, kept.values, {scale, false, options_.threads});
  kept.phi = at.phi;
  kept.cost = at.cost;
  if (!IsBetter(kept, best->found, options_.loss)) return;
  best->model = model;
  best->found = std::move(kept);
}

const FittedLaw& NestedFit::Fit(const CandidateLaw& start) {
  const std::vector<const FittedLaw*> held = Held(start);
  std::vector<SearchTask> tasks = {{start, options_}};
  SearchOptions near = options_;
  near.starts = 1;
  for (size_t i = 0; i < std::min(held.size(), kBegunFrom); ++i) {
    for (const double place : kPlaces) {
      if (i > 0 && place != 1) continue;
      Embedding embedding = *Embed(held[i]->model, start);
      if (place != 1 && !MoveAddedParts(place, &embedding)) continue;
      tasks.push_back({std::move(embedding.model), near});
    }
  }
  FittedLaw best = BestOf(tasks);
  for (const FittedLaw* law : held) Keep(WithoutAddedParts(*Embed(law->model, start)), &best);
  best.model.SetValues(best.found.values);
  fitted_.push_back(std::move(best));
  return fitted_.back();
}

}  // namespace jounce::identify
