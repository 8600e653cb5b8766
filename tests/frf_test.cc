// Frequency responses by what may drive a model besides loads and motions: inputs from outside and
// frames that move on the ground; and of what its `channels` choose. Against closed forms.
#include <gtest/gtest.h>

#include <complex>
#include <string>

#include "io/model_file.h"
#include "solve/frequency_response.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Complex = std::complex<double>;

FrequencyResponse Respond(const std::string& text, const std::string& input,
                          const std::vector<double>& frequencies) {
  Simulation simulation(ParseModel(text, "/model.yaml").model);
  const RunStatus status = simulation.FindEquilibrium();
  EXPECT_TRUE(status.ok) << status.reason;
  return ComputeFrequencyResponse(simulation.system(), simulation.evaluation(), input, frequencies);
}

Complex ValueOf(const FrequencyResponse& response, size_t row, const std::string& name) {
  for (size_t i = 0; i < response.channels.size(); ++i) {
    if (response.channels[i].name == name) return response.Value(row, i);
  }
  ADD_FAILURE() << "no channel " << name;
  return 0;
}

void ExpectNear(const Complex& found, const Complex& exact, const std::string& what) {
  EXPECT_LT(std::abs(found - exact), 1e-6 * std::abs(exact))
      << what << " " << found << " " << exact;
}

// A quarter car: a tyre of two springs in series with a dashpot beside one of them (Zener), so that
// its stiffness depends on the frequency.
constexpr char kQuarterCar[] = R"(
bodies:
  wheel: {mass: 40, inertia: [1, 1, 1], position: [0, 0, 0.3]}
  car: {mass: 400, inertia: [1, 1, 1], position: [0, 0, 0.8]}
frames: {road: {body: ground, motion: {z: {expression: 0.01*sin(3*t)}, ry: {value: 0}}}}
joints:
  a: {joint: translational, between: [ground, wheel], at: [0, 0, 0]}
  b: {joint: translational, between: [wheel, car], at: [0, 0, 0]}
connections:
  tyre: {connection: rod, between: [road, wheel], at_second: [0, 0, 0.3],
         law: {law: prony, stiffness: 200 N/mm, branches: [{stiffness: 90 N/mm, time: 20 ms}]}}
  strut: {connection: rod, between: [wheel, car], at: [0, 0, 0.3], at_second: [0, 0, 0.8],
          law: {law: linear, stiffness: 20 N/mm, damping: 1.5 N*s/mm}}
signals: {push: {input: 0, unit: N}}
loads: {push_car: {load: force, on: car, from: wheel, direction: [0, 0, 1], expression: 2*push}}
sensors:
  wheel: {sensor: position, of: wheel}
  car: {sensor: acceleration, of: car}
  gap: {sensor: position, of: wheel, relative_to: road}
  tyre: {sensor: law_force, item: tyre}
  pushed: {sensor: signal, item: push}
  energy: {sensor: energy}
)";

struct QuarterCar {
  Complex s, k, c;
  explicit QuarterCar(double frequency) : s(0, 2 * M_PI * frequency) {
    k = 2e5 + 9e4 * s * 0.02 / (1.0 + s * 0.02);
    c = 2e4 + 1500.0 * s;
  }
  // (40 s^2 + k + c) w - c x = k r - f, -c w + (400 s^2 + c) x = f.
  std::pair<Complex, Complex> Solve(double road, double force) const {
    const Complex a = 40.0 * s * s + k + c, d = 400.0 * s * s + c, det = a * d - c * c;
    const Complex b1 = k * road - force, b2 = force;
    return {(b1 * d + c * b2) / det, (a * b2 + c * b1) / det};
  }
};

TEST(FrequencyResponseInputs, AFrameThatMovesDrivesWithItsLaws) {
  const std::vector<double> frequencies = {0.5, 1.1, 9.0, 40.0};
  const FrequencyResponse response = Respond(kQuarterCar, "road.z", frequencies);
  EXPECT_EQ(response.input_unit, "m");
  for (size_t i = 0; i < frequencies.size(); ++i) {
    const QuarterCar model(frequencies[i]);
    const auto [wheel, car] = model.Solve(1, 0);
    ExpectNear(ValueOf(response, i, "wheel.z"), wheel, "wheel");
    ExpectNear(ValueOf(response, i, "car.z"), model.s * model.s * car, "car");
    ExpectNear(ValueOf(response, i, "gap.z"), wheel - 1.0, "gap");
    ExpectNear(ValueOf(response, i, "tyre"), model.k * (wheel - 1.0), "tyre");
  }
}

TEST(FrequencyResponseInputs, AnInputDrivesThroughItsFormula) {
  const std::vector<double> frequencies = {0.5, 9.0};
  const FrequencyResponse response = Respond(kQuarterCar, "push", frequencies);
  EXPECT_EQ(response.input_unit, "N");
  for (size_t i = 0; i < frequencies.size(); ++i) {
    const QuarterCar model(frequencies[i]);
    const auto [wheel, car] = model.Solve(0, 2);
    ExpectNear(ValueOf(response, i, "wheel.z"), wheel, "wheel");
    ExpectNear(ValueOf(response, i, "car.z"), model.s * model.s * car, "car");
    ExpectNear(ValueOf(response, i, "pushed"), 1, "the input itself");
  }
}

// An input that a motion follows: the mass moves by 3 times as much.
TEST(FrequencyResponseInputs, AnInputDrivesAMotion) {
  const FrequencyResponse response = Respond(R"(
bodies: {mass: {mass: 2, inertia: [1, 1, 1]}}
joints: {rail: {joint: translational, between: [ground, mass], at: [0, 0, 0]}}
signals: {set: {input: 0.1}}
motions: {drive: {motion: translation, joint: rail, expression: 3*set}}
sensors: {place: {sensor: position, of: mass}, felt: {sensor: acceleration, of: mass}}
)",
                                             "set", {2.0});
  ExpectNear(ValueOf(response, 0, "place.z"), 3, "place");
  ExpectNear(ValueOf(response, 0, "felt.z"), -3 * 16 * M_PI * M_PI, "acceleration");
}

TEST(FrequencyResponseInputs, AreNamed) {
  const Model model = ParseModel(kQuarterCar, "/model.yaml").model;
  EXPECT_EQ(ResponseInputs(model),
            (std::vector<std::string>{"push_car", "push", "road.z", "road.ry"}));
  try {
    Respond(kQuarterCar, "road.x1", {1.0});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("road.z"), std::string::npos) << error.what();
  }
}

// Renamed, in their unit and with their scale; one that is not linear is left out under its name.
TEST(FrequencyResponseChannels, AreThoseThatAreChosen) {
  const FrequencyResponse response = Respond(std::string(kQuarterCar) +
                                                 "channels:\n  list: {Axle: {from: wheel.z, unit: "
                                                 "mm, scale: -1}, E: {from: energy.kinetic}}\n",
                                             "road.z", {1.1});
  ASSERT_EQ(response.channels.size(), 1u);
  EXPECT_EQ(response.channels[0].name, "Axle");
  EXPECT_EQ(response.channels[0].unit, "mm");
  ASSERT_EQ(response.left_out.size(), 1u);
  EXPECT_EQ(response.left_out[0].name, "E");
  ExpectNear(response.Value(0, 0), -1000.0 * QuarterCar(1.1).Solve(1, 0).first, "axle");
}

}  // namespace
}  // namespace jounce
