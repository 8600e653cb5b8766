#include "solve/sensitivity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "solve/driven_models_for_test.h"
#include "solve/masses_in_a_row_for_test.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

// A model as a function of its parameters.
using Make = std::function<Model(const std::vector<double>&)>;

std::vector<ModelVariation> Vary(const Make& make, const std::vector<double>& p, double part) {
  std::vector<ModelVariation> variations;
  for (size_t k = 0; k < p.size(); ++k) {
    const double step = part * std::abs(p[k]);
    std::vector<double> more = p, less = p;
    more[k] += step;
    less[k] -= step;
    variations.push_back({"p" + std::to_string(k), step, make(more), make(less)});
  }
  return variations;
}

std::vector<double> Run(const Model& model, bool from_equilibrium) {
  Recording recording;
  Simulation simulation(model);
  EXPECT_TRUE(simulation.Run(&recording, nullptr, from_equilibrium).ok);
  return recording.values;
}

// Slopes of all channels against central differences of whole runs, as part of the largest slope of
// each channel. The runs are solved to the last digits; their difference of fourth order in the step
// leaves no more than its rounding.
double WorstError(const Make& make, const std::vector<double>& p, bool from_equilibrium,
                  double part_of_runs = 1e-3) {
  SensitivityRecording found;
  const RunStatus status =
      RunWithSensitivities(make(p), Vary(make, p, 1e-5), from_equilibrium, &found);
  EXPECT_TRUE(status.ok) << status.reason;
  const size_t channels = found.run.channels.size(), values = found.run.values.size();
  double worst = 0;
  for (size_t k = 0; k < p.size(); ++k) {
    const auto difference = [&](double part) {
      std::vector<double> more = p, less = p;
      more[k] *= 1 + part;
      less[k] *= 1 - part;
      std::vector<double> a = Run(make(more), from_equilibrium);
      const std::vector<double> b = Run(make(less), from_equilibrium);
      for (size_t i = 0; i < a.size(); ++i) a[i] = (a[i] - b[i]) / (2 * part * p[k]);
      return a;
    };
    const std::vector<double> wide = difference(2 * part_of_runs);
    const std::vector<double> narrow = difference(part_of_runs);
    EXPECT_EQ(narrow.size(), values);
    EXPECT_EQ(found.slopes[k].size(), values);
    for (size_t c = 0; c < channels; ++c) {
      double largest = 0, error = 0;
      for (size_t i = c; i < values; i += channels) {
        const double expected = (4 * narrow[i] - wide[i]) / 3;
        largest = std::max(largest, std::abs(expected));
        error = std::max(error, std::abs(found.slopes[k][i] - expected));
      }
      const double part = largest > 0 ? error / largest : error;
      if (part > 1e-6) {
        ADD_FAILURE() << "parameter " << k << ", " << found.run.channels[c].name << ": " << part
                      << " of " << largest;
      }
      worst = std::max(worst, part);
    }
  }
  return worst;
}

Sensor On(const std::string& kind, const std::string& name) {
  Sensor sensor;
  sensor.name = kind + " of " + name;
  sensor.kind = kind;
  if (kind == "law_force" || kind == "reaction") {
    sensor.item = name;
  } else {
    sensor.ends.second = name;
  }
  return sensor;
}

void SolveToTheLastDigits(Model* model, double end_time, double step) {
  model->solver.end_time = end_time;
  model->solver.step = step;
  model->solver.matrix = MatrixMode::kNewton;
  model->solver.tolerance = 1e-13;
  model->solver.verify = true;
}

// Masses on rubber that relaxes: stiffness, a branch's stiffness and time constant, mass.
Model Row(const std::vector<double>& p) {
  PronySettings rubber;
  rubber.stiffness = p[0];
  rubber.branches = {{p[1], p[2]}, {3e3, 0.2}};
  Model model = MassesInARow(2, p[3], rubber);
  model.bodies[0].velocity = Vector3d(1, 0, 0);
  model.sensors = {On("position", "mass 1"), On("acceleration", "mass 0"),
                   On("law_force", "rod 1")};
  SolveToTheLastDigits(&model, 0.5, 2e-3);
  return model;
}

TEST(Sensitivity, OfRubberThatRelaxes) {
  EXPECT_LT(WorstError(Row, {2e4, 8e3, 0.05, 3}, false), 1e-6);
}

// A pendulum of a heavy bar on a ball joint, its centre of mass off its frame, dragged by a bushing
// with friction; it turns by radians. Parameters: mass, centre, stiffness, friction, place of the
// bushing.
Model Pendulum(const std::vector<double>& p) {
  Model model;
  Body bar;
  bar.name = "bar";
  bar.mass = p[0];
  bar.centre = Vector3d(p[1], 0.02, 0);
  bar.inertia = Vector3d(0.02, 0.3, 0.31);
  bar.angular_velocity = Vector3d(2, 0, 1);
  model.bodies = {bar};
  Joint ball;
  ball.name = "ball";
  ball.kind = JointKind::kSpherical;
  ball.ends.second = "bar";
  model.joints = {ball};
  Connection rod;
  rod.name = "rod";
  rod.kind = ConnectionKind::kRod;
  rod.ends.second = "bar";
  rod.ends.at = Vector3d(0.5, 0.3, 0.4);
  rod.ends.at_second = Vector3d(p[4], 0, 0);
  rod.law = PolynomialSettings{{p[2]}, {}};
  model.connections = {rod};
  rod.name = "friction";
  rod.law = BergSettings{p[3], 2e-3};
  model.connections.push_back(rod);
  model.sensors = {On("rotation_vector", "bar"), On("angular_velocity", "bar"),
                   On("law_force", "friction"), On("reaction", "ball")};
  SolveToTheLastDigits(&model, 0.1, 2e-3);
  return model;
}

TEST(Sensitivity, OfAHeavyPendulumWithFriction) {
  // Joints are closed up to some digits, which costs some of their reactions.
  EXPECT_LT(WorstError(Pendulum, {4, 0.4, 900, 12, 0.8}, false, 3e-3), 1e-6);
}

// A body between two bushings whose laws hold all that is differentiated by dual numbers, parts beside
// each other with scales, in large motion; one that is not so written is beside them. Parameters: mass,
// stiffness, a branch's stiffness and time constant, friction, scale of forces, place of a bushing.
Model RubberBlock(const std::vector<double>& p, Attachment attachment) {
  Model model;
  Body block;
  block.name = "block";
  block.mass = p[0];
  block.inertia = Vector3d(0.05, 0.07, 0.06);
  block.velocity = Vector3d(1.5, -0.8, 0.6);
  block.angular_velocity = Vector3d(4, 2, -3);
  model.bodies = {block};
  LawSettings along =
      ParallelSettings{{PolynomialSettings{{p[1], 0, 2e7}, {}},
                        PronySettings{0, {{p[2], p[3]}, {3e3, 0.1}}}, BergSettings{p[4], 2e-3}}};
  along.modifiers.force_scale = p[5];
  along.modifiers.strain_scale = 0.9;
  const LawSettings about = PronySettings{60, {{40, 0.02}}};
  Connection bushing;
  bushing.name = "near";
  bushing.kind = ConnectionKind::kBushing;
  bushing.attachment = attachment;
  bushing.ends.second = "block";
  bushing.law = AxesSettings{{along, along, along, about, about, about}};
  model.connections = {bushing};
  bushing.name = "far";
  bushing.ends.at = Vector3d(p[6], 0.1, 0);
  model.connections.push_back(bushing);
  bushing.name = "other";
  bushing.kind = ConnectionKind::kLinearSpring;
  bushing.law = AxesSettings{{BoucWenSettings{4e3, 0.3, 60e3, 29e3, 2, 1},
                              PolynomialSettings{{p[1]}, {}}, PronySettings{1e3, {{p[2], 0.05}}}}};
  model.connections.push_back(bushing);
  model.sensors = {On("position", "block"), On("acceleration", "block"), On("law_force", "near"),
                   On("law_force", "other")};
  SolveToTheLastDigits(&model, 0.05, 1e-3);
  return model;
}

TEST(Sensitivity, OfBushingsThatRelaxAndRub) {
  for (Attachment attachment : {Attachment::kInvariant, Attachment::kFirst, Attachment::kSecond}) {
    const Make make = [&](const std::vector<double>& p) { return RubberBlock(p, attachment); };
    // Of larger parts some turn of the friction falls into another step.
    EXPECT_LT(WorstError(make, {6, 2e4, 8e3, 0.01, 30, 1.2, 0.3}, false, 3e-5), 1e-6);
  }
}

TEST(Sensitivity, FromEquilibriumByBothMethods) {
  for (IntegratorKind kind : {IntegratorKind::kGeneralizedAlpha, IntegratorKind::kMultistep}) {
    const Make make = [kind](const std::vector<double>& p) {
      Model model = Row(p);
      model.gravity = Vector3d(9.81, 0, 0);
      model.solver.integrator = kind;
      return model;
    };
    EXPECT_LT(WorstError(make, {2e4, 8e3, 0.05, 3}, true), 1e-6);
  }
}

// x = m g / k below where the spring is relaxed.
TEST(Sensitivity, OfAWeightOnASpring) {
  const Make make = [](const std::vector<double>& p) {
    Model model = MassesInARow(1, p[0], {p[1], {}});
    model.gravity = Vector3d(10, 0, 0);
    model.sensors = {On("position", "mass 0"), On("law_force", "rod 0")};
    return model;
  };
  SensitivityRecording found;
  ASSERT_TRUE(StaticSensitivities(make({2, 500}), Vary(make, {2, 500}, 1e-4), &found).ok);
  EXPECT_NEAR(found.slopes[0][0], 10.0 / 500, 1e-9 / 50);
  EXPECT_NEAR(found.slopes[1][0], -2 * 10 / 500.0 / 500, 1e-12);
}

// Frequencies, damping and time constants by differences of fourth order of models at their own
// equilibria.
void ExpectModeSlopes(const Make& make, const std::vector<double>& p, bool undamped, double least) {
  std::vector<ModeWithSlopes> found;
  const RunStatus status = ModeSensitivities(make(p), Vary(make, p, 1e-5), undamped, 6, &found);
  ASSERT_TRUE(status.ok) << status.reason;
  const auto modes_at = [&](size_t k, double part) {
    std::vector<double> moved = p;
    moved[k] *= 1 + part;
    std::vector<ModeWithSlopes> modes;
    EXPECT_TRUE(ModeSensitivities(make(moved), {}, undamped, 6, &modes).ok);
    return modes;
  };
  constexpr double kPart = 1e-3;
  for (size_t k = 0; k < p.size(); ++k) {
    const auto a = modes_at(k, kPart), b = modes_at(k, -kPart), c = modes_at(k, 2 * kPart),
               d = modes_at(k, -2 * kPart);
    for (size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].why_none, "") << i;
      const auto check = [&](auto value, double slope, const char* what) {
        const double narrow = value(a[i].mode) - value(b[i].mode);
        const double wide = value(c[i].mode) - value(d[i].mode);
        const double expected = (8 * narrow - wide) / (12 * kPart);
        EXPECT_NEAR(slope * p[k], expected,
                    1e-6 * std::abs(expected) + least * std::abs(value(found[i].mode)))
            << what << " of mode " << i + 1 << " by parameter " << k;
      };
      const ModeSlope& slope = found[i].slopes[k];
      check([](const Mode& m) { return m.frequency; }, slope.frequency, "frequency");
      check([](const Mode& m) { return m.damping; }, slope.damping, "damping");
      check([](const Mode& m) { return m.time_constant; }, slope.time_constant, "time constant");
    }
  }
}

TEST(Sensitivity, OfModesOfRubberThatRelaxes) {
  for (bool undamped : {false, true}) {
    ExpectModeSlopes(Row, {2e4, 8e3, 0.05, 3}, undamped, 1e-9);
  }
}

// The equilibrium, its preloads and its angles move with all parameters.
TEST(Sensitivity, OfModesOfAPendulumAboutWhereItHangs) {
  const Make make = [](const std::vector<double>& p) {
    Model model = Pendulum(p);
    model.connections[1].law =
        PolynomialSettings{{50 * p[3]}, {.damping = p[3], .damping_table = {}}};
    model.connections[1].ends.at = Vector3d(0.1, 0.7, -0.2);
    model.connections[1].ends.at_second = Vector3d(0.4, 0.1, 0.1);
    model.bodies[0].angular_velocity.setZero();
    return model;
  };
  for (bool undamped : {false, true}) {
    ExpectModeSlopes(make, {4, 0.4, 900, 12, 0.8}, undamped, 1e-8);
  }
}

TEST(Sensitivity, OfModesInOnePlaceAreRefused) {
  const Make make = [](const std::vector<double>& p) {
    Model model = MassesInARow(2, 3, {p[0], {}});
    model.connections[1].ends.first = "ground";  // two alike, each by itself
    return model;
  };
  std::vector<ModeWithSlopes> found;
  ASSERT_TRUE(ModeSensitivities(make({2e4}), Vary(make, {2e4}, 1e-5), true, 2, &found).ok);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NE(found[0].why_none.find("mode 2 is at the same place"), std::string::npos);
  EXPECT_TRUE(found[0].slopes.empty());
}

// A sampled brake, as in driving_signals_test.cc: v_(k+1) = v_k - c (v_(k-1) + v_k) T/(2 m), which is
// differentiated by c, m and the first speed as it stands.
TEST(Sensitivity, CrossesSamples) {
  const Make make = [](const std::vector<double>& p) {
    Model model = driven::Slider(p[1], 0, p[2]);
    Signal held = driven::MakeBlock("held", "sample_and_hold", {"-c*speed.z"},
                                    {{"period", {0.01}}, {"delay", {0.005}}});
    held.function.let = {{"c", std::to_string(p[0])}};
    model.signals.push_back(held);
    model.loads.push_back(driven::MakeForce("brake", "mass", Vector3d::UnitZ(), "held"));
    model.solver.step = 2.5e-3;
    model.solver.end_time = 0.2;
    return model;
  };
  const std::vector<double> p = {30, 2, 1};
  SensitivityRecording found;
  const RunStatus status = RunWithSensitivities(make(p), Vary(make, p, 1e-3), false, &found);
  ASSERT_TRUE(status.ok) << status.reason;
  const double T = 0.01, a = p[0] * T / (2 * p[1]);
  double v = p[2], last = v, slope = 0, last_slope = 0;  // by a
  for (int k = 0; k < 20; ++k) {
    const double next = v - a * (last + v);
    const double next_slope = slope - (last + v) - a * (last_slope + slope);
    last = v;
    last_slope = slope;
    v = next;
    slope = next_slope;
  }
  const int speed = found.run.Find("speed.z");
  const size_t row = found.run.time.size() - 1;
  const auto by = [&](size_t k) {
    return found.slopes[k][row * found.run.channels.size() + speed];
  };
  EXPECT_NEAR(found.run.Value(row, speed), v, 1e-9);
  EXPECT_NEAR(by(0), slope * T / (2 * p[1]), 1e-6 * std::abs(slope * T / (2 * p[1])));
  EXPECT_NEAR(by(1), -slope * a / p[1], 1e-6 * std::abs(slope * a / p[1]));
  EXPECT_NEAR(by(2), v / p[2], 1e-6 * std::abs(v));
}

TEST(Sensitivity, AParameterThatChangesTheStructureIsRefused) {
  Model other = Row({2e4, 8e3, 0.05, 3});
  other.joints.pop_back();
  SensitivityRecording found;
  EXPECT_THROW(
      RunWithSensitivities(Row({2e4, 8e3, 0.05, 3}), {{"k", 1, other, other}}, false, &found),
      InputError);
}

}  // namespace
}  // namespace jounce
