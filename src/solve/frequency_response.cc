#include "solve/frequency_response.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

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

// What drives the system: unit wrenches on the bodies, or unit motion of a constraint row.
struct Input {
  std::string unit;
  HarmonicInput amplitudes;
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

Input FindInput(const System& system, const SystemState& state, const std::string& name) {
  const Model& model = system.model();
  const int size = system.motion_count();
  if (const Load* load = FindLoad(model, name)) {
    return {load->kind == LoadKind::kForce ? "N" : "N m", {UnitWrenches(system, state, *load)}};
  }
  if (const Motion* motion = FindMotion(model, name)) {
    const int row = system.FindItem(name)->first_multiplier();
    return {motion->kind == MotionKind::kTranslation ? "m" : "rad", {VectorXd::Zero(size), row}};
  }
  std::vector<std::string> known;
  for (const Load& load : model.loads) known.push_back(load.name);
  for (const Motion& motion : model.motions) known.push_back(motion.name);
  throw InputError(fmt::format("no load or motion is called '{}'", name), SuggestName(name, known));
}

// The sensors that follow a small motion, differentiated with respect to poses, twists and rates.
class SensorSlopes {
 public:
  SensorSlopes(const System& system, const Evaluation& equilibrium)
      : system_(system),
        state_(equilibrium.state),
        reader_(system),
        history_(equilibrium.history, equilibrium.history + system.history_size() + 1),
        next_(history_) {
    ChooseChannels();
    const int size = system.motion_count(), bodies = 6 * system.body_count();
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
      pose_.col(i) = Slope([&](SystemState* s, double d) { s->modal[mode] += d; });
      velocity_.col(i) = Slope([&](SystemState* s, double d) { s->modal_velocity[mode] += d; });
      acceleration_.col(i) =
          Slope([&](SystemState* s, double d) { s->modal_acceleration[mode] += d; });
    }
  }

  const std::vector<ProbeChannel>& channels() const { return channels_; }
  const std::vector<ProbeChannel>& left_out() const { return left_out_; }

  VectorXcd Respond(double omega, const VectorXcd& x) const {
    const Complex i(0, 1);
    VectorXcd all = pose_ * x + velocity_ * (i * omega * x) - acceleration_ * (omega * omega * x);
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

  void ChooseChannels() {
    int source = 0;
    for (const auto& probe : reader_.probes()) {
      const std::vector<ProbeChannel>& channels = probe->channels();
      const int size = static_cast<int>(channels.size());
      if (probe->ForceLaw()) groups_.push_back({source, size, probe->ForceLaw()});
      for (int i = 0; i < size; ++i) {
        (channels[i].linear ? channels_ : left_out_).push_back(channels[i]);
        if (channels[i].linear && !probe->ForceLaw()) groups_.push_back({source + i, 1, nullptr});
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
  SystemState state_;
  SensorReader reader_;
  std::vector<double> history_;
  mutable std::vector<double> next_;  // laws write there, nobody reads it
  std::vector<Group> groups_;
  std::vector<ProbeChannel> channels_, left_out_;
  MatrixXd pose_, velocity_, acceleration_;
};

}  // namespace

FrequencyResponse ComputeFrequencyResponse(const System& system, const Evaluation& equilibrium,
                                           const std::string& input_name,
                                           const std::vector<double>& frequencies) {
  const LinearSystem linear(system, equilibrium);
  const Input input = FindInput(system, equilibrium.state, input_name);
  const SensorSlopes sensors(system, equilibrium);
  FrequencyResponse response{input.unit, sensors.channels(), sensors.left_out(), frequencies, {}};
  const size_t channels = sensors.channels().size();
  response.values.resize(channels * frequencies.size());
  std::vector<double> omegas;
  for (double frequency : frequencies) omegas.push_back(2 * M_PI * frequency);
  const auto threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<VectorXcd> motions(frequencies.size());
  RespondAtAll(linear, input.amplitudes, omegas, threads,
               [&](size_t i, const VectorXcd& x) { motions[i] = x; });
  for (size_t i = 0; i < frequencies.size(); ++i) {
    if (!motions[i].allFinite()) {
      throw InputError({{Severity::kError, system.model().place,
                         fmt::format("there is no response at {:.6g} Hz: something moves without "
                                     "mass and stiffness",
                                     frequencies[i]),
                         "give each body that is free to move or turn its mass and inertia"}});
    }
    const VectorXcd values = sensors.Respond(omegas[i], motions[i]);
    std::copy(values.begin(), values.end(), response.values.begin() + i * channels);
  }
  return response;
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
