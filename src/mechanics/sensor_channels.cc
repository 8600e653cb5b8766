#include "mechanics/sensor_channels.h"

#include <algorithm>

namespace jounce {
namespace {

using Channels = std::vector<SensorChannel>;

// Three of one unit, by their axes.
Channels Vector(const std::string& unit) { return {{"x", unit}, {"y", unit}, {"z", unit}}; }

// Displacements and rotations, forces and moments.
Channels Six(const std::string& linear, const std::string& angular, bool follows = true) {
  return {{"x", linear, follows},   {"y", linear, follows},   {"z", linear, follows},
          {"rx", angular, follows}, {"ry", angular, follows}, {"rz", angular, follows}};
}

// Of a connection's law, whose strain is a displacement, a rotation or both.
Channels OfLaw(const Model& model, const Sensor& sensor) {
  const bool strain = sensor.kind == SensorKind::kStrain;
  const std::string linear = strain ? "m" : "N", angular = strain ? "rad" : "N m";
  const auto connection = std::find_if(model.connections.begin(), model.connections.end(),
                                       [&](const Connection& c) { return c.name == sensor.item; });
  if (connection == model.connections.end()) return {};
  switch (connection->kind) {
    case ConnectionKind::kRod:
      return {{"", linear}};
    case ConnectionKind::kLinearSpring:
      return Vector(linear);
    case ConnectionKind::kAngularSpring:
      return Vector(angular);
    case ConnectionKind::kBushing:
      return Six(linear, angular);
    case ConnectionKind::kBeam:  // strains are spread over the length
      return strain ? Six("m/m", "rad/m") : Six("N", "N m");
  }
  return {};
}

Channels OfKind(const Model& model, const Sensor& sensor) {
  switch (sensor.kind) {
    case SensorKind::kPosition:
      return Vector("m");
    case SensorKind::kVelocity:
      return Vector("m/s");
    case SensorKind::kAcceleration:
    case SensorKind::kAccelerometer:
      return Vector("m/s^2");
    case SensorKind::kAngles:
      // Euler angles 3-1-3 have no slope where the axes are parallel, as most are at rest.
      return {{"x", "rad", false}, {"y", "rad", false}, {"z", "rad", false}};
    case SensorKind::kRotationVector:
      return Vector("rad");
    case SensorKind::kAngularVelocity:
      return Vector("rad/s");
    case SensorKind::kAngularAcceleration:
      return Vector("rad/s^2");
    case SensorKind::kReaction:
      return Six("N", "N m", /*follows=*/false);
    case SensorKind::kStrain:
    case SensorKind::kLawForce:
      return OfLaw(model, sensor);
    case SensorKind::kEnergy:
      return {{"kinetic", "J", false},
              {"potential", "J", false},
              {"stored", "J", false},
              {"dissipated", "J", false}};
    case SensorKind::kSectionForce:
      return Six("N", "N m");
    case SensorKind::kSectionStrain:
      return Six("m/m", "rad/m");
    case SensorKind::kSectionStress:
      return {{"normal", "Pa"}, {"shear", "Pa", false}, {"mises", "Pa", false}};
    case SensorKind::kStress:
      return {{"xx", "Pa"}, {"yy", "Pa"}, {"zz", "Pa"}, {"xy", "Pa"}, {"yz", "Pa"}, {"zx", "Pa"}};
    case SensorKind::kVonMises:
      return {{"", "Pa", false}};
    case SensorKind::kPrincipalStress:
      return {{"1", "Pa", false}, {"2", "Pa", false}, {"3", "Pa", false}};
    case SensorKind::kStrainGauge:
      return {{"", "m/m"}};
  }
  return {};
}

}  // namespace

std::vector<SensorChannel> ChannelsOf(const Model& model, const Sensor& sensor) {
  Channels channels = OfKind(model, sensor);
  for (SensorChannel& channel : channels) {
    channel.name = channel.name.empty() ? sensor.name : sensor.name + "." + channel.name;
  }
  return channels;
}

}  // namespace jounce
