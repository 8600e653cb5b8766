// Kinds of the table, and those of examples/plugin, which the build made into a shared library.
#include "elements/library_element.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "base/error.h"
#include "blocks/library_block.h"

namespace jounce {
namespace {

constexpr char kExample[] = JOUNCE_EXAMPLE_PLUGIN;

ElementSettings Strut() {
  ElementSettings settings;
  settings.kind = kLibraryElement;
  settings.library = {kExample, "gas_strut"};
  settings.values.numbers = {{"area", {2e-3}},          {"pressure", {8e5}},
                             {"length", {0.4}},         {"dead_length", {0.1}},
                             {"conductance", {3}},      {"stop_length", {0.45}},
                             {"stop_stiffness", {2e5}}, {"stop_damping", {500}}};
  return settings;
}

ElementSettings Actuator() {
  ElementSettings settings;
  settings.kind = "hydraulic_actuator";
  settings.values.numbers = {{"area", {1e-3}},
                             {"volume", {2e-4}},
                             {"bulk_modulus", {1e9}},
                             {"leakage", {1e-12}},
                             {"supply_pressure", {2e7}}};
  return settings;
}

// Two frames that move past each other, and what a model says of them.
struct Bench {
  std::unique_ptr<const ForceModel> model;
  std::vector<JounceFrameMotion> frames{2};
  std::vector<double> inputs, states, loads, rates;
  std::vector<int> sides;
  JounceElementAnswer answer{};

  Bench(const ElementSettings& settings, double state) : model(MakeForceModel(settings)) {
    for (JounceFrameMotion& frame : frames) {
      frame = {};
      frame.rotation[0] = frame.rotation[4] = frame.rotation[8] = 1;
    }
    frames[1].position[0] = 0.3;
    frames[1].position[2] = 0.2;
    frames[0].velocity[0] = -0.4;
    frames[1].velocity[2] = 0.7;
    const ForceModel::Sizes& n = model->sizes();
    inputs.assign(n.inputs, 2e-4);
    states.assign(n.states, state);
    sides.assign(n.switches, -1);
    loads.resize(6 * n.frames);
    rates.resize(n.states);
  }
  JounceElementPoint Point() const {
    return {0.1, 0, frames.data(), inputs.data(), states.data(), sides.data()};
  }
  void Evaluate() {
    std::fill(loads.begin(), loads.end(), 0.0);
    std::fill(rates.begin(), rates.end(), 0.0);
    answer = {loads.data(), rates.data(), 0, 0};
    model->Evaluate(Point(), &answer);
  }
};

TEST(ElementKinds, AreNamedOnceAndDescribed) {
  for (const ElementKind* kind : ElementKinds()) {
    EXPECT_FALSE(std::string(kind->meaning).empty()) << kind->word;
    EXPECT_GE(kind->frames.size(), 1u);
    ElementSettings settings;
    settings.kind = kind->word;
    EXPECT_EQ(KindOf(settings).get(), kind);
  }
}

// Ideal gas and Newton's law, by hand: l = sqrt(0.13), l' = (0.3*0.4 + 0.2*0.7)/l.
TEST(LibraryElement, SaysItsForceAndItsStates) {
  Bench bench(Strut(), 310);
  bench.Evaluate();
  const double l = std::sqrt(0.13), rate = 0.26 / l, area = 2e-3;
  const double m = 8e5 * area * 0.3 / (287 * 293.15), p = m * 287 * 310 / (area * (l - 0.1));
  const double force = (p - 1e5) * area;
  EXPECT_NEAR(bench.loads[6], force * 0.3 / l, 1e-9 * force);
  EXPECT_NEAR(bench.loads[2], -force * 0.2 / l, 1e-9 * force);
  EXPECT_NEAR(bench.rates[0], (-p * area * rate - 3 * (310 - 293.15)) / (m * 717.5), 1e-6);
  EXPECT_NEAR(bench.answer.dissipated_power, 3 * 16.85, 1e-9);
  double outputs[3] = {};
  bench.model->Outputs(bench.Point(), outputs);
  EXPECT_NEAR(outputs[0], p, 1e-9 * p);
  EXPECT_EQ(outputs[1], 310);
  EXPECT_NEAR(outputs[2], force, 1e-9 * force);
  double margin = 0;
  bench.model->Switches(bench.Point(), &margin);
  EXPECT_NEAR(margin, l - 0.45, 1e-15);
}

// Merritt's equations by hand.
TEST(HydraulicActuator, FollowsTheFlow) {
  Bench bench(Actuator(), 5e6);
  bench.Evaluate();
  const double l = std::sqrt(0.13), rate = 0.26 / l;
  EXPECT_NEAR(bench.loads[6], 5e3 * 0.3 / l, 1e-9);
  const double flow = 2e-4 * std::sqrt(1 - 5e6 / 2e7);
  EXPECT_NEAR(bench.rates[0], 4e9 / 2e-4 * (flow - 1e-3 * rate - 5e-6), 1e-2);
  EXPECT_NEAR(bench.answer.stored_energy, 2e-4 / 8e9 * 25e12, 1e-9);
  // The power that goes in is stored, lost or given to the points.
  const double in = flow * 5e6, stored_rate = 2e-4 / 4e9 * 5e6 * bench.rates[0];
  EXPECT_NEAR(in, stored_rate + bench.answer.dissipated_power + 5e3 * rate, 1e-6);
}

// Of the actuator by hand: the force with the distance, the rate with speed, flow and pressure.
TEST(SlopeDifferences, AreTheDerivatives) {
  Bench bench(Actuator(), 5e6);
  const ForceModel::Sizes& n = bench.model->sizes();
  std::vector<double> slopes(n.rows() * n.columns());
  SlopeDifferences(*bench.model, {1e-4}, {1e6}).OfLoads(bench.Point(), slopes.data());
  const auto slope = [&](int row, int column) { return slopes[row * n.columns() + column]; };
  const double l = std::sqrt(0.13), nx = 0.3 / l, nz = 0.2 / l, flow = std::sqrt(0.75);
  EXPECT_NEAR(slope(6, 6), 5e3 / l * (1 - nx * nx), 1e-3);
  EXPECT_NEAR(slope(6, 8), -5e3 / l * nx * nz, 1e-3);
  EXPECT_NEAR(slope(6, 25), 1e-3 * nx, 1e-9);              // by the pressure
  EXPECT_NEAR(slope(12, 12 + 8), -2e13 * 1e-3 * nz, 1e4);  // by the velocity
  EXPECT_NEAR(slope(12, 24) / (2e13 * flow), 1, 1e-6);     // by the flow
  EXPECT_NEAR(slope(12, 25), 2e13 * (-2e-4 * 0.5 / flow / 2e7 - 1e-12), 1e-3);
  EXPECT_NEAR(slope(6, 3), 0, 1e-6);  // nothing turns it
}

template <class Function>
std::string MessageOf(Function function) {
  try {
    function();
  } catch (const InputError& error) {
    return error.what();
  } catch (const FileError& error) {
    return error.what();
  }
  return "nothing was wrong";
}

void ExpectSays(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

TEST(LibraryElement, SaysWhatIsWrong) {
  const auto open = [](const std::string& file, const std::string& kind) {
    return MessageOf([&] { OpenElementKind({file, kind}); });
  };
  ExpectSays(open("no_such_library.so", ""), "no_such_library.so");
  ExpectSays(open("libm.so.6", ""), "has no function jounce_element_plugin");
  ExpectSays(open(kExample, "gas_strud"), "gas_strut");
  EXPECT_EQ(OpenElementKind({kExample, ""})->word, std::string("gas_strut"));
  ElementSettings settings = Strut();
  settings.values.numbers["length"] = {0.05};
  ExpectSays(MessageOf([&] { MakeForceModel(settings); }), "not more than its dead length");
  settings.values.numbers = {{"aera", {2e-3}}, {"pressure", {-1}}, {"length", {0.4}}};
  const std::string all = MessageOf([&] { MakeForceModel(settings); });
  ExpectSays(all, "has no 'aera'");
  ExpectSays(all, "needs `area`");
  ExpectSays(all, "pressure = -1 is out of range");
  settings.kind = "hydraulic_aktuator";
  ExpectSays(MessageOf([&] { KindOf(settings); }), "hydraulic_actuator");
}

TEST(LibraryBlock, IsABlock) {
  const std::shared_ptr<const BlockKind> kind = OpenBlockKind({kExample, "low_pass"});
  BlockSettings settings;
  settings.kind = kLibraryBlock;
  settings.library = {kExample, "low_pass"};
  settings.inputs = {"u"};
  settings.values.numbers = {{"time", {0.2}}};
  const auto block = MakeBlock(settings, {1e-3});
  ASSERT_EQ(block->states(), 1);
  EXPECT_FALSE(block->feeds_through());
  const double x = 3, u = 5;
  double rate = 0, y = 0;
  const BlockPoint at = {0, 1e-3, &x, &u, nullptr, nullptr};
  block->Rates(at, &rate);
  block->Outputs(at, &y);
  EXPECT_NEAR(rate, 10, 1e-12);
  EXPECT_EQ(y, 3);
  BlockSlopes slopes;
  block->Differentiate(at, &slopes);
  EXPECT_NEAR(slopes.A(0, 0), -5, 1e-9);
  EXPECT_NEAR(slopes.B(0, 0), 5, 1e-9);
  EXPECT_EQ(slopes.C(0, 0), 1);
  EXPECT_EQ(slopes.D(0, 0), 0);
  settings.inputs = {"u", "v"};
  ExpectSays(MessageOf([&] { MakeBlock(settings, {1e-3}); }), "has 2 inputs");
  settings.library.name = "";
  ExpectSays(MessageOf([&] { MakeBlock(settings, {1e-3}); }), "holds 2 kinds");
}

// y <- y + a (u - y) every 10 ms.
TEST(LibraryBlock, Samples) {
  BlockSettings settings;
  settings.kind = kLibraryBlock;
  settings.library = {kExample, "digital_low_pass"};
  settings.inputs = {"u"};
  settings.values.numbers = {{"part", {0.25}}};
  const auto block = MakeBlock(settings, {5e-3});
  std::vector<double> memory(block->memory()), next(memory);
  double u = 0;
  block->StartMemory(0, &u, memory.data());
  u = 8;
  std::vector<double> held;
  for (int step = 1; step <= 4; ++step) {
    const BlockPoint at = {step * 5e-3, 5e-3, nullptr, &u, memory.data(), next.data()};
    block->Remember(at);
    EXPECT_EQ(block->Jumped(memory.data(), next.data()), step % 2 == 0);
    memory = next;
    double y = 0;
    block->Outputs({0, 5e-3, nullptr, &u, memory.data(), next.data()}, &y);
    held.push_back(y);
  }
  EXPECT_EQ(held, (std::vector<double>{0, 2, 2, 3.5}));
  ExpectSays(MessageOf([&] { MakeBlock(settings, {3e-3}); }), "do not fall on steps");
}

}  // namespace
}  // namespace jounce
