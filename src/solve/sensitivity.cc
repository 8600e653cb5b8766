#include "solve/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "solve/matrix_assembly.h"
#include "solve/parameter_effects.h"
#include "solve/step_watcher.h"

namespace jounce {
namespace {

// All elements are asked again whether they depend on a parameter in the first steps, and then once
// in so many.
constexpr long long kFirstSteps = 4;
constexpr long long kLookEvery = 64;
// How often a run is begun anew because an element was found late.
constexpr int kMostRuns = 5;

// How often the slopes of an equilibrium are improved, and what holds what nothing else holds there, as
// a part of the stiffest.
constexpr int kImprovements = 3;
constexpr double kNextToNothing = 1e-10;

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

using Effects = std::vector<std::unique_ptr<ParameterEffects>>;

// Slopes of the motion of one simulation by all parameters, carried on with each step.
class SlopesAlong final : public StepWatcher {
 public:
  SlopesAlong(const Simulation& simulation, Effects* effects)
      : simulation_(simulation),
        system_(simulation.system()),
        effects_(*effects),
        columns_(SlopeColumns(static_cast<int>(effects->size()))),
        coordinates_(system_),
        formula_(MakeStepFormula(system_.model().solver)),
        matrix_(system_, simulation.freedom().active),
        lu_(matrix_.pattern()),
        now_(system_, columns_),
        before_(now_),
        rows_(SlopeRows::Zero(system_.row_count(), columns_)),
        constraints_(SlopeRows::Zero(system_.multiplier_count(), columns_)),
        right_sides_(system_.unknown_count(), static_cast<int>(effects->size())),
        memory_(SlopeRows::Zero(system_.history_size() + 1, columns_)),
        memory_before_(memory_),
        node_rows_(system_.row_count() + system_.multiplier_count()),
        wrenches_(system_.nodes().size()),
        column_(system_.row_count()) {
    variation_.bodies.resize(system_.body_count());
    // Sensors of which a result holds a channel.
    const ChannelSelection selection = simulation.SelectChannels();
    int first = 0;
    for (const auto& probe : simulation.sensors().probes()) {
      const int last = first + static_cast<int>(probe->channels().size());
      wanted_.push_back(std::any_of(
          selection.chosen().begin(), selection.chosen().end(),
          [&](const ChosenChannel& c) { return c.source >= first && c.source < last; }));
      first = last;
    }
  }

  // The simulation has been started. Without parameters nothing is carried along.
  void Start() {
    if (effects_.empty()) return;
    const int motion = system_.motion_count();
    SlopeRows velocity = SlopeRows::Zero(motion, columns_), rate = velocity;
    for (size_t k = 0; k < effects_.size(); ++k) {
      effects_[k]->StartSlopes(static_cast<int>(k), &now_, &velocity, &rate, &memory_);
    }
    if (IsAtRest()) ImproveRest();
    before_ = now_;
    const Eigen::Index size = velocity.size();
    motion_ = {Eigen::VectorXd::Zero(size),
               Eigen::Map<const Eigen::VectorXd>(velocity.data(), size),
               Eigen::Map<const Eigen::VectorXd>(rate.data(), size)};
    trial_ = motion_;
    formula_->Start(motion_);
    memory_before_ = memory_;
  }

  void StepTaken(const TakenStep& step) override {
    if (!status_.ok || effects_.empty()) return;
    if (steps_ < kFirstSteps || steps_ % kLookEvery == 0) LookForMore(step.at);
    ++steps_;
    formula_->SetStep(step.at.h);
    trial_.rate = motion_.rate;
    formula_->Predict(motion_, &trial_);
    std::swap(now_, before_);
    now_.multiplier = before_.multiplier;
    now_.Spread(before_, step.before, step.motion, step.at.state, trial_);
    if (!Solve(step)) return;
    now_.Spread(before_, step.before, step.motion, step.at.state, trial_);
    formula_->Commit(motion_, trial_);
    std::swap(motion_, trial_);
    std::swap(memory_, memory_before_);
    for (size_t k = 0; k < effects_.size(); ++k) {
      effects_[k]->AdvanceMemory(step.at, now_, memory_before_, static_cast<int>(k), &memory_);
    }
  }

  void BegunAnew(const SystemState& state) override {
    if (!status_.ok || effects_.empty()) return;
    status_ = RunStatus::Failure(
        fmt::format(
            "the motion jumps at t = {:.6g} s, where an element switches or a sample is put "
            "out: its slopes end there",
            state.time),
        "end the run before, or take what switches or samples out of the model");
  }

  // Derivatives of all channels of the sensors by a parameter, where the run is now.
  void Read(size_t parameter, double* slopes) {
    effects_[parameter]->ReadSlopes(simulation_.evaluation(), now_, memory_before_, memory_,
                                    static_cast<int>(parameter), wanted_, slopes);
  }

  const RunStatus& status() const { return status_; }
  bool found_late() const { return found_late_; }

 private:
  void LookForMore(const Evaluation& at) {
    for (size_t k = 0; k < effects_.size(); ++k) {
      if (effects_[k]->FindMore(at, memory_, static_cast<int>(k))) found_late_ = true;
    }
  }

  bool IsAtRest() const {
    const SystemState& state = simulation_.state();
    const auto is_zero = [](const Vector6& v) { return v.isZero(0); };
    return system_.open_joints().empty() &&
           std::all_of(state.velocity.begin(), state.velocity.end(), is_zero) &&
           std::all_of(state.acceleration.begin(), state.acceleration.end(), is_zero);
  }

  // Two equilibria differ by what both were found to. With the way of the laws from where they are
  // drawn, K dq = -(dr/dm dm_drawn + dr/dp) is exact; the difference is where its solution begins, so
  // that what is free to move, held by next to nothing, stays there.
  void ImproveRest() {
    std::vector<double> drawn = DrawnMemory(system_), next = drawn;
    SlopeRows drawn_slopes = SlopeRows::Zero(memory_.rows(), columns_);
    for (size_t k = 0; k < effects_.size(); ++k) {
      effects_[k]->DrawnMemorySlopes(static_cast<int>(k), &drawn_slopes);
    }
    const SystemState& state = simulation_.state();
    const Evaluation at{state, HUGE_VAL, drawn.data(), next.data()};
    system_.Residual(at, column_.data(), node_rows_.data());
    for (BodyVariation& v : variation_.bodies) {
      v = {Matrix6::Identity(), Matrix6::Zero(), Matrix6::Zero()};
    }
    variation_.modal_velocity = variation_.modal_acceleration = 0;
    for (int i = 0; i < kImprovements; ++i) {
      MakeRows(at, 1, drawn_slopes);
      double stiffest = 0;
      const int motion = system_.motion_count();
      for (int u = 0; u < motion; ++u) {
        stiffest = std::max(stiffest, std::abs(matrix_.Diagonal(u)));
      }
      for (int u = 0; u < motion; ++u) matrix_.AddToDiagonal(u, kNextToNothing * stiffest);
      if (!lu_.Factor(matrix_.values())) return;
      SolveRightSides(at, 1);
      MoveRest();
      now_.SpreadToNodes(state);
    }
    for (size_t k = 0; k < effects_.size(); ++k) {
      effects_[k]->AdvanceMemory(at, now_, drawn_slopes, static_cast<int>(k), &memory_);
    }
  }

  void MoveRest() {
    const int bodies = 6 * system_.body_count(), scalars = system_.scalar_count();
    const int first_scalar = system_.row_count() - scalars;
    for (int k = 0; k < static_cast<int>(effects_.size()); ++k) {
      for (int i = 0; i < bodies; ++i) now_.pose(i, k) -= right_sides_(i, k);
      for (int i = 0; i < scalars; ++i) {
        now_.pose(first_scalar + i, k) -= right_sides_(bodies + i, k);
      }
      for (int i = 0; i < system_.multiplier_count(); ++i) {
        now_.multiplier(i, k) -= right_sides_(bodies + scalars + i, k);
      }
    }
  }

  // A dx = -(all that the slopes before and the parameters do); trial_ and the multipliers get it.
  bool Solve(const TakenStep& step) {
    for (int i = 0; i < system_.body_count(); ++i) {
      variation_.bodies[i] = coordinates_.Variation(i, *formula_, step.at.state, step.motion);
    }
    variation_.modal_velocity = formula_->velocity_slope();
    variation_.modal_acceleration = formula_->rate_slope();
    MakeRows(step.at, step.constraint_weight, memory_);
    if (!lu_.Factor(matrix_.values())) {
      status_ = RunStatus::Failure(
          fmt::format("the matrix of the slopes is singular at t = {:.6g} s", step.at.state.time),
          "slopes have no meaning where the motion is not determined");
      return false;
    }
    const int parameters = static_cast<int>(effects_.size()), motion = system_.motion_count();
    SolveRightSides(step.at, step.constraint_weight);
    for (int k = 0; k < parameters; ++k) {
      double* x = &right_sides_(0, k);
      coordinates_.MakeIncrements(step.at.state, x);
      for (int i = 0; i < motion; ++i) {
        const Eigen::Index entry = static_cast<Eigen::Index>(i) * columns_ + k;
        trial_.increment[entry] -= x[i];
        trial_.velocity[entry] -= formula_->velocity_slope() * x[i];
        trial_.rate[entry] -= formula_->rate_slope() * x[i];
      }
      for (int i = 0; i < system_.multiplier_count(); ++i) {
        now_.multiplier(i, k) -= step.constraint_weight * x[motion + i];
      }
    }
    return true;
  }

  // The matrix for `variation_`, and the rows that the slopes at hand and the parameters leave.
  void MakeRows(const Evaluation& at, double constraint_weight, const SlopeRows& memory) {
    rows_.setZero();
    constraints_.setZero();
    matrix_.Assemble(at, constraint_weight, variation_,
                     [this](const Element& element, const ElementTangents& tangents) {
                       if (element.remembers()) return;  // asked with what it remembers
                       now_.AddProducts(element, tangents, &rows_, &constraints_);
                     });
    for (size_t k = 0; k < effects_.size(); ++k) {
      effects_[k]->AddResidual(at, now_, memory, static_cast<int>(k), &rows_, &constraints_);
    }
    if (system_.nodes().empty()) return;
    system_.NodeWrenches(at, &node_rows_, &wrenches_);
    now_.AddNodeStiffness(at.state, wrenches_, &rows_);
  }

  void SolveRightSides(const Evaluation& at, double constraint_weight) {
    const int motion = system_.motion_count(), parameters = static_cast<int>(effects_.size());
    const std::vector<bool>& active = simulation_.freedom().active;
    for (int k = 0; k < parameters; ++k) {
      Eigen::Map<Eigen::VectorXd>(column_.data(), rows_.rows()) = rows_.col(k);
      system_.CarryNodeWrenches(at.state, column_.data());
      std::copy_n(column_.begin(), motion, &right_sides_(0, k));
      for (int i = 0; i < system_.multiplier_count(); ++i) {
        right_sides_(motion + i, k) = active[i] ? constraint_weight * constraints_(i, k) : 0;
      }
    }
    lu_.SolveAll(parameters, right_sides_.data());
  }

  const Simulation& simulation_;
  const System& system_;
  Effects& effects_;
  int columns_;
  BodyCoordinates coordinates_;
  std::unique_ptr<StepFormula> formula_;
  MatrixAssembly matrix_;
  SparseLu lu_;
  MotionVariation variation_;
  MotionSlopes now_, before_;
  StepMotion motion_, trial_;  // slopes of what is integrated, all columns of a row together
  SlopeRows rows_, constraints_;
  Eigen::MatrixXd right_sides_;
  SlopeRows memory_, memory_before_;
  std::vector<double> node_rows_;
  std::vector<Vector6> wrenches_;
  std::vector<double> column_;
  std::vector<bool> wanted_;  // sensors
  long long steps_ = 0;
  bool found_late_ = false;
  RunStatus status_;
};

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
  RunStatus status = simulation.FindEquilibrium();
  if (!status.ok) return status;
  Effects effects;
  status = MakeEffects(
      variations, simulation, [](Simulation* side) { return side->FindEquilibrium(); }, &effects);
  if (!status.ok) return status;
  SlopesAlong slopes(simulation, &effects);
  slopes.Start();
  SlopeRecorder recorder(simulation, effects.size(), recording);
  recorder.Add(simulation, [&](size_t k, double* all) { slopes.Read(k, all); });
  recorder.Finish();
  return status;
}

}  // namespace jounce
