// The engine against another program: constrained systems also written as plain equations, each in
// its own few coordinates, and solved with IDA of SUNDIALS at a tolerance of 1e-10.
#include <gtest/gtest.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <functional>

#include "benchmarks/advance.h"
#include "benchmarks/problem.h"
#include "math/dense.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::AdvanceTo;
using testing::BodyAt;
using testing::JointAt;

constexpr double kTolerance = 1e-10;

// F(y, y') = 0 from consistent values, `differential` telling the entries whose rates appear.
struct Implicit {
  std::function<VectorXd(const VectorXd& y, const VectorXd& rate)> residual;
  VectorXd start, start_rate, differential;
};

int Residual(double, N_Vector y, N_Vector rate, N_Vector r, void* problem) {
  const auto map = [](N_Vector v) {
    return Eigen::Map<VectorXd>(N_VGetArrayPointer(v), N_VGetLength(v));
  };
  map(r) = static_cast<const Implicit*>(problem)->residual(map(y), map(rate));
  return 0;
}

VectorXd SolveWithIda(Implicit problem, double end) {
  SUNContext context;
  EXPECT_EQ(SUNContext_Create(nullptr, &context), 0);
  const sunindextype n = problem.start.size();
  N_Vector y = N_VMake_Serial(n, problem.start.data(), context);
  N_Vector rate = N_VMake_Serial(n, problem.start_rate.data(), context);
  N_Vector differential = N_VMake_Serial(n, problem.differential.data(), context);
  void* ida = IDACreate(context);
  EXPECT_EQ(IDAInit(ida, Residual, 0, y, rate), IDA_SUCCESS);
  IDASetUserData(ida, &problem);
  // Multipliers follow from the rest and are known to 1/h of its tolerance only.
  VectorXd tolerance =
      problem.differential.unaryExpr([](double d) { return d > 0 ? kTolerance : 1e-4; });
  N_Vector absolute = N_VMake_Serial(n, tolerance.data(), context);
  IDASVtolerances(ida, kTolerance, absolute);
  IDASetInitStep(ida, 1e-6);
  SUNMatrix matrix = SUNDenseMatrix(n, n, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  IDASetLinearSolver(ida, solver, matrix);
  IDASetId(ida, differential);
  IDASetSuppressAlg(ida, SUNTRUE);
  IDASetMaxNumSteps(ida, 1000000);
  double time = 0;
  EXPECT_EQ(IDASolve(ida, end, &time, y, rate, IDA_NORMAL), IDA_SUCCESS);
  const VectorXd result = problem.start;
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  IDAFree(&ida);
  for (N_Vector v : {y, rate, differential, absolute}) N_VDestroy(v);
  SUNContext_Free(&context);
  return result;
}

// M q'' = f(q, q') - Phi_q^T lambda, Phi(q) = 0 in the form of Gear, Gupta and Leimkuhler, which
// keeps both Phi and its rate at zero: y = (q, v, lambda, mu), q' = v - Phi_q^T mu.
struct Mechanism {
  VectorXd q, v;
  MatrixXd mass;
  int constraints;
  std::function<VectorXd(const VectorXd& q, const VectorXd& v)> force;
  std::function<VectorXd(const VectorXd& q)> phi;
  std::function<MatrixXd(const VectorXd& q)> jacobian;
};

// q and v at the end.
VectorXd Solve(const Mechanism& m, double end) {
  const int n = static_cast<int>(m.q.size()), c = m.constraints, size = 2 * n + 2 * c;
  Implicit problem;
  problem.start = problem.start_rate = problem.differential = VectorXd::Zero(size);
  problem.start.head(n) = m.q;
  problem.start.segment(n, n) = m.v;
  problem.start_rate.head(n) = m.v;
  problem.differential.head(2 * n).setOnes();
  // Accelerations and multipliers from [M, J^T; J, 0] (a, lambda) = (f, -J' v).
  const double h = 1e-6;
  const MatrixXd J = m.jacobian(m.q);
  MatrixXd matrix = MatrixXd::Zero(n + c, n + c);
  matrix << m.mass, J.transpose(), J, MatrixXd::Zero(c, c);
  VectorXd right(n + c);
  right << m.force(m.q, m.v),
      -(m.jacobian(m.q + h * m.v) - m.jacobian(m.q - h * m.v)) * m.v / (2 * h);
  const VectorXd solution = SolveSquare(matrix, right);
  problem.start_rate.segment(n, n) = solution.head(n);
  problem.start.segment(2 * n, c) = solution.tail(c);
  problem.residual = [&m, n, c, size](const VectorXd& y, const VectorXd& rate) {
    const VectorXd q = y.head(n), v = y.segment(n, n);
    const MatrixXd G = m.jacobian(q);
    VectorXd r(size);
    r << rate.head(n) - v + G.transpose() * y.tail(c),
        m.mass * rate.segment(n, n) - m.force(q, v) + G.transpose() * y.segment(2 * n, c), m.phi(q),
        G * v;
    return r;
  };
  return SolveWithIda(problem, end).head(2 * n);
}

Vector2d Direction(double angle) { return {std::cos(angle), std::sin(angle)}; }
Vector2d Across(double angle) { return {-std::sin(angle), std::cos(angle)}; }

// Three bars in a vertical plane, a spring from the ground to the middle of the coupler.
struct FourBar {
  const Vector2d points[4] = {{0, 0}, {0, 0.2}, {0.5, 0.4}, {0.4, 0}};
  const double masses[3] = {1, 2, 1.5};
  const Vector2d anchor{0, 0.6};
  const double stiffness = 400, damping = 2, free_length = 0.3, gravity = 9.81;

  Mechanism Plain() const {
    Mechanism m;
    m.q = m.v = VectorXd::Zero(9);
    m.mass = MatrixXd::Zero(9, 9);
    VectorXd half(3);
    for (int i = 0; i < 3; ++i) {
      const Vector2d along = points[i + 1] - points[i];
      half[i] = 0.5 * along.norm();
      m.q.segment<3>(3 * i) << 0.5 * (points[i] + points[i + 1]), std::atan2(along.y(), along.x());
      m.mass.diagonal().segment<3>(3 * i) << masses[i], masses[i],
          masses[i] * along.squaredNorm() / 12;
    }
    m.constraints = 8;
    m.force = [this](const VectorXd& q, const VectorXd& v) {
      VectorXd f = VectorXd::Zero(9);
      for (int i = 0; i < 3; ++i) f[3 * i + 1] = -masses[i] * gravity;
      const Vector2d arm = q.segment<2>(3) - anchor, n = arm.normalized();
      const double tension =
          stiffness * (arm.norm() - free_length) + damping * n.dot(v.segment<2>(3));
      f.segment<2>(3) -= tension * n;
      return f;
    };
    // Ends that coincide, from foot to foot; the ends of bar i are at -+half[i] along it.
    m.phi = [this, half](const VectorXd& q) {
      const auto end = [&](int i, double side) -> Vector2d {
        return q.segment<2>(3 * i) + side * half[i] * Direction(q[3 * i + 2]);
      };
      VectorXd phi(8);
      phi << end(0, -1) - points[0], end(1, -1) - end(0, 1), end(2, -1) - end(1, 1),
          end(2, 1) - points[3];
      return phi;
    };
    m.jacobian = [half](const VectorXd& q) {
      MatrixXd J = MatrixXd::Zero(8, 9);
      const auto add = [&](int row, int i, double side, double sign) {
        J.block<2, 2>(row, 3 * i) += sign * Eigen::Matrix2d::Identity();
        J.block<2, 1>(row, 3 * i + 2) += sign * side * half[i] * Across(q[3 * i + 2]);
      };
      add(0, 0, -1, 1);
      add(2, 1, -1, 1);
      add(2, 0, 1, -1);
      add(4, 2, -1, 1);
      add(4, 1, 1, -1);
      add(6, 2, 1, 1);
      return J;
    };
    return m;
  }

  Model Engine() const {
    Model model;
    const char* names[] = {"crank", "coupler", "rocker"};
    const auto at = [](const Vector2d& p) { return Vector3d(p.x(), p.y(), 0); };
    for (int i = 0; i < 3; ++i) {
      const double length = (points[i + 1] - points[i]).norm();
      model.bodies.push_back(testing::PlanarLink(names[i], at(points[i]), at(points[i + 1]),
                                                 masses[i], masses[i] * length * length / 12));
      model.joints.push_back(JointAt("J" + std::to_string(i), JointKind::kRevolute,
                                     i == 0 ? kGroundName : names[i - 1], names[i], at(points[i])));
    }
    model.joints.push_back(
        JointAt("foot", JointKind::kRevolute, kGroundName, "rocker", at(points[3])));
    model.gravity = Vector3d(0, -gravity, 0);
    model.connections = {testing::SpringDamper("spring", kGroundName, "coupler", at(anchor),
                                               0.5 * (at(points[1]) + at(points[2])), stiffness,
                                               damping, free_length)};
    return model;
  }
};

TEST(AgainstIda, FourBarWithSpring) {
  const FourBar bars;
  const VectorXd plain = Solve(bars.Plain(), 0.5);
  for (IntegratorKind kind : {IntegratorKind::kGeneralizedAlpha, IntegratorKind::kMultistep}) {
    Model model = bars.Engine();
    model.solver.integrator = kind;
    model.solver.step = 2e-5;
    Simulation simulation(model);
    ASSERT_TRUE(simulation.Initialize().ok);
    AdvanceTo(0.5, &simulation);
    for (int i = 0; i < 3; ++i) {
      const Pose& pose = simulation.state().pose[i];
      EXPECT_NEAR(pose.p.x(), plain[3 * i], 1e-6) << i;
      EXPECT_NEAR(pose.p.y(), plain[3 * i + 1], 1e-6) << i;
      const double angle = std::atan2(pose.R(1, 0), pose.R(0, 0));
      EXPECT_NEAR(std::remainder(angle - plain[3 * i + 2], 2 * M_PI), 0, 1e-6) << i;
      EXPECT_NEAR(simulation.state().velocity[i][5], plain[9 + 3 * i + 2], 1e-4) << i;
    }
  }
}

// A crank about x, a slider on a line askew to it, a stiff massless rod between them, a spring on
// the slider: in the plain equations two coordinates, the crank's angle and the slider's path.
struct SliderCrank {
  const double radius = 0.1, crank_mass = 2, crank_centre = 0.04, crank_inertia = 0.02;
  const double slider_mass = 0.7, stiffness = 60, damping = 0.5, gravity = 9.81, spin = 12;
  const Vector3d start{0.15, 0.55, 0.05}, line = Vector3d(0.2, 1, 0.1).normalized();

  Vector3d Tip(double angle) const {
    return radius * Vector3d(0, std::cos(angle), std::sin(angle));
  }

  Mechanism Plain() const {
    Mechanism m;
    m.q = VectorXd::Zero(2);
    m.v.resize(2);
    // The rod keeps its length: the slider's speed follows the crank's. At angle 0 the tip moves
    // along z.
    const Vector3d placed = start - Tip(0);
    m.v << spin, spin * radius * placed.z() / placed.dot(line);
    m.mass = Vector2d(crank_inertia + crank_mass * crank_centre * crank_centre, slider_mass)
                 .asDiagonal();
    m.constraints = 1;
    m.force = [this](const VectorXd& q, const VectorXd& v) {
      return VectorXd(
          Vector2d(-crank_mass * gravity * crank_centre * std::cos(q[0]),
                   -slider_mass * gravity * line.z() - stiffness * q[1] - damping * v[1]));
    };
    m.phi = [this](const VectorXd& q) {
      const double length = (start - Tip(0)).norm();
      return VectorXd::Constant(
          1, 0.5 * ((start + q[1] * line - Tip(q[0])).squaredNorm() - length * length));
    };
    m.jacobian = [this](const VectorXd& q) {
      const Vector3d rod = start + q[1] * line - Tip(q[0]);
      const Vector3d across = radius * Vector3d(0, -std::sin(q[0]), std::cos(q[0]));
      return MatrixXd(Eigen::RowVector2d(-rod.dot(across), rod.dot(line)));
    };
    return m;
  }

  Model Engine() const {
    Model model;
    Body crank = BodyAt("crank", Vector3d::Zero(), crank_mass,
                        Vector3d(crank_inertia, crank_inertia, crank_inertia));
    crank.centre = Vector3d(0, crank_centre, 0);
    crank.angular_velocity = Vector3d(spin, 0, 0);
    Body slider = BodyAt("slider", start, slider_mass, Vector3d(1e-3, 1e-3, 1e-3));
    slider.velocity = Plain().v[1] * line;
    model.bodies = {crank, slider};
    Joint rod = JointAt("rod", JointKind::kDistance, "crank", "slider", Tip(0));
    rod.ends.at_second = start;
    model.joints = {JointAt("bearing", JointKind::kRevolute, kGroundName, "crank", Vector3d::Zero(),
                            Vector3d::UnitX()),
                    JointAt("guide", JointKind::kTranslational, kGroundName, "slider", start, line),
                    rod};
    // Far away on the line, so that it is always stretched along it.
    model.connections = {testing::SpringDamper("spring", kGroundName, "slider", start - 2 * line,
                                               start, stiffness, damping, 2)};
    return model;
  }
};

TEST(AgainstIda, SpatialSliderCrank) {
  const SliderCrank machine;
  const VectorXd plain = Solve(machine.Plain(), 0.5);
  for (IntegratorKind kind : {IntegratorKind::kGeneralizedAlpha, IntegratorKind::kMultistep}) {
    Model model = machine.Engine();
    model.solver.integrator = kind;
    model.solver.step = 2e-5;
    Simulation simulation(model);
    ASSERT_TRUE(simulation.Initialize().ok);
    AdvanceTo(0.5, &simulation);
    const Eigen::Matrix3d& R = simulation.BodyPose("crank").R;
    EXPECT_NEAR(std::remainder(std::atan2(R(2, 1), R(1, 1)) - plain[0], 2 * M_PI), 0, 1e-6);
    const Vector3d slider = machine.start + plain[1] * machine.line;
    EXPECT_LT((simulation.BodyPose("slider").p - slider).norm(), 1e-6);
    EXPECT_NEAR(simulation.state().velocity[0][3], plain[2], 1e-4);
  }
}

// A body that hangs on a point and spins, a spring at its far end: Euler's equations with a unit
// quaternion (w, x, y, z) against a spherical joint.
TEST(AgainstIda, SpinningSphericalPendulum) {
  const Vector3d inertia(0.3, 0.2, 0.4), centre(0, 0, -0.5), tip(0.1, 0, -0.9), anchor(1, 0.3, -1);
  const double mass = 3, stiffness = 80, free_length = 0.6;
  const Vector3d spin(1, 2, 8);
  const Eigen::Matrix3d J =
      Eigen::Matrix3d(inertia.asDiagonal()) +
      mass * (centre.squaredNorm() * Eigen::Matrix3d::Identity() - centre * centre.transpose());
  Implicit problem;
  problem.start = problem.start_rate = VectorXd::Zero(7);
  problem.differential = VectorXd::Ones(7);
  problem.start << 1, 0, 0, 0, spin;
  const auto slope = [&](const VectorXd& y) {
    const Eigen::Quaterniond q(y[0], y[1], y[2], y[3]);
    const Vector3d w = y.tail<3>();
    const Eigen::Matrix3d R = q.normalized().toRotationMatrix();
    const Vector3d arm = R * tip - anchor;
    const Vector3d pull = -stiffness * (arm.norm() - free_length) * arm.normalized();
    const Vector3d torque = centre.cross(R.transpose() * Vector3d(0, 0, -9.81 * mass)) +
                            tip.cross(R.transpose() * pull);
    const Eigen::Quaterniond turn = q * Eigen::Quaterniond(0, w.x(), w.y(), w.z());
    VectorXd result(7);
    result << 0.5 * turn.w(), 0.5 * turn.vec(), J.inverse() * (torque - w.cross(J * w));
    return result;
  };
  problem.start_rate = slope(problem.start);
  problem.residual = [&](const VectorXd& y, const VectorXd& rate) {
    return VectorXd(rate - slope(y));
  };
  const VectorXd plain = SolveWithIda(problem, 1);
  const Eigen::Matrix3d R =
      Eigen::Quaterniond(plain[0], plain[1], plain[2], plain[3]).normalized().toRotationMatrix();

  Model model;
  Body body = BodyAt("body", Vector3d::Zero(), mass, inertia);
  body.centre = centre;
  body.angular_velocity = spin;
  model.bodies = {body};
  model.joints = {JointAt("pivot", JointKind::kSpherical, kGroundName, "body", Vector3d::Zero())};
  model.connections = {
      testing::SpringDamper("spring", kGroundName, "body", anchor, tip, stiffness, 0, free_length)};
  model.solver.step = 2e-5;
  for (IntegratorKind kind : {IntegratorKind::kGeneralizedAlpha, IntegratorKind::kMultistep}) {
    model.solver.integrator = kind;
    Simulation simulation(model);
    ASSERT_TRUE(simulation.Initialize().ok);
    AdvanceTo(1, &simulation);
    EXPECT_LT((simulation.BodyPose("body").R - R).norm(), 1e-6);
    EXPECT_LT((simulation.state().velocity[0].tail<3>() - plain.tail<3>()).norm(), 1e-5);
  }
}

}  // namespace
}  // namespace jounce
