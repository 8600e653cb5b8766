#include "vehicle/manoeuvre.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/error.h"
#include "elements/element_kinds.h"
#include "io/model_file.h"
#include "io/tyre_file.h"
#include "shared_data.h"
#include "solve/simulation.h"
#include "tyres/magic_formula.h"

namespace jounce {
namespace {

std::string DriveExample(const char* name) {
  return std::string(JOUNCE_SOURCE_DIR) + "/examples/drive/" + name;
}

Model Planar(const Assignments& assignments = {}) {
  return LoadModel(DriveExample("planar.yaml"), assignments).model;
}

std::map<std::string, double> ValuesOf(const Model& model, const Manoeuvre& manoeuvre) {
  const VehicleFacts facts = FindVehicleFacts(model, "");
  const PreparedManoeuvre prepared = Prepare(model, facts, manoeuvre, nullptr);
  Simulation simulation(PrepareModel(model, facts, prepared));
  DrivingRecord record;
  const RunSummary summary = Drive(&simulation, facts, prepared, {}, nullptr, &record);
  EXPECT_TRUE(summary.status.ok) << summary.status.reason;
  std::map<std::string, double> values;
  for (const DrivingValue& value : DrivingValues(record, facts, prepared)) {
    values[value.name] = value.value;
  }
  return values;
}

TEST(VehicleFacts, AreFound) {
  const VehicleFacts car = FindVehicleFacts(LoadModel(DriveExample("car.yaml")).model, "");
  EXPECT_EQ(car.body, "body");
  EXPECT_NEAR(car.mass, 1824.1, 1e-9);
  EXPECT_NEAR(car.wheelbase, 1.1727 + 1.4763, 1e-9);
  EXPECT_NEAR(car.steering_ratio, 16, 1e-4);
  EXPECT_NEAR(car.wheel_radius, 0.31, 0.005);
  EXPECT_NEAR(car.forward.x(), 1, 1e-12);
  EXPECT_NEAR(car.centre.z(), 0.53, 1e-9);
  EXPECT_TRUE(car.drives && car.brakes);
  EXPECT_FALSE(FindVehicleFacts(Planar(), "body").brakes);
  EXPECT_THROW(FindVehicleFacts(Planar(), "bod"), InputError);
  Model deaf = Planar();
  for (Signal& signal : deaf.signals) {
    if (signal.name == "steer") signal.name = "steering";
  }
  EXPECT_THROW(FindVehicleFacts(deaf, ""), InputError);
}

// The table of ../shared/benchmarks/iso7401: single-track models, integrated by a method of eighth
// order. Within 0.5 %; times of events also within half a step.
struct IsoCase {
  const char* name;
  double speed, relaxation;
  double steer, yaw_rate, gain, t90, peak, overshoot, t_ay, sideslip, tb;
};

void ExpectIso(const IsoCase& iso, std::map<std::string, double> values) {
  const auto near = [&](const char* name, double wanted, double least = 0) {
    EXPECT_NEAR(values[name], wanted, std::max(5e-3 * std::abs(wanted), least))
        << iso.name << " " << name;
  };
  near("road_wheel_steer_deg", iso.steer);
  near("yaw_rate_ss_deg_s", iso.yaw_rate);
  near("yaw_gain_1_per_s", iso.gain);
  near("T_yaw_90_s", iso.t90);
  near("T_ay_90_s", iso.t_ay);
  near("sideslip_ss_deg", iso.sideslip);
  if (std::isnan(iso.peak)) {
    EXPECT_TRUE(std::isnan(values["T_yaw_peak_s"]));
    return;
  }
  near("T_yaw_peak_s", iso.peak);
  near("yaw_overshoot_percent", iso.overshoot);
  near("TB_deg_s", iso.tb);
}

TEST(Manoeuvre, StepSteerOfLinearTyres) {
  const IsoCase cases[] = {{"lin_relax_80", 80, 0.5, 1.9247, 10.3132, 5.35835, 0.192107, 0.357,
                            6.70041, 0.366366, -0.738724, -0.263724},
                           {"lin_relax_100", 100, 0.5, 1.48166, 8.25059, 5.56848, 0.181193, 0.36255,
                            13.1492, 0.397129, -0.985319, -0.357228}};
  for (const IsoCase& iso : cases) {
    Manoeuvre manoeuvre = StandardManoeuvre(ManoeuvreKind::kStepSteer);
    manoeuvre.speed = iso.speed / 3.6;
    ExpectIso(iso, ValuesOf(Planar(), manoeuvre));
  }
}

// A tyre without aligning moments and rolling resistance, which the table leaves out, and with the table's relaxation
// length.
std::shared_ptr<const Tyre> TableTyre(MagicFormulaSettings settings, double load, double sigma) {
  settings.ltr = settings.lres = settings.ls = settings.lmy = 0;
  const double own = MagicFormula(settings).Relaxation({.load = load}).y.value;
  settings.lateral_stiffness *= own / sigma;
  return std::make_shared<MagicFormula>(settings);
}

// The tyres of the file under constant loads, that of the right side mirrored: their axle force is
// Fy(alpha) - Fy(-alpha).
TEST(Manoeuvre, StepSteerOfMagicFormulaTyres) {
  constexpr char kFile[] = "data/formats/tir/MagicFormula61_Parameters.tir";
  JOUNCE_NEEDS_SHARED(kFile);
  const std::string file = testing::SharedPath(kFile);
  Diagnostics warnings;
  const MagicFormulaSettings settings = ReadTyreFile(file, &warnings);
  const auto front = TableTyre(settings, 4985.8, 0.5), rear = TableTyre(settings, 3961.4, 0.45);
  Model model = Planar();
  for (ElementItem& element : model.elements) {
    element.settings = {};
    element.settings.kind = "tyre";
    element.settings.values.files["file"] = file;
    element.settings.values.numbers["image"] = {element.name.find("r/") == 1 ? 1.0 : 0.0};
    element.settings.tyre = element.name[0] == 'f' ? front : rear;
  }
  const IsoCase iso = {"mf61_80", 80,  0, 1.26091,  10.3132,   8.17919,
                       0.203974,  NAN, 0, 0.345163, -0.415886, NAN};
  ExpectIso(iso, ValuesOf(model, StandardManoeuvre(ManoeuvreKind::kStepSteer)));
}

// Of linear tyres the understeer gradient is m/l (b/Cf - a/Cr) [Milliken 1995, chapter 5]; a ramp
// at constant speed and a circle at growing speed find it both.
TEST(Manoeuvre, UndersteerGradientOfLinearTyres) {
  const double l = 1.1727 + 1.4763;
  const double gradient = 1824.1 / l * (1.4763 / 110e3 - 1.1727 / 130e3) * 180 / M_PI;
  Manoeuvre ramp = StandardManoeuvre(ManoeuvreKind::kRamp);
  ramp.steer_rate = 0.005;
  ramp.lateral_acceleration = 4;
  EXPECT_NEAR(ValuesOf(Planar(), ramp)["understeer_gradient_deg_per_m_s2"], gradient,
              0.02 * gradient);
  Manoeuvre circle = StandardManoeuvre(ManoeuvreKind::kConstantRadius);
  circle.duration = 40;
  circle.speed = 8;
  const auto values = ValuesOf(Planar(), circle);
  EXPECT_NEAR(values.at("understeer_gradient_deg_per_m_s2"), gradient, 0.03 * gradient);
}

// m a = -T/r with tyres that hold: v^2/(2 a) and half the rise of the brakes.
TEST(Manoeuvre, Braking) {
  Model car = LoadModel(DriveExample("car.yaml")).model;
  Manoeuvre brake = StandardManoeuvre(ManoeuvreKind::kBrake);
  brake.brake_torque = 2000;
  brake.duration = 12;
  const auto values = ValuesOf(car, brake);
  EXPECT_NEAR(values.at("speed_kmh"), 100, 0.1);
  // Wheels turn: their inertia, 1.1 kg m^2 each at 0.31 m, brakes with the car's mass.
  const double a = (2000 / 0.31 + 0.01 * 9.81 * 1824.1) / (1824.1 + 4 * 1.1 / 0.1);
  const double v = 100 / 3.6;
  EXPECT_NEAR(values.at("stopping_distance_m"), v * v / (2 * a) + 0.1 * v, 2.5);
  EXPECT_NEAR(values.at("lateral_offset_m"), 0, 1e-3);
}

TEST(Manoeuvre, LaneChangeStaysOnItsPath) {
  const auto values = ValuesOf(LoadModel(DriveExample("car.yaml")).model,
                               StandardManoeuvre(ManoeuvreKind::kLaneChange));
  EXPECT_LT(values.at("path_deviation_max_m"), 0.5);
  EXPECT_GT(values.at("lateral_acceleration_max_m_s2"), 2);
  EXPECT_NEAR(values.at("speed_end_kmh"), 80, 1);
}

// The SUV with its bushings on wheels that are no bodies: a matrix that was made once gives what a
// new one in every iteration gives, to 0.1 %.
TEST(Manoeuvre, AFixedMatrixSurvives) {
  Manoeuvre step = StandardManoeuvre(ManoeuvreKind::kStepSteer);
  step.steer = 0.6;
  step.start = 0.2;
  step.duration = 2;
  Model model = LoadModel(DriveExample("suv.yaml")).model;
  model.solver.matrix = MatrixMode::kFixed;
  model.solver.max_iterations = 4;
  const auto fixed = ValuesOf(model, step);
  model.solver.matrix = MatrixMode::kNewton;
  model.solver.max_iterations = 25;
  auto newton = ValuesOf(model, step);
  for (const char* name : {"lateral_acceleration_m_s2", "yaw_rate_ss_deg_s", "T_yaw_90_s"}) {
    EXPECT_NEAR(fixed.at(name), newton[name], 1e-3 * std::abs(newton[name])) << name;
  }
  EXPECT_GT(newton["lateral_acceleration_m_s2"], 3);
}

TEST(Manoeuvre, AsksForWhatItNeeds) {
  const Model planar = Planar();
  const VehicleFacts facts = FindVehicleFacts(planar, "");
  EXPECT_THROW(Prepare(planar, facts, StandardManoeuvre(ManoeuvreKind::kBrake), nullptr),
               InputError);
}

// The SUV on tyres of a property file. A steering gear that was driven with jumps rang, and its
// ringing was taken for the lateral acceleration; the circle, which asks for all of its steering at
// once, had no solution.
TEST(Manoeuvre, TheSuvOnTyresOfAFile) {
  const Model suv = LoadModel(DriveExample("suv.yaml"), {{"tyres", "file"}}).model;
  Manoeuvre sine = StandardManoeuvre(ManoeuvreKind::kSine);
  sine.steer = 0.47;
  sine.duration = 3;
  const auto values = ValuesOf(suv, sine);
  EXPECT_GT(values.at("ay_lag_s"), values.at("yaw_lag_s"));
  EXPECT_LT(values.at("ay_lag_s"), 0.3);
  // In slow cornering a_y = v yaw rate, and gains are by degrees and by radians.
  EXPECT_NEAR(values.at("ay_gain_m_s2_per_deg"),
              sine.speed * values.at("yaw_gain_1_per_s") * M_PI / 180, 0.4);

  Manoeuvre circle = StandardManoeuvre(ManoeuvreKind::kConstantRadius);
  circle.duration = 5;
  const VehicleFacts facts = FindVehicleFacts(suv, "");
  const PreparedManoeuvre prepared = Prepare(suv, facts, circle, nullptr);
  Simulation simulation(PrepareModel(suv, facts, prepared));
  DrivingRecord record;
  const RunSummary summary = Drive(&simulation, facts, prepared, {}, nullptr, &record);
  ASSERT_TRUE(summary.status.ok) << summary.status.reason;
  EXPECT_NEAR(record.yaw_rate.back(), record.speed.back() / 100, 0.002);
}

}  // namespace
}  // namespace jounce
