#include "identify/identify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/names.h"
#include "identify/data_nature.h"
#include "identify/determine.h"
#include "identify/experiment.h"
#include "identify/ladder.h"
#include "identify/nested_fit.h"
#include "identify/nesting.h"
#include "identify/temperatures.h"

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

// How many amplitudes the tests have, a hundredth apart at least.
int AmplitudeCount(const std::vector<Series>& data) {
  std::vector<double> amplitudes;
  for (const Series& series : data) {
    const auto same = [&](double a) { return std::abs(series.amplitude / a - 1) < 0.01; };
    if (std::none_of(amplitudes.begin(), amplitudes.end(), same)) {
      amplitudes.push_back(series.amplitude);
    }
  }
  return static_cast<int>(amplitudes.size());
}

class Work {
 public:
  Work(const std::vector<Series>& data, const IdentifyOptions& options, Progress* progress)
      : data_(data), options_(options), progress_(progress) {
    RefuseSeveralTemperatures(data);
    weights_ = SeriesWeights(data, options.weights);
    for (int i = 0; i < static_cast<int>(data.size()); ++i) {
      all_.push_back(i);
      const bool out = options.held_out > 1 && i % options.held_out == options.held_out - 1;
      (out ? unseen_ : seen_).push_back(i);
    }
    // K* over a single amplitude says nothing of what changes with it.
    if (options.domain == FitDomain::kStiffness) amplitudes_ = AmplitudeCount(data);
    if (options.law == "auto") {
      // K* knows nothing of curves.
      if (options.domain == FitDomain::kTime) nature_ = NatureOf(data);
      absolute_ = nature_ != DataNature::kRubber;
    } else {
      absolute_ = ParseShape(options.law).IsAbsolute();
    }
    all_batch_ = Make(all_, options.steps);
    if (!unseen_.empty()) {
      seen_batch_ = Make(seen_, options.steps);
      unseen_batch_ = Make(unseen_, options.steps);
    }
  }

  Identification Run() {
    if (options_.law == "auto") {
      if (UserChose()) {
        throw InputError("start values, fixed, tied and bounded parameters belong to a law",
                         "name it with --law; auto looks for one");
      }
      Climb();
    } else {
      FitGivenLaw(ParseShape(options_.law));
    }
    return std::move(result_);
  }

 private:
  Batch Make(const std::vector<int>& chosen, int steps) const {
    BatchOptions batch;
    batch.steps = steps;
    batch.time_weight = options_.domain == FitDomain::kStiffness ? 0 : 1;
    batch.harmonic_weight = options_.domain == FitDomain::kTime ? 0 : 1;
    batch.absolute = absolute_;
    return MakeBatch(data_, weights_, chosen, batch);
  }

  // Start values, without the terms that these tests cannot show.
  CandidateLaw Start(const LawShape& shape) const {
    CandidateLaw model = StartModel(shape, data_);
    for (size_t part = 0; part < model.parts.size(); ++part) {
      const int first = model.FirstParameter(static_cast<int>(part));
      for (int i = 0; i < ParameterCount(model.parts[part]); ++i) {
        if (AmplitudesShowing(model.parts[part], i) > amplitudes_) LeaveOutTerm(first + i, &model);
      }
    }
    return model;
  }

  double Phi(const Batch& batch, const CandidateLaw& model,
             const std::vector<double>& values) const {
    return Evaluate(batch, model, values, {.derivatives = false}).phi;
  }

  void Climb() {
    const bool hold = !unseen_.empty();
    const Batch batch = Make(hold ? seen_ : all_, std::min(options_.steps, kLadderSteps));
    NestedFit nested(batch, options_.search);
    std::vector<FittedLaw> wholes, laws;
    double best = HUGE_VAL;  // on series not seen, of laws that are determined
    const auto fit = [&](const LawShape& shape) {
      const double before = nested.seconds();
      FittedLaw law = nested.Fit(Start(shape));
      wholes.push_back(law);
      Rung rung;
      rung.shape = shape;
      rung.phi = law.found.phi;
      const auto held_out = [&](const FittedLaw& one) {
        return hold ? Phi(unseen_batch_, one.model, one.found.values) : one.found.phi;
      };
      // What cannot win is not worth the work.
      if (held_out(law) < kContender * best) {
        law = Determine(batch, law, options_.search, &rung.left_out);
      }
      rung.determined =
          IsDetermined(AssessTrust(batch, law.model, law.found, options_.search.loss));
      rung.parameters = law.model.FreeParameterCount();
      rung.phi_fitted = law.found.phi;
      rung.phi_held_out = held_out(law);
      if (rung.determined) best = std::min(best, rung.phi_held_out);
      if (!hold) rung.phi_held_out = kNan;
      rung.seconds = nested.seconds() - before;
      laws.push_back(std::move(law));
      return rung;
    };
    result_.ladder = ClimbLadder(fit, nature_, amplitudes_ > 1, progress_);
    size_t chosen = 0;
    for (size_t i = 0; i < laws.size(); ++i) {
      result_.seconds += result_.ladder[i].seconds;
      if (result_.ladder[i].chosen) chosen = i;
    }
    FinishChosen(result_.ladder[chosen], wholes[chosen], laws[chosen]);
  }

  // The law of the ladder, fitted to all series: from what the rung found and, where that is worth
  // a try, from its start values; the better fit is kept.
  void FinishChosen(const Rung& rung, const FittedLaw& whole, const FittedLaw& determined) {
    progress_->Update(19, 20, "fitting " + rung.shape.Name());
    CandidateLaw begin = StartModel(rung.shape, data_);
    result_.phi_start = Phi(all_batch_, begin, begin.Values());
    SearchOptions near = options_.search;
    near.near = true;
    near.starts = 1;
    // All series may determine what three of four do not.
    FittedLaw best;
    for (const FittedLaw* from : {&determined, &whole}) {
      std::vector<std::string> left_out =
          from == &whole ? std::vector<std::string>() : rung.left_out;
      FittedLaw one{from->model, Search(all_batch_, from->model, near)};
      one = Determine(all_batch_, one, options_.search, &left_out);
      result_.seconds += one.found.seconds;
      result_.evaluations += one.found.evaluations;
      if (!best.found.values.empty() && !IsBetter(one.found, best.found, near.loss)) continue;
      best = std::move(one);
      result_.left_out = std::move(left_out);
    }
    SearchResult blind;
    if (!unseen_.empty()) {
      // From values that have not seen the others.
      CandidateLaw unseeing = best.model;
      const std::vector<double> values = whole.found.values;
      for (size_t i = 0; i < values.size(); ++i) {
        Parameter& parameter = unseeing.parameters[i];
        if (parameter.fixed || values[i] == 0) continue;
        const double ratio = parameter.value / values[i];
        parameter.lower = std::min(parameter.lower * ratio, 0.5);
        parameter.upper = std::max(parameter.upper * ratio, 2.0);
        parameter.value = values[i];
      }
      blind = Search(seen_batch_, unseeing, near);
      result_.seconds += blind.seconds;
    }
    std::vector<int> kept;
    best.model = WithoutEmptyParts(best.model, &kept);
    best.found = OfParameters(best.found, kept);
    Conclude(best, OfParameters(blind, kept));
  }

  static SearchResult OfParameters(const SearchResult& all, const std::vector<int>& kept) {
    SearchResult some = all;
    if (all.values.empty()) return some;
    some.values.clear();
    some.at_bound.clear();
    for (const int i : kept) {
      some.values.push_back(all.values[i]);
      some.at_bound.push_back(all.at_bound[i]);
    }
    return some;
  }

  // The law that the user asked for, with all its parameters.
  void FitGivenLaw(const LawShape& shape) {
    CandidateLaw model = StartModel(shape, data_);
    UserChoices(options_).Apply(&model);
    result_.phi_start = Phi(all_batch_, model, model.Values());
    FittedLaw best = SearchGivenLaw(all_batch_, all_, shape, model);
    result_.seconds = best.found.seconds;
    result_.evaluations = best.found.evaluations;
    SearchResult blind;
    // Begun at the start values and not at the result, which has seen the series that are held out.
    if (!unseen_.empty()) blind = SearchGivenLaw(seen_batch_, seen_, shape, model).found;
    Conclude(best, blind);
  }

  bool UserChose() const {
    return !options_.start.empty() || !options_.fixed.empty() || !options_.tied.empty() ||
           !options_.bounds.empty();
  }

  // Many rows say enough by themselves: there the smaller laws cost more than they bring, unless
  // several starts are asked for.
  bool BeginsAtSmallerLaws(const std::vector<int>& chosen) const {
    constexpr int kManyRows = 3000;
    int rows = 0;
    for (const int i : chosen) rows += data_[i].size();
    return !UserChose() && (rows <= kManyRows || options_.search.starts > 1);
  }

  // From its start values, and from what a coarse search finds after the smaller laws that it holds;
  // the better fit is kept.
  FittedLaw SearchGivenLaw(const Batch& batch, const std::vector<int>& chosen,
                           const LawShape& shape, const CandidateLaw& model) const {
    FittedLaw law{model, Search(batch, model, options_.search)};
    if (BeginsAtSmallerLaws(chosen)) {
      const Batch coarse = Make(chosen, std::min(options_.steps, kCoarseSteps));
      NestedFit nested(coarse, options_.search);
      for (const LawShape& smaller : SmallerShapes(shape)) nested.Fit(StartModel(smaller, data_));
      FittedLaw other = nested.Fit(model);
      SearchOptions near = options_.search;
      near.near = true;
      near.starts = 1;
      other.found = Search(batch, other.model, near);
      other.found.seconds += nested.seconds() + law.found.seconds;
      other.found.evaluations += nested.evaluations() + law.found.evaluations;
      if (IsBetter(other.found, law.found, near.loss)) {
        law = std::move(other);
      } else {
        law.found.seconds = other.found.seconds;
        law.found.evaluations = other.found.evaluations;
      }
    }
    law.model.SetValues(law.found.values);
    return law;
  }

  void Conclude(FittedLaw best, const SearchResult& blind) {
    HoldOut(best, blind);
    Sort(&best.model, &best.found);
    Report(best.model, best.found);
  }

  // What a fit without the held-out series makes of them.
  void HoldOut(const FittedLaw& best, const SearchResult& blind) {
    std::vector<double> held_errors(data_.size(), kNan);
    result_.phi_held_out = kNan;
    result_.phi_fitted = best.found.phi;
    if (!unseen_.empty()) {
      const ObjectiveValue at =
          Evaluate(unseen_batch_, best.model, blind.values, {.derivatives = false});
      result_.phi_fitted = blind.phi;
      result_.phi_held_out = at.phi;
      for (size_t i = 0; i < unseen_.size(); ++i) held_errors[unseen_[i]] = at.series_phi[i];
    }
    const ObjectiveValue at =
        Evaluate(all_batch_, best.model, best.found.values, {.derivatives = false});
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
    // Next to the rows, which are centred.
    for (size_t i = 0; absolute_ && i < result_.forces.size(); ++i) {
      for (double& force : result_.forces[i]) force -= data_[i].mean_force;
    }
    result_.model = start;
    result_.model.SetValues(found.values);
    if (data_.front().rotation) MakeRotary(&result_.model);
    result_.warnings = result_.trust.warnings;
    for (const std::string& experiment : Experiments(result_.model, result_.trust, data_)) {
      result_.experiments.push_back(experiment);
    }
    if (amplitudes_ == 1) {
      result_.experiments.push_back(
          fmt::format("all tests have one amplitude, {}: the law says nothing of others; measure a "
                      "second one, two to four times as large, at the same frequencies",
                      ShowDisplacement(data_.front().amplitude, data_.front().rotation)));
    }
    if (result_.phi_held_out > 1.25 * result_.phi_fitted) {
      result_.warnings.push_back(fmt::format(
          "the law errs by {:.4f} on series that it has not seen and by {:.4f} on the others: it "
          "has more parameters than the data support",
          result_.phi_held_out, result_.phi_fitted));
    }
  }

  static constexpr int kLadderSteps = 64;  // enough to tell the rungs apart
  static constexpr int kCoarseSteps = 32;  // enough to find the valley
  // A rung may still win when it is this much worse than the best before what is not determined is
  // left out.
  static constexpr double kContender = 1.05;

  const std::vector<Series>& data_;
  const IdentifyOptions& options_;
  Progress* progress_;
  std::vector<double> weights_;
  std::vector<int> all_, seen_, unseen_;
  int amplitudes_ = 1000;  // that the data can tell the nonlinear terms by; loops show them all
  DataNature nature_ = DataNature::kRubber;
  bool absolute_ = false;  // with the means of displacement and force
  Batch all_batch_, seen_batch_, unseen_batch_;
  Identification result_;
};

}  // namespace

Identification Identify(const std::vector<Series>& data, const IdentifyOptions& options,
                        Progress* progress) {
  NoProgress silent;
  return Work(data, options, progress ? progress : &silent).Run();
}

}  // namespace jounce::identify
