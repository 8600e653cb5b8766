// Elements and blocks by their kinds, from the table and from the shared library of examples/plugin,
// in whole models: against closed forms and against Runge's and Kutta's method.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>

#include "io/model_file.h"
#include "math/pose.h"
#include "model_text_for_test.h"
#include "solve/frequency_response.h"
#include "solve/linear_system.h"
#include "solve/modes.h"
#include "solve/sensitivity.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

const std::string kPlugin = JOUNCE_EXAMPLE_PLUGIN;

std::string Mistakes(const std::string& text) {
  try {
    Read(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

// ---- A strut filled with gas --------------------------------------------------------------------

// A mass on it, held by a rail.
std::string StrutModel(const std::string& constants, double height, double speed) {
  return "gravity: [0, 0, -9.81]\n"
         "bodies: {mass: {mass: 20, inertia: [1, 1, 1], position: [0, 0, " +
         std::to_string(height) + "], velocity: [0, 0, " + std::to_string(speed) +
         "]}}\n"
         "joints: {rail: {joint: translational, between: [ground, mass], at: [0, 0, 0]}}\n"
         "elements:\n"
         "  strut: {element: library, file: " +
         kPlugin + ", kind: gas_strut, frames: [ground, mass], constants: {" + constants +
         "}}\n"
         "sensors:\n"
         "  place: {sensor: position, of: mass}\n"
         "  gas: {sensor: element, item: strut}\n"
         "  energy: {sensor: energy}\n";
}

constexpr char kGas[] = "area: 20 cm^2, pressure: 2 bar, length: 400 mm";

using State = std::array<double, 3>;  // height, speed, temperature

// The same by hand, with the stop at `stop` where it is met.
struct ByHand {
  double conductance = 0, stop = 1e9, stiffness = 0, damping = 0;
  bool beyond = false;

  State Rate(const State& s) const {
    const double area = 2e-3, m = 2e5 * area * 0.4 / (287 * 293.15);
    const double p = m * 287 * s[2] / (area * s[0]);
    double force = (p - 1e5) * area;
    if (beyond) force -= stiffness * (s[0] - stop) + damping * s[1];
    return {s[1], force / 20 - 9.81,
            (-p * area * s[1] - conductance * (s[2] - 293.15)) / (m * 717.5)};
  }
  State Step(const State& s, double h) const {
    const auto add = [](const State& a, double f, const State& b) {
      return State{a[0] + f * b[0], a[1] + f * b[1], a[2] + f * b[2]};
    };
    const State k1 = Rate(s), k2 = Rate(add(s, h / 2, k1)), k3 = Rate(add(s, h / 2, k2)),
                k4 = Rate(add(s, h, k3));
    State next = s;
    for (int i = 0; i < 3; ++i) next[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    return next;
  }
  State Run(State s, double end, int steps) {
    const double h = end / steps;
    for (int i = 0; i < steps; ++i) {
      State next = Step(s, h);
      if ((next[0] > stop) != beyond) {
        double low = 0, high = h;
        for (int k = 0; k < 50; ++k) {
          const double middle = 0.5 * (low + high);
          ((Step(s, middle)[0] > stop) != beyond ? high : low) = middle;
        }
        const State there = Step(s, high);
        beyond = !beyond;
        next = Step(there, h - high);
      }
      s = next;
    }
    return s;
  }
};

// The last value of each channel.
std::map<std::string, double> Last(Model model, double step, double end) {
  model.solver.step = step;
  model.solver.end_time = end;
  Simulation simulation(model);
  Recording recording;
  const RunStatus status = simulation.Run(&recording);
  EXPECT_TRUE(status.ok) << status.reason;
  std::map<std::string, double> values;
  for (size_t i = 0; i < recording.channels.size(); ++i) {
    values[recording.channels[i].name] = recording.Value(recording.time.size() - 1, i);
  }
  return values;
}

TEST(PluginElement, SwingsAsByHand) {
  const Model model = Read(StrutModel(std::string(kGas) + ", conductance: 2 W/K", 0.4, 1.5));
  const State exact = ByHand{.conductance = 2}.Run({0.4, 1.5, 293.15}, 0.5, 20000);
  const auto coarse = Last(model, 2e-3, 0.5), fine = Last(model, 1e-3, 0.5);
  EXPECT_NEAR(fine.at("place.z"), exact[0], 2e-5);
  EXPECT_NEAR(fine.at("gas.temperature"), exact[2], 2e-2);
  const double ratio = (coarse.at("place.z") - exact[0]) / (fine.at("place.z") - exact[0]);
  EXPECT_NEAR(ratio, 4, 0.5);
}

// Without heat that flows, T V^(R/c_v) stays, and the energy of all.
TEST(PluginElement, GasWithoutHeatKeepsItsEntropyAndEnergy) {
  Model model = Read(StrutModel(kGas, 0.4, 1.5));
  model.solver.rho = 1;
  model.solver.step = 5e-4;
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  const auto total = [&] {
    const Energies e = simulation.energies();
    return e.kinetic + e.potential + e.stored + e.dissipated;
  };
  const double before = total(), entropy = 293.15 * std::pow(0.4, 0.4);
  double worst = 0, lost = 0;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(simulation.Advance(5e-4).ok);
    const SystemState& state = simulation.state();
    worst = std::max(worst,
                     std::abs(state.modal[0] * std::pow(state.pose[0].p.z(), 0.4) / entropy - 1));
    lost = std::max(lost, std::abs(total() - before));
  }
  EXPECT_LT(worst, 1e-5);
  EXPECT_LT(lost, 1e-3);  // of 22 J that swing
}

// (p_0 l_0/l - p_a) A = m g at the temperature around.
TEST(PluginElement, RestsWhereTheWeightIsCarried) {
  Simulation simulation(Read(StrutModel(std::string(kGas) + ", conductance: 2 W/K", 0.4, 0)));
  const RunStatus status = simulation.FindEquilibrium();
  ASSERT_TRUE(status.ok) << status.reason;
  const double p = 1e5 + 20 * 9.81 / 2e-3;
  EXPECT_NEAR(simulation.state().pose[0].p.z(), 0.4 * 2e5 / p, 1e-9);
  EXPECT_NEAR(simulation.state().modal[0], 293.15, 1e-6);
}

// Where the stop is met the step is cut: the error stays of second order. A stop that is seen at the
// ends of steps only is off by millimetres.
TEST(PluginElement, SwitchesWhereItsFunctionPassesZero) {
  const std::string stop =
      std::string(kGas) + ", stop_length: 0.45, stop_stiffness: 200 N/mm, stop_damping: 900 N*s/m";
  const Model model = Read(StrutModel(stop, 0.4, 1.5));
  ByHand by_hand{.stop = 0.45, .stiffness = 2e5, .damping = 900};
  const State exact = by_hand.Run({0.4, 1.5, 293.15}, 0.1, 40000);
  EXPECT_FALSE(by_hand.beyond);  // it has come back
  const double coarse = Last(model, 1e-3, 0.1).at("place.z") - exact[0];
  const double fine = Last(model, 5e-4, 0.1).at("place.z") - exact[0];
  EXPECT_LT(std::abs(coarse), 3e-4);
  EXPECT_LT(std::abs(fine), 8e-5);
}

// The time at which the stop is met moves with its place, and all that follows with it: against
// differences of the same by hand, with a jump of the force of 1.2 kN on 20 kg.
TEST(PluginElement, SlopesCrossItsSwitch) {
  const auto model = [](double stop, double stiffness) {
    Model made = Read(StrutModel(
        fmt::format(
            "{}, stop_length: {:.12g}, stop_stiffness: {:.12g} N/m, stop_damping: 900 N*s/m", kGas,
            stop, stiffness),
        0.4, 1.5));
    made.solver.step = 1e-4;
    made.solver.end_time = 0.1;
    return made;
  };
  const auto by_hand = [](double stop, double stiffness) {
    ByHand run{.stop = stop, .stiffness = stiffness, .damping = 900};
    return run.Run({0.4, 1.5, 293.15}, 0.1, 40000);
  };
  SensitivityRecording found;
  const RunStatus status =
      RunWithSensitivities(model(0.45, 2e5),
                           {{"stop", 1e-6, model(0.450001, 2e5), model(0.449999, 2e5)},
                            {"stiffness", 2, model(0.45, 200002), model(0.45, 199998)}},
                           false, &found);
  ASSERT_TRUE(status.ok) << status.reason;
  const int place = found.run.Find("place.z"), temperature = found.run.Find("gas.temperature");
  const size_t row = (found.run.time.size() - 1) * found.run.channels.size();
  const auto expect = [&](size_t parameter, const State& more, const State& less, double change) {
    const double of_place = (more[0] - less[0]) / change, of_heat = (more[2] - less[2]) / change;
    EXPECT_NEAR(found.slopes[parameter][row + place], of_place, 5e-3 * std::abs(of_place));
    EXPECT_NEAR(found.slopes[parameter][row + temperature], of_heat, 5e-3 * std::abs(of_heat));
  };
  expect(0, by_hand(0.4501, 2e5), by_hand(0.4499, 2e5), 2e-4);
  expect(1, by_hand(0.45, 2.01e5), by_hand(0.45, 1.99e5), 2e3);
}

TEST(PluginElement, GoesOnFromASavedStateToTheSameBits) {
  const Model model = Read(
      StrutModel(std::string(kGas) + ", stop_length: 0.45, stop_stiffness: 200 N/mm", 0.4, 1.5));
  Simulation simulation(model), again(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  for (int i = 0; i < 45; ++i) ASSERT_TRUE(simulation.Advance(1e-3).ok);  // beyond the stop
  EXPECT_GT(simulation.state().pose[0].p.z(), 0.45);
  again.Restore(simulation.Save());
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(simulation.Advance(1e-3).ok);
    ASSERT_TRUE(again.Advance(1e-3).ok);
  }
  EXPECT_EQ(simulation.state().pose[0].p.z(), again.state().pose[0].p.z());
  EXPECT_EQ(simulation.state().modal[0], again.state().modal[0]);
}

TEST(PluginElement, IsWrittenAndReadBackEqual) {
  const Model model = Read(StrutModel(std::string(kGas) + ", conductance: 2 W/K", 0.4, 1.5));
  const std::string text = WriteModel(model, "/");
  std::vector<std::string> files;
  EXPECT_TRUE(SameModel(model, ReadFlatModel(text, "model.yaml", true, &files))) << text;
  EXPECT_EQ(model.elements[0].settings.values.Number("area", 0), 2e-3);
}

// All at once, each with its line.
TEST(PluginElement, MistakesAreNamed) {
  const std::string text =
      "units: {length: mm, force: N}\n"
      "bodies: {mass: {mass: 20, inertia: [1, 1, 1]}}\n"
      "elements:\n"
      "  a: {element: library, file: " +
      kPlugin +
      ", kind: gas_strut, frames: [ground, mas],\n"
      "      constants: {aera: 20, pressure: 2 kg, length: -4}}\n"
      "  b: {element: library, file: " +
      kPlugin +
      ", kind: gas_strud, frames: [ground, mass]}\n"
      "  c: {element: hydraulic_actuater, frames: [ground, mass]}\n"
      "  d: {element: library, file: /no/such.so, frames: [ground, mass], constants: {a: 1}}\n";
  const std::string found = Mistakes(text);
  for (const char* part :
       {":4:", "there is no body or frame 'mas'", ":5:", "unknown key 'aera'", "'area' is missing",
        "pressure", "kg", "length:", "out of range", ":6:", "holds no 'gas_strud'", "gas_strut",
        ":7:", "hydraulic_actuator", ":8:", "/no/such.so"}) {
    EXPECT_NE(found.find(part), std::string::npos) << part << " in\n" << found;
  }
  // Numbers without a unit are in the file's.
  const Model model = Read(
      "units: {length: mm, force: N}\n"
      "bodies: {mass: {mass: 20, inertia: [1, 1, 1], position: [0, 0, 400]}}\n"
      "elements: {a: {element: library, file: " +
      kPlugin +
      ", kind: gas_strut, frames: [ground, mass],\n"
      "  constants: {area: 2000, pressure: 0.2, length: 400, stop_stiffness: 200}}}\n");
  const FieldValues& values = model.elements[0].settings.values;
  EXPECT_NEAR(values.Number("area", 0), 2e-3, 1e-15);
  EXPECT_NEAR(values.Number("pressure", 0), 2e5, 1e-9);
  EXPECT_NEAR(values.Number("stop_stiffness", 0), 2e5, 1e-9);
}

// ---- A hydraulic actuator -----------------------------------------------------------------------

constexpr char kActuator[] = R"(
gravity: [0, 0, 0]
bodies: {mass: {mass: 50, inertia: [1, 1, 1], position: [0, 0, 0.5]}}
joints: {rail: {joint: translational, between: [ground, mass], at: [0, 0, 0]}}
sensors:
  place: {sensor: position, of: mass}
  oil: {sensor: element, item: actuator}
loads: {push: {load: force, on: mass, direction: [0, 0, 1], value: 0}}
elements:
  actuator: {element: hydraulic_actuator, frames: [ground, mass], area: 10 cm^2, volume: 200 cm^3,
             bulk_modulus: 1 GPa, leakage: 2e-11 m^3/s/Pa, inputs: {flow: {$FLOW}}$MORE}
)";

std::string Actuator(const std::string& flow, const std::string& more = "") {
  std::string text = kActuator;
  text.replace(text.find("$FLOW"), 5, flow);
  text.replace(text.find("$MORE"), 5, more);
  return text;
}

// [Merritt 1967, section 6-1]: omega = sqrt(4 B A^2/(V m)), zeta = c/A sqrt(B m/V).
TEST(HydraulicActuatorModel, SwingsOnItsOil) {
  const Model model = Read(Actuator("value: 0"));
  const System system(model);
  const std::vector<Mode> modes = ComplexModes(LinearSystem(system, system.StartState()), 10);
  const double omega = std::sqrt(4 * 1e9 * 1e-6 / (2e-4 * 50));
  const double zeta = 2e-11 / 1e-3 * std::sqrt(1e9 * 50 / 2e-4);
  bool found = false;
  for (const Mode& mode : modes) {
    if (mode.frequency < 1) continue;
    found = true;
    EXPECT_NEAR(mode.frequency, omega / (2 * M_PI), 1e-6 * omega);
    EXPECT_NEAR(mode.damping, zeta, 1e-6);
  }
  EXPECT_TRUE(found);
}

// Of a force F on the mass: p = -A s z/(V s/(4 B) + c), m s^2 z = A p + F.
TEST(HydraulicActuatorModel, AnswersAForceWithItsPressure) {
  Simulation simulation(Read(Actuator("value: 0")));
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  const FrequencyResponse response = ComputeFrequencyResponse(
      simulation.system(), simulation.evaluation(), "push", {1.0, 90.0, 150.0});
  int pressure = -1, place = -1;
  for (size_t i = 0; i < response.channels.size(); ++i) {
    if (response.channels[i].name == "oil.pressure") pressure = static_cast<int>(i);
    if (response.channels[i].name == "place.z") place = static_cast<int>(i);
  }
  ASSERT_GE(pressure, 0);
  for (size_t row = 0; row < 3; ++row) {
    const std::complex<double> s(0, 2 * M_PI * response.frequency[row]);
    const std::complex<double> oil = -1e-3 * s / (2e-4 * s / 4e9 + 2e-11);
    const std::complex<double> z = 1.0 / (50.0 * s * s - 1e-3 * oil);
    EXPECT_LT(std::abs(response.Value(row, place) - z), 1e-6 * std::abs(z));
    EXPECT_LT(std::abs(response.Value(row, pressure) - oil * z), 1e-6 * std::abs(oil * z));
  }
}

// A constant flow moves the rod by q t/A in the end, with the ripple that the oil swings with.
TEST(HydraulicActuatorModel, FollowsAConstantFlow) {
  const auto last = Last(Read(Actuator("value: 100 cm^3/s")), 2.5e-4, 1);
  const double q = 1e-4, t = 1;
  EXPECT_NEAR(last.at("place.z"), 0.5 + q * t / 1e-3, 2e-3);
  EXPECT_NEAR(last.at("oil.length"), last.at("place.z"), 1e-12);
}

// A valve with a supply pressure in a loop: flow = K (set - z) - L p, the pressure fed back. Against
// the same equations by Runge's and Kutta's method.
TEST(HydraulicActuatorModel, IsControlledAsByHand) {
  const Model model = Read(Actuator("expression: 0.0015*(0.6 - place.z) - 2e-11*oil.pressure",
                                    ", supply_pressure: 10 MPa"));
  const auto rate = [](const State& s) {
    const double u = 0.0015 * (0.6 - s[0]) - 2e-11 * s[2];
    const double flow = u * std::sqrt(1 - std::copysign(1.0, u) * s[2] / 1e7);
    return State{s[1], 1e-3 * s[2] / 50, 4e9 / 2e-4 * (flow - 1e-3 * s[1] - 2e-11 * s[2])};
  };
  State s = {0.5, 0, 0};
  const int steps = 5000;
  const double h = 0.005 / steps;
  for (int i = 0; i < steps; ++i) {
    const auto at = [&](double f, const State& k) {
      return rate({s[0] + f * k[0], s[1] + f * k[1], s[2] + f * k[2]});
    };
    const State k1 = rate(s), k2 = at(h / 2, k1), k3 = at(h / 2, k2), k4 = at(h, k3);
    for (int j = 0; j < 3; ++j) s[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
  }
  const auto coarse = Last(model, 1e-4, 0.005), fine = Last(model, 5e-5, 0.005);
  EXPECT_NEAR(fine.at("place.z"), s[0], 2e-6);
  EXPECT_NEAR(fine.at("oil.pressure"), s[2], 2e3);
  const double ratio = (coarse.at("oil.pressure") - s[2]) / (fine.at("oil.pressure") - s[2]);
  EXPECT_NEAR(ratio, 4, 0.8);
}

TEST(HydraulicActuatorModel, WrongUnitsAndInputsAreNamed) {
  const std::string unit = Mistakes(Actuator("expression: place.z"));
  EXPECT_NE(unit.find("'place.z' is in m, and m^3/s is needed"), std::string::npos) << unit;
  const std::string input = Mistakes(Actuator("value: 0}, floww: {value: 1"));
  EXPECT_NE(input.find("unknown key 'floww'"), std::string::npos) << input;
}

// ---- Tangents -----------------------------------------------------------------------------------

// Two bodies anywhere, moving, with a signal that sees both: the element's matrices against central
// differences of its rows.
TEST(FrameElement, TangentsAreDerivatives) {
  const Model model = Read(R"(
bodies:
  a: {mass: 2, inertia: [1, 1, 1], position: [0.1, 0.2, 0.3]}
  b: {mass: 3, inertia: [1, 1, 1], position: [-0.2, 0.5, 0.9]}
frames:
  fa: {body: a, position: [0.1, -0.2, 0.05], orientation: {euler: [20 deg, 30 deg, 40 deg]}}
  fb: {body: b, position: [-0.03, 0.1, -0.2]}
sensors:
  speed: {sensor: velocity, of: b, relative_to: a}
  oil: {sensor: element, item: actuator}
elements:
  actuator: {element: hydraulic_actuator, frames: [fa, fb], area: 1, volume: 4, bulk_modulus: 3,
             leakage: 0.2, supply_pressure: 9e6, inputs: {flow: {expression: speed.x*oil.length}}}
)");
  const System system(model);
  const Element& element = *system.frame_elements()[0];
  SystemState state = system.StartState();
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-0.5, 0.5);
  for (int i = 0; i < 2; ++i) {
    Vector6 d, v;
    for (int k = 0; k < 6; ++k) {
      d[k] = any(random);
      v[k] = any(random);
    }
    state.pose[i] = state.pose[i] * ExpPose(d);
    state.velocity[i] = v;
  }
  state.modal[0] = 1.7;
  std::vector<double> history(system.history_size() + 1), next(history);
  system.StartHistory(state, history.data());
  const auto rows = [&](const SystemState& s) {
    std::vector<double> motion(system.row_count()), constraints(1);
    const Evaluation at{s, 1e-3, history.data(), next.data()};
    system.EvaluateSignals(at);
    element.AddResidual(System::Slice(at, element), motion.data(), constraints.data());
    Eigen::VectorXd all(13);
    all.head<12>() = Eigen::Map<Eigen::VectorXd>(motion.data(), 12);
    all[12] = motion[system.row_count() - 1];
    return all;
  };
  // Of the element's own order, with slots that recur, to bodies and state.
  const auto gather = [&](const Eigen::MatrixXd& own) {
    std::vector<int> to;
    for (int slot : element.bodies()) {
      for (int k = 0; k < 6; ++k) to.push_back(slot < 2 ? 6 * slot + k : -1);
    }
    for (size_t k = 0; k < element.scalars().size(); ++k) to.push_back(12);
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(13, 13);
    for (size_t i = 0; i < to.size(); ++i) {
      for (size_t k = 0; k < to.size(); ++k) {
        if (to[i] >= 0 && to[k] >= 0) all(to[i], to[k]) += own(i, k);
      }
    }
    return all;
  };
  ElementTangents tangents;
  tangents.Reset(element.size());
  rows(state);
  element.AddTangents(System::Slice({state, 1e-3, history.data(), next.data()}, element),
                      &tangents);
  const Eigen::MatrixXd K = gather(tangents.K), C = gather(tangents.C);
  const double e = 1e-6;
  for (int i = 0; i < 13; ++i) {
    SystemState plus = state, minus = state;
    if (i < 12) {
      plus.pose[i / 6] = state.pose[i / 6] * ExpPose(e * Vector6::Unit(i % 6));
      minus.pose[i / 6] = state.pose[i / 6] * ExpPose(-e * Vector6::Unit(i % 6));
    } else {
      plus.modal[0] += e;
      minus.modal[0] -= e;
    }
    const Eigen::VectorXd by_pose = (rows(plus) - rows(minus)) / (2 * e);
    EXPECT_LT((by_pose - K.col(i)).cwiseAbs().maxCoeff(), 3e-6) << i;
    plus = minus = state;
    (i < 12 ? plus.velocity[i / 6][i % 6] : plus.modal_velocity[0]) += e;
    (i < 12 ? minus.velocity[i / 6][i % 6] : minus.modal_velocity[0]) -= e;
    const Eigen::VectorXd by_rate = (rows(plus) - rows(minus)) / (2 * e);
    EXPECT_LT((by_rate - C.col(i)).cwiseAbs().maxCoeff(), 3e-6) << i;
  }
}

// ---- Blocks -------------------------------------------------------------------------------------

TEST(PluginBlock, FiltersAsTheBuiltInOne) {
  const std::string model = R"(
gravity: [0, 0, 0]
bodies: {mass: {mass: 2, inertia: [1, 1, 1], velocity: [0, 0, 1]}}
joints: {rail: {joint: translational, between: [ground, mass], at: [0, 0, 0]}}
sensors: {place: {sensor: position, of: mass}}
loads: {spring: {load: force, on: mass, direction: [0, 0, 1], expression: filtered}}
signals: {filtered: $BLOCK}
)";
  const auto with = [&](const std::string& block) {
    std::string text = model;
    return Read(text.replace(text.find("$BLOCK"), 6, block));
  };
  const Model plugin = with("{block: library, file: " + kPlugin +
                            ", kind: low_pass, of: [-800*place.z], constants: {time: 20 ms}}");
  const Model built_in = with(
      "{block: transfer_function, of: [-800*place.z], numerator: [1], denominator: [0.02, 1]}");
  EXPECT_NEAR(Last(plugin, 1e-3, 0.5).at("place.z"), Last(built_in, 1e-3, 0.5).at("place.z"),
              1e-10);
  const std::string wrong = Mistakes(WriteModel(plugin, "/") + "\n");
  EXPECT_EQ(wrong, "none");
}

// ---- Sub-assemblies -----------------------------------------------------------------------------

// Two struts on one mass, one the image of the other: the mass stays in the plane of the mirror, and
// both outputs are equal.
TEST(PluginElement, MayStandInAMirroredSubAssembly) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("jounce_plugin_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  {
    std::ofstream side(folder / "side.yaml");
    side << "ports: [car]\n"
            "frames:\n"
            "  foot: {body: ground, position: [0.1, 0.3, 0]}\n"
            "  top: {body: car, position: [0, 0.1, 0.4]}\n"
            "elements:\n"
            "  strut: {element: library, file: "
         << kPlugin << ", kind: gas_strut, frames: [foot, top], constants: {" << kGas
         << "}}\n"
            "sensors: {gas: {sensor: element, item: strut}}\n";
    std::ofstream whole(folder / "whole.yaml");
    whole << "bodies: {car: {mass: 20, inertia: [1, 1, 1]}}\n"
             "subsystems:\n"
             "  left: {file: side.yaml, ports: {car: car}}\n"
             "  right: {file: side.yaml, ports: {car: car}, mirror: y}\n"
             "sensors: {place: {sensor: position, of: car}}\n";
  }
  const auto last = Last(LoadModel((folder / "whole.yaml").string()).model, 1e-3, 0.2);
  std::filesystem::remove_all(folder);
  EXPECT_NEAR(last.at("place.y"), 0, 1e-12);
  EXPECT_GT(std::abs(last.at("place.x")), 1e-3);
  EXPECT_NEAR(last.at("left/gas.pressure"), last.at("right/gas.pressure"), 1e-3);
  EXPECT_GT(std::abs(last.at("left/gas.pressure") - 2e5), 100);
}

}  // namespace
}  // namespace jounce
