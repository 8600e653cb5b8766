#include "identify/identify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/names.h"
#include "identify/ladder.h"

namespace jounce::identify {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<double> SeriesWeights(const std::vector<Series>& data,
                                  const std::vector<WeightRange>& ranges) {
  std::vector<double> weights(data.size(), 1.0);
  // Stated ranges mean their ends: a hundredth of a per cent for the rounding of mm.
  constexpr double kRounding = 1e-4;
  for (const WeightRange& range : ranges) {
    bool found = false;
    for (size_t i = 0; i < data.size(); ++i) {
      const bool inside = data[i].amplitude >= range.least_amplitude * (1 - kRounding) &&
                          data[i].amplitude <= range.most_amplitude * (1 + kRounding) &&
                          data[i].frequency >= range.least_frequency * (1 - kRounding) &&
                          data[i].frequency <= range.most_frequency * (1 + kRounding);
      if (!inside) continue;
      weights[i] *= range.factor;
      found = true;
    }
    if (!found) {
      throw InputError(
          fmt::format("no series lies in the weighted range of {:.4g} to {:.4g} mm and "
                      "{:.4g} to {:.4g} Hz",
                      range.least_amplitude * 1e3, range.most_amplitude * 1e3,
                      range.least_frequency, range.most_frequency),
          "check its units: mm and Hz");
    }
  }
  return weights;
}

// What the user said about parameters, put into the model.
class UserChoices {
 public:
  explicit UserChoices(const IdentifyOptions& options) : options_(options) {}

  void Apply(CandidateLaw* model) {
    for (const auto& [name, value] : options_.start) {
      Parameter& parameter = Find(model, name);
      parameter.value = value / parameter.shown;
      parameter.fixed = false;
    }
    for (const auto& [name, value] : options_.fixed) {
      Parameter& parameter = Find(model, name);
      parameter.value = value / parameter.shown;
      parameter.fixed = true;
    }
    for (const auto& [name, range] : options_.bounds) {
      Parameter& parameter = Find(model, name);
      const double start = parameter.Shown();
      if (!(range.first / start > 0) || !(range.second > range.first)) {
        throw InputError(fmt::format("bounds {} to {} of {} do not hold its start value {:.4g}",
                                     range.first, range.second, name, start),
                         "bounds have the sign of the start value; give a start within them");
      }
      // Started from outside, the search would have to jump in.
      parameter.value = std::clamp(start, range.first, range.second) / parameter.shown;
      parameter.lower = range.first / parameter.Shown();
      parameter.upper = range.second / parameter.Shown();
    }
    for (const auto& [name, to] : options_.tied) {
      Parameter& target = Find(model, to);
      Find(model, name).tied_to = static_cast<int>(&target - model->parameters.data());
    }
  }

 private:
  static Parameter& Find(CandidateLaw* model, const std::string& name) {
    const int index = model->Find(name);
    if (index >= 0) return model->parameters[index];
    std::string names;
    for (const Parameter& one : model->parameters) {
      names += (names.empty() ? "" : ", ") + one.name;
    }
    throw InputError(fmt::format("the law {} has no parameter '{}'", model->name, name),
                     "its parameters are " + names);
  }

  const IdentifyOptions& options_;
};

class Work {
 public:
  Work(const std::vector<Series>& data, const IdentifyOptions& options, Progress* progress)
      : data_(data), options_(options), progress_(progress) {
    weights_ = SeriesWeights(data, options.weights);
    for (int i = 0; i < static_cast<int>(data.size()); ++i) {
      all_.push_back(i);
      const bool out = options.held_out > 1 && i % options.held_out == options.held_out - 1;
      (out ? unseen_ : seen_).push_back(i);
    }
    all_batch_ = Make(all_, options.steps);
    if (!unseen_.empty()) {
      seen_batch_ = Make(seen_, options.steps);
      unseen_batch_ = Make(unseen_, options.steps);
    }
  }

  Identification Run() {
    LawShape shape;
    if (options_.law == "auto") {
      rung_batch_ = Make(unseen_.empty() ? all_ : seen_, std::min(options_.steps, kLadderSteps));
      result_.ladder = ClimbLadder([this](const LawShape& one) { return Fit(one); }, progress_);
      for (const Rung& rung : result_.ladder) {
        result_.seconds += rung.seconds;
        if (rung.chosen) shape = rung.shape;
      }
    } else {
      shape = ParseShape(options_.law);
    }
    Finish(shape);
    return std::move(result_);
  }

 private:
  Batch Make(const std::vector<int>& chosen, int steps) const {
    BatchOptions batch;
    batch.steps = steps;
    batch.time_weight = options_.domain == FitDomain::kStiffness ? 0 : 1;
    batch.harmonic_weight = options_.domain == FitDomain::kTime ? 0 : 1;
    return MakeBatch(data_, weights_, chosen, batch);
  }

  CandidateLaw Start(const LawShape& shape) const {
    CandidateLaw model = StartModel(shape, data_);
    UserChoices(options_).Apply(&model);
    return model;
  }

  double Phi(const Batch& batch, const CandidateLaw& model,
             const std::vector<double>& values) const {
    return Evaluate(batch, model, values, {.derivatives = false}).phi;
  }

  // A rung is fitted to what it may see, from its own start.
  Rung Fit(const LawShape& shape) {
    const CandidateLaw model = StartModel(shape, data_);
    const bool hold = !unseen_.empty();
    const SearchResult found = Search(rung_batch_, model, options_.search);
    Rung rung;
    rung.shape = shape;
    rung.parameters = model.FreeParameterCount();
    rung.phi_fitted = found.phi;
    rung.phi_held_out = hold ? Phi(unseen_batch_, model, found.values) : kNan;
    rung.seconds = found.seconds;
    return rung;
  }

  void Finish(const LawShape& shape) {
    progress_->Update(19, 20, "fitting " + shape.Name());
    CandidateLaw model = Start(shape);
    const bool chosen_by_ladder = !result_.ladder.empty();
    SearchOptions search = options_.search;
    if (chosen_by_ladder) search.starts = std::max(search.starts, kLadderStarts);
    result_.phi_start = Phi(all_batch_, model, model.Values());
    SearchResult found = Search(all_batch_, model, search);
    result_.seconds += found.seconds;
    result_.evaluations = found.evaluations;
    HoldOut(model, found, search);
    Sort(&model, &found);
    Report(model, found);
  }

  // The same search without the held-out series, begun at the start values and not at the result,
  // which has seen them.
  void HoldOut(const CandidateLaw& model, const SearchResult& found, const SearchOptions& search) {
    std::vector<double> held_errors(data_.size(), kNan);
    result_.phi_held_out = kNan;
    result_.phi_fitted = found.phi;
    if (!unseen_.empty()) {
      const SearchResult blind = Search(seen_batch_, model, search);
      const ObjectiveValue at =
          Evaluate(unseen_batch_, model, blind.values, {.derivatives = false});
      result_.phi_fitted = blind.phi;
      result_.phi_held_out = at.phi;
      for (size_t i = 0; i < unseen_.size(); ++i) held_errors[unseen_[i]] = at.series_phi[i];
      if (options_.law == "auto") result_.seconds += blind.seconds;
    }
    const ObjectiveValue at = Evaluate(all_batch_, model, found.values, {.derivatives = false});
    result_.phi = at.phi;
    for (size_t i = 0; i < data_.size(); ++i) {
      result_.series.push_back({static_cast<int>(i), at.series_phi[i], held_errors[i]});
      result_.phi_unweighted += at.series_phi[i] / data_.size();
    }
  }

  // Puts exchangeable parts in order, with their bounds.
  static void Sort(CandidateLaw* model, SearchResult* found) {
    const std::vector<int> order = model->SortedOrder(found->values);
    const CandidateLaw before = *model;
    const SearchResult unsorted = *found;
    for (size_t i = 0; i < order.size(); ++i) {
      found->values[i] = unsorted.values[order[i]];
      found->at_bound[i] = unsorted.at_bound[order[i]];
      model->parameters[i].value = before.parameters[order[i]].value;
      model->parameters[i].lower = before.parameters[order[i]].lower;
      model->parameters[i].upper = before.parameters[order[i]].upper;
    }
  }

  void Report(const CandidateLaw& start, const SearchResult& found) {
    result_.trust = AssessTrust(all_batch_, start, found, options_.search.loss);
    result_.forces = ModelForces(all_batch_, start, found.values);
    result_.model = start;
    result_.model.SetValues(found.values);
    result_.warnings = result_.trust.warnings;
    if (result_.phi_held_out > 1.25 * result_.phi_fitted) {
      result_.warnings.push_back(fmt::format(
          "the law errs by {:.4f} on series that it has not seen and by {:.4f} on the others: it "
          "has more parameters than the data support",
          result_.phi_held_out, result_.phi_fitted));
    }
  }

  static constexpr int kLadderStarts = 3;
  static constexpr int kLadderSteps = 64;  // enough to tell the rungs apart

  const std::vector<Series>& data_;
  const IdentifyOptions& options_;
  Progress* progress_;
  std::vector<double> weights_;
  std::vector<int> all_, seen_, unseen_;
  Batch all_batch_, seen_batch_, unseen_batch_, rung_batch_;
  Identification result_;
};

}  // namespace

Identification Identify(const std::vector<Series>& data, const IdentifyOptions& options,
                        Progress* progress) {
  NoProgress silent;
  return Work(data, options, progress ? progress : &silent).Run();
}

}  // namespace jounce::identify
