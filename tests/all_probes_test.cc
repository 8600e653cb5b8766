// Every kind of sensor in one model, by one table: how many channels, their names and units, and
// their values against closed forms in a run, in statics and in a frequency response.
//
// A mass slides along and turns about z as it is told, z = 1 + x(t) with x = 0.02 + 0.05 sin(w t) and
// the angle a = 0.3 + 0.1 sin(w t), on a spring and an actuator; beside it a bar is pulled along x.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "io/model_file.h"
#include "model/probe_kinds.h"
#include "solve/frequency_response.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Complex = std::complex<double>;

constexpr double kW = 12, kMass = 2, kStiffness = 800, kPull = 300, kE = 2e11, kSide = 0.01;
constexpr double kArea = 1e-3, kVolume = 2e-4, kBulk = 1e7, kLeak = 3e-9;
constexpr double kNotKnown = 1e300;  // has no closed form along an axis

constexpr char kModel[] = R"(
gravity: [0, 0, -9.81]
bodies: {mass: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [0, 0, 1]}}
joints:
  guide: {joint: cylindrical, between: [ground, mass], at: [0, 0, 0], axis: [0, 0, 1]}
  clamp: {joint: fixed, between: [ground, bar.start]}
motions:
  slide: {motion: translation, joint: guide, expression: 0.02 + 0.05*sin(12*t)}
  turn: {motion: rotation, joint: guide, expression: 0.3 + 0.1*sin(12*t)}
connections:
  spring: {connection: rod, between: [ground, mass], at: [0, 0, 0], at_second: [0, 0, 1],
           law: {law: linear, stiffness: 800}}
elements:
  oil: {element: hydraulic_actuator, frames: [ground, mass], area: 1e-3, volume: 2e-4,
        bulk_modulus: 1e7, leakage: 3e-9}
beams:
  bar: {along: [[0, 1, 0], [1, 1, 0]], elements: 4,
        section: {shape: rectangle, width: 0.01, height: 0.01, E: 2e11, nu: 0.3, density: 1e-3,
                  points: {top: {y: 0, z: 0.005}}}}
loads: {pull: {load: force, on: bar.end, direction: [1, 0, 0], value: 300}}
signals: {thrice: {expression: 3*here.z, unit: m}}
solver: {step: 2e-4, end_time: 0.25}
sensors:
  here: {sensor: position, of: mass}
)";

struct Wave {
  double value, rate, second;
};
Wave Way(double t) {
  return {0.02 + 0.05 * std::sin(kW * t), 0.05 * kW * std::cos(kW * t),
          -0.05 * kW * kW * std::sin(kW * t)};
}
Wave Angle(double t) {
  return {0.3 + 0.1 * std::sin(kW * t), 0.1 * kW * std::cos(kW * t),
          -0.1 * kW * kW * std::sin(kW * t)};
}
// V/(4 B) p' = -A x' - c p from p = 0: with r = 4 B c/V,
//   p = -4 B A/V 0.05 w (r cos(w t) + w sin(w t) - r exp(-r t))/(r^2 + w^2).
double Pressure(double t) {
  const double r = 4 * kBulk * kLeak / kVolume, f = 4 * kBulk * kArea / kVolume * 0.05 * kW;
  return -f * (r * std::cos(kW * t) + kW * std::sin(kW * t) - r * std::exp(-r * t)) /
         (r * r + kW * kW);
}
// What the motion pushes with.
double Push(double t) {
  return kMass * (Way(t).second + 9.81) + kStiffness * Way(t).value - kArea * Pressure(t);
}

struct Channel {
  const char* suffix;
  const char* unit;
  std::function<double(double t)> run;
  double at_rest;
  // For a unit of the motion `slide` at s = i w; nothing where it does not follow linearly.
  std::function<Complex(Complex s)> response;
};
double Zero(double) { return 0; }
Complex None(Complex) { return 0; }

std::vector<Channel> Xyz(const char* unit, std::function<double(double)> z, double at_rest,
                         std::function<Complex(Complex)> response) {
  return {{".x", unit, Zero, 0, None},
          {".y", unit, Zero, 0, None},
          {".z", unit, std::move(z), at_rest, std::move(response)}};
}

struct Row {
  const char* keys;
  std::vector<Channel> channels;
};

std::map<std::string, Row> Table() {
  const auto way = [](double t) { return Way(t).value; };
  const auto one = [](Complex) { return Complex(1); };
  const auto rate = [](Complex s) { return s; };
  const auto second = [](Complex s) { return s * s; };
  const auto pressure = [](Complex s) { return -kArea * s / (kVolume * s / (4 * kBulk) + kLeak); };
  const auto pull = [](double) { return kPull; };
  const double sigma = kPull / (kSide * kSide);
  std::map<std::string, Row> table;
  table["position"] = {"of: mass", Xyz(
                                       "m", [=](double t) { return 1 + way(t); }, 1.02, one)};
  table["velocity"] = {"of: mass", Xyz(
                                       "m/s", [](double t) { return Way(t).rate; }, 0, rate)};
  table["acceleration"] = {"of: mass",
                           Xyz(
                               "m/s^2", [](double t) { return Way(t).second; }, 0, second)};
  table["accelerometer"] = {
      "of: mass", Xyz(
                      "m/s^2", [](double t) { return Way(t).second + 9.81; }, 9.81, second)};
  table["rotation_vector"] = {"of: mass",
                              Xyz(
                                  "rad", [](double t) { return Angle(t).value; }, 0.3, None)};
  table["cardan"] = {"of: mass", Xyz(
                                     "rad", [](double t) { return Angle(t).value; }, 0.3, None)};
  table["euler_313"] = {"of: mass", Xyz("rad", [](double) { return kNotKnown; }, kNotKnown, {})};
  for (Channel& channel : table["euler_313"].channels) {
    channel.run = [](double) { return kNotKnown; };
    channel.at_rest = kNotKnown;
    channel.response = {};
  }
  table["angle"] = {"of: mass, axis: [0, 0, 1], at: [0, 0, 1]",
                    {{"", "rad", [](double t) { return Angle(t).value; }, 0.3, None}}};
  table["angular_velocity"] = {"of: mass",
                               Xyz(
                                   "rad/s", [](double t) { return Angle(t).rate; }, 0, None)};
  table["angular_acceleration"] = {
      "of: mass", Xyz(
                      "rad/s^2", [](double t) { return Angle(t).second; }, 0, None)};
  table["joint_coordinate"] = {
      "item: guide",
      {{".travel", "m", way, 0.02, one},
       {".angle", "rad", [](double t) { return Angle(t).value; }, 0.3, None}}};
  table["joint_velocity"] = {
      "item: guide",
      {{".travel", "m/s", [](double t) { return Way(t).rate; }, 0, rate},
       {".angle", "rad/s", [](double t) { return Angle(t).rate; }, 0, None}}};
  table["reaction"] = {
      "item: slide",
      {{".x", "N", Zero, 0, None},
       {".y", "N", Zero, 0, None},
       {".z", "N", Push, kMass * 9.81 + kStiffness * 0.02,
        [=](Complex s_) { return kMass * s_ * s_ + kStiffness - kArea * pressure(s_); }},
       {".rx", "N m", Zero, 0, None},
       {".ry", "N m", Zero, 0, None},
       {".rz", "N m", Zero, 0, None}}};
  table["strain"] = {"item: spring", {{"", "m", way, 0.02, one}}};
  table["law_force"] = {"item: spring",
                        {{"", "N", [=](double t) { return kStiffness * way(t); }, 16,
                          [](Complex) { return Complex(kStiffness); }}}};
  table["input"] = {"item: slide", {{"", "m", way, 0.02, {}}}};
  table["signal"] = {"item: thrice",
                     {{"", "m", [=](double t) { return 3 * (1 + way(t)); }, 3.06,
                       [](Complex) { return Complex(3); }}}};
  table["element"] = {"item: oil",
                      {{".pressure", "Pa", Pressure, 0, pressure},
                       {".force", "N", [](double t) { return kArea * Pressure(t); }, 0,
                        [=](Complex s) { return kArea * pressure(s); }},
                       {".length", "m", [=](double t) { return 1 + way(t); }, 1.02, one}}};
  const double bar = 0.5 * kPull * kPull / (kE * kSide * kSide);  // and the spring
  table["energy"] = {"",
                     {{".kinetic",
                       "J",
                       [](double t) {
                         return 0.5 * kMass * std::pow(Way(t).rate, 2) +
                                0.05 * std::pow(Angle(t).rate, 2);
                       },
                       0,
                       {}},
                      {".potential",
                       "J",
                       [=](double t) { return kMass * 9.81 * (1 + way(t)); },
                       kMass * 9.81 * 1.02,
                       {}},
                      {".stored",
                       "J",
                       [=](double t) {
                         return 0.5 * kStiffness * std::pow(way(t), 2) + bar +
                                kVolume / (8 * kBulk) * std::pow(Pressure(t), 2);
                       },
                       0.16 + bar,
                       {}},
                      {".dissipated", "J", [](double) { return kNotKnown; }, 0, {}},
                      {".supplied", "J", [](double) { return kNotKnown; }, 0, {}},
                      {".imbalance", "J", Zero, 0, {}}}};
  const char* section = "beam: bar, along: 0.4";
  table["section_force"] = {section,
                            {{".x", "N", pull, kPull, None},
                             {".y", "N", Zero, 0, None},
                             {".z", "N", Zero, 0, None},
                             {".rx", "N m", Zero, 0, None},
                             {".ry", "N m", Zero, 0, None},
                             {".rz", "N m", Zero, 0, None}}};
  table["section_strain"] = {section,
                             {{".x", "m/m", [=](double) { return sigma / kE; }, sigma / kE, None},
                              {".y", "m/m", Zero, 0, None},
                              {".z", "m/m", Zero, 0, None},
                              {".rx", "rad/m", Zero, 0, None},
                              {".ry", "rad/m", Zero, 0, None},
                              {".rz", "rad/m", Zero, 0, None}}};
  table["section_stress"] = {"beam: bar, along: 0.4, point: top",
                             {{".normal", "Pa", [=](double) { return sigma; }, sigma, None},
                              {".shear", "Pa", Zero, 0, {}},
                              {".mises", "Pa", [=](double) { return sigma; }, sigma, {}}}};
  return table;
}

// Of flexible bodies, whose stresses need a part (solve/flexible_test.cc, mechanics/stress_test.cc).
const char* const kOfParts[] = {"stress", "von_mises", "principal_stress", "strain_gauge"};

class AllProbes : public ::testing::Test {
 protected:
  AllProbes() : table_(Table()) {
    std::string text = kModel;
    for (const auto& [kind, row] : table_) {
      const std::string keys = row.keys;
      text += "  s_" + kind + ": {sensor: " + kind + (keys.empty() ? "" : ", ") + keys + "}\n";
    }
    model_ = ParseModel(text, "/model.yaml").model;
  }

  static void Near(double found, double exact, double size, const std::string& what) {
    if (exact == kNotKnown) return;
    EXPECT_NEAR(found, exact, size * std::max(1.0, std::abs(exact)) + 1e-9) << what;
  }

  std::map<std::string, Row> table_;
  Model model_;
};

TEST_F(AllProbes, AreInTheTable) {
  for (const ProbeKind& kind : ProbeKinds()) {
    const bool of_parts = std::find(std::begin(kOfParts), std::end(kOfParts),
                                    std::string(kind.word)) != std::end(kOfParts);
    EXPECT_NE(table_.contains(kind.word), of_parts) << kind.word;
  }
  for (const Sensor& sensor : model_.sensors) {
    if (sensor.name == "here") continue;
    const std::vector<ProbeChannel> channels = ChannelsOf(model_, sensor);
    const std::vector<Channel>& expected = table_[sensor.kind].channels;
    ASSERT_EQ(channels.size(), expected.size()) << sensor.kind;
    for (size_t i = 0; i < channels.size(); ++i) {
      EXPECT_EQ(channels[i].name, sensor.name + expected[i].suffix);
      EXPECT_EQ(channels[i].unit, expected[i].unit) << channels[i].name;
      // Reactions follow multipliers, not the motion alone.
      EXPECT_EQ(channels[i].linear || sensor.kind == "reaction",
                static_cast<bool>(expected[i].response))
          << channels[i].name;
    }
  }
}

TEST_F(AllProbes, InARun) {
  Simulation simulation(model_);
  Recording recording;
  const RunStatus status = simulation.Run(&recording, nullptr, true);
  ASSERT_TRUE(status.ok) << status.reason;
  for (const size_t row : {size_t{0}, recording.time.size() / 3, recording.time.size() - 1}) {
    const double t = recording.time[row];
    for (const auto& [kind, expected] : table_) {
      for (const Channel& channel : expected.channels) {
        const std::string name = "s_" + kind + channel.suffix;
        const int column = recording.Find(name);
        ASSERT_GE(column, 0) << name;
        Near(recording.Value(row, column), channel.run(t), 2e-4, name + " at " + std::to_string(t));
      }
    }
  }
}

TEST_F(AllProbes, InStatics) {
  Simulation simulation(model_);
  const RunStatus status = simulation.FindEquilibrium();
  ASSERT_TRUE(status.ok) << status.reason;
  std::vector<double> values(simulation.sensors().channels().size());
  simulation.ReadSensors(values.data());
  for (const auto& [kind, expected] : table_) {
    for (const Channel& channel : expected.channels) {
      const std::string name = "s_" + kind + channel.suffix;
      for (size_t i = 0; i < values.size(); ++i) {
        if (simulation.sensors().channels()[i].name == name) {
          Near(values[i], channel.at_rest, 1e-6, name);
        }
      }
    }
  }
}

TEST_F(AllProbes, InAFrequencyResponse) {
  Simulation simulation(model_);
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  const FrequencyResponse response =
      ComputeFrequencyResponse(simulation.system(), simulation.evaluation(), "slide", {7.0});
  const Complex s(0, 14 * M_PI);
  size_t linear = 3;  // of the first sensor
  for (const auto& [kind, expected] : table_) {
    for (const Channel& channel : expected.channels) {
      if (!channel.response) continue;
      ++linear;
      const std::string name = "s_" + kind + channel.suffix;
      bool found = false;
      for (size_t i = 0; i < response.channels.size(); ++i) {
        if (response.channels[i].name != name) continue;
        found = true;
        const Complex exact = channel.response(s);
        EXPECT_LT(std::abs(response.Value(0, i) - exact), 1e-6 * std::max(1.0, std::abs(exact)))
            << name << " " << response.Value(0, i) << " " << exact;
      }
      EXPECT_TRUE(found) << name;
    }
  }
  EXPECT_EQ(linear, response.channels.size());
}

}  // namespace
}  // namespace jounce
