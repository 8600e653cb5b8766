// Every kind of sensor on every kind of connection, as read in a run and as answered by frf: how
// many channels, their names, their units, their values.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "laws/linear_law_for_test.h"
#include "solve/frequency_response.h"
#include "solve/simulation.h"

namespace jounce::sensors_test {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Complex = std::complex<double>;
using jounce::testing::MatrixLaw;

constexpr double kMass = 2, kInertia = 0.5;
// Along and about the axes; each another, so that a channel that is out of place shows.
const double kLinear[] = {1000, 1100, 1200}, kAngular[] = {50, 60, 70};

struct Expected {
  std::vector<std::string> suffixes, units;
};
const std::vector<std::string> kXyz = {".x", ".y", ".z"};
const std::vector<std::string> kSix = {".x", ".y", ".z", ".rx", ".ry", ".rz"};

std::vector<std::string> Three(const std::string& unit) { return {unit, unit, unit}; }
std::vector<std::string> Both(const std::string& a, const std::string& b) {
  return {a, a, a, b, b, b};
}

Connection ConnectionOf(ConnectionKind kind) {
  Connection connection;
  connection.name = "mount";
  connection.kind = kind;
  connection.ends.second = "mass";
  connection.ends.at = Vector3d::Zero();
  std::vector<double> k;
  if (kind != ConnectionKind::kAngularSpring) k.insert(k.end(), kLinear, kLinear + 3);
  if (kind == ConnectionKind::kAngularSpring || kind == ConnectionKind::kBushing) {
    k.insert(k.end(), kAngular, kAngular + 3);
  }
  if (kind == ConnectionKind::kRod) {
    k = {kLinear[0]};
    connection.ends.at = Vector3d(-1, 0, 0);
    connection.ends.at_second = Vector3d::Zero();
  }
  const int n = static_cast<int>(k.size());
  const MatrixXd K = Eigen::Map<Eigen::VectorXd>(k.data(), n).asDiagonal();
  connection.law = MatrixLaw(K, 0.01 * K);
  return connection;
}

const char* const kPlain[] = {"position",      "velocity",         "acceleration",
                              "accelerometer", "euler_313",        "rotation_vector",
                              "cardan",        "angular_velocity", "angular_acceleration"};
const char* const kOfItem[] = {"reaction", "strain", "law_force"};

// A body on the connection and on soft springs beside it, pushed and twisted along and about axes.
Model MassOn(ConnectionKind kind) {
  Model model;
  model.gravity.setZero();
  Body mass;
  mass.name = "mass";
  mass.mass = kMass;
  mass.inertia = Vector3d::Constant(kInertia);
  model.bodies = {mass};
  Connection soft = ConnectionOf(ConnectionKind::kBushing);
  soft.name = "soft";
  soft.law = MatrixLaw(10 * MatrixXd::Identity(6, 6), MatrixXd::Zero(6, 6));
  model.connections = {soft, ConnectionOf(kind)};
  const auto add = [&](const char* sensor_kind, const std::string& item) {
    Sensor sensor;
    sensor.name = "s" + std::to_string(model.sensors.size());
    sensor.kind = sensor_kind;
    sensor.item = item;
    if (item.empty()) sensor.ends.second = "mass";
    model.sensors.push_back(sensor);
  };
  for (const char* sensor_kind : kOfItem) add(sensor_kind, "mount");
  add("energy", "");
  model.sensors.back().ends.second.clear();
  for (const char* sensor_kind : kPlain) add(sensor_kind, "");
  for (int i = 0; i < 6; ++i) {
    Load load;
    load.name = "input " + std::to_string(i);
    load.kind = i < 3 ? LoadKind::kForce : LoadKind::kTorque;
    load.on = "mass";
    load.direction = Vector3d::Unit(i % 3);
    load.function.constant = 0;
    model.loads.push_back(load);
  }
  return model;
}

Expected LawChannels(ConnectionKind kind, bool strain) {
  const std::string a = strain ? "m" : "N", b = strain ? "rad" : "N m";
  if (kind == ConnectionKind::kRod) return {{""}, {a}};
  if (kind == ConnectionKind::kBushing) return {kSix, Both(a, b)};
  return {kXyz, Three(kind == ConnectionKind::kAngularSpring ? b : a)};
}

std::map<std::string, Expected> ChannelsFor(ConnectionKind kind) {
  return {{"reaction", {kSix, Both("N", "N m")}},
          {"strain", LawChannels(kind, true)},
          {"law_force", LawChannels(kind, false)},
          {"energy",
           {{".kinetic", ".potential", ".stored", ".dissipated", ".supplied", ".imbalance"},
            {"J", "J", "J", "J", "J", "J"}}},
          {"position", {kXyz, Three("m")}},
          {"velocity", {kXyz, Three("m/s")}},
          {"acceleration", {kXyz, Three("m/s^2")}},
          {"accelerometer", {kXyz, Three("m/s^2")}},
          {"euler_313", {kXyz, Three("rad")}},
          {"cardan", {kXyz, Three("rad")}},
          {"rotation_vector", {kXyz, Three("rad")}},
          {"angular_velocity", {kXyz, Three("rad/s")}},
          {"angular_acceleration", {kXyz, Three("rad/s^2")}}};
}

bool Turns(const std::string& kind) {
  return kind == "rotation_vector" || kind == "cardan" || kind.starts_with("angular");
}

// Which of six directions channel i of the law of this connection is.
int DirectionOf(ConnectionKind kind, int i) {
  return kind == ConnectionKind::kAngularSpring ? 3 + i : i;
}
double Stiffness(int direction) {
  return direction < 3 ? kLinear[direction] : kAngular[direction - 3];
}
int LawDimension(ConnectionKind kind) { return StrainDimension(kind); }

class Sensors : public ::testing::TestWithParam<ConnectionKind> {};

TEST_P(Sensors, InARun) {
  const Model model = MassOn(GetParam());
  const System system(model);
  const SensorReader reader(system);
  std::map<std::string, Expected> expected = ChannelsFor(GetParam());
  for (int direction = 0; direction < 6; ++direction) {
    SystemState state = system.StartState();
    std::vector<double> history(system.history_size() + 1), next(history);
    system.StartHistory(state, history.data());
    const double moved = 1e-5;
    const Vector6 x = moved * Vector6::Unit(direction);
    state.pose[0] = ExpPose(x);
    state.velocity[0] = 3 * x;
    state.acceleration[0] = 7 * x;
    std::vector<double> values(reader.channels().size());
    reader.Read({state, std::numeric_limits<double>::infinity(), history.data(), next.data()},
                values.data());
    size_t at = 0;
    for (const Sensor& sensor : model.sensors) {
      const Expected& e = expected[sensor.kind];
      for (size_t i = 0; i < e.suffixes.size(); ++i, ++at) {
        ASSERT_LT(at, values.size());
        EXPECT_EQ(reader.channels()[at].name, sensor.name + e.suffixes[i]);
        EXPECT_EQ(reader.channels()[at].unit, e.units[i]) << sensor.name << e.suffixes[i];
        const int component = static_cast<int>(i);
        double value = 0;
        if (sensor.kind == "strain" || sensor.kind == "law_force") {
          const int own = DirectionOf(GetParam(), component);
          const double k = sensor.kind == "strain" ? 1 : Stiffness(own);
          if (own == direction) value = k * moved;
        } else if (sensor.kind == "reaction") {
          for (int j = 0; j < LawDimension(GetParam()); ++j) {
            const int own = DirectionOf(GetParam(), j);
            if (own == direction && component == own) value = -Stiffness(own) * moved;
          }
        } else if (sensor.kind == "euler_313" || sensor.kind == "energy") {
          continue;  // not along axes
        } else {
          const bool turns = Turns(sensor.kind);
          const double factor = sensor.kind == "velocity" || sensor.kind == "angular_velocity" ? 3
                                : sensor.kind == "position" || sensor.kind == "rotation_vector" ||
                                        sensor.kind == "cardan"
                                    ? 1
                                    : 7;
          if (component + (turns ? 3 : 0) == direction) value = factor * moved;
        }
        EXPECT_NEAR(values[at], value, 2e-4 * std::abs(value) + 1e-7)
            << reader.channels()[at].name << " for " << direction;
      }
    }
    EXPECT_EQ(at, values.size());
  }
}

// x = 1/(k + 10 + 0.01 i w k - m w^2) along each direction.
TEST_P(Sensors, InFrequencyResponses) {
  const Model model = MassOn(GetParam());
  const System system(model);
  std::map<std::string, Expected> expected = ChannelsFor(GetParam());
  const double w = 9;
  const Complex iw(0, w);
  const SystemState start = system.StartState();
  std::vector<double> history(system.history_size() + 1), next(history);
  system.StartHistory(start, history.data());
  const Evaluation at_rest{start, std::numeric_limits<double>::infinity(), history.data(),
                           next.data()};
  for (int direction = 0; direction < 6; ++direction) {
    const FrequencyResponse response =
        ComputeFrequencyResponse(system, at_rest, model.loads[direction].name, {w / (2 * M_PI)});
    Complex k = 0;
    for (int j = 0; j < LawDimension(GetParam()); ++j) {
      if (DirectionOf(GetParam(), j) == direction) k = Stiffness(direction) * (1.0 + 0.01 * iw);
    }
    const Complex x = 1.0 / (k + 10.0 - w * w * (direction < 3 ? kMass : kInertia));
    size_t at = 0, left_out = 0;
    for (const Sensor& sensor : model.sensors) {
      const Expected& e = expected[sensor.kind];
      for (size_t i = 0; i < e.suffixes.size(); ++i) {
        const int component = static_cast<int>(i);
        const std::string name = sensor.name + e.suffixes[i];
        if (sensor.kind == "reaction" || sensor.kind == "energy" || sensor.kind == "euler_313") {
          ASSERT_LT(left_out, response.left_out.size());
          EXPECT_EQ(response.left_out[left_out++].name, name);
          continue;
        }
        ASSERT_LT(at, response.channels.size());
        EXPECT_EQ(response.channels[at].name, name);
        EXPECT_EQ(response.channels[at].unit, e.units[i]);
        Complex value = 0;
        if (sensor.kind == "strain" || sensor.kind == "law_force") {
          if (DirectionOf(GetParam(), component) == direction) {
            value = sensor.kind == "strain" ? x : k * x;
          }
        } else {
          const bool turns = Turns(sensor.kind);
          const Complex factor = sensor.kind == "velocity" || sensor.kind == "angular_velocity" ? iw
                                 : sensor.kind == "position" || sensor.kind == "rotation_vector" ||
                                         sensor.kind == "cardan"
                                     ? Complex(1)
                                     : iw * iw;
          if (component + (turns ? 3 : 0) == direction) value = factor * x;
        }
        EXPECT_LT(std::abs(response.Value(0, at) - value), 1e-6 * std::abs(value) + 1e-9)
            << name << " for " << direction;
        ++at;
      }
    }
    EXPECT_EQ(at, response.channels.size());
    EXPECT_EQ(left_out, response.left_out.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Connections, Sensors,
                         ::testing::Values(ConnectionKind::kRod, ConnectionKind::kLinearSpring,
                                           ConnectionKind::kAngularSpring,
                                           ConnectionKind::kBushing));

// A light cantilever, pushed at its end so slowly that it follows: M = F (L - a), stress M c / I,
// curvature M / E I. The sensors of its sections come before another one.
TEST(SensorsOfSections, InRunAndFrequencyResponse) {
  constexpr double kLength = 1, kForce = 1e-3, kAt = 0.25, kSide = 0.02, kE = 2e11;
  Beam beam;
  beam.name = "beam";
  beam.along = {Vector3d::Zero(), Vector3d(kLength, 0, 0)};
  beam.z_axes = {Vector3d::UnitZ()};
  beam.section.shape = RectangleSection{kSide, kSide};
  beam.section.E = kE;
  beam.section.density = 1;
  SectionPoint top;
  top.name = "top";
  top.z = kSide / 2;
  beam.section.points = {top};
  beam.elements = 16;
  Model model;
  model.gravity.setZero();
  model.beams = {beam};
  Joint clamp;
  clamp.name = "clamp";
  clamp.ends.second = "beam.start";
  model.joints = {clamp};
  Load push;
  push.name = "push";
  push.on = "beam.end";
  push.function.constant = kForce;
  model.loads = {push};
  for (const std::string kind : {"section_force", "section_strain", "section_stress", "position"}) {
    Sensor sensor;
    sensor.name = "s" + std::to_string(model.sensors.size());
    sensor.kind = kind;
    if (kind == "position") {
      sensor.ends.second = "beam.end";
    } else {
      sensor.beam = "beam";
      sensor.along = kAt;
      sensor.point = kind == "section_stress" ? "top" : "";
    }
    model.sensors.push_back(sensor);
  }
  const double I = std::pow(kSide, 4) / 12, lever = kLength * (1 - kAt);
  // The strain of an element is that of its middle; at a node, of the one before it.
  const double curvature = -(lever + kLength / 32) / (kE * I);
  const double deflection = std::pow(kLength, 3) / (3 * kE * I);
  // Of a force of 1 N along z: at a section the load on what lies behind it.
  const std::vector<std::tuple<std::string, std::string, double>> linear = {
      {"s0.x", "N", 0},
      {"s0.y", "N", 0},
      {"s0.z", "N", 1},
      {"s0.rx", "N m", 0},
      {"s0.ry", "N m", -lever},
      {"s0.rz", "N m", 0},
      {"s1.x", "m/m", 0},
      {"s1.y", "m/m", 0},
      {"s1.z", "m/m", -1},
      {"s1.rx", "rad/m", 0},
      {"s1.ry", "rad/m", curvature},
      {"s1.rz", "rad/m", 0},
      {"s2.normal", "Pa", -lever * kSide / 2 / I},
      {"s3.x", "m", 0},
      {"s3.y", "m", 0},
      {"s3.z", "m", deflection}};
  Simulation simulation(model);
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  const FrequencyResponse response =
      ComputeFrequencyResponse(simulation.system(), simulation.evaluation(), "push", {1e-3});
  ASSERT_EQ(response.left_out.size(), 2u);
  EXPECT_EQ(response.left_out[0].name, "s2.shear");
  EXPECT_EQ(response.left_out[1].name, "s2.mises");
  ASSERT_EQ(response.channels.size(), linear.size());
  std::vector<double> values(simulation.sensors().channels().size());
  simulation.ReadSensors(values.data());
  ASSERT_EQ(values.size(), linear.size() + 2);
  for (size_t i = 0; i < linear.size(); ++i) {
    const auto& [name, unit, value] = linear[i];
    const size_t in_run = i < 13 ? i : i + 2;
    EXPECT_EQ(response.channels[i].name, name);
    EXPECT_EQ(response.channels[i].unit, unit);
    EXPECT_EQ(simulation.sensors().channels()[in_run].name, name);
    EXPECT_EQ(simulation.sensors().channels()[in_run].unit, unit);
    if (name == "s1.z" || name == "s3.x") continue;  // shear by the section's factor; place
    const double scales[] = {1, std::abs(curvature), lever * kSide / 2 / I, deflection};
    const double size = std::max(std::abs(value), scales[name[1] - '0']);
    EXPECT_NEAR(response.Value(0, i).real(), value, 3e-3 * size) << name;
    EXPECT_NEAR(values[in_run] / kForce, value, 3e-3 * size) << name;
  }
}

// ---- Places, and motion as seen from a body that turns
// ------------------------------------------------

// A plate that turns about z, with a frame on it and a second body.
Model Turntable() {
  Model model;
  model.gravity.setZero();
  Body plate;
  plate.name = "plate";
  plate.mass = 1;
  plate.inertia = Vector3d(1, 1, 1);
  Body other = plate;
  other.name = "other";
  model.bodies = {plate, other};
  Frame rim;
  rim.name = "rim";
  rim.body = "plate";
  rim.position = Vector3d(2, 0, 0);
  model.frames = {rim};
  return model;
}

Vector3d ReadOne(Model model, const Sensor& sensor, const SystemState& state) {
  model.sensors = {sensor};
  const System system(model);
  const SensorReader reader(system);
  std::vector<double> memory(system.history_size() + 1);
  Vector3d value;
  reader.Read({state, 1, memory.data(), memory.data()}, value.data());
  return value;
}

Sensor SensorOf(const std::string& kind, const std::string& of, const std::string& from,
                const std::string& axes = "ground") {
  Sensor sensor;
  sensor.name = "s";
  sensor.kind = kind;
  sensor.ends.second = of;
  sensor.ends.first = from;
  sensor.axes = axes;
  return sensor;
}

TEST(SensorsOfMotion, PlacesOfBodiesFramesAndPoints) {
  Model model = Turntable();
  model.bodies[0].position = Vector3d(1, 1, 0);
  const SystemState state = System(model).StartState();
  const auto position = [&](const Sensor& sensor) { return ReadOne(model, sensor, state); };
  EXPECT_LT((position(SensorOf("position", "plate", kGroundName)) - Vector3d(1, 1, 0)).norm(),
            1e-15);
  EXPECT_LT((position(SensorOf("position", "rim", kGroundName)) - Vector3d(3, 1, 0)).norm(), 1e-15);
  EXPECT_LT((position(SensorOf("position", "rim", "plate")) - Vector3d(2, 0, 0)).norm(), 1e-15);
  Sensor point = SensorOf("position", "plate", kGroundName);
  point.ends.at = Vector3d(1, 1.5, 0);
  EXPECT_LT((position(point) - Vector3d(1, 1.5, 0)).norm(), 1e-15);
  // Orientations likewise.
  model.frames[0].orientation.z_axis = Vector3d::UnitX();
  model.frames[0].orientation.x_axis = Vector3d::UnitY();
  const Vector3d turned = ReadOne(model, SensorOf("rotation_vector", "rim", kGroundName), state);
  EXPECT_NEAR(turned.norm(), 2 * M_PI / 3, 1e-12);
}

// Kinematics of a rotating frame: what stands still on the plate stands still for it, and what
// stands still on the ground seems to move by -w x r, with 2 w x v' + w x (w x r) + w' x r.
TEST(SensorsOfMotion, SeenFromATurningBody) {
  const Model model = Turntable();
  SystemState state = System(model).StartState();
  const double w = 5, w1 = 3;
  state.velocity[0] = Join(Vector3d::Zero(), Vector3d(0, 0, w));
  state.acceleration[0] = Join(Vector3d::Zero(), Vector3d(0, 0, w1));
  for (const char* kind :
       {"velocity", "acceleration", "angular_velocity", "angular_acceleration"}) {
    EXPECT_LT(ReadOne(model, SensorOf(kind, "rim", "plate"), state).norm(), 1e-14);
  }
  // The other body at (2, 0, 0), at rest.
  state.pose[1].p = Vector3d(2, 0, 0);
  const auto seen = [&](const char* kind) {
    return ReadOne(model, SensorOf(kind, "other", "plate", "first"), state);
  };
  EXPECT_LT((seen("velocity") - Vector3d(0, -2 * w, 0)).norm(), 1e-14);
  // On a circle, backwards: w^2 r to the centre, and w' r along it.
  EXPECT_LT((seen("acceleration") - Vector3d(-2 * w * w, -2 * w1, 0)).norm(), 1e-13);
  // It spins about x in the ground: seen from the plate that axis turns backwards.
  state.velocity[1] = Join(Vector3d::Zero(), Vector3d(4, 0, 0));
  EXPECT_LT((seen("angular_velocity") - Vector3d(4, 0, -w)).norm(), 1e-14);
  EXPECT_LT((seen("angular_acceleration") - Vector3d(0, -4 * w, -w1)).norm(), 1e-13);
}

}  // namespace
}  // namespace jounce::sensors_test
