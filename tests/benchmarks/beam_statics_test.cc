// Beams at rest, against closed forms and exact solutions of the geometrically exact beam
// (figures in tests/data; sources named below).
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/beam_problem.h"
#include "reference_data.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using testing::BeamOf;
using testing::Cantilever;
using testing::Equilibrium;
using testing::LoadOn;
using testing::SectionOf;

// ---- Roll-up: an end moment makes an arc, x/L = sin k/k, y/L = (1 - cos k)/k, k = M L/EI
// -----------

Model RollUp(int elements, double turns) {
  Model model =
      Cantilever(BeamOf({{0, 0, 0}, {1, 0, 0}}, SectionOf({1e4, 1e4, 1e4, 2, 2, 2}), elements));
  // About y of the section, so that the beam bends towards -z.
  model.loads = {LoadOn("beam.end", LoadKind::kTorque, {0, 4 * M_PI * turns, 0}, "1")};
  return model;
}

TEST(BeamRollUp, FollowsTheArc) {
  for (double part : {0.1, 0.3, 0.5, 0.8}) {
    const Equilibrium at(RollUp(8, part));
    const double k = 2 * M_PI * part;
    EXPECT_NEAR(at.End().p.x(), std::sin(k) / k, 1e-10);
    EXPECT_NEAR(at.End().p.z(), -(1 - std::cos(k)) / k, 1e-10);
  }
}

// Simo & Vu-Quoc 1986, example 7.1: once and twice around, in one load step, 5 elements.
TEST(BeamRollUp, ClosesTheCircleOnceAndTwiceInOneLoadStep) {
  for (double turns : {1.0, 2.0}) {
    const Equilibrium at(RollUp(5, turns));
    EXPECT_LT(at.End().p.norm(), 1e-10) << turns;
    EXPECT_LT((at.End().R - Eigen::Matrix3d::Identity()).norm(), 1e-9);
  }
}

// ---- Elastica: transverse dead force at the tip (Mattiasson 1981, elliptic integrals)
// -------------

Vector3d ElasticaTip(int elements, double load) {
  Model model =
      Cantilever(BeamOf({{0, 0, 0}, {1, 0, 0}}, SectionOf({1e7, 1e7, 1e7, 1, 1, 1}), elements));
  model.loads = {LoadOn("beam.end", LoadKind::kForce, {0, 0, load}, "1")};
  return Equilibrium(model).End().p;
}

TEST(BeamElastica, MatchesEllipticIntegrals) {
  const struct {
    double load, u, w;
  } kCases[] = {{1, 0.0564332363, 0.301720774},
                {2, 0.160641721, 0.49345748},
                {5, 0.387628361, 0.713791524},
                {10, 0.554995598, 0.810609025}};
  for (const auto& c : kCases) {
    for (const auto& [elements, tolerance] : {std::pair{20, 1e-3}, std::pair{200, 1e-5}}) {
      const Vector3d tip = ElasticaTip(elements, c.load);
      EXPECT_NEAR(1 - tip.x(), c.u, tolerance * c.u) << c.load << " " << elements;
      EXPECT_NEAR(tip.z(), c.w, tolerance * c.w) << c.load << " " << elements;
    }
  }
}

// Up to where EA = 1e7 EI/L^2 is not the inextensible beam of the reference.
TEST(BeamElastica, IsOfSecondOrderAtLeast) {
  double last = 0;
  for (int elements : {5, 10, 20}) {
    const Vector3d tip = ElasticaTip(elements, 5);
    const double error = std::hypot(1 - tip.x() - 0.387628361, tip.z() - 0.713791524);
    if (last > 0) {
      EXPECT_GT(last / error, 3.6) << elements;
    }
    last = error;
  }
}

// ---- The 45-degree bend of Bathe & Bolourchi 1979, exact values by shooting
// -----------------------

Vector3d BendTip(int elements, double force) {
  std::vector<Vector3d> arc;
  for (int i = 0; i <= 64; ++i) {
    const double a = M_PI / 4 * i / 64;
    arc.emplace_back(100 * (1 - std::cos(a)), 100 * std::sin(a), 0);
  }
  Beam beam = BeamOf(arc, SectionOf({1e7, 5e6, 5e6, 5e6 / 6, 1e7 / 12, 1e7 / 12}), elements);
  beam.curve = BeamCurve::kSpline;
  Model model = Cantilever(beam);
  model.loads = {LoadOn("beam.end", LoadKind::kForce, {0, 0, force}, "1")};
  return Equilibrium(model).End().p;
}

TEST(BeamBend45, MatchesTheExactBeam) {
  const struct {
    double force;
    Vector3d tip;
  } kCases[] = {{300, {22.244781, 58.779122, 40.191892}},
                {450, {18.508179, 52.238558, 48.502927}},
                {600, {15.684801, 47.150439, 53.474859}}};
  const Vector3d start(29.289322, 70.710678, 0);
  for (const auto& c : kCases) {
    const double size = (c.tip - start).norm();
    EXPECT_LT((BendTip(4, c.force) - c.tip).norm(), 0.0005 * size) << c.force;
    EXPECT_LT((BendTip(32, c.force) - c.tip).norm(), 1e-6 * size) << c.force;
  }
}

TEST(BeamBend45, IsOfFourthOrder) {
  const Vector3d exact(15.684801, 47.150439, 53.474859);
  double last = 0;
  for (int elements : {4, 8, 16}) {
    const double error = (BendTip(elements, 600) - exact).norm();
    if (last > 0) {
      EXPECT_GT(last / error, 14) << elements;
    }
    last = error;
  }
}

// ---- Princeton beam (Dowell & Traybar 1975; Bauchau et al. 2016), exact values by shooting
// --------

Pose PrincetonTip(int elements, double force, double theta) {
  Model model = Cantilever(
      BeamOf({{0, 0, 0}, {0.508, 0, 0}},
             SectionOf({2.84191e6, 6.40131e5, 9.03881e5, 3.10338, 36.2794, 2.42873}), elements));
  model.loads = {LoadOn("beam.end", LoadKind::kForce,
                        {0, force * std::sin(theta), force * std::cos(theta)}, "1")};
  return Equilibrium(model).End();
}

TEST(BeamPrinceton, MatchesTheExactBeam) {
  const testing::Table table(testing::ReferencePath("princeton_beam.csv"));
  ASSERT_EQ(table.rows(), 38u);
  for (size_t i = 0; i < table.rows(); ++i) {
    const double theta = table["theta_deg"][i] * M_PI / 180, P = table["P_N"][i];
    const Vector3d exact(table["u1_m"][i], table["u2_flap_m"][i], table["u3_lag_m"][i]);
    const Pose tip = PrincetonTip(10, P, theta);
    const Vector3d u = tip.p - Vector3d(0.508, 0, 0);
    EXPECT_LT((u - exact).norm(), 0.0004 * exact.norm()) << i;
    // The tolerance is 0.2 %, also of the twist, which bending in both planes makes.
    const double twist = table["twist_rad"][i];
    EXPECT_NEAR(std::atan2(-tip.R(1, 2), tip.R(2, 2)), twist, 3e-4 * std::abs(twist) + 1e-9) << i;
  }
}

// ---- Closed forms of small deflections
// -----------------------------------------------------------

BeamSection Aluminium(double width, double height) {
  BeamSection section;
  section.shape = RectangleSection{width, height};
  section.E = 70e9;
  section.density = 2700;
  return section;
}

// Uniform load: q L^4 / 8 EI + q L^2 / 2 GA, here by gravity and by a line load.
TEST(BeamLoads, UniformLoadsBendAsTheBookSays) {
  const BeamSection section = Aluminium(0.02, 0.02);
  const Matrix6 K = MakeSection(section).stiffness;
  const double q = 2700 * 4e-4 * 9.81;
  for (int elements : {1, 2, 5}) {
    Model heavy = Cantilever(BeamOf({{0, 0, 0}, {0.3, 0, 0}}, section, elements));
    heavy.gravity = Vector3d(0, 0, -9.81);
    Model loaded = heavy;
    loaded.gravity.setZero();
    LineLoad load;
    load.name = "q";
    load.direction = Vector3d(0, 0, -1);
    load.function.constant = q;
    loaded.beams[0].loads = {load};
    const double L = 0.3, w = q * std::pow(L, 4) / (8 * K(4, 4)) + q * L * L / (2 * K(2, 2));
    EXPECT_NEAR(Equilibrium(loaded).End().p.z(), -w, 2e-5 * w) << elements;
    if (elements == 5) {
      EXPECT_NEAR(Equilibrium(heavy).End().p.z(), -w, 2e-3 * w);
    }
  }
}

// A right-angled cantilever in space under a force at its end: bending of both legs and torsion of
// the first (unit load method).
TEST(BeamLoads, ACornerCarriesBendingIntoTorsion) {
  const BeamSection section = Aluminium(0.01, 0.01);
  const Matrix6 K = MakeSection(section).stiffness;
  const double a = 0.4, b = 0.3, P = 0.01;
  Model model = Cantilever(BeamOf({{0, 0, 0}, {a, 0, 0}, {a, b, 0}}, section, 4));
  model.loads = {LoadOn("beam.end", LoadKind::kForce, {0, 0, P}, "1")};
  const double w = P * (a * a * a / (3 * K(4, 4)) + b * b * b / (3 * K(4, 4)) +
                        a * b * b / K(3, 3) + (a + b) / K(2, 2));
  EXPECT_NEAR(Equilibrium(model).End().p.z(), w, 1e-6 * w);
}

// Section loads and stresses of a cantilever: M = P (L - x), sigma = M z / I, T = P e.
TEST(BeamSensors, ReadSectionLoadsAndStresses) {
  Beam beam = BeamOf({{0, 0, 0}, {1, 0, 0}}, Aluminium(0.02, 0.03), 4);
  beam.section.points = {{"top", 0, 0.015, 0}, {"side", 0.01, 0, 0}};
  Model model = Cantilever(beam);
  const double P = 1e-3, T = 2e-3;
  model.loads = {LoadOn("beam.end", LoadKind::kForce, {0, 0, -P}, "1"),
                 LoadOn("beam.end", LoadKind::kTorque, {T, 0, 0}, "1")};
  Sensor force, strain, stress, side;
  force.name = "force";
  force.kind = "section_force";
  force.beam = "beam";
  force.along = 0.3;
  strain = force;
  strain.name = "strain";
  strain.kind = "section_strain";
  stress = force;
  stress.name = "stress";
  stress.kind = "section_stress";
  stress.point = "top";
  stress.along = 0;
  side = stress;
  side.name = "side";
  side.point = "side";
  model.sensors = {force, strain, stress, side};
  Simulation simulation(model);
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  std::vector<double> v(simulation.sensors().channels().size());
  simulation.ReadSensors(v.data());
  EXPECT_NEAR(v[2], -P, 1e-6 * P);
  EXPECT_NEAR(v[3], T, 1e-6 * T);
  EXPECT_NEAR(v[4], P * 0.7, 1e-6 * P);  // -z force at larger x: positive moment about y
  EXPECT_NEAR(v[9], T / MakeSection(beam.section).stiffness(3, 3), 1e-12);
  const double I = 0.02 * std::pow(0.03, 3) / 12;
  EXPECT_NEAR(v[12], P * 1 * 0.015 / I, 1e-5 * P * 0.015 / I);
  // Torsion of 3:2 at the long side: T / (0.231 a b^2) (Timoshenko & Goodier, section 109); the
  // transverse force adds 1.5 P / A.
  EXPECT_NEAR(v[16], T / (0.231 * 0.03 * 4e-4) - 1.5 * P / 6e-4, 0.005 * T / (0.231 * 1.2e-5));
}

}  // namespace
}  // namespace jounce
