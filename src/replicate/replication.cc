#include "replicate/replication.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <utility>

#include "io/model_file.h"
#include "replicate/amount.h"
#include "replicate/noise_identification.h"
#include "replicate/parallel.h"
#include "signals/channel_units.h"
#include "signals/fourier.h"

namespace jounce {
namespace {

// Linearization at more lines than this costs more than it tells: the rest is interpolated.
constexpr size_t kMostLines = 3000;

// Servo constraints: radians a step at the top of the band, and what is slower than this part of its
// lower end keeps to what the response says.
constexpr double kServoAngle = 0.15;
constexpr double kServoPull = 0.2;
// Their rehearsal lasts this many periods of the lower end of the band.
constexpr double kRehearsalPeriods = 4;

Assignments AssignmentsOf(const NamedValues& a, const NamedValues& b) {
  Assignments all;
  for (const auto* values : {&a, &b}) {
    for (const auto& [name, value] : *values) all.push_back({name, value});
  }
  return all;
}

bool IsKnown(const ResponseMatrix& matrix, size_t target) {
  return !std::isnan(matrix.At(0, target, 0).real());
}

// Of an event beside others: only asks whether to stop.
class StopAsker : public Progress {
 public:
  explicit StopAsker(const Progress* whole) : whole_(whole) {}
  void Update(double, double, std::string_view) override {}
  bool StopRequested() const override { return whole_ && whole_->StopRequested(); }

 private:
  const Progress* whole_;
};

// Fowler, Noll and Vo's hash of 64 bits.
class Hash {
 public:
  void Add(std::string_view bytes) {
    for (const char c : bytes) value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    value_ = (value_ ^ bytes.size()) * 0x100000001b3;
  }
  void Add(std::span<const double> numbers) {
    for (const double x : numbers) {
      value_ = (value_ ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3;
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace

Replication::Replication(const ReplicatePlan& plan) : plan_(plan) {
  CheckKnowledge();
  ReadEvents();
  CheckBand(plan_.band, rate_, plan_.place);
  CheckTargets();
  MakeVariants();
  for (size_t v = 0; v < variants_.size() && plan_.iteration.start == IterationStart::kServo; ++v) {
    CheckServo(*std::find_if(events_.begin(), events_.end(),
                             [v](const ReplicatedEvent& event) { return event.variant == v; }));
  }
}

std::vector<size_t> Replication::Controlled() const {
  std::vector<size_t> controlled;
  for (size_t i = 0; i < plan_.targets.size(); ++i) {
    if (plan_.targets[i].weight > 0) controlled.push_back(i);
  }
  return controlled;
}

// More unknowns than knowledge.
void Replication::CheckKnowledge() const {
  Diagnostics problems;
  const size_t controlled = Controlled().size();
  const IdentificationSettings& how = plan_.identification;
  if (controlled == 0) {
    problems.Error(plan_.place, "no target is controlled", "give one a `weight` above 0");
  } else if (controlled < plan_.drives.size() && !how.smallest_drives) {
    problems.Error(plan_.place,
                   fmt::format("{} drives are to be found from {} controlled targets",
                               plan_.drives.size(), controlled),
                   "name more targets, or say `identification: {smallest_drives: true}` to take "
                   "the smallest drives of those that do");
  }
  if (how.method == IdentificationMethod::kNoise && !how.noise) {
    problems.Error(plan_.place, "identification by noise without `noise`",
                   "say `noise: {duration: 60 s}`");
  }
  if (plan_.iteration.start == IterationStart::kServo && controlled != plan_.drives.size()) {
    problems.Error(plan_.place,
                   fmt::format("servo constraints find as many drives as targets are prescribed, "
                               "but there are {} drives and {} controlled targets",
                               plan_.drives.size(), controlled),
                   "give others `weight: 0`, or leave out `start: servo`");
  }
  for (const DriveSettings& drive : plan_.drives) {
    if (how.noise && drive.level.empty()) {
      problems.Error(drive.place, fmt::format("drive '{}' has no `level` of noise", drive.name),
                     "give the rms of its noise: 3 mm");
    }
  }
  problems.ThrowIfErrors();
}

void Replication::ReadEvents() {
  for (const EventSettings& settings : plan_.events) {
    ReplicatedEvent event{.name = settings.name, .targets = ReadTargets(plan_, settings)};
    files_.push_back(settings.file);
    if (rate_ == 0) rate_ = event.targets.rate;
    if (event.targets.rate != rate_) {
      throw InputError({{Severity::kError, settings.place,
                         fmt::format("event '{}' has {:g} samples a second, those before have {:g}",
                                     settings.name, event.targets.rate, rate_),
                         "say `edit: {rate: ...}` to resample all"}});
    }
    for (const std::string& note : event.targets.notes) {
      warnings_.push_back(fmt::format("{}: {}", event.name, note));
    }
    events_.push_back(std::move(event));
  }
  const IdentificationSettings& how = plan_.identification;
  if (how.noise) {
    const size_t averages = SegmentsOf(*how.noise, rate_) * static_cast<size_t>(how.noise->runs);
    if (averages < 2 * plan_.drives.size()) {
      throw InputError(
          {{Severity::kError, plan_.place,
            fmt::format("{} averages cannot tell {} drives apart", averages, plan_.drives.size()),
            "longer or more runs of noise, or shorter segments: at least twice as many averages"}});
    }
  }
}

EventBlock Replication::BlockOf(const ReplicatedEvent& event) const {
  return EventBlock(rate_, event.targets.samples.front().size(), plan_.pad, plan_.fade, plan_.band);
}

// Dead channels, and samples that are no numbers.
void Replication::CheckTargets() const {
  Diagnostics problems;
  for (const ReplicatedEvent& event : events_) {
    const EventBlock block = BlockOf(event);
    for (size_t i = 0; i < plan_.targets.size(); ++i) {
      const History& samples = event.targets.samples[i];
      const TargetSettings& target = plan_.targets[i];
      const bool finite =
          std::all_of(samples.begin(), samples.end(), [](double x) { return std::isfinite(x); });
      if (!finite) {
        problems.Error(target.place,
                       fmt::format("target '{}' of event '{}' has samples that are no numbers",
                                   target.name, event.name),
                       "say `edit: {despike: true}`, or cut them off with `begin` and `end`");
        continue;
      }
      double largest = 0;
      for (const double x : samples) largest = std::max(largest, std::abs(x));
      const double rms = RootMeanSquare(block.EventOf(block.Desired(samples)));
      if (!(rms > 1e-9 * largest)) {
        problems.Error(target.place,
                       fmt::format("target '{}' of event '{}' is dead: nothing moves between {:g} "
                                   "and {:g} Hz",
                                   target.name, event.name, plan_.band.low, plan_.band.high),
                       "take it out, or give it `weight: 0` and a band where it moves");
      }
    }
  }
  problems.ThrowIfErrors();
}

void Replication::MakeVariants() {
  for (size_t e = 0; e < events_.size(); ++e) {
    const NamedValues& set = plan_.events[e].set;
    const auto same = std::find_if(variants_.begin(), variants_.end(),
                                   [&](const PlantVariant& v) { return v.set == set; });
    events_[e].variant = same - variants_.begin();
    if (same != variants_.end()) continue;
    PlantVariant variant{.set = set};
    MakePlant(&variant);
    variants_.push_back(std::move(variant));
  }
}

void Replication::MakePlant(PlantVariant* variant) {
  LoadedModel loaded =
      LoadModel(plan_.model, AssignmentsOf(plan_.set, variant->set), plan_.case_name);
  files_.insert(files_.end(), loaded.files.begin(), loaded.files.end());
  for (const Diagnostic& finding : loaded.diagnostics.all()) {
    warnings_.push_back(finding.ToString());
  }
  if (plan_.step) loaded.model.solver.step = *plan_.step;
  loaded.model.solver.output_step = 0;
  variant->drives = FindDrives(loaded.model, plan_.drives);
  std::vector<NamedProbe> names;
  for (const TargetSettings& target : plan_.targets) {
    names.push_back({fmt::format("target '{}'", target.name),
                     target.probe.empty() ? target.name : target.probe, target.place});
  }
  for (const DriveSettings& drive : plan_.drives) {
    if (drive.force_probe.empty()) continue;
    names.push_back({fmt::format("drive '{}'", drive.name), drive.force_probe, drive.place});
  }
  variant->probes = FindProbes(loaded.model, names);
  ReadLimits(*variant);
  variant->plant = std::make_unique<SimulatedPlant>(std::move(loaded.model), variant->drives,
                                                    variant->probes, rate_);
  // The lines of the longest event.
  const auto longest = std::max_element(
      events_.begin(), events_.end(), [](const ReplicatedEvent& a, const ReplicatedEvent& b) {
        return a.targets.samples.front().size() < b.targets.samples.front().size();
      });
  const EventBlock block = BlockOf(*longest);
  const size_t lines = block.end_line() - block.first_line();
  const size_t stride = (lines + kMostLines - 1) / kMostLines;
  std::vector<double> frequencies;
  for (size_t line = block.first_line(); line < block.end_line(); line += stride) {
    frequencies.push_back(block.FrequencyOf(line));
  }
  variant->linear = variant->plant->Linearize(plan_.targets.size(), frequencies);
  CheckMatrix(*variant);
}

// Units of targets, drives and limits.
void Replication::ReadLimits(const PlantVariant& variant) {
  Diagnostics problems;
  limits_.clear();
  levels_.clear();
  for (size_t i = 0; i < plan_.targets.size(); ++i) {
    const TargetSettings& target = plan_.targets[i];
    const ProbeChoice& probe = variant.probes[i];
    for (const ReplicatedEvent& event : events_) {
      const std::string& unit = event.targets.units[i];
      if (ParseChannelUnit(unit).dimension == ParseUnit(probe.unit).dimension) continue;
      problems.Error(target.place,
                     fmt::format("target '{}' of event '{}' is in '{}', but its probe '{}' in '{}'",
                                 target.name, event.name, unit, probe.probe, probe.unit),
                     "name another probe, or say `unit`");
    }
  }
  int force = static_cast<int>(plan_.targets.size());
  for (size_t j = 0; j < plan_.drives.size(); ++j) {
    const DriveSettings& drive = plan_.drives[j];
    const std::string& unit = variant.drives[j].unit;
    const auto read = [&](const std::string& text, const char* what, const std::string& in,
                          bool rate, double* value) {
      if (text.empty()) return;
      *value = ReadAmount(text, in, rate, fmt::format("`{}` of drive '{}'", what, drive.name),
                          drive.place, &problems);
    };
    DriveLimits limits;
    double level = 0;
    read(drive.stroke, "stroke", unit, false, &limits.stroke);
    read(drive.speed, "speed", unit, true, &limits.speed);
    read(drive.level, "level", unit, false, &level);
    if (!drive.force_probe.empty()) {
      limits.force_response = force++;
      read(drive.force, "force", variant.probes[limits.force_response].unit, false, &limits.force);
    }
    if (!drive.unit.empty() && !unit.empty() &&
        !(ParseChannelUnit(drive.unit).dimension == ParseUnit(unit).dimension)) {
      problems.Error(drive.place,
                     fmt::format("drive '{}' is to be written in '{}', but is in '{}'", drive.name,
                                 drive.unit, unit),
                     "give a unit that it can be converted to");
    }
    limits_.push_back(limits);
    levels_.push_back(level);
  }
  problems.ThrowIfErrors();
}

// Drives that move nothing, targets that nothing moves.
void Replication::CheckMatrix(const PlantVariant& variant) const {
  Diagnostics problems;
  const ResponseMatrix& matrix = variant.linear;
  const std::vector<double> means = MeanResponses(matrix);
  const auto mean = [&](size_t i, size_t j) { return means[i * matrix.drives + j]; };
  std::vector<double> largest(matrix.targets, 0.0);
  bool all_known = true;
  for (size_t i = 0; i < matrix.targets; ++i) {
    const TargetSettings& target = plan_.targets[i];
    if (!IsKnown(matrix, i)) {
      all_known = false;
      if (plan_.identification.method == IdentificationMethod::kLinearization &&
          target.weight > 0) {
        problems.Error(target.place,
                       fmt::format("target '{}': '{}' does not follow a small motion linearly, so "
                                   "linearization knows nothing of it",
                                   target.name, variant.probes[i].probe),
                       "say `identification: {method: noise}`, or take another probe");
      }
      continue;
    }
    for (size_t j = 0; j < matrix.drives; ++j) largest[i] = std::max(largest[i], mean(i, j));
    if (largest[i] == 0 && target.weight > 0) {
      problems.Error(target.place, fmt::format("no drive moves target '{}'", target.name),
                     "name another probe, or give it `weight: 0`");
    }
  }
  for (size_t j = 0; j < matrix.drives && all_known; ++j) {
    bool moves = false;
    for (size_t i = 0; i < matrix.targets; ++i) {
      moves = moves || (plan_.targets[i].weight > 0 && mean(i, j) > 1e-9 * largest[i]);
    }
    if (!moves) {
      problems.Error(plan_.drives[j].place,
                     fmt::format("drive '{}' moves no target", plan_.drives[j].name),
                     "take it out, or name a target that it moves");
    }
  }
  problems.ThrowIfErrors();
}

// Steps that divide a sample, are no longer than the model's and short enough for the band.
size_t Replication::StepsPerSample() const {
  const double longest = kServoAngle / (2 * std::numbers::pi * plan_.band.high);
  return FastLengthAbove(static_cast<size_t>(std::ceil(1 / (rate_ * longest) - 1e-9)));
}

ServoConstraints Replication::MakeServo(const ReplicatedEvent& event) const {
  const PlantVariant& variant = variants_[event.variant];
  const std::vector<size_t> controlled = Controlled();
  const std::vector<double> means = MeanResponses(variant.linear);
  const EventBlock block = BlockOf(event);
  ServoSettings settings{.step = 1 / (rate_ * static_cast<double>(StepsPerSample())),
                         .pull = 2 * std::numbers::pi * kServoPull * plan_.band.low};
  for (const size_t i : controlled) {
    settings.targets.push_back(plan_.targets[i].name);
    settings.target_sizes.push_back(
        RootMeanSquare(block.EventOf(block.Desired(event.targets.samples[i]))));
  }
  for (size_t j = 0; j < plan_.drives.size(); ++j) {
    settings.drives.push_back(plan_.drives[j].name);
    // That alone would make one of the targets, where this takes least.
    double size = std::numeric_limits<double>::infinity();
    for (size_t k = 0; k < controlled.size(); ++k) {
      const double mean = means[controlled[k] * plan_.drives.size() + j];
      if (mean > 0) size = std::min(size, settings.target_sizes[k] / mean);
    }
    settings.drive_sizes.push_back(size);
  }
  return ServoConstraints(variant.plant->ModelWith(controlled), variant.drives,
                          std::move(settings));
}

void Replication::CheckServo(const ReplicatedEvent& event) const {
  try {
    ServoConstraints servo = MakeServo(event);
    servo.Start();
    servo.Rehearse(kRehearsalPeriods / plan_.band.low, nullptr);
  } catch (const InputError& error) {
    const Diagnostic& first = error.diagnostics().front();
    throw InputError({{Severity::kError, plan_.place, first.message, first.remedy}});
  }
}

bool Replication::BeginByServo(ReplicatedEvent* event, Progress* progress) const {
  const auto& setup = event->iteration->setup();
  const size_t times = StepsPerSample();
  Histories wanted, guess;
  for (const size_t i : Controlled()) wanted.push_back(setup.block.Refine(setup.desired[i], times));
  for (const History& drive : event->iteration->Correct()) {
    guess.push_back(setup.block.Refine(drive, times));
  }
  ServoConstraints servo = MakeServo(*event);
  servo.Start();
  ServoRun run = servo.Follow(wanted, guess, progress);
  if (run.interrupted) return false;
  if (!run.ok) {
    event->iteration->BeginWith({}, run.reason);
    return true;
  }
  Histories drives;
  for (const History& fine : run.drives) {
    History& drive = drives.emplace_back();
    for (size_t k = 0; k < fine.size(); k += times) drive.push_back(fine[k]);
    setup.block.Rest(&drive);
  }
  event->iteration->BeginWith(std::move(drives), "by servo constraints");
  return true;
}

const ResponseMatrix& Replication::MatrixOf(const PlantVariant& variant) const {
  const bool by_noise = plan_.identification.method == IdentificationMethod::kNoise;
  return by_noise ? *variant.noisy : variant.linear;
}

void Replication::Identify(Progress* progress) {
  for (PlantVariant& variant : variants_) {
    if (!plan_.identification.noise) continue;
    variant.noisy = IdentifyByNoise(*variant.plant, plan_.targets.size(), rate_, levels_,
                                    plan_.band, *plan_.identification.noise, progress);
  }
  ForEachInParallel(events_.size(), 0, [&](size_t e) { PrepareIteration(&events_[e]); });
}

void Replication::PrepareIteration(ReplicatedEvent* event) {
  EventIteration::Setup setup{
      .block = BlockOf(*event), .limits = limits_, .settings = plan_.iteration};
  InverseSettings inverse{.floor = plan_.identification.floor};
  ResponseMatrix matrix = OnLinesOf(MatrixOf(variants_[event->variant]), setup.block);
  for (size_t i = 0; i < plan_.targets.size(); ++i) {
    setup.desired.push_back(setup.block.Desired(event->targets.samples[i]));
    const double weight = plan_.targets[i].weight;
    setup.weights.push_back(weight);
    setup.target_gains.push_back(plan_.targets[i].gain);
    inverse.scale.push_back(weight / RootMeanSquare(setup.block.EventOf(setup.desired.back())));
    if (IsKnown(matrix, i)) continue;
    // Looked at only.
    for (size_t line = 0; line < matrix.frequency.size(); ++line) {
      for (size_t j = 0; j < matrix.drives; ++j) matrix.At(line, i, j) = 0;
    }
  }
  for (const DriveSettings& drive : plan_.drives) setup.drive_gains.push_back(drive.gain);
  setup.inverse = Invert(matrix, inverse);
  setup.matrix = std::move(matrix);
  setup.scaling = std::move(inverse);
  event->iteration.emplace(std::move(setup));
}

bool Replication::Run(Progress* progress,
                      const std::function<void(const ReplicatedEvent&)>& after) {
  std::atomic<bool> whole = true;
  ForEachInParallel(events_.size(), 0, [&](size_t e) {
    ReplicatedEvent& event = events_[e];
    StopAsker own(progress);
    auto begin = std::chrono::steady_clock::now();
    if (plan_.iteration.start == IterationStart::kServo &&
        event.iteration->state().records.empty() && !BeginByServo(&event, &own)) {
      whole = false;
      return;
    }
    const bool done = event.iteration->Run(*variants_[event.variant].plant, &own, [&] {
      const auto now = std::chrono::steady_clock::now();
      event.seconds += std::chrono::duration<double>(now - begin).count();
      begin = now;
      if (after) after(event);
    });
    event.finished = done;
    if (!done) whole = false;
  });
  return whole;
}

std::uint64_t Replication::Fingerprint() const {
  Hash hash;
  const auto add = [&](const std::string& text) { hash.Add(text); };
  for (const DriveSettings& d : plan_.drives) {
    for (const std::string* text :
         {&d.name, &d.item, &d.level, &d.stroke, &d.speed, &d.force, &d.force_probe}) {
      add(*text);
    }
    hash.Add(std::array{d.gain});
  }
  for (const TargetSettings& t : plan_.targets) {
    for (const std::string* text : {&t.name, &t.channel, &t.probe, &t.unit}) add(*text);
    hash.Add(std::array{t.scale, t.weight, t.gain});
  }
  const IterationSettings& i = plan_.iteration;
  hash.Add(std::array{rate_, plan_.band.low, plan_.band.high, plan_.band.low_edge.value_or(-1),
                      plan_.band.high_edge.value_or(-1), plan_.pad, plan_.fade, i.gain,
                      i.least_step, plan_.identification.floor, static_cast<double>(i.start),
                      i.update ? 1.0 : 0.0, static_cast<double>(plan_.identification.method)});
  for (const ReplicatedEvent& event : events_) {
    add(event.name);
    for (const History& samples : event.targets.samples) hash.Add(samples);
  }
  for (const PlantVariant& variant : variants_) {
    for (const std::complex<double> value : variant.linear.values) {
      hash.Add(std::array{value.real(), value.imag()});
    }
  }
  return hash.value();
}

}  // namespace jounce
