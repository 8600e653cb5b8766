#include "mechanics/load_probes.h"

#include <algorithm>

#include "mechanics/constraint.h"
#include "mechanics/frame_probes.h"
#include "model/probe_kinds.h"

namespace jounce {

FramePair FramesOfItem(const System& system, const std::string& name) {
  if (const FramePair* joint = system.JointFrames(name)) return *joint;
  for (const Motion& motion : system.model().motions) {
    if (motion.name == name) return system.MotionFrames(motion);
  }
  for (const Connection& connection : system.model().connections) {
    if (connection.name == name) return system.geometry().Resolve(connection.ends);
  }
  return {};
}

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
// Derivatives by all that a reaction sees, without memory to be asked for.
constexpr int kMostSeen = 96;
using Matrix3X = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, kMostSeen>;
using Matrix6X = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, kMostSeen>;

// A connection by the user's name, also where a joint or motion has the same one.
const ConnectionElement* FindConnection(const System& system, const std::string& name) {
  const std::vector<Connection>& connections = system.model().connections;
  for (size_t i = 0; i < connections.size(); ++i) {
    if (connections[i].name == name) return system.connections()[i];
  }
  return nullptr;
}

class ReactionProbe final : public Probe {
 public:
  ReactionProbe(const System& system, const Sensor& sensor)
      : Probe(ChannelsOf(system.model(), sensor)),
        item_(*system.FindItem(sensor.item)),
        ends_(FramesOfItem(system, sensor.item)),
        axes_(AxesOf(system, sensor, ends_)),
        about_(sensor.about.empty() ? ends_.second : system.geometry().ResolveName(sensor.about)),
        along_(sensor.direction != Vector3d::Zero()),
        direction_(sensor.direction.normalized()) {
    const auto* connection = dynamic_cast<const ConnectionElement*>(&item_);
    if (connection && connection->exchanged()) second_slot_ = 0;
    rows_ = item_.bodies().size() == 2 && item_.size() + 12 <= kMostSeen;
    tangents_.Reset(rows_ ? item_.size() : 0);
  }

  void Read(const Evaluation& at, double* values) const override {
    const Loads loads = LoadsAt(at);
    const Matrix3d back = Orientation(at.state, axes_).transpose();
    if (along_) {
      values[0] = direction_.dot(back * loads.force);
      values[1] = direction_.dot(back * loads.moment);
      return;
    }
    Eigen::Map<Vector3d>{values} = back * loads.force;
    Eigen::Map<Vector3d>{values + 3} = back * loads.moment;
  }

  // The bodies of the item, those of the axes and of the point, and the item's multipliers. The
  // loads of a weld, and of a motion that follows signals, depend on more than that.
  std::optional<SeenUnknowns> Sees() const override {
    const auto* constraint = dynamic_cast<const Constraint*>(&item_);
    const auto* connection = dynamic_cast<const ConnectionElement*>(&item_);
    if (!rows_ || (constraint && constraint->MayFollowSignal()) ||
        (connection && connection->is_driven())) {
      return std::nullopt;
    }
    SeenUnknowns seen{item_.bodies(), item_.scalars(), {}};
    seen.slots.push_back(axes_.body);
    seen.slots.push_back(about_.body);
    for (int i = 0; i < item_.multipliers(); ++i) {
      seen.multipliers.push_back(item_.first_multiplier() + i);
    }
    return seen;
  }

  // The item's rows for its second body are those of the reaction, carried there and with its sign
  // changed: so its tangents are the reaction's.
  void Differentiate(const Evaluation& at, int channel, ScalarGradient* gradient) const override {
    tangents_.Reset(item_.size());
    item_.AddTangents(System::Slice(at, item_), &tangents_);
    const Loads loads = LoadsAt(at);
    const Matrix3d back = Orientation(at.state, axes_).transpose();
    const bool is_moment = along_ ? channel == 1 : channel >= 3;
    const Vector3d along = along_ ? direction_ : Vector3d(Vector3d::Unit(channel % 3));
    const Eigen::RowVector3d n = along.transpose() * back;
    gradient->K.noalias() += n * OfLoad(at.state, loads, Spread(tangents_.K), is_moment, true);
    gradient->C.noalias() += n * OfLoad(at.state, loads, Spread(tangents_.C), is_moment, false);
    gradient->M.noalias() += n * OfLoad(at.state, loads, Spread(tangents_.M), is_moment, false);
  }

 private:
  // In ground axes, the moment about the chosen point.
  struct Loads {
    Vector3d force, moment;
    Vector3d own_moment;  // about the second end
    Vector3d arm;         // from the point to the second end
  };

  static Matrix3d Orientation(const SystemState& state, const BodyFrame& frame) {
    return state.pose[frame.body].R * frame.frame.R;
  }

  Loads LoadsAt(const Evaluation& at) const {
    const Vector6 W = item_.Reaction(System::Slice(at, item_));
    const Pose second = at.state.pose[ends_.second.body] * ends_.second.frame;
    Loads loads;
    loads.force = second.R * W.head<3>();
    loads.own_moment = second.R * W.tail<3>();
    loads.arm = second.p - at.state.pose[about_.body] * about_.frame.p;
    loads.moment = loads.own_moment + loads.arm.cross(loads.force);
    return loads;
  }

  int own_columns() const { return 6 * static_cast<int>(item_.bodies().size()); }

  // dW by all that is seen, from the rows of the second body.
  Matrix6X Spread(const Eigen::MatrixXd& tangents) const {
    const int own = own_columns(), rest = static_cast<int>(tangents.cols()) - own;
    const Pose from_body = Inverse(ends_.second.frame);
    Matrix6X dW = Matrix6X::Zero(6, own + 12 + rest);
    for (int i = 0; i < tangents.cols(); ++i) {
      const Vector6 column = tangents.col(i).segment<6>(6 * second_slot_);
      dW.col(i < own ? i : i + 12) = -CarryWrench(from_body, column);
    }
    return dW;
  }

  // Adds how a frame's origin and its turn change to the columns of its slot.
  static void AddPlace(const SystemState& state, const BodyFrame& frame, int slot, Matrix3X* place,
                       Matrix3X* turn) {
    const Matrix3d& R = state.pose[frame.body].R;
    if (place) {
      place->middleCols<3>(6 * slot) += R;
      place->middleCols<3>(6 * slot + 3) -= R * Skew(frame.frame.p);
    }
    if (turn) turn->middleCols<3>(6 * slot + 3) += R;
  }

  // d(force) or d(moment) in ground axes, with the turning of the chosen axes taken off: of dW, and
  // by increments of the poses also of the places.
  Matrix3X OfLoad(const SystemState& state, const Loads& loads, const Matrix6X& dW, bool is_moment,
                  bool poses) const {
    const Matrix3d R = Orientation(state, ends_.second);
    Matrix3X force = R * dW.topRows<3>(), moment = R * dW.bottomRows<3>();
    const Eigen::Index n = dW.cols();
    Matrix3X arm = Matrix3X::Zero(3, n), turn = arm, point = arm, axes = arm;
    if (poses) {
      const int bodies = static_cast<int>(item_.bodies().size());
      AddPlace(state, ends_.second, second_slot_, &arm, &turn);
      AddPlace(state, about_, bodies + 1, &point, nullptr);
      AddPlace(state, axes_, bodies, nullptr, &axes);
      arm -= point;
      force -= Skew(loads.force) * turn;
      moment -= Skew(loads.own_moment) * turn;
    }
    if (!is_moment) return force + Skew(loads.force) * axes;
    moment += Skew(loads.arm) * force - Skew(loads.force) * arm;
    return moment + Skew(loads.moment) * axes;
  }

  const Element& item_;
  FramePair ends_;
  BodyFrame axes_, about_;
  bool along_;  // one direction only
  Vector3d direction_;
  int second_slot_ = 1;  // of the item's bodies: the user's second end
  bool rows_ = false;    // it has rows of its own in the residual
  mutable ElementTangents tangents_;
};

class LawProbe : public Probe {
 public:
  LawProbe(const System& system, const Sensor& sensor)
      : Probe(ChannelsOf(system.model(), sensor)), law_(*FindConnection(system, sensor.item)) {}

  // Its two bodies, which come before all that its preload follows.
  std::optional<SeenUnknowns> Sees() const override {
    return SeenUnknowns{{law_.bodies()[0], law_.bodies()[1]}, {}, {}};
  }

 protected:
  const ConnectionElement& law_;
};

class StrainProbe final : public LawProbe {
 public:
  using LawProbe::LawProbe;

  void Read(const Evaluation& at, double* values) const override {
    double force[kMaxLawDimension];
    law_.Measure(System::Slice(at, law_), values, force);
  }
  void Differentiate(const Evaluation& at, int channel, ScalarGradient* gradient) const override {
    gradient->K += law_.Slopes(System::Slice(at, law_)).strain_K.row(channel);
  }
};

class LawForceProbe final : public LawProbe {
 public:
  using LawProbe::LawProbe;

  // A preload that follows signals depends on more.
  std::optional<SeenUnknowns> Sees() const override {
    if (law_.is_driven()) return std::nullopt;
    return LawProbe::Sees();
  }

  void Read(const Evaluation& at, double* values) const override {
    double strain[kMaxLawDimension];
    law_.Measure(System::Slice(at, law_), strain, values);
  }
  void Differentiate(const Evaluation& at, int channel, ScalarGradient* gradient) const override {
    const LawSlopes slopes = law_.Slopes(System::Slice(at, law_));
    gradient->K += slopes.force_K.row(channel);
    gradient->C += slopes.force_C.row(channel);
  }
  const ConnectionElement* ForceLaw() const override { return &law_; }
};

// Of what follows signals, the value that the signals have; else a function of time.
class InputProbe final : public Probe {
 public:
  InputProbe(const System& system, const Sensor& sensor)
      : Probe(ChannelsOf(system.model(), sensor)), system_(system), item_(sensor.item) {
    const TimeFunctionSettings& function = FunctionOf(system.model(), sensor.item);
    if (!UsesSignals(function)) function_ = MakeTimeFunction(function);
  }

  void Read(const Evaluation& at, double* values) const override {
    if (!function_ && node_ < 0) node_ = system_.signals().NodeOfOwner(item_);
    *values = function_ ? function_->Value(at.state.time) : system_.signals().Value(at, node_);
  }
  // Of signals, the signals themselves can be used.
  std::optional<SeenUnknowns> Sees() const override {
    if (!function_) return std::nullopt;
    return SeenUnknowns();
  }

 private:
  // A motion comes before a load of the same name.
  static const TimeFunctionSettings& FunctionOf(const Model& model, const std::string& item) {
    for (const Motion& motion : model.motions) {
      if (motion.name == item) return motion.function;
    }
    return std::find_if(model.loads.begin(), model.loads.end(),
                        [&](const Load& load) { return load.name == item; })
        ->function;
  }

  const System& system_;
  std::string item_;
  std::shared_ptr<const TimeFunction> function_;
  mutable int node_ = -1;
};

// For results; other signals use a signal by its own name.
class SignalProbe final : public Probe {
 public:
  SignalProbe(const System& system, const Sensor& sensor)
      : Probe(ChannelsOf(system.model(), sensor)), system_(system), item_(sensor.item) {}

  void Read(const Evaluation& at, double* values) const override {
    if (node_ < 0) node_ = system_.signals().Find(item_);
    *values = system_.signals().Value(at, node_);
  }

 private:
  const System& system_;
  std::string item_;
  mutable int node_ = -1;
};

// The outputs of an element of a kind, which do not depend on its inputs.
class ElementProbe final : public Probe {
 public:
  ElementProbe(const System& system, const Sensor& sensor)
      : Probe(ChannelsOf(system.model(), sensor)), element_(Find(system, sensor.item)) {}

  void Read(const Evaluation& at, double* values) const override {
    element_.Outputs(System::Slice(at, element_), values);
  }
  std::optional<SeenUnknowns> Sees() const override { return element_.SeenByOutputs(); }
  void Differentiate(const Evaluation& at, int channel, ScalarGradient* gradient) const override {
    element_.OutputSlopes(System::Slice(at, element_), channel, gradient);
  }

 private:
  static const FrameElement& Find(const System& system, const std::string& name) {
    const std::vector<ElementItem>& items = system.model().elements;
    const auto found = std::find_if(items.begin(), items.end(),
                                    [&](const ElementItem& item) { return item.name == name; });
    return *system.frame_elements()[found - items.begin()];
  }

  const FrameElement& element_;
};

}  // namespace

std::unique_ptr<Probe> MakeReactionProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<ReactionProbe>(system, sensor);
}
std::unique_ptr<Probe> MakeStrainProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<StrainProbe>(system, sensor);
}
std::unique_ptr<Probe> MakeLawForceProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<LawForceProbe>(system, sensor);
}
std::unique_ptr<Probe> MakeInputProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<InputProbe>(system, sensor);
}

std::unique_ptr<Probe> MakeElementProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<ElementProbe>(system, sensor);
}

std::unique_ptr<Probe> MakeSignalProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<SignalProbe>(system, sensor);
}

}  // namespace jounce
