// Beams that move: frequencies, a spinning beam, a flying one, a frame carried far away.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/advance.h"
#include "benchmarks/beam_problem.h"
#include "mechanics/rigid_body.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using testing::AdvanceTo;
using testing::BeamOf;
using testing::Cantilever;
using testing::DriftInFreeFlight;
using testing::FlightDrift;
using testing::LoadOn;
using testing::SectionOf;
using testing::SpinningBeam;
using testing::TotalMomentum;

// ---- Natural frequencies (benchmarks/beam_modes: exact transfer matrix of Timoshenko's beam)
// ------

std::vector<Mode> ModesOf(double length, double width, double height, bool clamped, int elements,
                          int count) {
  BeamSection section;
  section.shape = RectangleSection{width, height};
  section.E = 210e9;
  section.nu = 0.3;
  section.density = 7850;
  section.shear_factors = Eigen::Vector2d(5.0 / 6, 5.0 / 6);
  Model model = Cantilever(BeamOf({{0, 0, 0}, {length, 0, 0}}, section, elements));
  if (!clamped) model.joints.clear();
  const System system(model);
  return UndampedModes(LinearSystem(system, system.StartState()), count);
}

// The frequencies of bending along z, by the share of that motion.
std::vector<double> Bending(const std::vector<Mode>& modes) {
  std::vector<double> found;
  for (const Mode& mode : modes) {
    if (mode.frequency < 1e-3) continue;
    const Eigen::VectorXd shares = mode.direction_shares.colwise().sum();
    if (shares[2] > 0.5) found.push_back(mode.frequency);
  }
  return found;
}

TEST(BeamModes, MatchTimoshenko) {
  // Case A: 20 mm wide, 10 mm high, 1 m; weak bending is along z.
  const double free_a[] = {53.14656250, 146.40021489, 286.71393032};
  const double clamped_a[] = {8.35449941, 52.33181830, 146.41801935};
  const double free_b[] = {1026.97211212, 2671.35185547};
  const double clamped_b[] = {165.78872539, 993.62906322, 2613.39614597};
  const auto expect = [](const std::vector<double>& found, const auto& exact, double tolerance) {
    ASSERT_GE(found.size(), std::size(exact));
    for (size_t i = 0; i < std::size(exact); ++i) {
      EXPECT_NEAR(found[i], exact[i], tolerance * exact[i]) << i;
    }
  };
  expect(Bending(ModesOf(1, 0.02, 0.01, false, 10, 24)), free_a, 0.01);
  expect(Bending(ModesOf(1, 0.02, 0.01, true, 10, 24)), clamped_a, 0.01);
  // A square section has each frequency twice, in any direction: made slightly unequal.
  expect(Bending(ModesOf(0.5, 0.0500001, 0.05, false, 10, 30)), free_b, 0.01);
  expect(Bending(ModesOf(0.5, 0.0500001, 0.05, true, 10, 30)), clamped_b, 0.01);
  // Rotary inertia on the nodes is of second order, which the third of the thick free beam shows.
  const double third_b[] = {1026.97211212, 2671.35185547, 4872.66527196};
  expect(Bending(ModesOf(0.5, 0.0500001, 0.05, false, 10, 30)), third_b, 0.017);
  expect(Bending(ModesOf(0.5, 0.0500001, 0.05, false, 20, 30)), third_b, 0.004);
}

TEST(BeamModes, SixRigidOnes) {
  const std::vector<Mode> modes = ModesOf(1, 0.02, 0.01, false, 10, 8);
  for (int i = 0; i < 6; ++i) EXPECT_LT(modes[i].frequency, 1e-3) << i;
  EXPECT_GT(modes[6].frequency, 50);
}

TEST(BeamModes, BendingIsOfThirdOrderAtLeast) {
  double last = 0;
  for (int elements : {5, 10, 20}) {
    const double f = Bending(ModesOf(1, 0.02, 0.01, true, elements, 16))[1];
    const double error = std::abs(f / 52.33181830 - 1);
    if (last > 0) {
      EXPECT_GT(last / error, 7.5) << elements;
    }
    last = error;
  }
}

// ---- Spin-up (Kane, Ryan & Banerjee 1987; Simo & Vu-Quoc 1986; benchmarks/beam_spinup)
// ------------

TEST(BeamSpinUp, StiffensAsItTurns) {
  Model model;
  model.gravity.setZero();
  model.beams = {BeamOf({{0, 0, 0}, {10, 0, 0}},
                        SectionOf({2.8e7, 1e7, 1e7, 1e4, 1.4e4, 1.4e4}, 1.2, {1.2e-3, 6e-4, 6e-4}),
                        12)};
  Joint hinge;
  hinge.name = "hinge";
  hinge.kind = JointKind::kRevolute;
  hinge.ends.second = "beam.start";
  model.joints = {hinge};
  Motion spin;
  spin.name = "spin";
  spin.joint = "hinge";
  spin.function.expression =
      "0.4*(min(t,15)^2/2+(15/(2*pi))^2*(cos(2*pi*min(t,15)/15)-1))+6*max(t-15,0)";
  model.motions = {spin};
  model.solver.step = 0.01;
  model.solver.rho = 0.8;
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  const auto tip = [&] {
    const double t = simulation.time(), s = std::min(t, 15.0);
    const double psi =
        0.4 * (s * s / 2 + std::pow(15 / (2 * M_PI), 2) * (std::cos(2 * M_PI * s / 15) - 1)) +
        6 * std::max(t - 15, 0.0);
    const Vector3d p = ExpRotation({0, 0, -psi}) * simulation.BodyPose("beam.12").p;
    return Vector3d(p - Vector3d(10, 0, 0));
  };
  const struct {
    double t, u2;
  } kPoints[] = {{3, -0.2172674}, {5, -0.4684762},  {6.7, -0.5736284},
                 {8, -0.5428415}, {10, -0.3628145}, {12, -0.1509007}};
  for (const auto& point : kPoints) {
    AdvanceTo(point.t, &simulation);
    EXPECT_NEAR(tip().y(), point.u2, 0.01 * 0.574) << point.t;
  }
  AdvanceTo(20, &simulation);
  double sum = 0;
  int count = 0;
  while (simulation.time() < 30 - 1e-9) {
    ASSERT_TRUE(simulation.Advance(0.01).ok);
    EXPECT_LT(std::abs(tip().y()), 0.01);
    sum += tip().x();
    ++count;
  }
  // Closed form: tan(kL)/k - L.
  EXPECT_NEAR(sum / count, 5.14317e-4, 0.02 * 5.14e-4);
}

// ---- Free flight --------------------------------------------------------------------------------

// Flying beam (Simo & Vu-Quoc 1986; benchmarks/beam_flying), in the x-z plane.
Model FlyingBeam(int elements, double h) {
  Model model;
  model.gravity.setZero();
  model.beams = {BeamOf({{0, 0, 0}, {6, 0, -8}},
                        SectionOf({1e4, 1e4, 1e4, 100, 100, 100}, 1, {20, 10, 10}), elements)};
  // On for 2.5 s; half at the end, so that the step that sees it go takes half of it.
  const std::string pulse = "min(max((2.5-t)/" + std::to_string(h) + "+0.5,0),1)";
  model.loads = {LoadOn("beam.end", LoadKind::kForce, {8, 0, 0}, pulse),
                 LoadOn("beam.end", LoadKind::kTorque, {0, 80, 0}, pulse)};
  model.solver.step = h;
  model.solver.rho = 0.9;
  model.solver.tolerance = 1e-11;
  return model;
}

TEST(FlyingBeam, MatchesSpectralElements) {
  const struct {
    double t, ux, uz, fx, fz;
  } kPoints[] = {{1, -1.672, 0.4065, 0.3702, -0.2036}, {2, -2.293, 3.243, 2.041, -1.129},
                 {3, 0.3894, 5.669, 5.663, -2.686},    {4, 2.05, 8.053, 11.23, -4.633},
                 {5, 3.775, 8.2, 8.079, -6.237},       {6, 5.991, 5.834, 12.79, -2.361},
                 {7, 10.21, 3.658, 16.09, -0.6561},    {7.5, 10.27, -0.2927, 17.23, 0.2626}};
  for (const auto& [elements, h, tolerance] :
       {std::tuple{20, 0.01, 0.15}, std::tuple{60, 0.0025, 0.03}}) {
    Simulation simulation(FlyingBeam(elements, h));
    ASSERT_TRUE(simulation.Initialize().ok);
    for (const auto& point : kPoints) {
      AdvanceTo(point.t, &simulation);
      const Vector3d loaded =
          simulation.BodyPose("beam." + std::to_string(elements)).p - Vector3d(6, 0, -8);
      const Vector3d free = simulation.BodyPose("beam.0").p;
      for (double error : {loaded.x() - point.ux, loaded.z() - point.uz, free.x() - point.fx,
                           free.z() - point.fz}) {
        EXPECT_LT(std::abs(error), tolerance) << point.t << " with " << elements;
      }
    }
    const Vector6 momentum = TotalMomentum(simulation);
    EXPECT_NEAR(momentum[0], 20, 1e-9);
    EXPECT_NEAR(momentum[2], 0, 1e-9);
  }
}

TEST(FreeFlight, InnerForcesBalance) {
  Simulation simulation(SpinningBeam(BeamMass::kLumped, 1e-3));
  ASSERT_TRUE(simulation.Initialize().ok);
  AdvanceTo(0.5, &simulation);
  const System& system = simulation.system();
  std::vector<double> bodies(6 * (system.body_count() + 1)), next(system.history_size() + 1);
  double largest = 0;
  for (const ConnectionElement* element : system.connections()) {
    element->AddResidual(System::Slice(simulation.evaluation(), *element), bodies.data(), nullptr);
  }
  Vector6 total = Vector6::Zero();
  for (int i = 0; i < system.body_count(); ++i) {
    const Vector6 W = CarryWrench(simulation.state().pose[i], BodyEntry(bodies.data(), i));
    total += W;
    largest = std::max(largest, W.norm());
  }
  EXPECT_GT(largest, 1);
  EXPECT_LT(total.norm(), 1e-12 * largest);
}

TEST(FreeFlight, DriftFallsWithOrderTwo) {
  std::vector<FlightDrift> drifts;
  for (double h : {2e-3, 1e-3, 5e-4}) {
    drifts.push_back(DriftInFreeFlight(BeamMass::kLumped, h));
    // Of 1.9 kg m/s.
    EXPECT_LT(drifts.back().linear, 5e-10);
  }
  // A quarter each time the step is halved; over both halvings, since the largest of twenty samples
  // jumps about.
  EXPECT_GT(drifts[0].angular / drifts[2].angular, 12);
  EXPECT_GT(drifts[0].energy / drifts[2].energy, 12);
}

// ---- Stiff elements a hundred metres from the origin
// ----------------------------------------------

// A place there is known to 7e-15 m, which makes 5e-5 N in one of these elements.
TEST(FarFromTheOrigin, ForcesAreKnownBeyondThePlaces) {
  BeamSection section;
  section.shape = RectangleSection{0.02, 0.02};
  section.E = 70e9;
  section.nu = 0.3;
  section.density = 2700;
  const Vector3d start(80, -60, 40);
  Model model = Cantilever(BeamOf({start, start + Vector3d(1, 0, 0)}, section, 120));
  model.loads = {LoadOn("beam.end", LoadKind::kForce, Vector3d::UnitZ(), "200*sin(2*pi*5*t)")};
  model.solver.force_tolerance = 1e-6;
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  AdvanceTo(0.1, &simulation);
  EXPECT_LE(simulation.statistics().worst_residual, 1);
}

// ---- A frame of 60 beams carried along by a large motion ----------------------------------------

TEST(FlyingFrame, KeepsItsMatrix) {
  Model model;
  model.gravity.setZero();
  BeamSection section;
  section.shape = TubeSection{0.03, 0.002};
  section.E = 210e9;
  section.density = 7850;
  const Vector3d v(5, -3, 2), w(2, 3, -4);
  const auto at = [](int bay, int side) { return Vector3d(0.4 * bay, 0.5 * side, 0); };
  std::map<std::pair<int, int>, std::string> first_at;
  const auto add = [&](int bay, int side, int bay2, int side2) {
    Beam beam = BeamOf({at(bay, side), at(bay2, side2)}, section, 2);
    beam.name = "b" + std::to_string(model.beams.size());
    beam.velocity = v + w.cross(at(bay, side));
    beam.angular_velocity = w;
    for (const auto& [place, end] : {std::pair{std::pair{bay, side}, beam.name + ".start"},
                                     std::pair{std::pair{bay2, side2}, beam.name + ".end"}}) {
      if (!first_at.contains(place)) {
        first_at[place] = end;
        continue;
      }
      Joint weld;
      weld.name = "weld " + end;
      weld.ends.first = first_at[place];
      weld.ends.second =
          end.find(".start") != std::string::npos ? beam.name + ".0" : beam.name + ".2";
      model.joints.push_back(weld);
    }
    model.beams.push_back(beam);
  };
  for (int bay = 0; bay < 20; ++bay) {
    add(bay, 0, bay + 1, 0);
    add(bay, 1, bay + 1, 1);
    add(bay, 0, bay, 1);
  }
  ASSERT_EQ(model.beams.size(), 60u);
  model.solver.step = 1e-3;
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  AdvanceTo(1, &simulation);
  EXPECT_EQ(simulation.statistics().steps, 1000);
  EXPECT_LE(simulation.statistics().factorizations, 8);
}

}  // namespace
}  // namespace jounce
