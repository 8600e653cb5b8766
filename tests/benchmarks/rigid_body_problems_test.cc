// Published problems of rigid multibody dynamics, each with its source and tolerance. Their
// their figures are in tests/data.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/advance.h"
#include "benchmarks/problem.h"
#include "reference_data.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using testing::AdvanceTo;
using testing::BodyAt;
using testing::DiagonalLaw;
using testing::JointAt;
using testing::PlanarLink;
using testing::ReferencePath;
using testing::SpringDamper;
using testing::Table;

const Vector3d kGravityY(0, -9.81, 0);

// IFToMM A01: a point mass on a massless bar, the exact solution by elliptic functions.
Model SimplePendulum(double step) {
  Model model;
  model.gravity = kGravityY;
  model.bodies = {BodyAt("mass", Vector3d(1, 0, 0), 1, Vector3d::Zero())};
  model.joints = {JointAt("pin", JointKind::kRevolute, kGroundName, "mass", Vector3d::Zero())};
  Sensor reaction;
  reaction.name = "bar";
  reaction.kind = "reaction";
  reaction.item = "pin";
  model.sensors = {reaction};
  model.solver.step = step;
  return model;
}

TEST(SimplePendulum, MatchesTheExactSolutionOverTenSeconds) {
  const Table reference(ReferencePath("simple_pendulum.csv"));
  Simulation simulation(SimplePendulum(1e-3));
  ASSERT_TRUE(simulation.Initialize().ok);
  for (size_t i = 0; i < reference.rows() && reference["t"][i] <= 10.0001; ++i) {
    AdvanceTo(reference["t"][i], &simulation);
    const Vector3d p = simulation.state().pose[0].p;
    EXPECT_NEAR(p.x(), reference["x"][i], 1e-3);
    EXPECT_NEAR(p.y(), reference["y"][i], 1e-3);
    double wrench[6];
    simulation.ReadSensors(wrench);
    const double tension = Vector3d(wrench[0], wrench[1], wrench[2]).norm();
    EXPECT_NEAR(tension, std::abs(reference["bar_tension"][i]), 2e-2);
  }
}

TEST(SimplePendulum, OrderTwo) {
  const Table reference(ReferencePath("simple_pendulum.csv"));
  double errors[2];
  for (int i = 0; i < 2; ++i) {
    Simulation simulation(SimplePendulum(i == 0 ? 2e-3 : 1e-3));
    ASSERT_TRUE(simulation.Initialize().ok);
    AdvanceTo(5, &simulation);
    const Vector3d exact(reference["x"][50], reference["y"][50], 0);
    errors[i] = (simulation.state().pose[0].p - exact).norm();
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2, 0.15);
}

// IFToMM A02 with N = 2; Bayo & Avello 1994. It passes through singular positions.
TEST(FourBarChain, KeepsItsBranchThroughSingularPositions) {
  const Table reference(ReferencePath("two_four_bars.csv"));
  const int n = 2;
  Model model;
  model.gravity = kGravityY;
  for (int i = 0; i <= n; ++i) {
    const Vector3d foot(i, 0, 0), top(i, 1, 0);
    const std::string crank = "crank" + std::to_string(i);
    Body body = PlanarLink(crank, foot, top, 1, 1.0 / 12);
    body.angular_velocity = Vector3d(0, 0, -1);
    body.velocity = Vector3d(0.5, 0, 0);
    model.bodies.push_back(body);
    model.joints.push_back(
        JointAt("foot" + std::to_string(i), JointKind::kRevolute, kGroundName, crank, foot));
    if (i == 0) continue;
    const std::string coupler = "coupler" + std::to_string(i);
    Body link = PlanarLink(coupler, Vector3d(i - 1, 1, 0), top, 1, 1.0 / 12);
    link.velocity = Vector3d(1, 0, 0);
    model.bodies.push_back(link);
    model.joints.push_back(JointAt("left" + std::to_string(i), JointKind::kRevolute,
                                   "crank" + std::to_string(i - 1), coupler,
                                   Vector3d(i - 1, 1, 0)));
    model.joints.push_back(
        JointAt("right" + std::to_string(i), JointKind::kRevolute, coupler, crank, top));
  }
  model.solver.step = 1e-3;
  model.solver.rho = 0.95;
  Simulation simulation(model);
  EXPECT_EQ(simulation.freedom().degrees_of_freedom, 1);
  ASSERT_TRUE(simulation.Initialize().ok);
  const double energy = simulation.energies().kinetic + simulation.energies().potential;
  for (size_t i = 0; i < reference.rows() && reference["t"][i] <= 10.0001; ++i) {
    AdvanceTo(reference["t"][i], &simulation);
    const Vector3d top = simulation.BodyPose("crank0") * Vector3d(0.5, 0, 0);
    EXPECT_NEAR(top.x(), reference["B0x"][i], 1e-3) << reference["t"][i];
    EXPECT_NEAR(top.y(), reference["B0y"][i], 1e-3) << reference["t"][i];
    const Energies now = simulation.energies();
    EXPECT_NEAR(now.kinetic + now.potential, energy, 1e-2) << reference["t"][i];
  }
}

// Schiehlen 1990; Hairer & Wanner II; test set for IVP solvers: seven bodies, time scale of ms.
Model AndrewsSqueezer() {
  const Vector3d O(0, 0, 0), A(-0.06934, -0.00227, 0), B(-0.03635, 0.03273, 0), C(0.014, 0.072, 0);
  const double beta = -0.0617138900142764496, theta = 0, gamma = 0.455279819163070380;
  const double phi = 0.222668390165885885, delta = 0.487364979543842550;
  const double omega = -0.222668390165885885, epsilon = 1.23054744454982119;
  Model model;
  model.gravity.setZero();
  // The body's frame is at `origin`, turned by `angle` about z; inertia about the centre.
  const auto add = [&](const std::string& name, const Vector3d& origin, double angle, double mass,
                       double x, double y, double inertia) {
    Body body = BodyAt(name, origin, mass, Vector3d(0.5, 0.5, 1) * inertia);
    body.orientation.euler = Vector3d(angle, 0, 0);
    body.centre = Vector3d(x, y, 0);
    model.bodies.push_back(body);
  };
  const auto at = [](const Vector3d& origin, double angle, double x, double y) -> Vector3d {
    return origin + ExpRotation(Vector3d(0, 0, angle)) * Vector3d(x, y, 0);
  };
  const Vector3d F = at(O, beta, 0.007, 0), E = at(F, beta + theta, -0.028, 0);
  const Vector3d G = at(A, delta, 0.04, 0), H = at(A, epsilon, 0, -0.04);
  const Vector3d D = at(B, gamma, 0.020, -0.018);
  add("K1", O, beta, 0.04325, 0.00092, 0, 2.194e-6);
  add("K2", F, beta + theta, 0.00365, -0.0115, 0, 4.410e-7);
  add("K3", B, gamma, 0.02373, 0.01043, -0.01874, 5.255e-6);
  add("K4", G, delta + phi, 0.00706, 0, -0.00579, 5.667e-7);
  add("K5", A, delta, 0.07050, 0.02308, 0.00916, 1.169e-5);
  add("K6", H, epsilon + omega, 0.00706, 0.00579, 0, 5.667e-7);
  add("K7", A, epsilon, 0.05498, -0.00449, -0.01228, 1.912e-5);
  const auto pin = [&](const std::string& name, const std::string& first, const std::string& second,
                       const Vector3d& point) {
    model.joints.push_back(JointAt(name, JointKind::kRevolute, first, second, point));
  };
  pin("O", kGroundName, "K1", O);
  pin("A5", kGroundName, "K5", A);
  pin("A7", kGroundName, "K7", A);
  pin("B", kGroundName, "K3", B);
  pin("F", "K1", "K2", F);
  pin("G", "K5", "K4", G);
  pin("H", "K7", "K6", H);
  pin("E2", "K3", "K2", E);
  pin("E4", "K3", "K4", E);
  pin("E6", "K3", "K6", E);
  model.connections = {SpringDamper("spring", kGroundName, "K3", C, D, 4530, 0, 0.07785)};
  Load torque;
  torque.name = "drive";
  torque.kind = LoadKind::kTorque;
  torque.on = "K1";
  torque.function.constant = 0.033;
  model.loads = {torque};
  model.solver.rho = 0.9;
  return model;
}

double AngleOf(const Simulation& simulation, const std::string& name) {
  const Matrix3d& R = simulation.BodyPose(name).R;
  return std::atan2(R(1, 0), R(0, 0));
}

TEST(AndrewsSqueezer, MatchesThePublishedSolution) {
  Model model = AndrewsSqueezer();
  model.solver.step = 1e-5;
  Simulation simulation(model);
  EXPECT_EQ(simulation.freedom().degrees_of_freedom, 1);
  ASSERT_TRUE(simulation.Initialize().ok);
  // beta''(0) = 14222.4439199541, published.
  EXPECT_NEAR(simulation.state().acceleration[0][5], 14222.4439199541, 1e-5);
  AdvanceTo(0.03, &simulation);
  EXPECT_NEAR(std::remainder(AngleOf(simulation, "K1") - 15.81077119629904, 2 * M_PI), 0, 1e-3);
  EXPECT_NEAR(AngleOf(simulation, "K3"), 0.04082224013073101, 1e-5);
}

// Runs with steps h and h/2, extrapolated for order two: what is left when the step is refined.
TEST(AndrewsSqueezer, ConvergesToThePublishedSolution) {
  double error[2];
  for (int i = 0; i < 2; ++i) {
    Model model = AndrewsSqueezer();
    model.solver.step = i == 0 ? 4e-6 : 2e-6;
    Simulation simulation(model);
    ASSERT_TRUE(simulation.Initialize().ok);
    AdvanceTo(0.03, &simulation);
    error[i] = std::remainder(AngleOf(simulation, "K1") - 15.81077119629904, 2 * M_PI);
  }
  EXPECT_NEAR(error[0] / error[1], 4, 0.2);
  EXPECT_NEAR((4 * error[1] - error[0]) / 3, 0, 1e-6);
}

// IFToMM A04: over-constrained, one degree of freedom although Gruebler's count says none.
Model Bricard(double step) {
  const Vector3d points[] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const Vector3d axes[] = {Vector3d::UnitY(), Vector3d::UnitZ(), Vector3d::UnitX(),
                           Vector3d::UnitY(), Vector3d::UnitZ(), Vector3d::UnitX()};
  Model model;
  model.gravity = kGravityY;
  for (int i = 0; i < 5; ++i) {
    const Vector3d along = (points[i + 1] - points[i]).cwiseAbs();
    const Vector3d inertia =
        0.0841666666666667 * Vector3d::Ones() + (1.0 / 600 - 0.0841666666666667) * along;
    model.bodies.push_back(
        BodyAt("rod" + std::to_string(i), 0.5 * (points[i] + points[i + 1]), 1, inertia));
  }
  for (int i = 0; i < 6; ++i) {
    model.joints.push_back(JointAt("P" + std::to_string(i + 1), JointKind::kRevolute,
                                   i == 0 ? kGroundName : "rod" + std::to_string(i - 1),
                                   i == 5 ? kGroundName : "rod" + std::to_string(i), points[i],
                                   axes[i]));
  }
  model.solver.step = step;
  model.solver.rho = 0.95;
  return model;
}

void ExpectBricard(double step, double tolerance) {
  const Table reference(ReferencePath("bricard.csv"));
  Simulation simulation(Bricard(step));
  EXPECT_EQ(simulation.freedom().degrees_of_freedom, 1);
  EXPECT_EQ(simulation.freedom().redundant.size(), 1u);
  ASSERT_TRUE(simulation.Initialize().ok);
  for (size_t i = 0; i < reference.rows(); ++i) {
    AdvanceTo(reference["t"][i], &simulation);
    const Vector3d P3 = simulation.BodyPose("rod1") * Vector3d(0, -0.5, 0);
    const Vector3d exact(reference["P3x"][i], reference["P3y"][i], reference["P3z"][i]);
    EXPECT_LT((P3 - exact).lpNorm<Eigen::Infinity>(), tolerance) << reference["t"][i];
  }
}

TEST(Bricard, MovesAlthoughOverConstrained) {
  ExpectBricard(2e-3, 1e-3);
  ExpectBricard(2.5e-4, 1e-5);
}

// IFToMM A05: stiff spring-dampers; the step must not be forced down by them.
Model FlyballGovernor() {
  const double spin = 2 * M_PI;
  Model model;
  const auto add = [&](Body body) {
    body.angular_velocity = Vector3d(0, 0, spin);
    body.velocity = body.angular_velocity.cross(body.position);
    model.bodies.push_back(body);
  };
  // A prism of 3000 kg/m^3.
  const auto prism = [&](const std::string& name, const Vector3d& centre, const Vector3d& size) {
    const double mass = 3000 * size.prod();
    const Vector3d s2 = size.cwiseAbs2();
    return BodyAt(name, centre, mass,
                  mass / 12 * Vector3d(s2.y() + s2.z(), s2.z() + s2.x(), s2.x() + s2.y()));
  };
  add(prism("shaft", Vector3d(0, 0, 0.5), Vector3d(0.01, 0.01, 1)));
  add(prism("slider", Vector3d(0, 0, 0.5), Vector3d(0.1, 0.1, 0.1)));
  model.joints = {
      JointAt("bearing", JointKind::kRevolute, kGroundName, "shaft", Vector3d::Zero()),
      JointAt("guide", JointKind::kTranslational, "shaft", "slider", Vector3d(0, 0, 0.5))};
  for (double side : {1.0, -1.0}) {
    const std::string name = side > 0 ? "right" : "left";
    const Vector3d top(0.05 * side, 0, 1);
    const Vector3d along(side * std::cos(M_PI / 6), 0, -std::sin(M_PI / 6));
    // The rod with its ball as one body: frame at the middle of the rod, x along it.
    Body rod = prism(name, top + 0.5 * along, Vector3d(1, 0.01, 0.01));
    rod.orientation.x_axis = along;
    rod.orientation.z_axis = Vector3d::UnitY();
    const double ball = 5;
    rod.inertia_point = Vector3d::Zero();
    rod.inertia += ball * 0.25 * Vector3d(0, 1, 1);
    rod.centre = Vector3d(0.5 * ball / (rod.mass + ball), 0, 0);
    rod.mass += ball;
    add(rod);
    model.joints.push_back(
        JointAt(name, JointKind::kRevolute, "shaft", name, top, Vector3d::UnitY()));
    model.connections.push_back(SpringDamper(name, "slider", name, Vector3d(0.05 * side, 0, 0.5),
                                             top + 0.5 * along, 8e5, 4e4, 0.5));
  }
  model.solver.rho = 0.9;
  return model;
}

// The largest error of the slider's place over 10 s.
double GovernorError(IntegratorKind integrator, double rho, double step) {
  const Table reference(ReferencePath("flyball_governor.csv"));
  Model model = FlyballGovernor();
  model.solver.integrator = integrator;
  model.solver.rho = rho;
  model.solver.step = step;
  Simulation simulation(model);
  EXPECT_EQ(simulation.freedom().degrees_of_freedom, 4);
  EXPECT_TRUE(simulation.Initialize().ok);
  double worst = 0;
  for (size_t i = 0; i < reference.rows(); ++i) {
    AdvanceTo(reference["t"][i], &simulation);
    worst = std::max(worst, std::abs(simulation.BodyPose("slider").p.z() - reference["s"][i]));
  }
  return worst;
}

// For orientation the problem's page gives the trapezoidal rule 6.0e-4 and 1.5e-4, and BDF 2, which
// is the multistep method with rho = 0, 2.3e-3 and 5.9e-4 at these steps, in the three coordinates
// of its minimal equations; here are 24 and their constraints.
TEST(FlyballGovernor, LargeStepsAreEnough) {
  const IntegratorKind alpha = IntegratorKind::kGeneralizedAlpha, two = IntegratorKind::kMultistep;
  EXPECT_LT(GovernorError(alpha, 0.9, 5e-3), 1e-3);
  EXPECT_LT(GovernorError(alpha, 0.9, 2.5e-3), 2.5e-4);
  EXPECT_LT(GovernorError(alpha, 0.9, 1.25e-4), 1e-6);
  EXPECT_LT(GovernorError(two, 0, 5e-3), 4e-3);
  EXPECT_LT(GovernorError(two, 0, 2.5e-3), 1e-3);
}

// Test set for IVP solvers, problem caraxis: a rheonomic constraint and a very light axle.
TEST(CarAxis, MatchesThePublishedSolution) {
  const double mass = 5e-4;
  Model model;
  model.gravity = Vector3d(0, -1, 0);
  const auto wheel = [&](const std::string& name, double x) {
    Body body = BodyAt(name, Vector3d(x, 0.5, 0), mass, Vector3d::Zero());
    body.velocity = Vector3d(-0.5, 0, 0);
    return body;
  };
  model.bodies = {wheel("left", 0), wheel("right", 1),
                  BodyAt("base", Vector3d::Zero(), 0, Vector3d::Zero())};
  Joint slot =
      JointAt("slot", JointKind::kInPlane, "base", "left", Vector3d::Zero(), Vector3d::UnitX());
  slot.ends.at_second = Vector3d(0, 0.5, 0);
  Joint axle = JointAt("axle", JointKind::kDistance, "left", "right", Vector3d(0, 0.5, 0));
  axle.ends.at_second = Vector3d(1, 0.5, 0);
  axle.distance = 1;
  model.joints = {
      slot,
      axle,
      JointAt("hinge", JointKind::kRevolute, kGroundName, "base", Vector3d::Zero()),
      JointAt("no turning left", JointKind::kOrientation, kGroundName, "left", Vector3d::Zero()),
      JointAt("no turning right", JointKind::kOrientation, kGroundName, "right", Vector3d::Zero()),
      JointAt("plane left", JointKind::kInPlane, kGroundName, "left", Vector3d(0, 0.5, 0)),
      JointAt("plane right", JointKind::kInPlane, kGroundName, "right", Vector3d(1, 0.5, 0))};
  Motion sway;
  sway.name = "sway";
  sway.joint = "hinge";
  sway.function.expression = "asin(0.1*sin(10*t))";
  model.motions = {sway};
  model.connections = {SpringDamper("left spring", kGroundName, "left", Vector3d::Zero(),
                                    Vector3d(0, 0.5, 0), 1, 0, 0.5),
                       SpringDamper("right spring", "base", "right", Vector3d(1, 0, 0),
                                    Vector3d(1, 0.5, 0), 1, 0, 0.5)};
  model.solver.step = 1e-4;
  model.solver.rho = 0.9;
  Simulation simulation(model);
  EXPECT_EQ(simulation.freedom().degrees_of_freedom, 2);
  ASSERT_TRUE(simulation.Initialize().ok);
  AdvanceTo(3, &simulation);
  EXPECT_NEAR(simulation.BodyPose("left").p.x(), 0.0493455784275402809, 1e-5);
  EXPECT_NEAR(simulation.BodyPose("left").p.y(), 0.496989460230171154, 1e-5);
  EXPECT_NEAR(simulation.BodyPose("right").p.x(), 1.04174252488542152, 1e-5);
  EXPECT_NEAR(simulation.BodyPose("right").p.y(), 0.373911027265361257, 1e-5);
}

// Bruls & Cardona 2010; Bruls, Cardona & Arnold 2012: order two on the group, multipliers too. The
// top spins at 150 rad/s, which local axes see and inertial ones do not: at equal steps the error
// is 12 times that of the scheme on R^3 x SO(3), the price of matrices that need no new factors.
TEST(HeavyTop, OrderTwoInPositionRotationAndReaction) {
  const Table reference(ReferencePath("heavy_top.csv"));
  size_t row = 0;
  while (std::abs(reference["t"][row] - 1) > 1e-9) ++row;
  const Vector3d x_exact(reference["x"][row], reference["y"][row], reference["z"][row]);
  const Vector3d F_exact(reference["Fx"][row], reference["Fy"][row], reference["Fz"][row]);
  // Errors of a correct scheme with rho = 0.8, of the position and relative of the reaction.
  const double steps[] = {2e-3, 1e-3, 5e-4, 2.5e-4};
  const double expected_x[] = {2.99e-2, 7.42e-3, 1.85e-3, 4.63e-4};
  const double expected_F[] = {4.7e-2, 1.16e-2, 2.89e-3, 7.2e-4};
  double last_x = 0, last_F = 0;
  Vector3d last = Vector3d::Zero(), extrapolated = Vector3d::Zero();
  for (int i = 0; i < 4; ++i) {
    Model model;
    Body top = BodyAt("top", Vector3d::Zero(), 15, Vector3d(0.234375, 0.46875, 0.234375));
    top.centre = Vector3d(0, 1, 0);
    top.angular_velocity = Vector3d(0, 150, -4.61538);
    model.bodies = {top};
    model.joints = {JointAt("tip", JointKind::kSpherical, kGroundName, "top", Vector3d::Zero())};
    Sensor reaction;
    reaction.name = "tip force";
    reaction.kind = "reaction";
    reaction.item = "tip";
    model.sensors = {reaction};
    model.solver.step = steps[i];
    Simulation simulation(model);
    ASSERT_TRUE(simulation.Initialize().ok);
    AdvanceTo(1, &simulation);
    double wrench[6];
    simulation.ReadSensors(wrench);
    const Vector3d x = simulation.state().pose[0] * top.centre;
    const double x_error = (x - x_exact).norm();
    const double F_error =
        (Vector3d(wrench[0], wrench[1], wrench[2]) - F_exact).norm() / F_exact.norm();
    EXPECT_LT(x_error, 1.5 * expected_x[i]) << steps[i];
    EXPECT_LT(F_error, 1.5 * expected_F[i]) << steps[i];
    if (i > 0) {
      EXPECT_GT(last_x / x_error, 3.8) << steps[i];
      EXPECT_LT(last_x / x_error, 4.2) << steps[i];
      EXPECT_GT(last_F / F_error, 3.8) << steps[i];
      EXPECT_LT(last_F / F_error, 4.2) << steps[i];
    }
    extrapolated = (4 * x - last) / 3;
    last = x;
    last_x = x_error;
    last_F = F_error;
  }
  EXPECT_LT((extrapolated - x_exact).norm(), 1e-4);
}

}  // namespace
}  // namespace jounce
