#include "correlate/event.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "io/any_signals.h"
#include "signals/fourier.h"

namespace jounce::correlate {
namespace {

// Spectra are those of pieces of two seconds, half of each shared with the next.
constexpr double kPieceSeconds = 2;
// Shapes that are less alike than this are hardly the same mode.
constexpr double kLikeness = 0.5;

Assignments AssignmentsOf(const Plan& plan, const PlanEvent& event) {
  Assignments all;
  for (const Settings* settings : {&plan.set, &event.set}) {
    for (const auto& [name, text] : *settings) all.push_back({name, text, event.place});
  }
  return all;
}

// Amplitudes of a history without phase: sqrt of the mean power of its pieces, a line each; and the
// derivatives of the lines where slopes of the samples are given.
class Spectrum {
 public:
  Spectrum(size_t samples, double rate, double low, double high)
      : fourier_(FastLengthBelow(std::min<size_t>(samples, std::lround(kPieceSeconds * rate)))) {
    const auto length = static_cast<double>(fourier_.length());
    const size_t last = fourier_.NumLines() - 1;
    begin_ = std::min<size_t>(last, std::max<long>(1, std::lround(std::ceil(low * length / rate))));
    end_ = std::min<size_t>(last, std::lround(high * length / rate)) + 1;
    for (size_t i = 0; i < fourier_.length(); ++i) {
      const double turn = 2 * std::numbers::pi * (static_cast<double>(i) + 0.5) / length;
      window_.push_back((1 - std::cos(turn)) * std::sqrt(2 / 3.0) / length);
    }
  }

  std::vector<double> Of(const std::vector<double>& samples) {
    std::vector<std::vector<std::complex<double>>> lines = Lines(samples);
    std::vector<double> amplitudes;
    for (size_t k = begin_; k < end_; ++k) {
      double power = 0;
      for (const auto& piece : lines) power += std::norm(piece[k]);
      amplitudes.push_back(std::sqrt(power / static_cast<double>(lines.size())));
    }
    return amplitudes;
  }

  std::vector<double> SlopesOf(const std::vector<double>& samples,
                               const std::vector<double>& slopes) {
    const auto lines = Lines(samples), changes = Lines(slopes);
    const std::vector<double> amplitudes = Of(samples);
    std::vector<double> result;
    for (size_t k = begin_; k < end_; ++k) {
      double sum = 0;
      for (size_t i = 0; i < lines.size(); ++i) {
        sum += std::real(std::conj(lines[i][k]) * changes[i][k]);
      }
      const double amplitude = amplitudes[k - begin_];
      result.push_back(amplitude > 0 ? sum / (amplitude * static_cast<double>(lines.size())) : 0.0);
    }
    return result;
  }

 private:
  std::vector<std::vector<std::complex<double>>> Lines(const std::vector<double>& samples) {
    std::vector<std::vector<std::complex<double>>> all;
    const size_t length = fourier_.length();
    std::vector<double> piece(length);
    for (size_t first = 0; first + length <= samples.size();
         first += std::max<size_t>(1, length / 2)) {
      double mean = 0;
      for (size_t i = 0; i < length; ++i) mean += samples[first + i] / static_cast<double>(length);
      for (size_t i = 0; i < length; ++i) piece[i] = window_[i] * (samples[first + i] - mean);
      all.emplace_back(fourier_.NumLines());
      fourier_.Forward(piece, all.back());
    }
    return all;
  }

  RealFourier fourier_;
  size_t begin_ = 1, end_ = 1;
  std::vector<double> window_;
};

ChannelChoice Choose(const std::string& name, const std::string& from, const std::string& unit,
                     double scale, const Place& place) {
  ChannelChoice choice;
  choice.name = name;
  choice.from = from;
  choice.unit = unit;
  choice.scale = scale;
  choice.place = place;
  return choice;
}

// Likeness of two shapes, 0 to 1.
double Assurance(const Mode& a, const Mode& b) {
  const double ab = a.direction_motion.cwiseProduct(b.direction_motion).sum();
  const double aa = a.direction_motion.squaredNorm(), bb = b.direction_motion.squaredNorm();
  return aa > 0 && bb > 0 ? ab * ab / (aa * bb) : 0;
}

// Some more than the last that was measured: it may have moved up.
int ModesToFind(const PlanEvent& event) {
  int most = 0;
  for (const PlanMode& mode : event.modes) most = std::max(most, mode.mode);
  return most + 4;
}

}  // namespace

Event::Event(const Plan& plan, const PlanEvent& event) : event_(event) {
  std::vector<std::string> numbers;
  for (const PlanParameter& parameter : plan.parameters) numbers.push_back(parameter.number);
  model_ = std::make_shared<VariedModel>(plan.model, AssignmentsOf(plan, event), "", numbers);
  for (size_t k = 0; k < numbers.size(); ++k) {
    if (model_->parameters()[k].value != 0) continue;
    throw InputError(fmt::format("parameter '{}' is zero in the model", numbers[k]),
                     "what is found is a factor: give the model a value to begin with");
  }
  if (!event_.channels.empty()) ReadMeasurement();
  if (!event_.modes.empty()) FindReferenceModes();
  for (const PlanValue& value : event_.values) {
    items_.push_back({.name = value.name,
                      .unit = "",
                      .held_out = value.held_out || event_.held_out,
                      .deviation = value.deviation,
                      .measured = {value.value},
                      .history = {}});
  }
  for (const PlanMode& mode : event_.modes) {
    items_.push_back({.name = mode.name,
                      .unit = "Hz",
                      .held_out = mode.held_out || event_.held_out,
                      .deviation = mode.deviation,
                      .measured = {mode.frequency},
                      .history = {}});
  }
}

void Event::FindReferenceModes() {
  std::vector<ModeWithSlopes> modes;
  const RunStatus status =
      ModeSensitivities(model_->loaded().model, {}, true, ModesToFind(event_), &modes);
  if (!status.ok) throw InputError(status.reason, status.remedy);
  for (const PlanMode& wanted : event_.modes) {
    const auto number = static_cast<size_t>(wanted.mode);
    if (number > modes.size() || !(modes[number - 1].mode.frequency > 0)) {
      throw InputError({{Severity::kError, wanted.place,
                         fmt::format("the model has no mode {} that swings", number),
                         "see `jounce modes --undamped`"}});
    }
    reference_modes_.push_back(modes[number - 1].mode);
  }
}

void Event::ReadMeasurement() {
  const auto source = OpenAnySignals(event_.measured);
  for (const PlanChannel& channel : event_.channels) {
    Channel read = source->ReadChannel(FindChannel(*source, channel.name, event_.measured));
    const auto fail = [&](const std::string& what) {
      throw InputError(
          fmt::format("{}: channel '{}' {}", event_.measured, channel.name, what),
          "write all channels of an event with one rate, from a multiple of its step on");
    };
    if (rate_ == 0) {
      rate_ = read.sample_rate;
      const double offset = read.start * rate_;
      if (offset < 0 || std::abs(offset - std::round(offset)) > 1e-3)
        fail("begins between samples");
      const double skipped =
          std::max(0.0, std::ceil((event_.start_time - read.start) * rate_ - 1e-6));
      first_ = static_cast<size_t>(std::lround(offset + skipped));
      const auto skip = static_cast<size_t>(skipped);
      size_t last = read.samples.size();
      if (event_.end_time > 0) {
        const double most = std::floor((event_.end_time - read.start) * rate_ + 1e-6) + 1;
        last = std::min(last, static_cast<size_t>(std::max(0.0, most)));
      }
      samples_ = last > skip ? last - skip : 0;
    }
    const size_t skip = first_ - static_cast<size_t>(std::lround(read.start * rate_));
    if (std::abs(read.sample_rate / rate_ - 1) > 1e-9) fail("has another rate than the first one");
    if (samples_ < 8 || read.samples.size() < skip + samples_) fail("has too few samples");
    Channel part = read;
    part.samples.assign(read.samples.begin() + static_cast<long>(skip),
                        read.samples.begin() + static_cast<long>(skip + samples_));
    part.start = static_cast<double>(first_) / rate_;
    if (!std::all_of(part.samples.begin(), part.samples.end(),
                     [](double x) { return std::isfinite(x); })) {
      fail("has samples that are no numbers");
    }
    MeasuredItem item{.name = channel.name,
                      .unit = read.unit,
                      .held_out = channel.held_out || event_.held_out,
                      .weight = channel.weight,
                      .deviation = channel.deviation,
                      .comparison = channel.comparison,
                      .is_history = true,
                      .measured = part.samples,
                      .history = part};
    if (channel.comparison == CompareBy::kSpectrum) {
      item.measured = Spectrum(samples_, rate_, event_.low, event_.high).Of(part.samples);
    }
    items_.push_back(std::move(item));
  }
}

std::vector<double> Event::ValuesAt(const std::vector<double>& factors) const {
  std::vector<double> values;
  for (size_t k = 0; k < factors.size(); ++k) {
    values.push_back(factors[k] * model_->parameters()[k].value);
  }
  return values;
}

void Event::PrepareRun(Model* model) const {
  model->channels.list.clear();
  model->channels.rate = rate_;
  for (size_t i = 0; i < event_.channels.size(); ++i) {
    const PlanChannel& channel = event_.channels[i];
    model->channels.list.push_back(
        Choose(channel.name, channel.simulated.empty() ? channel.name : channel.simulated,
               items_[i].unit, channel.scale, channel.place));
  }
  // A step more than is compared, for the last sample.
  model->solver.end_time = static_cast<double>(first_ + samples_ - 1) / rate_ + model->solver.step;
}

void Event::PrepareRest(Model* model) const {
  model->channels.list.clear();
  model->channels.rate.reset();
  for (const PlanValue& value : event_.values) {
    model->channels.list.push_back(Choose(value.name, value.name, "", 1, value.place));
  }
}

Answer Event::Ask(const std::vector<double>& factors, bool wants_slopes) const {
  Answer answer;
  answer.simulated.resize(items_.size());
  answer.slopes.resize(items_.size());
  answer.histories.resize(items_.size());
  if (!event_.channels.empty()) AskRun(factors, wants_slopes, &answer);
  if (answer.ok && !event_.values.empty()) AskRest(factors, wants_slopes, &answer);
  if (answer.ok && !event_.modes.empty()) AskModes(factors, wants_slopes, &answer);
  return answer;
}

void Event::AskRun(const std::vector<double>& factors, bool wants_slopes, Answer* answer) const {
  const std::vector<double> values = ValuesAt(factors);
  const auto prepare = [this](Model* model) { PrepareRun(model); };
  Model model = model_->At(values).model;
  prepare(&model);
  SensitivityRecording found;
  if (!wants_slopes) {
    Simulation simulation(model);
    const RunStatus status = simulation.Run(&found.run, nullptr, event_.from_equilibrium);
    answer->ok = status.ok;
    answer->reason = status.reason;
  } else {
    const std::vector<ModelVariation> variations = model_->Variations(values, prepare);
    RunStatus status;
    try {
      status = RunWithSensitivities(model, variations, event_.from_equilibrium, &found);
    } catch (const InputError& error) {
      status = RunStatus::Failure(error.what());
    }
    if (!status.ok) {
      answer->warning = fmt::format("event '{}': {}; derivatives are those of whole runs",
                                    event_.name, status.reason);
      RunByDifferences(model, variations, &found, answer);
    }
  }
  for (size_t i = 0; answer->ok && i < event_.channels.size(); ++i) {
    TakeHistory(i, found, i, values, wants_slopes, answer);
  }
}

bool Event::RunByDifferences(const Model& model, const std::vector<ModelVariation>& variations,
                             SensitivityRecording* found, Answer* answer) const {
  const auto run = [&](const Model& one, Recording* recording) {
    Simulation simulation(one);
    const RunStatus status = simulation.Run(recording, nullptr, event_.from_equilibrium);
    if (!status.ok) answer->reason = status.reason;
    answer->ok = answer->ok && status.ok;
  };
  *found = {};
  run(model, &found->run);
  for (const ModelVariation& variation : variations) {
    Recording plus, minus;
    run(variation.plus, &plus);
    run(variation.minus, &minus);
    if (!answer->ok) return false;
    for (size_t i = 0; i < plus.values.size(); ++i) {
      plus.values[i] = (plus.values[i] - minus.values[i]) / (2 * variation.step);
    }
    found->slopes.push_back(std::move(plus.values));
  }
  return answer->ok;
}

void Event::TakeHistory(size_t item, const SensitivityRecording& found, size_t channel,
                        const std::vector<double>& values, bool wants_slopes,
                        Answer* answer) const {
  const size_t channels = found.run.channels.size();
  if (found.run.time.size() < first_ + samples_) {
    answer->ok = false;
    answer->reason = fmt::format("event '{}': the run ends before the measurement", event_.name);
    return;
  }
  const auto column = [&](const std::vector<double>& all, double scale) {
    std::vector<double> part(samples_);
    for (size_t i = 0; i < samples_; ++i) part[i] = scale * all[(first_ + i) * channels + channel];
    return part;
  };
  const std::vector<double> samples = column(found.run.values, 1);
  answer->histories[item] = samples;
  const bool is_spectrum = items_[item].comparison == CompareBy::kSpectrum;
  Spectrum spectrum(samples_, rate_, event_.low, event_.high);
  answer->simulated[item] = is_spectrum ? spectrum.Of(samples) : samples;
  if (!wants_slopes) return;
  Eigen::MatrixXd& slopes = answer->slopes[item];
  slopes.resize(static_cast<long>(answer->simulated[item].size()),
                static_cast<long>(values.size()));
  for (size_t k = 0; k < values.size(); ++k) {
    std::vector<double> of_factor = column(found.slopes[k], model_->parameters()[k].value);
    if (is_spectrum) of_factor = spectrum.SlopesOf(samples, of_factor);
    std::copy(of_factor.begin(), of_factor.end(), slopes.col(static_cast<long>(k)).begin());
  }
}

void Event::AskRest(const std::vector<double>& factors, bool wants_slopes, Answer* answer) const {
  const std::vector<double> values = ValuesAt(factors);
  const auto prepare = [this](Model* model) { PrepareRest(model); };
  Model model = model_->At(values).model;
  prepare(&model);
  SensitivityRecording found;
  const RunStatus status = StaticSensitivities(
      model, wants_slopes ? model_->Variations(values, prepare) : std::vector<ModelVariation>{},
      &found);
  answer->ok = status.ok;
  answer->reason = status.reason;
  if (!status.ok) return;
  for (size_t i = 0; i < event_.values.size(); ++i) {
    const size_t item = event_.channels.size() + i;
    answer->simulated[item] = {found.run.Value(0, i)};
    if (!wants_slopes) continue;
    answer->slopes[item].resize(1, static_cast<long>(values.size()));
    for (size_t k = 0; k < values.size(); ++k) {
      answer->slopes[item](0, static_cast<long>(k)) =
          found.slopes[k][i] * model_->parameters()[k].value;
    }
  }
}

// A mode is the one whose shape is most like that of its number in the model as it stands: numbers
// change places while frequencies move.
const ModeWithSlopes& Event::MostLike(const PlanMode& wanted, const Mode& reference,
                                      const std::vector<ModeWithSlopes>& modes,
                                      Answer* answer) const {
  const ModeWithSlopes& best = *std::max_element(
      modes.begin(), modes.end(), [&](const ModeWithSlopes& a, const ModeWithSlopes& b) {
        return Assurance(a.mode, reference) < Assurance(b.mode, reference);
      });
  if (Assurance(best.mode, reference) < kLikeness) {
    answer->warning = fmt::format(
        "event '{}': with other parameters no mode has quite the shape of '{}'; the one that is "
        "most like it is taken",
        event_.name, wanted.name);
  }
  return best;
}

void Event::AskModes(const std::vector<double>& factors, bool wants_slopes, Answer* answer) const {
  const std::vector<double> values = ValuesAt(factors);
  std::vector<ModeWithSlopes> modes;
  const RunStatus status = ModeSensitivities(
      model_->At(values).model,
      wants_slopes ? model_->Variations(values, [](Model*) {}) : std::vector<ModelVariation>{},
      true, ModesToFind(event_), &modes);
  answer->ok = status.ok;
  answer->reason = status.reason;
  if (!status.ok) return;
  const size_t first = event_.channels.size() + event_.values.size();
  for (size_t i = 0; i < event_.modes.size(); ++i) {
    const ModeWithSlopes& mode = MostLike(event_.modes[i], reference_modes_[i], modes, answer);
    answer->simulated[first + i] = {mode.mode.frequency};
    answer->slopes[first + i].setZero(1, static_cast<long>(values.size()));
    if (!wants_slopes) continue;
    if (!mode.why_none.empty()) {
      answer->ok = false;
      answer->reason = fmt::format("event '{}': mode '{}' has no derivatives: {}", event_.name,
                                   event_.modes[i].name, mode.why_none);
      return;
    }
    for (size_t k = 0; k < values.size(); ++k) {
      answer->slopes[first + i](0, static_cast<long>(k)) =
          mode.slopes[k].frequency * model_->parameters()[k].value;
    }
  }
}

}  // namespace jounce::correlate
