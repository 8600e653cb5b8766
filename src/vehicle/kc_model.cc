#include "vehicle/kc_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/names.h"
#include "mechanics/assembly.h"
#include "model/geometry.h"
#include "solve/design_position.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

// The point of a joint on one body, in ground axes as drawn.
Vector3d PointOf(const ModelGeometry& geometry, const Joint& joint) {
  return geometry.FramePose(geometry.Resolve(joint.ends).first).p;
}

const Joint& FindJoint(const Model& model, const std::string& name) {
  std::vector<std::string> known;
  for (const Joint& joint : model.joints) {
    if (joint.name == name) return joint;
    known.push_back(joint.name);
  }
  throw InputError(fmt::format("there is no joint '{}'", name), SuggestName(name, known));
}

bool IsOn(const ModelGeometry& geometry, const Ends& ends, int body) {
  const FramePair pair = geometry.Resolve(ends);
  return pair.first.body == body || pair.second.body == body;
}

bool TouchesGround(const ModelGeometry& geometry, const Ends& ends) {
  const FramePair pair = geometry.Resolve(ends);
  return geometry.IsPrescribed(pair.first.body) || geometry.IsPrescribed(pair.second.body);
}

class KcModelMaker {
 public:
  KcModelMaker(const Model& model, const KcAxle& axle, const KcSetup& setup)
      : model_(model), geometry_(model), axle_(axle), setup_(setup), sides_(KcSides(model, axle)) {
    for (const Body& body : model.bodies) names_.push_back(body.name);
  }

  Model Make() {
    LeaveOut();
    FixPreloads();
    Prune();
    if (setup_.rigid_pivots) AddPivots();
    if (axle_.body != kGroundName) HoldBody();
    for (size_t i = 0; i < axle_.wheels.size(); ++i) AddWheel(i);
    if (!axle_.steer.empty()) HoldSteering();
    return std::move(model_);
  }

 private:
  // Loads, motions and what is measured belong to other tests; what ties the vehicle to the ground
  // is the road's or another rig's.
  void LeaveOut() {
    if (std::any_of(model_.connections.begin(), model_.connections.end(),
                    [](const Connection& c) { return c.design_position; })) {
      preloads_ = FindDesignPreloads(Assemble(model_)).preloads;
    }
    model_.loads.clear();
    model_.motions.clear();
    model_.sensors.clear();
    model_.signals.clear();
    model_.channels = {};
    model_.initial = {};
    for (Frame& frame : model_.frames) {
      for (auto& function : frame.motion.functions) {
        if (function) *function = TimeFunctionSettings{.constant = 0.0};
      }
    }
    if (axle_.body == kGroundName) return;
    std::erase_if(model_.connections,
                  [&](const Connection& c) { return TouchesGround(geometry_, c.ends); });
    std::erase_if(model_.joints, [&](const Joint& j) { return TouchesGround(geometry_, j.ends); });
  }

  // Those of the vehicle on its wheels.
  void FixPreloads() {
    for (const DesignPreload& found : preloads_) {
      for (Connection& connection : model_.connections) {
        if (connection.name != found.connection) continue;
        connection.preload.resize(found.preload.size(), 0.0);
        for (size_t i = 0; i < found.preload.size(); ++i) connection.preload[i] += found.preload[i];
      }
    }
    for (Connection& connection : model_.connections) connection.design_position = false;
  }

  // What hangs on the held body by itself, such as the other axle, is no part of the test.
  void Prune() {
    if (!model_.beams.empty() || !geometry_.nodes().empty()) return;
    std::vector<int> group(model_.bodies.size());
    std::iota(group.begin(), group.end(), 0);
    for (const Joint& joint : model_.joints) Unite(joint.ends, &group);
    for (const Connection& connection : model_.connections) Unite(connection.ends, &group);
    for (const Coupler& coupler : model_.couplers) {
      int first = -1;
      for (const Coupler::Term& term : coupler.AllTerms()) {
        const int body = geometry_.Resolve(FindJoint(model_, term.joint).ends).second.body;
        if (first < 0) first = body;
        Merge(first, body, &group);
      }
    }
    std::set<int> kept;
    for (const KcWheel& wheel : axle_.wheels) {
      kept.insert(group[static_cast<size_t>(geometry_.ResolveName(wheel.frame).body)]);
    }
    if (!axle_.steer.empty()) {
      const FramePair pair = geometry_.Resolve(FindJoint(model_, axle_.steer).ends);
      for (int body : {pair.first.body, pair.second.body}) {
        if (IsFree(body)) kept.insert(group[static_cast<size_t>(body)]);
      }
    }
    const auto is_gone = [&](int body) {
      return IsFree(body) && !kept.contains(group[static_cast<size_t>(body)]);
    };
    const auto has_lost = [&](const Ends& ends) {
      const FramePair pair = geometry_.Resolve(ends);
      return is_gone(pair.first.body) || is_gone(pair.second.body);
    };
    std::erase_if(model_.couplers, [&](const Coupler& coupler) {
      const auto terms = coupler.AllTerms();
      return !terms.empty() && has_lost(FindJoint(model_, terms[0].joint).ends);
    });
    std::erase_if(model_.joints, [&](const Joint& joint) { return has_lost(joint.ends); });
    std::erase_if(model_.connections, [&](const Connection& c) { return has_lost(c.ends); });
    std::erase_if(model_.frames, [&](const Frame& frame) {
      return is_gone(geometry_.ResolveName(frame.name).body);
    });
    std::erase_if(model_.bodies,
                  [&](const Body& body) { return is_gone(geometry_.BodyIndex(body.name)); });
  }

  // Neither the ground nor the body that is held.
  bool IsFree(int body) const {
    return body < geometry_.ground() && body != geometry_.BodyIndex(axle_.body);
  }

  void Unite(const Ends& ends, std::vector<int>* group) const {
    const FramePair pair = geometry_.Resolve(ends);
    Merge(pair.first.body, pair.second.body, group);
  }

  void Merge(int a, int b, std::vector<int>* group) const {
    if (!IsFree(a) || !IsFree(b)) return;
    const int old = (*group)[static_cast<size_t>(b)], kept = (*group)[static_cast<size_t>(a)];
    std::replace(group->begin(), group->end(), old, kept);
  }

  void AddPivots() {
    for (const Connection& connection : model_.connections) {
      if (connection.kind != ConnectionKind::kBushing) continue;
      Joint ball;
      ball.name = "kc pivot " + connection.name;
      ball.kind = JointKind::kSpherical;
      ball.ends = connection.ends;
      model_.joints.push_back(ball);
    }
  }

  void HoldBody() {
    Joint hold;
    hold.name = "kc body";
    hold.kind = JointKind::kFixed;
    hold.ends = {.first = kGroundName, .second = axle_.body, .at = Vector3d(Vector3d::Zero())};
    if (geometry_.BodyIndex(axle_.body) < 0) {
      std::vector<std::string> known;
      for (const Body& body : model_.bodies) known.push_back(body.name);
      throw InputError(fmt::format("there is no body '{}'", axle_.body),
                       SuggestName(axle_.body, known));
    }
    model_.joints.push_back(hold);
  }

  // A frame on the wheel's carrier, from ground axes as drawn.
  void AddFrame(const std::string& name, int body, const Vector3d& p, const Eigen::Matrix3d& R) {
    Frame frame;
    frame.name = name;
    frame.body = names_[static_cast<size_t>(body)];
    const Pose& H = geometry_.BodyPose(body);
    frame.position = H.R.transpose() * (p - H.p);
    frame.orientation.z_axis = H.R.transpose() * R.col(2);
    frame.orientation.x_axis = H.R.transpose() * R.col(0);
    model_.frames.push_back(frame);
  }

  void AddWheel(size_t i) {
    const BodyFrame carrier = geometry_.ResolveName(axle_.wheels[i].frame);
    const Pose wheel = geometry_.FramePose(carrier);
    AddFrame(KcWheelFrame(i), carrier.body, wheel.p, wheel.R);
    const Vector3d contact = wheel.p - axle_.radius * Vector3d::UnitZ();
    AddFrame(KcContactFrame(i), carrier.body, contact, Eigen::Matrix3d::Identity());
    AddKingpin(i, carrier.body);
    if (setup_.support == KcSupport::kHeld) {
      AddHeight(i, wheel.p);
    } else {
      const bool at_centre = setup_.support == KcSupport::kLoadAtCentre;
      AddLoad(fmt::format("kc weight {}", i + 1), LoadKind::kForce,
              at_centre ? KcWheelFrame(i) : KcContactFrame(i), Vector3d::UnitZ(),
              fmt::format("{:.17g}", setup_.wheel_loads[i]));
    }
    AddInput(i);
  }

  double SignOf(size_t i) const { return setup_.antisymmetric && !sides_[i].is_right() ? -1 : 1; }

  void AddHeight(size_t i, const Vector3d& centre) {
    Frame road;
    road.name = fmt::format("kc road {}", i + 1);
    road.body = kGroundName;
    road.position = centre;
    if (setup_.input == KcInput::kTravel) {
      road.motion.functions[2].emplace();
      road.motion.functions[2]->expression = fmt::format("{}*t", SignOf(i));
    }
    model_.frames.push_back(road);
    Joint support;
    support.name = KcSupportJoint(i);
    support.kind = JointKind::kInPlane;
    support.ends = {.first = road.name, .second = KcWheelFrame(i)};
    model_.joints.push_back(support);
    Sensor force;
    force.name = KcSupportJoint(i);
    force.kind = "reaction";
    force.item = support.name;
    model_.sensors.push_back(force);
  }

  void AddLoad(const std::string& name, LoadKind kind, const std::string& on,
               const Vector3d& direction, const std::string& expression) {
    Load load;
    load.name = name;
    load.kind = kind;
    load.on = on;
    load.direction = direction;
    load.function.expression = expression;
    model_.loads.push_back(load);
  }

  // Of a travel or steering there is no load; a vertical force is asked for by its tangent alone.
  void AddInput(size_t i) {
    const WheelSide& side = sides_[i];
    const std::string name = fmt::format("kc input {}", i + 1);
    const std::string value = fmt::format("{}*t", SignOf(i));
    switch (setup_.input) {
      case KcInput::kLateral:
        return AddLoad(name, LoadKind::kForce, KcContactFrame(i), side.outwards, value);
      case KcInput::kLongitudinalContact:
        return AddLoad(name, LoadKind::kForce, KcContactFrame(i), -side.forwards, value);
      case KcInput::kLongitudinalCentre:
        return AddLoad(name, LoadKind::kForce, KcWheelFrame(i), -side.forwards, value);
      case KcInput::kAligning:
        return AddLoad(name, LoadKind::kTorque, KcWheelFrame(i), side.outwards.cross(side.forwards),
                       value);
      default:
        return;
    }
  }

  void AddKingpin(size_t i, int carrier) {
    const KcWheel& wheel = axle_.wheels[i];
    std::vector<Vector3d> ends;
    if (wheel.kingpin) {
      ends = {PointOf(geometry_, FindJoint(model_, wheel.kingpin->first)),
              PointOf(geometry_, FindJoint(model_, wheel.kingpin->second))};
    } else {
      ends = BallsOf(carrier);
      if (ends.size() < 3) return;
    }
    AddFrame(KcKingpinFrame(i, false), carrier, ends.front(), Eigen::Matrix3d::Identity());
    AddFrame(KcKingpinFrame(i, true), carrier, ends.back(), Eigen::Matrix3d::Identity());
  }

  // From the lowest to the highest.
  std::vector<Vector3d> BallsOf(int carrier) const {
    std::vector<Vector3d> balls;
    for (const Joint& joint : model_.joints) {
      if (joint.kind != JointKind::kSpherical || joint.name.starts_with("kc ")) continue;
      if (IsOn(geometry_, joint.ends, carrier)) balls.push_back(PointOf(geometry_, joint));
    }
    std::sort(balls.begin(), balls.end(),
              [](const Vector3d& a, const Vector3d& b) { return a.z() < b.z(); });
    return balls;
  }

  void HoldSteering() {
    const Joint& joint = FindJoint(model_, axle_.steer);
    Motion motion;
    motion.name = kKcSteering;
    motion.joint = joint.name;
    motion.kind =
        joint.kind == JointKind::kTranslational ? MotionKind::kTranslation : MotionKind::kRotation;
    if (joint.kind != JointKind::kTranslational && joint.kind != JointKind::kRevolute) {
      throw InputError(fmt::format("the joint '{}' cannot steer", joint.name),
                       "the guide of a rack (translational) or the bearing of a column (revolute)");
    }
    motion.function.expression = setup_.input == KcInput::kSteer ? "t" : "0*t";
    model_.motions.push_back(motion);
  }

  Model model_;
  const ModelGeometry geometry_;  // of the vehicle as drawn
  const KcAxle& axle_;
  const KcSetup& setup_;
  const std::vector<WheelSide> sides_;
  std::vector<std::string> names_;  // of the bodies of the vehicle
  std::vector<DesignPreload> preloads_;
};

}  // namespace

std::string KcWheelFrame(size_t wheel) { return fmt::format("kc wheel {}", wheel + 1); }
std::string KcContactFrame(size_t wheel) { return fmt::format("kc contact {}", wheel + 1); }
std::string KcKingpinFrame(size_t wheel, bool upper) {
  return fmt::format("kc {} {}", upper ? "upper" : "lower", wheel + 1);
}
std::string KcSupportJoint(size_t wheel) { return fmt::format("kc support {}", wheel + 1); }

std::vector<WheelSide> KcSides(const Model& model, const KcAxle& axle) {
  const ModelGeometry geometry(model);
  std::vector<WheelSide> sides;
  for (const KcWheel& wheel : axle.wheels) {
    const BodyFrame frame = geometry.ResolveName(wheel.frame);
    if (frame.body >= geometry.ground()) {
      throw InputError(fmt::format("'{}' is not on a rigid body that carries a wheel", wheel.frame),
                       "name a frame at the wheel centre, on the knuckle or the axle");
    }
    const Vector3d centre = geometry.FramePose(frame).p;
    if (centre.y() == 0) {
      throw InputError(fmt::format("'{}' is in the centre plane: it is on no side", wheel.frame));
    }
    WheelSide side;
    side.radius = axle.radius;
    side.outwards = std::copysign(1.0, centre.y()) * Vector3d::UnitY();
    side.forwards = (axle.x_forwards ? 1 : -1) * Vector3d::UnitX();
    sides.push_back(side);
  }
  if (sides.size() == 2 && sides[0].is_right() == sides[1].is_right()) {
    throw InputError("both wheels are on the same side", "an axle has one on each");
  }
  return sides;
}

Model MakeKcModel(const Model& model, const KcAxle& axle, const KcSetup& setup) {
  return KcModelMaker(model, axle, setup).Make();
}

std::string GuessKcBody(const Model& model) {
  double all = 0;
  const Body* heaviest = nullptr;
  const Assembly assembly = Assemble(model);  // welded bodies are one
  for (const Body& body : assembly.model.bodies) {
    all += body.mass;
    if (!heaviest || body.mass > heaviest->mass) heaviest = &body;
  }
  return heaviest && heaviest->mass > 0.5 * all ? heaviest->name : kGroundName;
}

}  // namespace jounce
