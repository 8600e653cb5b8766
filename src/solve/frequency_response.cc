#include "solve/frequency_response.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/names.h"
#include "solve/harmonic_response.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;
using Complex = std::complex<double>;

// Increments by which the slopes of sensors are found [m, rad, and per s, s^2].
constexpr double kIncrement = 1e-5;

// What drives the system with the amplitude 1. Wrenches on bodies and modes, which may depend on the
// frequency, a motion that is prescribed, and a change of the state that sensors see besides it:
// of its inputs, or of a frame that moves on the ground, with its velocity and acceleration.
struct Input {
  using Change = std::function<void(SystemState* state, double amount)>;

  std::string unit;
  std::function<HarmonicInput(double omega)> at;
  std::vector<Change> changes = {};  // of place, velocity, acceleration
};

const Load* FindLoad(const Model& model, const std::string& name) {
  const auto found = std::find_if(model.loads.begin(), model.loads.end(),
                                  [&](const Load& load) { return load.name == name; });
  return found == model.loads.end() ? nullptr : &*found;
}

const Motion* FindMotion(const Model& model, const std::string& name) {
  const auto found = std::find_if(model.motions.begin(), model.motions.end(),
                                  [&](const Motion& motion) { return motion.name == name; });
  return found == model.motions.end() ? nullptr : &*found;
}

// What a wrench on a body or node does to the bodies and modes; the ground feels nothing.
void AddWrench(const System& system, const SystemState& state, int slot, const Vector6& W,
               VectorXd* wrenches) {
  const UnknownLayout& layout = system.layout();
  if (const FlexibleNode* node = system.NodeAt(slot)) {
    wrenches->segment(layout.Scalar(node->first_mode()), node->modes()) +=
        node->shapes().transpose() *
        node->CarryWrenchToBody(state, W, &(*wrenches)[layout.Body(node->body())]);
  } else if (slot < system.body_count()) {
    wrenches->segment<6>(layout.Body(slot)) += W;
  }
}

VectorXd UnitWrenches(const System& system, const SystemState& state, const Load& load) {
  const BodyFrame at = system.geometry().ResolveLoad(load);
  Eigen::Vector3d local = load.direction;
  if (!load.follows_body) local = (state.pose[at.body].R * at.frame.R).transpose() * local;
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  const Vector6 W = load.kind == LoadKind::kForce ? Join(local, zero) : Join(zero, local);
  VectorXd wrenches = VectorXd::Zero(system.row_count());
  AddWrench(system, state, at.body, CarryWrench(at.frame, W), &wrenches);
  if (!load.from.empty()) {
    const int from = system.geometry().Resolve({.second = load.from}).second.body;
    const Pose H = Relative(state.pose[from], state.pose[at.body]);
    AddWrench(system, state, from, -CarryWrench(H, CarryWrench(at.frame, W)), &wrenches);
  }
  return wrenches.head(system.motion_count());
}

// How the rows of all elements follow a change of the state: those of the motion, then constraints.
VectorXd RowSlope(const System& system, const Evaluation& equilibrium, const Input::Change& change,
                  double increment) {
  std::vector<double> history(equilibrium.history, equilibrium.history + system.history_size() + 1);
  const auto rows = [&](double amount) {
    SystemState state = equilibrium.state;
    change(&state, amount);
    std::vector<double> next = history;
    VectorXd motion(system.row_count()), constraints(system.multiplier_count());
    system.Residual({state, std::numeric_limits<double>::infinity(), history.data(), next.data()},
                    motion.data(), constraints.data());
    VectorXd all(system.unknown_count());
    all << motion.head(system.motion_count()), constraints;
    return all;
  };
  return (rows(increment) - rows(-increment)) / (2 * increment);
}

// A program's input: what it changes of the rows it does at any frequency.
Input OfSignal(const System& system, const Evaluation& equilibrium, int number,
               const std::string& unit) {
  const Input::Change change = [number](SystemState* state, double amount) {
    state->inputs[number] += amount;
  };
  const VectorXd rows =
      RowSlope(system, equilibrium, change,
               kIncrement * std::max(1.0, std::abs(equilibrium.state.inputs[number])));
  const HarmonicInput input{-rows.head(system.motion_count()).cast<Complex>(),
                            -rows.tail(system.multiplier_count()).cast<Complex>()};
  return {unit.empty() ? "1" : unit, [input](double) { return input; }, {change}};
}

// The local increment of a frame that moves along or about one of its axes as drawn
// (mechanics/moving_frame.h).
Vector6 FrameIncrement(const System& system, const SystemState& state, int slot, int component) {
  const Eigen::Matrix3d turned =
      system.geometry().BodyPose(slot).R.transpose() * state.pose[slot].R;
  const Eigen::Vector3d unit = Eigen::Vector3d::Unit(component % 3), zero = Eigen::Vector3d::Zero();
  if (component < 3) return Join(turned.transpose() * unit, zero);
  return Join(zero, RotationTangent(LogRotation(turned)) * unit);
}

// What connections to a frame that moves do at this frequency, besides what their rows say at rest.
VectorXcd ByLaws(const System& system, const Evaluation& equilibrium, int slot, const Vector6& d,
                 double omega) {
  std::vector<double> next(equilibrium.history, equilibrium.history + system.history_size() + 1);
  const Evaluation at{equilibrium.state, std::numeric_limits<double>::infinity(),
                      equilibrium.history, next.data()};
  system.EvaluateSignals(at);
  VectorXcd wrenches = VectorXcd::Zero(system.motion_count());
  for (const ConnectionElement* connection : system.connections()) {
    const std::vector<int>& slots = connection->bodies();
    const Evaluation own = System::Slice(at, *connection);
    const ElementMap map(system, *connection);
    for (size_t i = 0; i < slots.size(); ++i) {
      if (slots[i] != slot) continue;
      ElementTangents t;
      t.Reset(connection->size());
      connection->AddTangents(own, &t);
      const Eigen::MatrixXcd law = connection->Linearize(own, omega).StiffnessAt(omega) -
                                   t.K.cast<Complex>() - Complex(0, omega) * t.C;
      VectorXcd rows = law.middleCols(6 * static_cast<int>(i), 6) * d.cast<Complex>();
      if (map.sees_nodes()) {
        MatrixXd P;
        map.Positions(at.state, &P);
        rows = (P.transpose() * rows).eval();
      }
      for (int k = 0; k < map.motion_size(); ++k) {
        if (map.unknowns()[k] >= 0) wrenches[map.unknowns()[k]] -= rows[k];
      }
    }
  }
  return wrenches;
}

Input OfFrame(const System& system, const Evaluation& equilibrium, int slot, int component) {
  const Vector6 d = FrameIncrement(system, equilibrium.state, slot, component);
  Input input;
  input.unit = component < 3 ? "m" : "rad";
  input.changes = {
      [=](SystemState* s, double amount) { s->pose[slot] = s->pose[slot] * ExpPose(amount * d); },
      [=](SystemState* s, double amount) { s->velocity[slot] += amount * d; },
      [=](SystemState* s, double amount) { s->acceleration[slot] += amount * d; }};
  std::vector<VectorXcd> rows;
  for (const Input::Change& change : input.changes) {
    rows.push_back(RowSlope(system, equilibrium, change, kIncrement).cast<Complex>());
  }
  input.at = [=, &system, &equilibrium](double omega) {
    const VectorXcd all = rows[0] + Complex(0, omega) * rows[1] - omega * omega * rows[2];
    return HarmonicInput{
        -all.head(system.motion_count()) + ByLaws(system, equilibrium, slot, d, omega),
        -all.tail(system.multiplier_count())};
  };
  return input;
}

Input FindInput(const System& system, const Evaluation& equilibrium, const std::string& name) {
  const Model& model = system.model();
  if (const Load* load = FindLoad(model, name)) {
    const VectorXcd wrenches = UnitWrenches(system, equilibrium.state, *load).cast<Complex>();
    return {load->kind == LoadKind::kForce ? "N" : "N m",
            [wrenches](double) { return HarmonicInput{wrenches}; }};
  }
  if (const Motion* motion = FindMotion(model, name)) {
    HarmonicInput input{VectorXcd::Zero(system.motion_count()),
                        VectorXcd::Zero(system.multiplier_count())};
    input.motions[system.FindItem(name)->first_multiplier()] = 1;
    return {motion->kind == MotionKind::kTranslation ? "m" : "rad",
            [input](double) { return input; }};
  }
  const std::vector<std::string>& inputs = system.signals().input_names();
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] != name) continue;
    const auto signal = std::find_if(model.signals.begin(), model.signals.end(),
                                     [&](const Signal& s) { return s.name == name; });
    return OfSignal(system, equilibrium, static_cast<int>(i), signal->unit);
  }
  int slot = system.geometry().first_moving();
  for (int frame : system.geometry().moving_frames()) {
    for (int i = 0; i < 6; ++i) {
      const std::string component = model.frames[frame].name + "." + FrameMotion::kNames[i];
      if (component == name) return OfFrame(system, equilibrium, slot, i);
    }
    ++slot;
  }
  throw InputError(fmt::format("no load, motion, input or moving frame is called '{}'", name),
                   SuggestName(name, ResponseInputs(model)));
}

// The sensors that follow a small motion, differentiated with respect to poses, twists and rates.
class SensorSlopes {
 public:
  SensorSlopes(const System& system, const Evaluation& equilibrium, const LinearSystem& linear)
      : system_(system),
        linear_(linear),
        state_(equilibrium.state),
        reader_(system),
        history_(equilibrium.history, equilibrium.history + system.history_size() + 1),
        next_(history_) {
    ChooseChannels();
    const int size = system.motion_count(), bodies = 6 * system.body_count();
    multiplier_.resize(Count(), system.multiplier_count());
    for (int i = 0; i < system.multiplier_count(); ++i) {
      // By 1 N: beside the loads of a vehicle less is lost in rounding.
      multiplier_.col(i) =
          Slope([&](SystemState* s, double d) { s->multiplier[i] += d / kIncrement; }) * kIncrement;
    }
    for (MatrixXd* slope : {&pose_, &velocity_, &acceleration_}) slope->resize(Count(), size);
    for (int i = 0; i < bodies; ++i) {
      const int body = i / 6;
      const Vector6 unit = Vector6::Unit(i % 6);
      pose_.col(i) = Slope(
          [&](SystemState* s, double d) { s->pose[body] = s->pose[body] * ExpPose(d * unit); });
      velocity_.col(i) = Slope([&](SystemState* s, double d) { s->velocity[body] += d * unit; });
      acceleration_.col(i) =
          Slope([&](SystemState* s, double d) { s->acceleration[body] += d * unit; });
    }
    for (int i = bodies; i < size; ++i) {
      const int mode = i - bodies;
      // States have any size.
      const double usual = std::max(1.0, std::abs(state_.modal[mode]));
      pose_.col(i) = Slope([&](SystemState* s, double d) { s->modal[mode] += d * usual; }) / usual;
      velocity_.col(i) = Slope([&](SystemState* s, double d) { s->modal_velocity[mode] += d; });
      acceleration_.col(i) =
          Slope([&](SystemState* s, double d) { s->modal_acceleration[mode] += d; });
    }
  }

  const std::vector<ProbeChannel>& channels() const { return channels_; }
  const std::vector<ProbeChannel>& left_out() const { return left_out_; }

  // What sensors see of an input itself: of its place, velocity, acceleration.
  std::vector<VectorXcd> See(const Input& input) const {
    std::vector<VectorXcd> direct;
    for (const Input::Change& change : input.changes) {
      direct.push_back(Slope(change).cast<Complex>());
    }
    return direct;
  }

  // `amplitudes` of all bodies and modes, then of the multipliers.
  VectorXcd Respond(double omega, const VectorXcd& amplitudes,
                    const std::vector<VectorXcd>& seen) const {
    const Complex i(0, 1);
    const VectorXcd x = amplitudes.head(pose_.cols());
    VectorXcd all = pose_ * x + velocity_ * (i * omega * x) - acceleration_ * (omega * omega * x);
    all += multiplier_ * amplitudes.tail(multiplier_.cols());
    Complex factor = 1;
    for (const VectorXcd& direct : seen) {
      all += factor * direct;
      factor *= i * omega;
    }
    VectorXcd values(channels_.size());
    int out = 0, first = 0;
    for (const Group& group : groups_) {
      if (group.law) {
        VectorXcd strain = all.segment(first, group.size);
        all.segment(first, group.size) = LawStiffness(*group.law, omega) * strain;
      }
      values.segment(out, group.size) = all.segment(first, group.size);
      out += group.size;
      first += group.size;
    }
    return values;
  }

 private:
  // Consecutive channels of one sensor; of the force of a law, its strain is read.
  struct Group {
    int source = 0, size = 0;
    const ConnectionElement* law = nullptr;
  };

  int Count() const { return static_cast<int>(channels_.size()); }

  Eigen::MatrixXcd LawStiffness(const ConnectionElement& law, double omega) const {
    using Square = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Square stiffness(law.dimension(), law.dimension());
    law.LawStiffness(System::Slice(At(state_), law), omega, stiffness.data());
    return stiffness;
  }

  // The reaction of a joint or motion, which follows its multipliers, where all of them are known.
  bool IsReaction(const Probe& probe) const {
    const std::optional<SeenUnknowns> seen = probe.Sees();
    return seen && !seen->multipliers.empty() &&
           std::all_of(seen->multipliers.begin(), seen->multipliers.end(),
                       [&](int multiplier) { return linear_.RowOf(multiplier) >= 0; });
  }

  void ChooseChannels() {
    int source = 0;
    for (const auto& probe : reader_.probes()) {
      const std::vector<ProbeChannel>& channels = probe->channels();
      const int size = static_cast<int>(channels.size());
      const bool is_reaction = IsReaction(*probe);
      if (probe->ForceLaw()) groups_.push_back({source, size, probe->ForceLaw()});
      for (int i = 0; i < size; ++i) {
        const bool linear = channels[i].linear || is_reaction;
        (linear ? channels_ : left_out_).push_back(channels[i]);
        if (linear && !probe->ForceLaw()) groups_.push_back({source + i, 1, nullptr});
      }
      source += size;
    }
  }

  Evaluation At(const SystemState& state) const {
    return {state, std::numeric_limits<double>::infinity(), history_.data(), next_.data()};
  }

  VectorXd Read(const SystemState& state) const {
    std::vector<double> all(reader_.channels().size());
    system_.EvaluateSignals(At(state));
    reader_.Read(At(state), all.data());
    VectorXd chosen(Count());
    int out = 0;
    for (const Group& group : groups_) {
      double strain[kMaxLawDimension], force[kMaxLawDimension];
      if (group.law) group.law->Measure(System::Slice(At(state), *group.law), strain, force);
      for (int i = 0; i < group.size; ++i) {
        chosen[out++] = group.law ? strain[i] : all[group.source + i];
      }
    }
    return chosen;
  }

  template <class Change>
  VectorXd Slope(Change change) const {
    SystemState plus = state_, minus = state_;
    change(&plus, kIncrement);
    change(&minus, -kIncrement);
    system_.UpdateNodes(&plus);
    system_.UpdateNodes(&minus);
    return (Read(plus) - Read(minus)) / (2 * kIncrement);
  }

  const System& system_;
  const LinearSystem& linear_;
  SystemState state_;
  SensorReader reader_;
  std::vector<double> history_;
  mutable std::vector<double> next_;  // laws write there, nobody reads it
  std::vector<Group> groups_;
  std::vector<ProbeChannel> channels_, left_out_;
  MatrixXd pose_, velocity_, acceleration_, multiplier_;
};

// Of all channels of the sensors those that the model's `channels` choose, renamed and in their
// units.
void Choose(const Model& model, FrequencyResponse* response) {
  if (model.channels.list.empty()) return;
  std::vector<ProbeChannel> all = response->channels;
  all.insert(all.end(), response->left_out.begin(), response->left_out.end());
  const auto linear = response->channels.size();
  const std::vector<ChosenChannel> chosen = ChooseChannels(model.channels, all);
  FrequencyResponse made{response->input_unit, {}, {}, response->frequency, {}};
  for (const ChosenChannel& channel : chosen) {
    const bool is_linear = static_cast<size_t>(channel.source) < linear;
    (is_linear ? made.channels : made.left_out).push_back(channel.channel);
  }
  for (size_t row = 0; row < response->frequency.size(); ++row) {
    for (const ChosenChannel& channel : chosen) {
      if (static_cast<size_t>(channel.source) >= linear) continue;
      made.values.push_back(channel.factor * response->Value(row, channel.source));
    }
  }
  *response = std::move(made);
}

}  // namespace

std::vector<FrequencyResponse> ComputeFrequencyResponses(const System& system,
                                                         const Evaluation& equilibrium,
                                                         const std::vector<std::string>& names,
                                                         const std::vector<double>& frequencies) {
  const LinearSystem linear(system, equilibrium);
  const SensorSlopes sensors(system, equilibrium, linear);
  std::vector<Input> inputs;
  std::vector<std::vector<VectorXcd>> seen;
  std::vector<FrequencyResponse> responses;
  const size_t channels = sensors.channels().size();
  for (const std::string& name : names) {
    inputs.push_back(FindInput(system, equilibrium, name));
    seen.push_back(sensors.See(inputs.back()));
    responses.push_back(
        {inputs.back().unit, sensors.channels(), sensors.left_out(), frequencies, {}});
    responses.back().values.resize(channels * frequencies.size());
  }
  std::vector<double> omegas;
  for (double frequency : frequencies) omegas.push_back(2 * M_PI * frequency);
  const auto threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<VectorXcd> motions(names.size() * frequencies.size());
  const auto at = [&](double omega) {
    std::vector<HarmonicInput> all;
    for (const Input& input : inputs) all.push_back(input.at(omega));
    return all;
  };
  RespondAtAll(linear, at, omegas, threads, [&](size_t i, size_t k, const VectorXcd& x) {
    motions[k * frequencies.size() + i] = x;
  });
  for (size_t k = 0; k < names.size(); ++k) {
    for (size_t i = 0; i < frequencies.size(); ++i) {
      const VectorXcd& x = motions[k * frequencies.size() + i];
      if (!x.allFinite()) {
        throw InputError({{Severity::kError, system.model().place,
                           fmt::format("there is no response at {:.6g} Hz: something moves without "
                                       "mass and stiffness",
                                       frequencies[i]),
                           "give each body that is free to move or turn its mass and inertia"}});
      }
      const VectorXcd values = sensors.Respond(omegas[i], x, seen[k]);
      std::copy(values.begin(), values.end(), responses[k].values.begin() + i * channels);
    }
    Choose(system.model(), &responses[k]);
  }
  return responses;
}

FrequencyResponse ComputeFrequencyResponse(const System& system, const Evaluation& equilibrium,
                                           const std::string& input,
                                           const std::vector<double>& frequencies) {
  return ComputeFrequencyResponses(system, equilibrium, {input}, frequencies).front();
}

std::vector<std::string> ResponseInputs(const Model& model) {
  std::vector<std::string> names;
  for (const Load& load : model.loads) names.push_back(load.name);
  for (const Motion& motion : model.motions) names.push_back(motion.name);
  for (const Signal& signal : model.signals) {
    if (signal.input) names.push_back(signal.name);
  }
  for (const Frame& frame : model.frames) {
    for (int i = 0; i < 6; ++i) {
      if (frame.motion.functions[i]) names.push_back(frame.name + "." + FrameMotion::kNames[i]);
    }
  }
  return names;
}

std::vector<double> FrequencyAxis(double first, double last, int count, bool logarithmic) {
  std::vector<double> axis;
  for (int i = 0; i < count; ++i) {
    const double part = count > 1 ? static_cast<double>(i) / (count - 1) : 0;
    axis.push_back(logarithmic ? first * std::pow(last / first, part)
                               : first + part * (last - first));
  }
  return axis;
}

}  // namespace jounce
