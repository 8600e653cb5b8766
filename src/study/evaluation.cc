#include "study/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/names.h"
#include "fatigue/assessment.h"
#include "io/fatigue_file.h"
#include "math/expression.h"
#include "model/geometry.h"
#include "signals/rainflow.h"
#include "signals/spectrum.h"
#include "signals/statistics.h"
#include "solve/modes.h"
#include "study/bushing_scale.h"
#include "study/law_draw.h"
#include "vehicle/kc.h"
#include "vehicle/kc_model.h"

namespace jounce::study {
namespace {

constexpr int kModeCount = 200;
constexpr size_t kMostReserved = 1 << 20;

// What came out of a simulation, by channel.
class Histories : public ResultSink {
 public:
  void Begin(const ResultDescription& description) override {
    channels_ = description.channels;
    samples_.resize(channels_.size());
    for (auto& samples : samples_) samples.reserve(std::min(description.rows, kMostReserved));
  }
  void Row(const ResultRow& row) override {
    time_.push_back(row.time());
    const std::span<const double> now = row.sensors();
    for (size_t i = 0; i < now.size(); ++i) samples_[i].push_back(now[i]);
  }

  size_t Find(const std::string& name) const;
  const std::string& UnitOf(size_t channel) const { return channels_[channel].unit; }
  std::span<const double> Samples(size_t channel, const TimeWindow& window) const;
  double SampleRate() const {
    return time_.size() < 2 ? 1 : static_cast<double>(time_.size() - 1) / (time_.back() - time_[0]);
  }

 private:
  std::vector<ProbeChannel> channels_;
  std::vector<double> time_;
  std::vector<std::vector<double>> samples_;
};

size_t FindChannel(const std::vector<ProbeChannel>& channels, const std::string& name) {
  std::vector<std::string> names;
  for (size_t i = 0; i < channels.size(); ++i) {
    if (channels[i].name == name) return i;
    names.push_back(channels[i].name);
  }
  throw InputError(fmt::format("there is no channel '{}'", name), SuggestName(name, names));
}

size_t Histories::Find(const std::string& name) const { return FindChannel(channels_, name); }

std::span<const double> Histories::Samples(size_t channel, const TimeWindow& window) const {
  // Output times are sums of steps: half a step decides.
  const double half = 0.5 / SampleRate();
  const auto first = std::lower_bound(time_.begin(), time_.end(), window.from - half);
  const auto last =
      window.to > 0 ? std::upper_bound(first, time_.end(), window.to + half) : time_.end();
  if (last <= first) {
    throw InputError(fmt::format("the run has nothing between {:g} s and {:g} s", window.from,
                                 window.to > 0 ? window.to : time_.back()),
                     "it ends earlier");
  }
  const auto start = static_cast<size_t>(first - time_.begin());
  return std::span(samples_[channel]).subspan(start, static_cast<size_t>(last - first));
}

double StatisticOf(std::span<const double> samples, const std::string& name) {
  if (name == "final") return samples.back();
  const Statistics s = StatisticsOf(samples);
  if (name == "rms") return s.rms;
  if (name == "mean") return s.mean;
  if (name == "min") return s.min;
  if (name == "max") return s.max;
  if (name == "absolute_max") return s.AbsoluteMax();
  if (name == "range") return s.max - s.min;
  if (name == "deviation") return s.deviation;
  return s.CrestFactor();
}

// Does something for an output, whose name stands before what goes wrong.
template <class Function>
void InOutput(const Output& output, const Function& function) {
  try {
    function();
  } catch (const InputError& error) {
    const Diagnostic& d = error.diagnostics().front();
    throw InputError(fmt::format("{}: {}", output.name, d.message), d.remedy);
  }
}

// The analyses that outputs need, each made when the first of them asks.
class Analyses {
 public:
  Analyses(const Study& study, const Run& run, const SinkMaker& sinks)
      : study_(study), run_(run), sinks_(sinks) {}

  // The value and its unit.
  std::pair<double, std::string> Take(const Output& output,
                                      const std::vector<double>& numbers) const;
  std::vector<std::string> Files() const;
  // Also where no output asks: the run that is to be kept.
  void KeepRun() const { RunOf(); }
  void Load() const { Loaded(); }
  // Throws InputError where an output is of a channel that is not there.
  void CheckChannels() const;

 private:
  const LoadedModel& Loaded() const;
  const Histories& RunOf() const;
  Simulation& Equilibrium() const;
  const std::vector<Mode>& Modes() const;
  Assessment AssessmentOf(const std::string& channel, const std::string& material,
                          const TimeWindow& window) const;

  std::pair<double, std::string> Of(const StatisticOutput& o) const;
  std::pair<double, std::string> Of(const BandOutput& o) const;
  std::pair<double, std::string> Of(const DamageOutput& o) const;
  std::pair<double, std::string> Of(const LifeOutput& o) const;
  std::pair<double, std::string> Of(const ModeOutput& o) const;
  std::pair<double, std::string> Of(const StaticOutput& o) const;
  std::pair<double, std::string> Of(const KcOutput& o) const;
  std::pair<double, std::string> Of(const FormulaOutput& o) const;

  const Study& study_;
  const Run& run_;
  const SinkMaker& sinks_;
  mutable std::unique_ptr<LoadedModel> loaded_;
  mutable std::unique_ptr<Histories> histories_;
  mutable std::unique_ptr<Simulation> equilibrium_;
  mutable std::optional<std::vector<Mode>> modes_;
  mutable std::vector<std::string> materials_;
  mutable const std::vector<double>* numbers_ = nullptr;  // of inputs and outputs so far
};

const LoadedModel& Analyses::Loaded() const {
  if (loaded_) return *loaded_;
  auto loaded = std::make_unique<LoadedModel>(LoadModel(study_.model, AssignmentsOf(study_, run_),
                                                        CaseOf(study_, run_), study_.memory.get()));
  for (size_t i = 0; i < study_.factors.size(); ++i) {
    const Factor& factor = study_.factors[i];
    if (!factor.scale) continue;
    ScaleBushings(factor.bushings, *factor.scale, factor.directions,
                  std::get<double>(run_.values[i]), &loaded->model);
  }
  for (const LawDraw& draw : study_.draws) {
    std::vector<double> parameters;
    for (size_t i = 0; i < draw.values.size(); ++i) {
      parameters.push_back(std::get<double>(run_.values[draw.first + i]));
    }
    PlaceLaw(draw, parameters, &loaded->model);
  }
  if (study_.end_time > 0) loaded->model.solver.end_time = study_.end_time;
  if (study_.step > 0) loaded->model.solver.step = study_.step;
  loaded_ = std::move(loaded);
  return *loaded_;
}

std::vector<std::string> Analyses::Files() const {
  std::vector<std::string> files = materials_;
  if (!study_.model.empty()) files.push_back(study_.model);
  if (loaded_) files.insert(files.end(), loaded_->files.begin(), loaded_->files.end());
  for (std::string& file : files)
    file = std::filesystem::absolute(file).lexically_normal().string();
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

void RequireOk(const RunStatus& status) {
  if (!status.ok) throw InputError(status.reason, status.remedy);
}

const Histories& Analyses::RunOf() const {
  if (histories_) return *histories_;
  Simulation simulation(Loaded().model);
  auto histories = std::make_unique<Histories>();
  ResultSinks all = {histories.get()};
  const auto kept =
      sinks_ ? sinks_(run_, Loaded(), simulation) : std::vector<std::unique_ptr<ResultSink>>{};
  for (const auto& sink : kept) all.push_back(sink.get());
  NoProgress progress;
  const RunSummary summary =
      RunInto(&simulation, all, &progress, {.from_equilibrium = study_.from_equilibrium});
  RequireOk(summary.status);
  histories_ = std::move(histories);
  return *histories_;
}

Simulation& Analyses::Equilibrium() const {
  if (equilibrium_) return *equilibrium_;
  auto simulation = std::make_unique<Simulation>(Loaded().model);
  RequireOk(simulation->FindEquilibrium());
  equilibrium_ = std::move(simulation);
  return *equilibrium_;
}

const std::vector<Mode>& Analyses::Modes() const {
  if (!modes_) {
    const LinearSystem linear(Equilibrium().system(), Equilibrium().evaluation());
    modes_ = ComplexModes(linear, kModeCount);
  }
  return *modes_;
}

Assessment Analyses::AssessmentOf(const std::string& channel, const std::string& material,
                                  const TimeWindow& window) const {
  const FatigueMaterial loaded = LoadFatigueMaterial(material);
  materials_.push_back(material);
  const size_t index = RunOf().Find(channel);
  const Unit unit = ParseUnit(RunOf().UnitOf(index));
  AssessmentSettings settings;
  const bool is_force = unit.dimension == ParseUnit("N").dimension;
  settings.method = is_force ? LifeMethod::kForce : LifeMethod::kStress;
  const std::span<const double> samples = RunOf().Samples(index, window);
  std::vector<double> loads(samples.begin(), samples.end());
  for (double& load : loads) load *= unit.scale;
  return AssessSamples(loads, loaded, settings);
}

std::pair<double, std::string> Analyses::Of(const StatisticOutput& o) const {
  const std::string name = kStatistics[o.statistic];
  const size_t channel = RunOf().Find(o.channel);
  return {StatisticOf(RunOf().Samples(channel, o.window), name),
          name == "crest" ? "" : RunOf().UnitOf(channel)};
}

std::pair<double, std::string> Analyses::Of(const BandOutput& o) const {
  const size_t channel = RunOf().Find(o.channel);
  const PowerSpectrum spectrum =
      PowerSpectrumOf(RunOf().Samples(channel, o.window), RunOf().SampleRate(),
                      {.segment = static_cast<size_t>(o.segment)});
  return {spectrum.Rms(o.low, o.high), RunOf().UnitOf(channel)};
}

std::pair<double, std::string> Analyses::Of(const DamageOutput& o) const {
  if (!o.material.empty()) return {AssessmentOf(o.channel, o.material, o.window).damage, ""};
  const size_t channel = RunOf().Find(o.channel);
  double sum = 0;
  for (const LoadCycle& cycle : CountRainflow(RunOf().Samples(channel, o.window)).cycles) {
    sum += cycle.count * std::pow(cycle.Amplitude(), o.slope);
  }
  return {sum, fmt::format("({})^{:g}", RunOf().UnitOf(channel), o.slope)};
}

std::pair<double, std::string> Analyses::Of(const LifeOutput& o) const {
  return {AssessmentOf(o.channel, o.material, o.window).passes, "runs"};
}

std::pair<double, std::string> Analyses::Of(const ModeOutput& o) const {
  const std::vector<Mode>& modes = Modes();
  const Mode* found = nullptr;
  if (o.body.empty()) {
    int number = 0;
    for (const Mode& mode : modes) {
      if (mode.swings() && mode.frequency > 0 && ++number == o.number) found = &mode;
    }
    if (!found) throw InputError(fmt::format("there are {} modes that swing", number));
  } else {
    const std::vector<Body>& bodies = Equilibrium().system().model().bodies;
    std::vector<std::string> names;
    for (const Body& body : bodies) names.push_back(body.name);
    const auto body = std::find(names.begin(), names.end(), o.body) - names.begin();
    if (body == static_cast<long>(names.size())) {
      throw InputError(fmt::format("there is no body '{}'", o.body), SuggestName(o.body, names));
    }
    double largest = 0;
    for (const Mode& mode : modes) {
      if (!mode.swings() || !(mode.frequency > 0)) continue;
      const double share = o.direction >= 0 ? mode.direction_shares(body, o.direction)
                                            : mode.body_shares[static_cast<size_t>(body)];
      if (share > largest) found = &mode;
      largest = std::max(largest, share);
    }
    if (!found) throw InputError(fmt::format("'{}' has no part in any mode", o.body));
  }
  if (o.value == 1) return {found->damping, ""};
  return {found->frequency, "Hz"};
}

std::pair<double, std::string> Analyses::Of(const StaticOutput& o) const {
  const Simulation& simulation = Equilibrium();
  const ChannelSelection selection = simulation.SelectChannelsOfRows();
  const size_t channel = FindChannel(selection.channels(), o.channel);
  std::vector<double> all(simulation.sensors().channels().size());
  std::vector<double> values(selection.channels().size());
  simulation.ReadSensors(all.data());
  selection.Choose(all.data(), values.data());
  return {values[channel], selection.channels()[channel].unit};
}

std::pair<double, std::string> Analyses::Of(const KcOutput& o) const {
  const Model& model = Loaded().model;
  KcAxle axle{.wheels = {}, .body = GuessKcBody(model), .steer = o.steer};
  for (const std::string& frame : o.wheels) axle.wheels.push_back({.frame = frame, .kingpin = {}});
  const ModelGeometry geometry(model);
  axle.radius = geometry.FramePose(geometry.ResolveName(o.wheels[0])).p.z();
  if (!(axle.radius > 0)) throw InputError("the wheel centre is not above z = 0");
  const KcResult result = RunKc(model, axle, {.points = 1});
  const size_t wheel = std::min(static_cast<size_t>(o.wheel), result.wheels.size()) - 1;
  if (o.value == "wheel_rate") {
    for (const KcRate& rate : result.wheel_rates) {
      if (o.pattern.empty() || rate.pattern == o.pattern) return {rate.wheels[wheel], "N/m"};
    }
    throw InputError(fmt::format("there is no wheel rate of the pattern '{}'", o.pattern));
  }
  std::vector<std::string> names;
  for (const KcColumn& column : KcColumns()) {
    names.emplace_back(column.name);
    if (o.value != column.name) continue;
    for (const KcCurve& curve : result.curves) {
      if (curve.test == o.test && curve.pivots == o.pivots &&
          (o.pattern.empty() || curve.pattern == o.pattern) &&
          (o.support.empty() || curve.support == o.support)) {
        return {curve.gradients[wheel].*column.member, curve.gradient_unit};
      }
    }
    throw InputError(fmt::format("there is no test '{}' with pivots '{}' and pattern '{}'", o.test,
                                 o.pivots, o.pattern),
                     "jounce kc --json shows what there is");
  }
  throw InputError(fmt::format("there is no value '{}'", o.value), SuggestName(o.value, names));
}

void Analyses::CheckChannels() const {
  const Simulation simulation(Loaded().model);
  const ChannelSelection selection = simulation.SelectChannelsOfRows();
  for (const Output& output : study_.outputs) {
    std::visit(
        [&](const auto& kind) {
          if constexpr (requires { kind.channel; }) {
            InOutput(output, [&] { FindChannel(selection.channels(), kind.channel); });
          }
        },
        output.kind);
  }
}

// The names are those of inputs that are numbers and of the outputs so far, in this order.
std::pair<double, std::string> Analyses::Of(const FormulaOutput& o) const {
  std::vector<std::string> names;
  for (const TableColumn& column : InputColumns(study_)) {
    if (!column.is_text) names.push_back(column.name);
  }
  for (const Output& output : study_.outputs) {
    if (names.size() < numbers_->size()) names.push_back(output.name);
  }
  const Expression formula = Expression::Parse(o.formula, names);
  return {formula.Evaluate<double>(std::span<const double>(*numbers_)), o.unit};
}

std::pair<double, std::string> Analyses::Take(const Output& output,
                                              const std::vector<double>& numbers) const {
  numbers_ = &numbers;
  return std::visit([this](const auto& kind) { return Of(kind); }, output.kind);
}

void TakeAll(const Study& study, const Run& run, const Analyses& analyses, Outcome* outcome) {
  std::vector<double> numbers;
  for (const FactorValue& value : run.values) {
    if (const auto* number = std::get_if<double>(&value)) numbers.push_back(*number);
  }
  for (const Output& output : study.outputs) {
    InOutput(output, [&] {
      auto [value, unit] = analyses.Take(output, numbers);
      if (std::isnan(value)) throw InputError("it is no number");
      outcome->outputs.push_back(value);
      outcome->units.push_back(std::move(unit));
      numbers.push_back(value);
    });
  }
}

}  // namespace

Assignments AssignmentsOf(const Study& study, const Run& run) {
  Assignments assignments;
  for (size_t i = 0; i < study.factors.size(); ++i) {
    const Factor& factor = study.factors[i];
    if (factor.is_case || factor.scale || factor.draw >= 0) continue;
    const std::string text = TextOf(factor, run.values[i]);
    if (factor.set.empty()) assignments.push_back({factor.name, text});
    for (const std::string& name : factor.set) assignments.push_back({name, text});
  }
  return assignments;
}

std::string CaseOf(const Study& study, const Run& run) {
  for (size_t i = 0; i < study.factors.size(); ++i) {
    if (study.factors[i].is_case) return std::get<std::string>(run.values[i]);
  }
  return study.case_name;
}

void CheckRun(const Study& study, const Run& run) {
  if (study.model.empty()) return;
  const SinkMaker none;
  Analyses(study, run, none).CheckChannels();
}

Outcome Evaluate(const Study& study, const Run& run, const SinkMaker& sinks) {
  Outcome outcome{.key = run.key};
  const Analyses analyses(study, run, sinks);
  try {
    if (!study.model.empty()) analyses.Load();
    if (sinks) analyses.KeepRun();
    TakeAll(study, run, analyses, &outcome);
    outcome.state = RunState::kDone;
  } catch (const InputError& error) {
    const Diagnostic& d = error.diagnostics().front();
    outcome.reason = d.remedy.empty() ? d.message : fmt::format("{} ({})", d.message, d.remedy);
  } catch (const std::bad_alloc&) {
    outcome.reason = "there is not enough memory for it";
  } catch (const std::exception& error) {
    outcome.reason = error.what();
  }
  if (outcome.state != RunState::kDone) {
    outcome.outputs.clear();
    outcome.units.clear();
  }
  outcome.files = analyses.Files();
  return outcome;
}

}  // namespace jounce::study
