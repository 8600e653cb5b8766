#include "solve/sensitivity.h"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <ctime>
#include <numbers>

#include "solve/pole_slopes.h"
#include "solve/slopes_along.h"

namespace jounce {
namespace {

// How often a run is begun anew because an element was found late.
constexpr int kMostRuns = 5;

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

using Effects = SlopesAlong::Effects;

RunStatus StartLike(bool from_equilibrium, Simulation* simulation) {
  return from_equilibrium ? simulation->StartFromEquilibrium() : simulation->Initialize();
}

// The pairs of all variations, started.
template <class Start>
RunStatus MakeEffects(const std::vector<ModelVariation>& variations, const Simulation& base,
                      const Start& start, Effects* effects) {
  for (const ModelVariation& variation : variations) {
    auto plus = std::make_unique<Simulation>(variation.plus);
    auto minus = std::make_unique<Simulation>(variation.minus);
    for (Simulation* side : {plus.get(), minus.get()}) {
      if (RunStatus status = start(side); !status.ok) {
        status.reason = fmt::format("with another '{}': {}", variation.name, status.reason);
        return status;
      }
    }
    effects->push_back(std::make_unique<ParameterEffects>(variation.name, base, std::move(plus),
                                                          std::move(minus), variation.step));
    effects->back()->FindElements(base.evaluation());
  }
  return {};
}

// Writes rows of channels and of their slopes, as the model's `channels` choose them.
class SlopeRecorder {
 public:
  SlopeRecorder(const Simulation& simulation, size_t parameters, SensitivityRecording* recording)
      : recording_(*recording), all_(simulation.sensors().channels().size()) {
    for (size_t k = 0; k <= parameters; ++k) selections_.push_back(simulation.SelectChannels());
    recording_.run = {selections_[0].channels(), {}, {}};
    recording_.slopes.assign(parameters, {});
  }

  template <class Read>
  void Add(const Simulation& simulation, const Read& read) {
    simulation.ReadSensors(all_.data());
    selections_[0].Add(simulation.time(), all_.data(), recording_.run.Appender());
    for (size_t k = 0; k < recording_.slopes.size(); ++k) {
      read(k, all_.data());
      selections_[k + 1].Add(simulation.time(), all_.data(), Appender(k));
    }
  }

  void Finish() {
    selections_[0].Finish(recording_.run.Appender());
    for (size_t k = 0; k < recording_.slopes.size(); ++k) selections_[k + 1].Finish(Appender(k));
  }

 private:
  ChannelSelection::Row Appender(size_t k) {
    return [this, k](double, const std::vector<double>& values) {
      recording_.slopes[k].insert(recording_.slopes[k].end(), values.begin(), values.end());
    };
  }

  SensitivityRecording& recording_;
  std::vector<ChannelSelection> selections_;
  std::vector<double> all_;
};

constexpr double kTwoPi = 2 * std::numbers::pi;

std::complex<double> PoleOf(const Mode& mode) {
  if (!mode.swings()) return -1 / mode.time_constant;
  return {-kTwoPi * mode.frequency * mode.damping, kTwoPi * mode.damped_frequency};
}

// Poles nearer to each other than this part of them are taken for the same one.
constexpr double kSamePole = 1e-6;

// Why a mode has no slopes, as far as the others tell; empty where it may have them.
std::string WhyNone(const std::vector<Mode>& modes, const std::vector<int>& numbers, size_t which) {
  const std::complex<double> s = PoleOf(modes[which]);
  if (s == 0.0) return "nothing holds this motion";
  for (size_t i = 0; i < modes.size(); ++i) {
    if (i == which || std::abs(PoleOf(modes[i]) - s) > kSamePole * std::abs(s)) continue;
    const std::string other = numbers[i] > 0 ? fmt::format("mode {}", numbers[i]) : "another mode";
    return other + " is at the same place: which is which is not determined";
  }
  return "";
}

// Of frequency |s| / 2 pi, damping -Re s / |s| and time constant -1 / s.
ModeSlope SlopeOf(const Mode& mode, bool undamped, std::complex<double> s,
                  std::complex<double> ds) {
  const double size = std::abs(s), growth = (std::conj(s) * ds).real() / size;
  if (!mode.swings()) return {0, 0, ds.real() / (size * size)};
  if (undamped) return {ds.imag() / kTwoPi, 0, 0};
  return {growth / kTwoPi, -ds.real() / size + s.real() * growth / (size * size), 0};
}

// The linear systems of a parameter's two sides, at their own equilibria.
struct LinearSides {
  LinearSystem more, less;
  double step = 0;
};

QuadraticProblem ProblemOf(const LinearSystem& linear, bool undamped, double omega) {
  return undamped ? linear.Undamped() : linear.Quadratic(omega);
}

// A law that knows its stiffness at one frequency only is taken at that of the pole, which moves with
// it: ds = a + b dw, dw = Im ds.
std::complex<double> WithFrequency(const PoleSlopes& pole, const LinearSystem& linear,
                                   std::complex<double> ds) {
  constexpr double kPart = 1e-5;
  const double omega = pole.s().imag();
  const std::complex<double> b =
      pole.Change(linear.Quadratic((1 + kPart) * omega), linear.Quadratic((1 - kPart) * omega)) /
      (2 * kPart * omega);
  return ds + b * (ds.imag() / (1 - b.imag()));
}

void FindModeSlopes(const LinearSystem& linear, const std::vector<LinearSides>& sides,
                    bool undamped, ModeWithSlopes* mode) {
  const std::complex<double> s = PoleOf(mode->mode);
  const double omega = s.imag() > 0 ? s.imag() : kTwoPi;
  const QuadraticProblem problem = ProblemOf(linear, undamped, omega);
  const PoleSlopes pole(problem, s);
  if (!pole.is_single()) {
    mode->why_none = "its pole is there twice, or at a place where two become one";
    return;
  }
  for (const LinearSides& side : sides) {
    std::complex<double> ds =
        pole.Change(ProblemOf(side.more, undamped, omega), ProblemOf(side.less, undamped, omega)) /
        (2 * side.step);
    if (problem.at_one_frequency && s.imag() > 0) ds = WithFrequency(pole, linear, ds);
    mode->slopes.push_back(SlopeOf(mode->mode, undamped, pole.s(), ds));
  }
}

// Brings the simulation, and both sides of each effect, to their equilibria.
RunStatus EffectsAtEquilibrium(const std::vector<ModelVariation>& variations,
                               Simulation* simulation, Effects* effects) {
  const RunStatus status = simulation->FindEquilibrium();
  if (!status.ok) return status;
  return MakeEffects(
      variations, *simulation, [](Simulation* side) { return side->FindEquilibrium(); }, effects);
}

}  // namespace

RunStatus RunWithSensitivities(const Model& model, const std::vector<ModelVariation>& variations,
                               bool from_equilibrium, SensitivityRecording* recording,
                               Progress* progress) {
  const double begin = CpuSeconds();
  Simulation first(model);
  RunStatus status = StartLike(from_equilibrium, &first);
  if (!status.ok) return status;
  Effects effects;
  status = MakeEffects(
      variations, first, [&](Simulation* side) { return StartLike(from_equilibrium, side); },
      &effects);
  if (!status.ok) return status;
  recording->seconds_of_start = CpuSeconds() - begin;
  for (int run = 0; run < kMostRuns; ++run) {
    Simulation simulation(model);
    SlopesAlong slopes(simulation, &effects);
    SlopeRecorder recorder(simulation, effects.size(), recording);
    bool started = false;
    const double run_begin = CpuSeconds();
    status = simulation.Run(
        [&](const Simulation& now) {
          if (!started) {
            slopes.Start();
            simulation.Watch(&slopes);
            started = true;
          }
          if (!slopes.status().ok || slopes.found_late()) return;
          recorder.Add(now, [&](size_t k, double* all) { slopes.Read(k, all); });
        },
        progress, from_equilibrium);
    recorder.Finish();
    recording->seconds_of_run = CpuSeconds() - run_begin;
    if (!status.ok) return status;
    if (!slopes.found_late()) return slopes.status();
  }
  return RunStatus::Failure("elements that depend on a parameter were found again and again",
                            "look at what the parameters do");
}

RunStatus StaticSensitivities(const Model& model, const std::vector<ModelVariation>& variations,
                              SensitivityRecording* recording) {
  Simulation simulation(model);
  Effects effects;
  const RunStatus status = EffectsAtEquilibrium(variations, &simulation, &effects);
  if (!status.ok) return status;
  SlopesAlong slopes(simulation, &effects);
  slopes.Start();
  SlopeRecorder recorder(simulation, effects.size(), recording);
  recorder.Add(simulation, [&](size_t k, double* all) { slopes.Read(k, all); });
  recorder.Finish();
  return status;
}

RunStatus ModeSensitivities(const Model& model, const std::vector<ModelVariation>& variations,
                            bool undamped, int count, std::vector<ModeWithSlopes>* modes) {
  Simulation simulation(model);
  Effects effects;
  const RunStatus status = EffectsAtEquilibrium(variations, &simulation, &effects);
  if (!status.ok) return status;
  SlopesAlong slopes(simulation, &effects);
  slopes.Start();
  const LinearSystem linear(simulation.system(), simulation.evaluation());
  std::vector<LinearSides> sides;
  for (size_t k = 0; k < effects.size(); ++k) {
    const auto [more, less] = slopes.Sides(k);
    sides.push_back({LinearSystem(effects[k]->plus().system(), more),
                     LinearSystem(effects[k]->minus().system(), less), effects[k]->step()});
  }
  // Some more than are asked for, to see whether the last ones are there twice.
  const std::vector<Mode> found =
      undamped ? UndampedModes(linear, count + 2) : ComplexModes(linear, count + 2);
  std::vector<int> numbers(found.size());
  int taken[2] = {}, last = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    if (taken[found[i].swings() ? 0 : 1]++ < count) numbers[i] = ++last;
  }
  modes->clear();
  for (size_t i = 0; i < found.size(); ++i) {
    if (numbers[i] == 0) continue;
    ModeWithSlopes mode{numbers[i], found[i], WhyNone(found, numbers, i), {}};
    if (mode.why_none.empty()) FindModeSlopes(linear, sides, undamped, &mode);
    modes->push_back(std::move(mode));
  }
  return status;
}

}  // namespace jounce
