#include "mechanics/joint_probes.h"

#include <algorithm>

#include "mechanics/frame_link.h"
#include "mechanics/link_function.h"
#include "mechanics/turn_counter.h"
#include "model/probe_kinds.h"

namespace jounce {
namespace {

JointCoordinates FreeOf(const System& system, const Sensor& sensor) {
  const std::vector<Joint>& joints = system.model().joints;
  const auto joint = std::find_if(joints.begin(), joints.end(),
                                  [&](const Joint& j) { return j.name == sensor.item; });
  return joint == joints.end() ? JointCoordinates() : CoordinatesOf(joint->kind);
}

std::vector<LinkFunction> FunctionsOf(const JointCoordinates& free) {
  std::vector<LinkFunction> functions;
  if (free.travel) functions.push_back(LinkFunction::Point(Eigen::Vector3d::UnitZ()));
  if (free.angle) functions.push_back(LinkFunction::Angle());
  return functions;
}

class LinkProbe : public Probe {
 public:
  LinkProbe(const System& system, const Sensor& sensor, const FramePair& frames,
            std::vector<LinkFunction> functions)
      : Probe(ChannelsOf(system.model(), sensor)),
        link_(frames),
        functions_(std::move(functions)) {}

  std::optional<SeenUnknowns> Sees() const override {
    return SeenUnknowns{{link_.first_body(), link_.second_body()}, {}, {}};
  }

 protected:
  using Row6 = Eigen::Matrix<double, 1, 6>;
  // Adds g . d, for d = D_A d_A + D_B d_B.
  static void Spread(const FrameLink::IncrementMatrices& D, const Row6& g,
                     Eigen::RowVectorXd* row) {
    row->segment<6>(0) += g * D.first;
    row->segment<6>(6) += g * D.second;
  }

  FrameLink link_;
  std::vector<LinkFunction> functions_;
};

class CoordinateProbe final : public LinkProbe {
 public:
  CoordinateProbe(const System& system, const Sensor& sensor, const FramePair& frames,
                  std::vector<LinkFunction> functions)
      : LinkProbe(system, sensor, frames, std::move(functions)),
        turns_(system.FindTurnCounter(sensor.name)) {}

  void Read(const Evaluation& at, double* values) const override {
    const Pose H = link_.RelativePose(at.state);
    for (const LinkFunction& function : functions_) {
      *values++ =
          function.is_angle() ? turns_->Angle(System::Slice(at, *turns_)) : function.Value(H);
    }
  }

  void Differentiate(const Evaluation& at, int channel, ScalarGradient* gradient) const override {
    const Pose H = link_.RelativePose(at.state);
    Spread(link_.Increments(H), functions_[channel].Gradient(H).transpose(), &gradient->K);
  }

 private:
  const TurnCounter* turns_;
};

// The rate g . v. With d the relative increment, dg = curvature d and dv = dv_B - A dv_A -
// ad(A v_A) d (frame_link.h).
class RateProbe final : public LinkProbe {
 public:
  using LinkProbe::LinkProbe;

  void Read(const Evaluation& at, double* values) const override {
    const RelativeMotion motion = link_.Motion(at.state);
    for (const LinkFunction& function : functions_) {
      *values++ = function.Gradient(motion.H).dot(motion.v);
    }
  }

  void Differentiate(const Evaluation& at, int channel, ScalarGradient* gradient) const override {
    const RelativeMotion motion = link_.Motion(at.state);
    const LinkFunction& function = functions_[channel];
    const Row6 g = function.Gradient(motion.H).transpose();
    const FrameLink::IncrementMatrices D = link_.Increments(motion.H);
    Spread(D, motion.v.transpose() * function.Curvature(motion.H) - g * AdjointBracket(motion.v_A),
           &gradient->K);
    Spread(D, g, &gradient->C);
  }
};

}  // namespace

std::unique_ptr<Probe> MakeJointCoordinateProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<CoordinateProbe>(system, sensor, *system.JointFrames(sensor.item),
                                           FunctionsOf(FreeOf(system, sensor)));
}

std::unique_ptr<Probe> MakeJointVelocityProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<RateProbe>(system, sensor, *system.JointFrames(sensor.item),
                                     FunctionsOf(FreeOf(system, sensor)));
}

std::unique_ptr<Probe> MakeAngleProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<CoordinateProbe>(system, sensor, PlaceSensor(system.geometry(), sensor),
                                           std::vector<LinkFunction>{LinkFunction::Angle()});
}

std::optional<FramePair> TurningJoint(const System& system, const Sensor& sensor) {
  if (!FreeOf(system, sensor).angle) return std::nullopt;
  return *system.JointFrames(sensor.item);
}

std::optional<FramePair> TurningAngle(const System& system, const Sensor& sensor) {
  return PlaceSensor(system.geometry(), sensor);
}

}  // namespace jounce
