#include "vehicle/kc.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <sstream>

#include "io/model_file.h"
#include "shared_data.h"
#include "vehicle/kc_model.h"

namespace jounce {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;

const KcCurve& CurveOf(const KcResult& result, const std::string& test, const std::string& pivots,
                       const std::string& support, const std::string& pattern) {
  for (const KcCurve& curve : result.curves) {
    if (curve.test == test && curve.pivots == pivots && curve.support == support &&
        curve.pattern == pattern) {
      return curve;
    }
  }
  throw std::runtime_error("no curve " + test);
}

// A wheel on an arm that swings about the x axis through (0.2, 0.25) in the front view.
//   camber = -angle, roll centre: the line from the contact point (0.7, 0) through the pivot meets
//   the centre plane at 0.25 * 0.7/0.5.
TEST(Kc, ASwingAxleIsAClosedFormula) {
  const LoadedModel loaded = ParseModel(R"(
bodies: {carrier: {mass: 10, position: [0, 0.7, 0.3], inertia: [1, 1, 1]}}
frames: {wheel: {body: carrier}}
joints: {hinge: {joint: revolute, between: [ground, carrier], at: [0, 0.2, 0.25], axis: [1, 0, 0]}}
)",
                                        "swing.yaml");
  const KcAxle axle{.wheels = {{.frame = "wheel", .kingpin = {}}},
                    .body = kGroundName,
                    .steer = "",
                    .radius = 0.3};
  const KcResult result = RunKc(loaded.model, axle, {.travel = 0.05, .points = 2});
  const KcCurve& travel = CurveOf(result, "travel", "rigid", "height_held", "single");
  ASSERT_EQ(travel.points.size(), 5u);
  const double length = std::hypot(0.5, 0.05), drawn = std::atan2(0.05, 0.5);
  for (const KcPoint& point : travel.points) {
    const double angle = std::asin((0.05 + point.input) / length) - drawn;
    EXPECT_NEAR(point.wheels[0].camber, -angle * kDegrees, 1e-9);
    EXPECT_NEAR(point.wheels[0].toe, 0, 1e-12);
    EXPECT_NEAR(point.wheels[0].centre_dy, 1000 * (length * std::cos(drawn + angle) - 0.5), 1e-8);
    EXPECT_NEAR(point.wheels[0].bump_camber, -kDegrees / (length * std::cos(drawn + angle)), 1e-6);
  }
  EXPECT_NEAR(travel.points[2].wheels[0].roll_centre, 350, 1e-5);
  EXPECT_TRUE(std::isnan(travel.points[2].wheels[0].caster));
  EXPECT_TRUE(std::isnan(travel.points[2].wheels[0].roll_centre_geometric));
  // A weight of 10 kg has the moment arm of its support: the wheel load is all of it.
  EXPECT_NEAR(result.references[0].wheels[0].vertical_force, 98.1, 1e-6);
}

// A wheel on one bushing at its centre: each load has its spring.
TEST(Kc, ABushingGivesWayByItsRates) {
  const LoadedModel loaded = ParseModel(R"(
gravity: [0, 0, 0]
bodies: {carrier: {mass: 10, position: [0, 0.7, 0.3], inertia: [1, 1, 1]}}
frames: {wheel: {body: carrier}}
connections:
  bush: {connection: bushing, between: [ground, carrier], at: [0, 0.7, 0.3], attached: first, law: {law: linear, dimension: 6, stiffnesses: [1e6, 2e6, 1e5, 3e4, 4e4, 5e4]}}
)",
                                        "bush.yaml");
  const KcAxle axle{.wheels = {{.frame = "wheel", .kingpin = {}}},
                    .body = kGroundName,
                    .steer = "",
                    .radius = 0.3};
  const KcResult result = RunKc(loaded.model, axle, {.travel = 0.01, .points = 1});
  const auto gradient = [&](const char* test) {
    return CurveOf(result, test, "elastic", "height_held", "single").gradients[0];
  };
  EXPECT_NEAR(gradient("lateral_contact").centre_dy, 1e3 / 2e6 * 1e3, 1e-9);
  EXPECT_NEAR(gradient("lateral_contact").camber, -1e3 * 0.3 / 3e4 * kDegrees, 1e-7);
  EXPECT_NEAR(gradient("longitudinal_centre").centre_dx, 1e3 / 1e6 * 1e3, 1e-9);
  // Braking winds the carrier up: the contact point goes back by the turn as well.
  EXPECT_NEAR(gradient("longitudinal_contact").point_dx, (1e3 / 1e6 + 1e3 * 0.09 / 4e4) * 1e3,
              1e-7);
  EXPECT_NEAR(gradient("aligning_torque").toe, 100 / 5e4 * kDegrees, 1e-7);
  EXPECT_NEAR(result.wheel_rates[0].wheels[0], 1e5, 1e-4);
}

std::map<std::string, size_t> HeadsOf(const std::string& line) {
  std::map<std::string, size_t> heads;
  std::istringstream cells(line);
  size_t i = 0;
  for (std::string cell; std::getline(cells, cell, ',');) heads[cell] = i++;
  return heads;
}

struct Sheet {
  explicit Sheet(const std::string& name) {
    std::ifstream file(testing::SharedPath("benchmarks/kc/" + name));
    std::string line;
    std::getline(file, line);
    heads = HeadsOf(line);
    while (std::getline(file, line)) {
      std::istringstream cells(line);
      rows.emplace_back();
      for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
    }
  }
  const std::string& Text(size_t row, const std::string& head) const {
    return rows[row][heads.at(head)];
  }
  double At(size_t row, const std::string& head) const { return std::stod(Text(row, head)); }

  std::map<std::string, size_t> heads;
  std::vector<std::vector<std::string>> rows;
};

class KcBenchmark : public ::testing::Test {
 protected:
  void SetUp() override {
    JOUNCE_NEEDS_SHARED("benchmarks/kc");
    const LoadedModel loaded =
        LoadModel(std::string(JOUNCE_SOURCE_DIR) + "/examples/suv/front_corner.yaml",
                  {{"sheet", testing::SharedPath("data/suv")}});
    const KcAxle axle{.wheels = {{.frame = "corner/wheel", .kingpin = {}}},
                      .body = kGroundName,
                      .steer = "",
                      .radius = 0.346};
    result_ =
        RunKc(loaded.model, axle, {.travel = 0.06, .force = 2000, .torque = 100, .points = 6});
  }

  static double Member(const KcValues& values, const std::string& name) {
    for (const KcColumn& column : KcColumns()) {
      if (name == column.name) return values.*column.member;
    }
    throw std::runtime_error("no column " + name);
  }

  KcResult result_;
};

// Computed by Newton's method on the constraint equations, by another program.
TEST_F(KcBenchmark, KinematicsOfTheFrontSuspension) {
  const Sheet sheet("front_kinematics.csv");
  const KcCurve& travel = CurveOf(result_, "travel", "rigid", "height_held", "single");
  ASSERT_EQ(sheet.rows.size(), travel.points.size());
  const std::map<std::string, std::string> names = {{"wheel_centre_dx_mm", "wc_dx_mm"},
                                                    {"wheel_centre_dy_out_mm", "wc_dy_out_mm"}};
  for (size_t i = 0; i < travel.points.size(); ++i) {
    ASSERT_NEAR(1000 * travel.points[i].input, sheet.At(i, "travel_mm"), 1e-9);
    for (const char* name : {"toe_deg", "camber_deg", "caster_deg", "kpi_deg", "scrub_radius_mm",
                             "caster_trail_mm", "half_track_change_mm", "contact_dx_mm",
                             "wheel_centre_dx_mm", "wheel_centre_dy_out_mm"}) {
      const auto found = names.find(name);
      const double value =
          Member(travel.points[i].wheels[0], found == names.end() ? name : found->second);
      EXPECT_NEAR(value, sheet.At(i, name), 1e-6) << name << " at " << sheet.At(i, "travel_mm");
    }
    const KcValues& v = travel.points[i].wheels[0];
    EXPECT_NEAR(v.roll_centre, sheet.At(i, "rc_height_velocity_mm"), 1e-4);
    EXPECT_NEAR(v.roll_centre_geometric, sheet.At(i, "rc_height_geometric_mm"), 1e-3);
    EXPECT_NEAR(v.bump_steer, sheet.At(i, "bump_steer_deg_per_m"), 1e-5);
    EXPECT_NEAR(v.bump_camber, sheet.At(i, "bump_camber_deg_per_m"), 1e-5);
    EXPECT_NEAR(v.recession, sheet.At(i, "recession_mm_per_m"), 1e-5);
    EXPECT_NEAR(v.locked_contact_dx_dz, sheet.At(i, "locked_contact_dx_dz"), 1e-7);
  }
}

// Static equilibrium by potential energy, by another program; its tolerance is 1e-4, or 2e-5 deg
// and mm.
TEST_F(KcBenchmark, ComplianceOfTheFrontSuspension) {
  const Sheet sheet("front_compliance.csv");
  for (size_t i = 0; i < sheet.rows.size(); ++i) {
    const KcCurve& curve = CurveOf(result_, sheet.Text(i, "case"), "elastic",
                                   sheet.Text(i, "vertical_support"), "single");
    const double load = sheet.At(i, "load_N_or_Nm");
    const auto point = std::find_if(curve.points.begin(), curve.points.end(),
                                    [&](const auto& p) { return std::abs(p.input - load) < 1e-6; });
    ASSERT_NE(point, curve.points.end()) << load;
    for (const auto& [head, column] : sheet.heads) {
      if (head == "case" || head == "vertical_support" || head == "load_N_or_Nm") continue;
      const double expected = sheet.At(i, head);
      EXPECT_NEAR(Member(point->wheels[0], head), expected,
                  std::max(2e-5, 1e-4 * std::abs(expected)))
          << head << " of " << curve.test << " " << curve.support << " " << load;
    }
  }
}

TEST_F(KcBenchmark, GradientsReferenceAndWheelRate) {
  const Sheet sheet("front_compliance_gradients.csv");
  for (size_t i = 0; i < sheet.rows.size(); ++i) {
    const KcCurve& curve = CurveOf(result_, sheet.Text(i, "case"), "elastic",
                                   sheet.Text(i, "vertical_support"), "single");
    for (const auto& [head, column] : sheet.heads) {
      const size_t cut = head.find("_per_kN");
      if (cut == std::string::npos) continue;
      const double expected = sheet.At(i, head);
      EXPECT_NEAR(Member(curve.gradients[0], head.substr(0, cut)), expected,
                  std::max(2e-5, 1e-4 * std::abs(expected)))
          << head << " of " << curve.test << " " << curve.support;
    }
  }
  const Sheet states("front_reference_state.csv");
  for (size_t i = 0; i < states.rows.size(); ++i) {
    ASSERT_EQ(result_.references[i].support, states.Text(i, "vertical_support"));
    for (const char* head : {"vertical_force_N", "toe_deg", "camber_deg", "wc_dx_mm",
                             "wc_dy_out_mm", "cp_dx_mm", "cp_dy_out_mm", "cp_dz_mm"}) {
      const double expected = states.At(i, head);
      EXPECT_NEAR(Member(result_.references[i].wheels[0], head), expected,
                  std::max(2e-5, 1e-5 * std::abs(expected)))
          << head;
    }
  }
  EXPECT_NEAR(result_.wheel_rates[0].wheels[0], 21214.221, 0.02);
}

// Both axles of the vehicle: what happens on the left is the image of what happens on the right.
TEST(Kc, LeftAndRightAreImages) {
  const LoadedModel loaded = LoadModel(std::string(JOUNCE_SOURCE_DIR) + "/examples/suv/suv.yaml");
  EXPECT_EQ(GuessKcBody(loaded.model), "chassis/body");
  for (const auto& [right, left, steer] :
       {std::tuple("front_right/wheel", "front_left/wheel", "steering/guide"),
        std::tuple("rear/right_wheel", "rear/left_wheel", "")}) {
    const KcAxle axle{.wheels = {{.frame = right, .kingpin = {}}, {.frame = left, .kingpin = {}}},
                      .body = "chassis/body",
                      .steer = steer,
                      .radius = 0.346};
    const KcResult result = RunKc(loaded.model, axle, {.travel = 0.04, .points = 2});
    for (const KcCurve& curve : result.curves) {
      for (size_t i = 0; i < curve.points.size(); ++i) {
        const bool anti = curve.pattern == "antisymmetric";
        const size_t other = anti ? curve.points.size() - 1 - i : i;
        for (const KcColumn& column : KcColumns()) {
          const double a = curve.points[i].wheels[0].*column.member;
          const double b = curve.points[other].wheels[1].*column.member;
          EXPECT_EQ(std::isnan(a), std::isnan(b));
          if (!std::isnan(a)) {
            EXPECT_NEAR(a, b, 1e-9 * std::max(1.0, std::abs(a)))
                << curve.test << " " << curve.pivots << " " << curve.support << " " << curve.pattern
                << " " << column.name;
          }
        }
      }
    }
  }
}

// The A-arm's ball and the lower arms' points of intersection hold a live axle: its roll centre is
// where the line from the ball to where the lower arms meet crosses the plane of the wheel centres,
// for an axle whose links are rigid. The lower arms run apart to the rear by 60 mm over 523 mm.
TEST(Kc, RollCentreOfTheLiveAxle) {
  const LoadedModel loaded = LoadModel(std::string(JOUNCE_SOURCE_DIR) + "/examples/suv/suv.yaml");
  const KcAxle axle{.wheels = {{.frame = "rear/right_wheel", .kingpin = {}},
                               {.frame = "rear/left_wheel", .kingpin = {}}},
                    .body = "chassis/body",
                    .steer = "",
                    .radius = 0.346};
  const KcResult result = RunKc(loaded.model, axle, {.travel = 0.04, .points = 2});
  const KcCurve& roll = CurveOf(result, "travel", "rigid", "height_held", "antisymmetric");
  // The lower arms meet ahead of the body: at y = 0, 0.445/0.060 arm lengths before their front
  // pivots.
  const double x_meet = 2.118 - 0.445 / 0.060 * 0.523, z_meet = 0.305 + 0.445 / 0.060 * 0.019;
  const double expected = z_meet + (0.556 - z_meet) * (2.649 - x_meet) / (2.642 - x_meet);
  EXPECT_NEAR(roll.points[2].wheels[0].roll_centre, 1000 * expected, 1.5);
}

}  // namespace
}  // namespace jounce
