// What is supplied from outside, and that the account of the energies closes: loads, motions, frames
// that move, preloads by signals, blocks and elements, against closed forms.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "io/model_file.h"
#include "model_text_for_test.h"
#include "solve/linear_system.h"
#include "solve/modes.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

struct Outcome {
  std::map<std::string, double> last;
  double worst = 0;  // of the imbalance

  double operator[](const std::string& channel) const { return last.at(channel); }
};

Outcome RunOf(Model model, double step, double end) {
  model.solver.step = step;
  model.solver.end_time = end;
  Simulation simulation(model);
  Recording recording;
  const RunStatus status = simulation.Run(&recording);
  EXPECT_TRUE(status.ok) << status.reason;
  Outcome outcome;
  const size_t rows = recording.time.size();
  for (size_t i = 0; i < recording.channels.size(); ++i) {
    outcome.last[recording.channels[i].name] = recording.Value(rows - 1, i);
  }
  const int imbalance = recording.Find("energy.imbalance");
  for (size_t row = 0; row < rows; ++row) {
    outcome.worst = std::max(outcome.worst, std::abs(recording.Value(row, imbalance)));
  }
  EXPECT_EQ(recording.Value(0, imbalance), 0);
  return outcome;
}

// A mass on a rail along z, and sensors.
std::string Slider(const std::string& more, const std::string& gravity = "[0, 0, 0]") {
  return "gravity: " + gravity +
         "\n"
         "bodies: {mass: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 1]}}\n"
         "joints: {rail: {joint: translational, between: [ground, mass], at: [0, 0, 0]}}\n" +
         more +
         "sensors:\n"
         "  place: {sensor: position, of: mass}\n"
         "  speed: {sensor: velocity, of: mass}\n"
         "  energy: {sensor: energy}\n";
}

// Halving the step leaves a quarter of what is not accounted for.
void ExpectClosesToSecondOrder(const Model& model, double step, double end, double size) {
  const double coarse = RunOf(model, step, end).worst, fine = RunOf(model, step / 2, end).worst;
  EXPECT_LT(fine, size);
  EXPECT_GT(coarse / fine, 2.8) << coarse << " " << fine;
  EXPECT_LT(coarse / fine, 5.5) << coarse << " " << fine;
}

// m v' = F sin(w t): v = F/(m w) (1 - cos(w t)), and all of it is work.
TEST(SuppliedEnergy, OfALoadIsItsWork) {
  const Model model = Read(Slider(
      "loads: {push: {load: force, on: mass, direction: [0, 0, 1], expression: 30*sin(7*t)}}\n"));
  const Outcome outcome = RunOf(model, 1e-3, 0.3);
  const double v = 30.0 / (2 * 7) * (1 - std::cos(7 * 0.3));
  EXPECT_NEAR(outcome["energy.supplied"], v * v, 1e-5 * v * v);
  EXPECT_NEAR(outcome["energy.kinetic"], v * v, 1e-5 * v * v);
  ExpectClosesToSecondOrder(model, 2e-3, 0.3, 1e-4);
}

// z = 1 + a sin(w t): 1/2 m v^2 + m g (z - 1).
TEST(SuppliedEnergy, OfAMotionIsItsWork) {
  const Model model = Read(
      Slider("motions: {drive: {motion: translation, joint: rail, expression: 0.1*sin(9*t)}}\n",
             "[0, 0, -9.81]"));
  const Outcome outcome = RunOf(model, 1e-3, 0.4);
  const double v = 0.9 * std::cos(3.6), z = 0.1 * std::sin(3.6);
  // It moves at the start already: its first velocity is not work.
  EXPECT_NEAR(outcome["energy.supplied"], v * v - 0.81 + 2 * 9.81 * z, 2e-4);
  ExpectClosesToSecondOrder(model, 2e-3, 0.4, 2e-4);
}

// A quarter car on ground that moves, with a damper.
TEST(SuppliedEnergy, OfGroundThatMoves) {
  const Model model = Read(R"(
bodies:
  wheel: {mass: 40, inertia: [1, 1, 1], position: [0, 0, 0.3]}
  car: {mass: 400, inertia: [1, 1, 1], position: [0, 0, 0.8]}
frames: {road: {body: ground, motion: {z: {expression: 0.02*sin(12*t)}}}}
joints:
  a: {joint: translational, between: [ground, wheel], at: [0, 0, 0]}
  b: {joint: translational, between: [wheel, car], at: [0, 0, 0]}
connections:
  tyre: {connection: rod, between: [road, wheel], at_second: [0, 0, 0.3], law: {law: linear, stiffness: 200 N/mm}}
  strut: {connection: rod, between: [wheel, car], at: [0, 0, 0.3], at_second: [0, 0, 0.8],
          law: {law: linear, stiffness: 20 N/mm, damping: 1.5 N*s/mm}}
sensors: {energy: {sensor: energy}}
)");
  const Outcome outcome = RunOf(model, 1e-3, 1);
  EXPECT_GT(outcome["energy.dissipated"], 10);
  EXPECT_GT(outcome["energy.supplied"], 1);
  ExpectClosesToSecondOrder(model, 2e-3, 1, 0.5);
}

// The force of a controller is work from outside, whatever its states do.
TEST(SuppliedEnergy, OfAControlledMass) {
  const Model model = Read(
      Slider("loads: {push: {load: force, on: mass, direction: [0, 0, 1], expression: control}}\n"
             "signals:\n"
             "  error: {expression: 1.1 - place.z}\n"
             "  control: {block: pid, of: [error, -speed.z], kp: 400, ki: 900, kd: 20}\n",
             "[0, 0, -9.81]"));
  const Outcome outcome = RunOf(model, 1e-3, 1);
  EXPECT_NEAR(outcome["energy.supplied"],
              outcome["energy.kinetic"] + 2 * 9.81 * (outcome["place.z"] - 1), 1e-4);
  ExpectClosesToSecondOrder(model, 4e-3, 0.5, 2e-3);
}

// An actuator: what flows in is in the oil, has leaked, or is in the mass.
TEST(SuppliedEnergy, OfAnElement) {
  const Model model = Read(
      Slider("elements:\n"
             "  actuator: {element: hydraulic_actuator, frames: [ground, mass], area: 10 cm^2,\n"
             "             volume: 200 cm^3, bulk_modulus: 10 MPa, leakage: 2e-9 m^3/s/Pa,\n"
             "             inputs: {flow: {expression: 1e-4*sin(20*t)}}}\n"));
  const Outcome outcome = RunOf(model, 1e-3, 0.5);
  EXPECT_GT(outcome["energy.stored"], 1e-6);
  EXPECT_GT(outcome["energy.dissipated"], 1e-6);
  // The work of the flow, p q, summed by hand from a finer run.
  Model fine = model;
  fine.solver.step = 1e-4;
  Simulation simulation(fine);
  ASSERT_TRUE(simulation.Initialize().ok);
  double work = 0, before = 0;
  for (int i = 1; i <= 5000; ++i) {
    ASSERT_TRUE(simulation.Advance(1e-4).ok);
    const double power = simulation.state().modal[0] * 1e-4 * std::sin(20 * simulation.time());
    work += 0.5e-4 * (before + power);
    before = power;
  }
  EXPECT_NEAR(outcome["energy.supplied"], work, 1e-3 * std::abs(work));
  ExpectClosesToSecondOrder(model, 2e-3, 0.5, 1e-4);
}

// ---- Preloads that follow signals ---------------------------------------------------------------

std::string Spring(const std::string& preload, const std::string& more = "") {
  return Slider(
      "connections:\n"
      "  spring: {connection: rod, between: [ground, mass], at: [0, 0, 0],\n"
      "           at_second: [0, 0, 1], law: {law: linear, stiffness: 800},\n"
      "           preload: {x: {expression: " +
      preload + "}}}\n" + more);
}

// m e'' = -k e - P sin(W t) from rest: e = -P/m/(w^2 - W^2) (sin(W t) - W/w sin(w t)).
TEST(DrivenPreload, ShakesTheMass) {
  const Model model = Read(Spring("12*sin(9*t)"));
  const double w = 20, W = 9, P = 12, t = 0.6, factor = -P / 2 / (w * w - W * W);
  const double e = factor * (std::sin(W * t) - W / w * std::sin(w * t));
  const double v = factor * W * (std::cos(W * t) - std::cos(w * t));
  const Outcome outcome = RunOf(model, 5e-4, t);
  EXPECT_NEAR(outcome["place.z"], 1 + e, 1e-6);
  EXPECT_NEAR(outcome["energy.stored"], 400 * e * e, 1e-4);
  EXPECT_NEAR(outcome["energy.supplied"], 400 * e * e + v * v, 1e-4);
  ExpectClosesToSecondOrder(model, 2e-3, t, 1e-4);
}

// A preload k' e is more stiffness: in modes, which see its slopes, and in a run.
TEST(DrivenPreload, FollowsTheMotionWithItsSlopes) {
  const Model model = Read(Spring("1000*(place.z - 1)"));
  const System system(model);
  const std::vector<Mode> modes = ComplexModes(LinearSystem(system, system.StartState()), 5);
  ASSERT_FALSE(modes.empty());
  EXPECT_NEAR(modes[0].frequency, std::sqrt(1800.0 / 2) / (2 * M_PI), 1e-9);
  Model moving = model;
  moving.bodies[0].velocity.z() = 1;
  moving.solver.step = 1e-3;
  Simulation simulation(moving);
  ASSERT_TRUE(simulation.Initialize().ok);
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(simulation.Advance(1e-3).ok);
  EXPECT_NEAR(simulation.state().pose[0].p.z(), 1 + std::sin(30 * 0.2) / 30, 2e-5);
}

TEST(DrivenPreload, MistakesAreNamed) {
  const auto mistakes = [](const std::string& preload) {
    std::string text = Spring("1");
    text.replace(text.find("{x: {expression: 1}}"), 20, preload);
    try {
      Read(text);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(mistakes("{x: {value: 3 N}}"), "none");
  const std::string direction = mistakes("{y: {value: 3}}");
  EXPECT_NE(direction.find("a rod has no preload along y"), std::string::npos) << direction;
  const std::string unit = mistakes("{x: {expression: place.z}}");
  EXPECT_NE(unit.find("'place.z' is in m, and N is needed"), std::string::npos) << unit;
}

// Two bushings pull a body sideways, one the image of the other: it stays in the plane, and goes
// where both pull it along x.
TEST(DrivenPreload, IsMirroredWithItsSubAssembly) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("jounce_energy_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  {
    std::ofstream side(folder / "side.yaml");
    side
        << "ports: [car]\n"
           "frames:\n"
           "  foot: {body: ground, position: [0, 0.3, 0]}\n"
           "  top: {body: car, position: [0, 0.3, 0]}\n"
           "signals: {pull: {expression: 50*sin(8*t), unit: N}}\n"
           "connections:\n"
           "  mount: {connection: bushing, between: [foot, top], preload: {y: {expression: pull},\n"
           "          x: {expression: pull}, rz: {expression: 0.1*sin(8*t)}},\n"
           "          law: {law: linear, dimension: 6, stiffnesses: [1000, 1000, 1000, 100, 100, "
           "100]}}\n";
    std::ofstream whole(folder / "whole.yaml");
    whole << "gravity: [0, 0, 0]\n"
             "bodies: {car: {mass: 20, inertia: [1, 1, 1]}}\n"
             "subsystems:\n"
             "  left: {file: side.yaml, ports: {car: car}}\n"
             "  right: {file: side.yaml, ports: {car: car}, mirror: y}\n"
             "sensors: {place: {sensor: position, of: car}, energy: {sensor: energy}}\n";
  }
  const Model model = LoadModel((folder / "whole.yaml").string()).model;
  std::filesystem::remove_all(folder);
  const Outcome outcome = RunOf(model, 1e-3, 0.5);
  EXPECT_NEAR(outcome["place.y"], 0, 1e-9);
  // Both springs and both pulls along x: m x'' = -2 k x - 2 P sin(W t).
  const double w = 10, W = 8, t = 0.5, factor = -100.0 / 20 / (w * w - W * W);
  EXPECT_NEAR(outcome["place.x"], factor * (std::sin(W * t) - W / w * std::sin(w * t)), 2e-4);
  EXPECT_LT(outcome.worst, 1e-3);
}

}  // namespace
}  // namespace jounce
