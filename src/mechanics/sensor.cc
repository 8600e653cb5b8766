#include "mechanics/sensor.h"

#include <algorithm>
#include <cmath>

#include "model/beam_line.h"
#include "model/beam_section.h"
#include "model/orientation.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// How a frame moves, in ground axes.
struct PointMotion {
  Pose pose;
  Vector3d velocity, angular_velocity, acceleration, angular_acceleration;

  PointMotion(const SystemState& state, const BodyFrame& frame) {
    pose = state.pose[frame.body] * frame.frame;
    const Vector6 v = InverseTransformTwist(frame.frame, state.velocity[frame.body]);
    const Vector6 a = InverseTransformTwist(frame.frame, state.acceleration[frame.body]);
    const Vector3d u = v.head<3>(), w = v.tail<3>();
    velocity = pose.R * u;
    angular_velocity = pose.R * w;
    // p'' = R (u' + w x u)
    acceleration = pose.R * (a.head<3>() + w.cross(u));
    angular_acceleration = pose.R * a.tail<3>();
  }
};

// Euler angles 3-1-3 of a rotation matrix.
Vector3d Euler313(const Matrix3d& R) {
  const double sine = std::hypot(R(0, 2), R(1, 2));
  if (sine < 1e-12) return {std::atan2(R(1, 0), R(0, 0)), R(2, 2) > 0 ? 0 : M_PI, 0};
  return {std::atan2(R(0, 2), -R(1, 2)), std::atan2(sine, R(2, 2)), std::atan2(R(2, 0), R(2, 1))};
}

}  // namespace

SensorReader::SensorReader(const System& system) : system_(system) {
  for (const Sensor& sensor : system.model().sensors) AddProbe(sensor);
}

const ConnectionElement* FindConnection(const System& system, const std::string& name) {
  const std::vector<Connection>& connections = system.model().connections;
  for (size_t i = 0; i < connections.size(); ++i) {
    if (connections[i].name == name) return system.connections()[i];
  }
  return nullptr;
}

// The ends that the user gave to the item that is measured, or to the sensor itself.
FramePair SensorReader::FramesOf(const Sensor& sensor) const {
  const Model& model = system_.model();
  const bool placed_otherwise = IsOfSection(sensor.kind) || IsStress(sensor.kind);
  if (sensor.kind == SensorKind::kEnergy || placed_otherwise) return {};
  if (sensor.item.empty()) return system_.geometry().ResolveSensor(sensor.ends);
  // In the order in which System::FindItem finds items of one name.
  if (const FramePair* joint = system_.JointFrames(sensor.item)) return *joint;
  for (const Motion& motion : model.motions) {
    if (motion.name == sensor.item) return system_.MotionFrames(motion);
  }
  for (const Connection& connection : model.connections) {
    if (connection.name == sensor.item) return system_.geometry().Resolve(connection.ends);
  }
  return {};
}

void SensorReader::AddProbe(const Sensor& sensor) {
  const std::vector<SensorChannel> channels = ChannelsOf(system_.model(), sensor);
  Probe probe{sensor.kind, sensor.axes, FramesOf(sensor), nullptr,
              static_cast<int>(channels.size())};
  if (sensor.kind == SensorKind::kReaction) probe.item = system_.FindItem(sensor.item);
  if (sensor.kind == SensorKind::kStrain || sensor.kind == SensorKind::kLawForce) {
    probe.item = FindConnection(system_, sensor.item);
  }
  if (IsStress(sensor.kind)) {
    const int body = system_.geometry().BodyIndex(sensor.ends.second);
    const FlexiblePart& part = *system_.model().bodies[body].flexible.part;
    probe.stress =
        std::make_shared<StressField>(system_, body, FindStressPoints(part, sensor.stress));
    if (sensor.kind == SensorKind::kStrainGauge) {
      probe.gauge = GaugeFactors(part.stress_points[probe.stress->point(0)], sensor.direction);
    }
  }
  if (IsOfSection(sensor.kind)) PlaceOnBeam(sensor, &probe);
  channels_.insert(channels_.end(), channels.begin(), channels.end());
  probes_.push_back(probe);
}

// Finds the element that holds the place; at a node, the one before it.
void SensorReader::PlaceOnBeam(const Sensor& sensor, Probe* probe) const {
  const std::vector<Beam>& beams = system_.model().beams;
  const auto beam = std::find_if(beams.begin(), beams.end(),
                                 [&](const Beam& b) { return b.name == sensor.beam; });
  const std::vector<BeamNode> nodes = LayOutBeam(*beam);
  const double station = sensor.along * nodes.back().station;
  int element = 0;
  while (element + 2 < static_cast<int>(nodes.size()) &&
         nodes[element + 1].station < station * (1 - 1e-12)) {
    ++element;
  }
  const double begin = nodes[element].station, end = nodes[element + 1].station;
  probe->part = (station - begin) / (end - begin);
  probe->item = system_.FindItem(ElementName(*beam, element));
  for (const Connection& connection : system_.model().connections) {
    if (connection.name != ElementName(*beam, element)) continue;
    probe->frames = system_.geometry().Resolve(connection.ends);
    break;
  }
  probe->beam = &*beam;
  for (const SectionPoint& point : beam->section.points) {
    if (point.name == sensor.point) probe->point = &point;
  }
}

// The wrench at the element's second end, carried along its helix to the section.
void SensorReader::ReadSection(const Probe& probe, const Evaluation& at, double* values) const {
  const Evaluation own = System::Slice(at, *probe.item);
  if (probe.kind == SensorKind::kSectionStrain) {
    double force[kMaxLawDimension];
    static_cast<const ConnectionElement*>(probe.item)->Measure(own, values, force);
    return;
  }
  const Pose H = Relative(at.state.pose[probe.frames.first.body] * probe.frames.first.frame,
                          at.state.pose[probe.frames.second.body] * probe.frames.second.frame);
  const Pose rest = ExpPose((1 - probe.part) * LogPose(H));
  const Vector6 loads = CarryWrench(rest, -probe.item->Reaction(own));
  if (probe.kind == SensorKind::kSectionForce) {
    Eigen::Map<Vector6>{values} = loads;
    return;
  }
  const SectionStress stress = StressAt(probe.beam->section, *probe.point, loads);
  values[0] = stress.normal;
  values[1] = stress.shear();
  values[2] = stress.mises();
}

void SensorReader::Read(const Evaluation& at, double* values) const {
  for (const Probe& probe : probes_) {
    ReadProbe(probe, at, values);
    values += probe.size;
  }
}

void SensorReader::ReadProbe(const Probe& probe, const Evaluation& at, double* values) const {
  switch (probe.kind) {
    case SensorKind::kReaction: {
      const Vector6 W = probe.item->Reaction(System::Slice(at, *probe.item));
      const PointMotion first(at.state, probe.frames.first), second(at.state, probe.frames.second);
      const Matrix3d R = probe.axes == SensorAxes::kGround ? second.pose.R
                         : probe.axes == SensorAxes::kFirst
                             ? Matrix3d(first.pose.R.transpose() * second.pose.R)
                             : Matrix3d(Matrix3d::Identity());
      Eigen::Map<Vector3d>{values} = R * W.head<3>();
      Eigen::Map<Vector3d>{values + 3} = R * W.tail<3>();
      return;
    }
    case SensorKind::kStrain:
    case SensorKind::kLawForce: {
      double strain[kMaxLawDimension], force[kMaxLawDimension];
      static_cast<const ConnectionElement*>(probe.item)
          ->Measure(System::Slice(at, *probe.item), strain, force);
      const double* source = probe.kind == SensorKind::kStrain ? strain : force;
      std::copy(source, source + probe.size, values);
      return;
    }
    case SensorKind::kEnergy: {
      const Energies e = system_.TotalEnergies(at);
      values[0] = e.kinetic;
      values[1] = e.potential;
      values[2] = e.stored;
      values[3] = e.dissipated;
      return;
    }
    case SensorKind::kSectionForce:
    case SensorKind::kSectionStrain:
    case SensorKind::kSectionStress:
      ReadSection(probe, at, values);
      return;
    case SensorKind::kStress:
    case SensorKind::kVonMises:
    case SensorKind::kPrincipalStress:
    case SensorKind::kStrainGauge:
      ReadStress(probe, at.state, values);
      return;
    default:
      Eigen::Map<Vector3d>{values} = ReadVector(probe, at.state);
  }
}

void SensorReader::ReadStress(const Probe& probe, const SystemState& state, double* values) const {
  if (probe.kind == SensorKind::kVonMises) {
    *values = probe.stress->Largest(state).von_mises;
  } else if (probe.kind == SensorKind::kStress) {
    Eigen::Map<Vector6>{values} = probe.stress->At(0, state);
  } else if (probe.kind == SensorKind::kStrainGauge) {
    *values = probe.gauge.dot(probe.stress->At(0, state));
  } else {
    Eigen::Map<Vector3d>{values} = PrincipalStresses(probe.stress->At(0, state));
  }
}

// Vectors of the second end as seen from the first, in the chosen axes.
Vector3d SensorReader::ReadVector(const Probe& probe, const SystemState& state) const {
  const PointMotion first(state, probe.frames.first), second(state, probe.frames.second);
  const auto in_axes = [&](const Vector3d& ground) -> Vector3d {
    if (probe.axes == SensorAxes::kFirst) return first.pose.R.transpose() * ground;
    if (probe.axes == SensorAxes::kSecond) return second.pose.R.transpose() * ground;
    return ground;
  };
  const Matrix3d R = first.pose.R.transpose() * second.pose.R;
  const Vector3d &w = first.angular_velocity, &w1 = first.angular_acceleration;
  const Vector3d r = second.pose.p - first.pose.p;
  const Vector3d v = second.velocity - first.velocity - w.cross(r);
  const Vector3d turning = second.angular_velocity - w;
  switch (probe.kind) {
    case SensorKind::kPosition:
      return in_axes(r);
    case SensorKind::kVelocity:
      return in_axes(v);
    case SensorKind::kAcceleration:
      return in_axes(second.acceleration - first.acceleration - w1.cross(r) - w.cross(w.cross(r)) -
                     2 * w.cross(v));
    case SensorKind::kAccelerometer:
      return second.pose.R.transpose() * (second.acceleration - system_.model().gravity);
    case SensorKind::kAngles:
      return Euler313(R);
    case SensorKind::kRotationVector:
      return LogRotation(R);
    case SensorKind::kAngularVelocity:
      return in_axes(turning);
    case SensorKind::kAngularAcceleration:
      return in_axes(second.angular_acceleration - w1 - w.cross(turning));
    default:
      return Vector3d::Zero();
  }
}

}  // namespace jounce
