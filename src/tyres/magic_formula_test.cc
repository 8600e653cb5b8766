#include "tyres/magic_formula.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "shared_data.h"
#include "tyres/tir_file.h"
#include "tyres/tyre_testing.h"

namespace jounce {
namespace {

using testing::SharedPath;

MagicFormulaSettings SettingsOf(const std::string& text) {
  Diagnostics diagnostics;
  const MagicFormulaSettings settings = ParseTir(text, "test.tir", &diagnostics);
  diagnostics.ThrowIfErrors();
  return settings;
}

MagicFormulaSettings SharedTir(const std::string& name) {
  std::ifstream file(SharedPath("data/formats/tir/" + name), std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return SettingsOf(text.str());
}

std::vector<std::string> Cells(const std::string& line) {
  std::vector<std::string> cells;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) {
    if (!cell.empty() && cell.back() == '\r') cell.pop_back();
    cells.push_back(cell);
  }
  return cells;
}

// What the table's columns are in a report.
std::map<std::string, double> Columns(const TyreReport& r) {
  return {{"Fx", r.forces.fx},
          {"Fy", r.forces.fy},
          {"Mx", r.forces.mx},
          {"My", r.forces.my},
          {"Mz", r.forces.mz},
          {"mux", r.mu_x},
          {"muy", r.mu_y},
          {"Kxk", r.stiffness_x},
          {"Kya", r.stiffness_y},
          {"trail", r.trail},
          {"Mzr", r.residual_moment},
          {"Re", r.rolling_radius},
          {"omega", r.wheel_speed},
          {"rho", r.deflection},
          {"sigma_x", r.relaxation.x},
          {"sigma_y", r.relaxation.y}};
}

// The independent evaluation of the shared folder: 112 points of four files, within 1e-8 or 1e-6 N.
TEST(MagicFormulaTest, AgreesWithTheReferenceAtEveryPoint) {
  JOUNCE_NEEDS_SHARED("benchmarks/tyre_mf/reference.csv");
  std::ifstream file(SharedPath("benchmarks/tyre_mf/reference.csv"));
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> heads = Cells(line);
  int points = 0;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = Cells(line);
    MagicFormulaSettings settings = SharedTir(cells[0]);
    settings.measure = cells[1] == "tan" ? SlipMeasure::kTangent : SlipMeasure::kAngle;
    const auto number = [&](size_t i) { return cells[i].empty() ? 0 : std::stod(cells[i]); };
    const TyreReport report = MagicFormula(settings).Report(
        {number(2), number(3), number(4), number(5), number(6), number(7)});
    const auto found = Columns(report);
    for (size_t i = 8; i < heads.size(); ++i) {
      if (cells[i].empty()) continue;
      const bool is_force = heads[i][0] == 'F' || heads[i][0] == 'M';
      EXPECT_NEAR(found.at(heads[i]), number(i),
                  std::max(1e-8 * std::abs(number(i)), is_force ? 1e-6 : 1e-10))
          << heads[i] << " of " << line;
    }
    ++points;
  }
  EXPECT_EQ(points, 112);
}

// Published for MFeval.jl at 6752 N and 16.6 m/s: 43.05917436386907 rad/s, 303829.2923673647 N/m.
TEST(MagicFormulaTest, WheelSpeedAndStiffnessArePublishedOnes) {
  JOUNCE_NEEDS_SHARED("data/formats/tir/MagicFormula61_Parameters.tir");
  const MagicFormula tyre(SharedTir("MagicFormula61_Parameters.tir"));
  const TyreReport report = tyre.Report({.load = 6752, .speed = 16.6});
  EXPECT_NEAR(report.wheel_speed, 43.05917436386907, 1e-9);
  EXPECT_NEAR(report.vertical_stiffness, 303829.2923673647, 1e-3);
}

class VersionsTest : public ::testing::TestWithParam<const char*> {};

TEST_P(VersionsTest, DerivativesAreThoseOfTheForces) {
  for (const SlipMeasure measure : {SlipMeasure::kAngle, SlipMeasure::kTangent}) {
    for (const bool mirrored : {false, true}) {
      MagicFormulaSettings settings = SettingsOf(testing::SmallTir(GetParam()));
      settings.measure = measure;
      settings.mirrored = mirrored;
      const MagicFormula tyre(settings);
      for (const double kappa : {-0.15, 0.002, 0.08}) {
        for (const double alpha : {-0.12, 0.01, 0.2}) {
          testing::ExpectDerivatives(tyre, {3500, kappa, alpha, 0.03, 20});
        }
      }
    }
  }
}

// The formulas' own definitions: the slopes at zero slip are the stiffnesses, and force and report
// say the same.
TEST_P(VersionsTest, SlopesAtZeroSlipAreTheStiffnesses) {
  MagicFormulaSettings settings = SettingsOf(testing::SmallTir(GetParam()));
  settings.phx1 = settings.pvx1 = settings.phy1 = settings.pvy1 = 0;
  settings.rhx1 = settings.rhy1 = settings.rby3 = 0;
  const MagicFormula tyre(settings);
  const TyrePoint point{.load = 4200, .speed = 20};
  const auto f = tyre.Forces(point);
  const TyreReport report = tyre.Report(point);
  // The epsilon of the denominators leaves 1e-6 N of some 1e4.
  EXPECT_NEAR(f.fx.d[kByKappa], report.stiffness_x, 1e-9 * report.stiffness_x);
  EXPECT_NEAR(f.fy.d[kByAlpha], report.stiffness_y, -1e-9 * report.stiffness_y);
  EXPECT_EQ(f.fx.value, 0);
  EXPECT_EQ(f.fy.value, 0);
  EXPECT_DOUBLE_EQ(f.my.value, report.forces.my);
}

// A right tyre is the image of a left one: what turns about z or x, or points along y, is opposite.
TEST_P(VersionsTest, MirroredTyreIsTheImage) {
  MagicFormulaSettings settings = SettingsOf(testing::SmallTir(GetParam()));
  const MagicFormula left(settings);
  settings.mirrored = true;
  const MagicFormula right(settings);
  const TyreReport a = left.Report({3000, 0.05, 0.04, 0.02, 15});
  const TyreReport b = right.Report({3000, 0.05, -0.04, -0.02, 15});
  EXPECT_DOUBLE_EQ(a.forces.fx, b.forces.fx);
  EXPECT_DOUBLE_EQ(a.forces.fy, -b.forces.fy);
  EXPECT_DOUBLE_EQ(a.forces.mx, -b.forces.mx);
  EXPECT_DOUBLE_EQ(a.forces.my, b.forces.my);
  EXPECT_DOUBLE_EQ(a.forces.mz, -b.forces.mz);
  EXPECT_DOUBLE_EQ(a.loaded_radius, b.loaded_radius);
}

TEST_P(VersionsTest, AWheelInTheAirCarriesNothing) {
  const MagicFormula tyre(SettingsOf(testing::SmallTir(GetParam())));
  const auto f = tyre.Forces({.load = 0, .kappa = 0.1, .alpha = 0.1, .speed = 10});
  EXPECT_EQ(f.fx.value, 0);
  EXPECT_EQ(f.mz.value, 0);
  EXPECT_EQ(tyre.LoadAt(0.3201, 0, 0, 0, 0, 0).load, 0);
  EXPECT_EQ(tyre.Report({.load = -5}).deflection, 0);
}

// Backwards, rolling resistance and pneumatic trail change sides, the forces against slip do not.
TEST_P(VersionsTest, BackwardsTrailAndResistanceChangeSides) {
  const MagicFormula tyre(SettingsOf(testing::SmallTir(GetParam())));
  const TyreReport ahead = tyre.Report({3000, 0.02, 0.05, 0, 15});
  const TyreReport back = tyre.Report({3000, 0.02, 0.05, 0, -15});
  EXPECT_DOUBLE_EQ(ahead.forces.fx, back.forces.fx);
  EXPECT_DOUBLE_EQ(ahead.forces.my, -back.forces.my);
  EXPECT_DOUBLE_EQ(ahead.trail, -back.trail);
  EXPECT_DOUBLE_EQ(ahead.residual_moment, -back.residual_moment);
}

// The load of the loaded radius is the load, with its derivatives.
TEST_P(VersionsTest, LoadAndLoadedRadiusAreInverse) {
  MagicFormulaSettings settings = SettingsOf(testing::SmallTir(
      GetParam(),
      "Q_V1 = 6e-4\nQ_V2 = 0.03\nQ_FZ2 = 15\nQ_FCX = 0.02\nQ_FCY = 0.3\nPFZ1 = 0.8\n"
      "Q_FCY2 = -0.4\nQ_CAM1 = 80\nQ_CAM2 = 250\nQ_CAM3 = 0.5\nQ_FYS1 = -2e4\n"
      "Q_FYS2 = -6e4\nQ_FYS3 = 9e4\n"));
  const MagicFormula tyre(settings);
  const TyrePoint point{3800, 0.03, 0.05, 0.04, 25, 250000};
  const TyreReport r = tyre.Report(point);
  const auto at = [&](double radius, double omega, double fx, double fy, double gamma) {
    return tyre.LoadAt(radius, omega, fx, fy, gamma, point.pressure);
  };
  const double x[] = {r.loaded_radius, r.wheel_speed, r.forces.fx, r.forces.fy, point.gamma};
  const Tyre::Load load = at(x[0], x[1], x[2], x[3], x[4]);
  EXPECT_NEAR(load.load, point.load, 1e-8);
  const double exact[] = {load.by_radius, load.by_wheel_speed, load.by_fx, load.by_fy,
                          load.by_gamma};
  const double steps[] = {1e-7, 1e-4, 1e-1, 1e-1, 1e-6};
  for (int i = 0; i < 5; ++i) {
    double up[5], down[5];
    std::copy(x, x + 5, up);
    std::copy(x, x + 5, down);
    up[i] += steps[i];
    down[i] -= steps[i];
    const double difference = (at(up[0], up[1], up[2], up[3], up[4]).load -
                               at(down[0], down[1], down[2], down[3], down[4]).load) /
                              (2 * steps[i]);
    EXPECT_NEAR(exact[i], difference, 1e-5 * std::abs(difference) + 1e-6) << i;
  }
  const Tyre::Radius radius = tyre.RollingRadius(3800, 80, 0);
  EXPECT_NEAR(radius.by_load,
              (tyre.RollingRadius(3801, 80, 0).radius - tyre.RollingRadius(3799, 80, 0).radius) / 2,
              1e-5 * std::abs(radius.by_load));
}

// Without yaw rate and camber turn slip changes nothing but the residual moment's form; with it,
// forces fall and the tyre resists being turned.
TEST(MagicFormulaTest, TurnSlipReducesForcesAndResistsTurning) {
  MagicFormulaSettings settings = SettingsOf(testing::SmallTir(
      "FITTYP = 61",
      "[TURNSLIP_COEFFICIENTS]\nPDXP1 = 0.4\nPKYP1 = 1\nPDYP1 = 0.4\nPHYP1 = 1\nPHYP2 = 0.15\n"
      "PHYP4 = -4\nPECP1 = 0.5\nQDTP1 = 10\nQCRP1 = 0.2\nQCRP2 = 0.1\nQBRP1 = 0.1\nQDRP1 = 1\n"));
  ASSERT_TRUE(settings.HasTurnSlip());
  const TyrePoint point{.load = 4000, .kappa = 0.03, .alpha = 0.05, .speed = 5};
  const TyreReport without = MagicFormula(settings).Report(point);
  settings.turn_slip = true;
  const MagicFormula tyre(settings);
  const TyreReport none = tyre.Report(point);
  EXPECT_DOUBLE_EQ(none.forces.fx, without.forces.fx);
  EXPECT_DOUBLE_EQ(none.forces.fy, without.forces.fy);
  EXPECT_NEAR(none.forces.mz, without.forces.mz, 1e-6 * std::abs(without.forces.mz));
  TyrePoint turning = point;
  turning.turn_slip = 0.8;
  const TyreReport turned = tyre.Report(turning);
  EXPECT_LT(std::abs(turned.forces.fx), std::abs(none.forces.fx));
  EXPECT_LT(std::abs(turned.stiffness_y), std::abs(none.stiffness_y));
  // zeta3 = cos(atan(PKYP1 R0^2 phi^2)), by hand.
  EXPECT_NEAR(turned.stiffness_y / none.stiffness_y, std::cos(std::atan(0.32 * 0.32 * 0.8 * 0.8)),
              1e-12);
  turning.gamma = 0.05;
  testing::ExpectDerivatives(tyre, turning);
}

TEST(MagicFormulaTest, PressureStiffensByItsCoefficients) {
  const MagicFormula tyre(
      SettingsOf(testing::SmallTir("FITTYP = 61", "PPX1 = -0.4\nPPY1 = 0.3\nPPX3 = 0.1\n")));
  const TyreReport at = tyre.Report({.load = 4000, .speed = 10, .pressure = 220000});
  const TyreReport more = tyre.Report({.load = 4000, .speed = 10, .pressure = 242000});
  EXPECT_NEAR(more.stiffness_x / at.stiffness_x, 1 - 0.4 * 0.1, 1e-12);
  EXPECT_NEAR(more.stiffness_y / at.stiffness_y, 1 + 0.3 * 0.1, 1e-12);
  EXPECT_NEAR(more.mu_x / at.mu_x, 1 + 0.1 * 0.1, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(All, VersionsTest,
                         ::testing::Values("FITTYP = 6", "FITTYP = 61", "FITTYP = 62"));

}  // namespace
}  // namespace jounce
