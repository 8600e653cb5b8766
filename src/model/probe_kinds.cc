#include "model/probe_kinds.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "elements/element_kinds.h"
#include "model/sensor_check.h"

namespace jounce {
namespace {

using Channels = std::vector<ProbeChannel>;

template <class Items>
auto FindNamed(const Items& items, const std::string& name) {
  return std::find_if(items.begin(), items.end(), [&](const auto& i) { return i.name == name; });
}

// ---- Channels -----------------------------------------------------------------------------------

// Three of one unit: "position along x".
Channels Vector(const std::string& unit, const std::string& what, bool linear = true) {
  return {{"x", unit, what + " x", linear},
          {"y", unit, what + " y", linear},
          {"z", unit, what + " z", linear}};
}

// Displacements and rotations, forces and moments.
Channels Six(const Channels& linear, const Channels& angular) {
  Channels all = linear;
  for (ProbeChannel channel : angular) {
    channel.name = "r" + channel.name;
    all.push_back(channel);
  }
  return all;
}

Channels PositionChannels(const Model&, const Sensor&) { return Vector("m", "position along"); }
Channels VelocityChannels(const Model&, const Sensor&) { return Vector("m/s", "velocity along"); }
Channels AccelerationChannels(const Model&, const Sensor&) {
  return Vector("m/s^2", "acceleration along");
}
Channels AccelerometerChannels(const Model&, const Sensor&) {
  return Vector("m/s^2", "acceleration less gravity along");
}
Channels RotationVectorChannels(const Model&, const Sensor&) {
  return Vector("rad", "rotation vector along");
}
Channels CardanChannels(const Model&, const Sensor&) {
  return Vector("rad", "angle about the turned");
}
// They have no slope where the axes are parallel, as most are at rest.
Channels Euler313Channels(const Model&, const Sensor&) {
  return {{"x", "rad", "first angle, about z", false},
          {"y", "rad", "second angle, about x", false},
          {"z", "rad", "third angle, about z", false}};
}
Channels AngularVelocityChannels(const Model&, const Sensor&) {
  return Vector("rad/s", "angular velocity about");
}
Channels AngularAccelerationChannels(const Model&, const Sensor&) {
  return Vector("rad/s^2", "angular acceleration about");
}
Channels AngleChannels(const Model&, const Sensor&) {
  return {{"", "rad", "angle, turns counted"}};
}

Channels ReactionChannels(const Model&, const Sensor& sensor) {
  if (sensor.direction != Eigen::Vector3d::Zero()) {
    return {{"force", "N", "force along the direction", false},
            {"moment", "N m", "moment about the direction", false}};
  }
  return Six(Vector("N", "force along", false), Vector("N m", "moment about", false));
}

// Of a connection's law, whose strain is a displacement, a rotation or both.
Channels OfLaw(const Model& model, const Sensor& sensor, bool strain) {
  const auto connection = FindNamed(model.connections, sensor.item);
  if (connection == model.connections.end()) return {};
  const bool beam = connection->kind == ConnectionKind::kBeam;  // spread over the length
  const Channels linear =
      !strain ? Vector("N", "force along")
              : Vector(beam ? "m/m" : "m", beam ? "strain along" : "displacement along");
  const Channels angular =
      !strain ? Vector("N m", "moment about")
              : Vector(beam ? "rad/m" : "rad", beam ? "curvature about" : "rotation about");
  switch (connection->kind) {
    case ConnectionKind::kRod:
      return {{"", strain ? "m" : "N", strain ? "elongation" : "tension"}};
    case ConnectionKind::kLinearSpring:
      return linear;
    case ConnectionKind::kAngularSpring:
      return angular;
    case ConnectionKind::kBushing:
    case ConnectionKind::kBeam:
      return Six(linear, angular);
  }
  return {};
}
Channels StrainChannels(const Model& model, const Sensor& sensor) {
  return OfLaw(model, sensor, true);
}
Channels LawForceChannels(const Model& model, const Sensor& sensor) {
  return OfLaw(model, sensor, false);
}

// One coordinate has no name of its own beside the sensor's.
Channels OfJoint(const Model& model, const Sensor& sensor, const std::string& per) {
  const auto joint = FindNamed(model.joints, sensor.item);
  if (joint == model.joints.end()) return {};
  const JointCoordinates free = CoordinatesOf(joint->kind);
  const char* rate = per.empty() ? "" : "rate of the ";
  Channels channels;
  if (free.travel) channels.push_back({"travel", "m" + per, fmt::format("{}travel along z", rate)});
  if (free.angle) {
    channels.push_back({"angle", "rad" + per, fmt::format("{}angle about z, turns counted", rate)});
  }
  if (channels.size() == 1) channels[0].name.clear();
  return channels;
}
Channels JointCoordinateChannels(const Model& model, const Sensor& sensor) {
  return OfJoint(model, sensor, "");
}
Channels JointVelocityChannels(const Model& model, const Sensor& sensor) {
  return OfJoint(model, sensor, "/s");
}

Channels InputChannels(const Model& model, const Sensor& sensor) {
  const auto motion = FindNamed(model.motions, sensor.item);
  if (motion != model.motions.end()) {
    static constexpr const char* kPer[] = {"", "/s", "/s^2"};
    const std::string unit = motion->kind == MotionKind::kTranslation ? "m" : "rad";
    return {{"", unit + kPer[static_cast<int>(motion->quantity)], "prescribed motion", false}};
  }
  const auto load = FindNamed(model.loads, sensor.item);
  if (load == model.loads.end()) return {};
  return {{"", load->kind == LoadKind::kForce ? "N" : "N m", "applied load", false}};
}

Channels SignalChannels(const Model& model, const Sensor& sensor) {
  const auto signal = FindNamed(model.signals, sensor.item);
  if (signal == model.signals.end()) return {};
  return {{"", signal->unit, "signal"}};
}

// Those that its kind has; one that is wrong is reported by its own check.
Channels ElementChannels(const Model& model, const Sensor& sensor) {
  const auto element = FindNamed(model.elements, sensor.item);
  if (element == model.elements.end()) return {};
  Channels channels;
  try {
    const std::shared_ptr<const ElementKind> kind = KindOf(element->settings);
    for (const KindScalar& output : kind->outputs) {
      channels.push_back({output.name, output.quantity.SiUnit(), output.meaning});
    }
  } catch (const InputError&) {
    return {};
  } catch (const FileError&) {
    return {};
  }
  return channels;
}

Channels EnergyChannels(const Model&, const Sensor&) {
  return {{"kinetic", "J", "kinetic energy", false},
          {"potential", "J", "energy in the field of gravity", false},
          {"stored", "J", "energy stored in laws", false},
          {"dissipated", "J", "energy dissipated in laws since the start", false},
          {"supplied", "J", "work of loads, motions, moving frames and elements since the start",
           false},
          {"imbalance", "J", "what of the energies is not accounted for", false}};
}

Channels SectionForceChannels(const Model&, const Sensor&) {
  return Six(Vector("N", "force along"), Vector("N m", "moment about"));
}
Channels SectionStrainChannels(const Model&, const Sensor&) {
  return Six(Vector("m/m", "strain along"), Vector("rad/m", "curvature about"));
}
Channels SectionStressChannels(const Model&, const Sensor&) {
  return {{"normal", "Pa", "normal stress"},
          {"shear", "Pa", "shear stress", false},
          {"mises", "Pa", "von Mises stress", false}};
}

Channels StressChannels(const Model&, const Sensor&) {
  Channels channels;
  for (const char* component : {"xx", "yy", "zz", "xy", "yz", "zx"}) {
    channels.push_back({component, "Pa", fmt::format("stress {}", component)});
  }
  return channels;
}
Channels VonMisesChannels(const Model&, const Sensor&) {
  return {{"", "Pa", "von Mises stress", false}};
}
Channels PrincipalStressChannels(const Model&, const Sensor&) {
  return {{"1", "Pa", "largest principal stress", false},
          {"2", "Pa", "middle principal stress", false},
          {"3", "Pa", "smallest principal stress", false}};
}
Channels StrainGaugeChannels(const Model&, const Sensor&) { return {{"", "m/m", "normal strain"}}; }

// ---- Kinds --------------------------------------------------------------------------------------

constexpr unsigned kSeen = kKeyOf | kKeyFrom | kKeyPoint;
constexpr unsigned kRate = kSeen | kKeyObserver | kKeyAxes;
constexpr auto kPlace = ProbePlacing::kPlace;
constexpr auto kNone = ProbePlacing::kNone;

constexpr ProbeKind kKinds[] = {
    {"position", "of a point as seen from another body or frame", kSeen | kKeyAxes, nullptr, kPlace,
     PositionChannels, CheckPlaceSensor},
    {"velocity", "of a point as seen from another body or frame", kRate, nullptr, kPlace,
     VelocityChannels, CheckPlaceSensor},
    {"acceleration", "of a point as seen from another body or frame", kRate, nullptr, kPlace,
     AccelerationChannels, CheckPlaceSensor},
    {"accelerometer", "acceleration less gravity, in its own axes", kKeyOf | kKeyPoint, nullptr,
     kPlace, AccelerometerChannels, CheckPlaceSensor},
    {"rotation_vector", "axis of the rotation times its angle", kSeen, nullptr, kPlace,
     RotationVectorChannels, CheckPlaceSensor},
    {"cardan", "angles about x, y, z, each about the turned axis", kSeen, nullptr, kPlace,
     CardanChannels, CheckPlaceSensor},
    {"euler_313", "angles about z, x, z, each about the turned axis; singular at rest", kSeen,
     nullptr, kPlace, Euler313Channels, CheckPlaceSensor},
    {"angle", "about the axis z, turns counted", kSeen, nullptr, ProbePlacing::kAligned,
     AngleChannels, CheckPlaceSensor},
    {"angular_velocity", "as seen from another body or frame", kRate, nullptr, kPlace,
     AngularVelocityChannels, CheckPlaceSensor},
    {"angular_acceleration", "as seen from another body or frame", kRate, nullptr, kPlace,
     AngularAccelerationChannels, CheckPlaceSensor},
    {"joint_coordinate", "travel along or angle about the z axis of a joint, turns counted", 0,
     "joint", kNone, JointCoordinateChannels, CheckJointSensor},
    {"joint_velocity", "rate of the travel along or angle about the z axis of a joint", 0, "joint",
     kNone, JointVelocityChannels, CheckJointSensor},
    {"reaction", "force and moment that an item applies to its second end",
     kKeyAxes | kKeyAbout | kKeyDirection, "joint|motion|connection", kNone, ReactionChannels,
     CheckReactionSensor},
    {"strain", "of a connection, in the axes of its law", 0, "connection", kNone, StrainChannels,
     CheckLawSensor},
    {"law_force", "of a connection, in the axes of its law", 0, "connection", kNone,
     LawForceChannels, CheckLawSensor},
    {"input", "what a motion or load is given over time", 0, "motion|load", kNone, InputChannels,
     CheckInputSensor},
    {"signal", "the value of a signal: a formula, a block or an input", 0, "driving signal", kNone,
     SignalChannels, CheckSignalSensor},
    {"element", "the outputs of an element of `elements`", 0, "force element", kNone,
     ElementChannels, CheckElementSensor},
    {"energy", "of the whole system", 0, nullptr, kNone, EnergyChannels, CheckNothing},
    {"section_force", "forces and moments in a section of a beam", kKeySection, nullptr, kNone,
     SectionForceChannels, CheckSectionSensor},
    {"section_strain", "elongation, shear, twist and curvature in a section of a beam", kKeySection,
     nullptr, kNone, SectionStrainChannels, CheckSectionSensor},
    {"section_stress", "normal, shear and von Mises stress at a point of a section of a beam",
     kKeySection | kKeySectionPoint, nullptr, kNone, SectionStressChannels,
     CheckSectionStressSensor},
    {"stress", "of a flexible body, at a point of its mesh", kKeyOf | kKeyStress, nullptr, kNone,
     StressChannels, CheckStressSensor},
    {"von_mises", "stress of a flexible body at a point of its mesh, or the largest of all",
     kKeyOf | kKeyStress, nullptr, kNone, VonMisesChannels, CheckLargestStressSensor},
    {"principal_stress", "of a flexible body at a point of its mesh, the largest first",
     kKeyOf | kKeyStress, nullptr, kNone, PrincipalStressChannels, CheckStressSensor},
    {"strain_gauge", "normal strain of a flexible body along a direction",
     kKeyOf | kKeyStress | kKeyDirection, nullptr, kNone, StrainGaugeChannels, CheckGaugeSensor}};

}  // namespace

std::span<const ProbeKind> ProbeKinds() { return kKinds; }

const ProbeKind* FindProbeKind(const std::string& word) {
  const auto found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                  [&](const ProbeKind& kind) { return word == kind.word; });
  return found == std::end(kKinds) ? nullptr : found;
}

std::vector<ProbeChannel> ChannelsOf(const Model& model, const Sensor& sensor) {
  const ProbeKind* kind = FindProbeKind(sensor.kind);
  if (!kind) return {};
  Channels channels = kind->channels(model, sensor);
  for (ProbeChannel& channel : channels) {
    channel.name = channel.name.empty() ? sensor.name : sensor.name + "." + channel.name;
  }
  return channels;
}

std::vector<ProbeChannel> ChannelsOf(const Model& model) {
  Channels all;
  for (const Sensor& sensor : model.sensors) {
    const Channels own = ChannelsOf(model, sensor);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

FramePair PlaceSensor(const ModelGeometry& geometry, const Sensor& sensor) {
  const bool aligned = FindProbeKind(sensor.kind)->placing == ProbePlacing::kAligned;
  return aligned ? geometry.Resolve(sensor.ends) : geometry.ResolveSensor(sensor.ends);
}

JointCoordinates CoordinatesOf(JointKind kind) {
  switch (kind) {
    case JointKind::kRevolute:
    case JointKind::kPlanar:
    case JointKind::kParallel:
      return {false, true};
    case JointKind::kTranslational:
    case JointKind::kInLine:
      return {true, false};
    case JointKind::kCylindrical:
      return {true, true};
    default:
      return {};
  }
}

}  // namespace jounce
