// Flexible bodies: their inertia against the sum over the mass points themselves, tangents against
// finite differences, nodes against their own finite differences, the bushing of a flexible body
// against the printed equations of [Ledesma 1996].
#include "mechanics/flexible_body.h"

#include <gtest/gtest.h>

#include <random>

#include "laws/linear_law_for_test.h"
#include "mechanics/beam_part_for_test.h"
#include "mechanics/element_test_support.h"
#include "mechanics/system.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::BeamPart;
using testing::FlexibleBeam;
using testing::RandomState;

const FlexibilityLevel kLevels[] = {FlexibilityLevel::kConstant, FlexibilityLevel::kPartial,
                                    FlexibilityLevel::kFull};

VectorXd RandomModes(int count, unsigned seed, double size) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-size, size);
  VectorXd modes(count);
  for (int i = 0; i < count; ++i) modes[i] = uniform(random);
  return modes;
}

SystemState RandomFlexibleState(int modes, unsigned seed) {
  SystemState state = RandomState(1, 0, seed);
  state.modal = RandomModes(modes, seed + 10, 0.05);
  state.modal_velocity = RandomModes(modes, seed + 20, 1);
  state.modal_acceleration = RandomModes(modes, seed + 30, 3);
  return state;
}

// Soft, so that forces of inertia are not lost among those of stiffness.
BeamPart Soft() {
  BeamPart beam;
  beam.E = 2e6;
  beam.G = 8e5;
  beam.nodes = 4;
  beam.modes = 7;
  return beam;
}

int Modes(const Element& element) { return static_cast<int>(element.scalars().size()); }

// Rows of the body, then of the modes.
VectorXd Rows(const Element& element, const SystemState& state) {
  std::vector<double> rows(6 * state.pose.size() + Modes(element)), history(2), next(2);
  element.Start(state, history.data());
  element.AddResidual({state, 1e-3, history.data(), next.data()}, rows.data(), nullptr);
  VectorXd result(6 + Modes(element));
  result << Eigen::Map<Vector6>(rows.data()),
      Eigen::Map<VectorXd>(rows.data() + 6 * state.pose.size(), Modes(element));
  return result;
}

TEST(FlexibleBody, TangentsMatchFiniteDifferences) {
  for (FlexibilityLevel level : kLevels) {
    Body body = FlexibleBeam("beam", Soft(), level);
    auto part = std::make_shared<FlexiblePart>(*body.flexible.part);
    part->stiffening.clear();
    for (unsigned i = 0; i < 12; ++i) {
      const MatrixXd G = Eigen::Map<const MatrixXd>(RandomModes(49, 50 + i, 1).data(), 7, 7);
      part->stiffening.push_back(G + G.transpose());
    }
    body.flexible.part = part;
    body.flexible.stiffening = true;
    body.flexible.damping = 0.05;
    body.flexible.modes_off = {3};
    const FlexibleBody element(body, 0, 0, Vector3d(1, 2, -9.81));
    ASSERT_EQ(Modes(element), 6);
    const SystemState state = RandomFlexibleState(6, 3);
    std::vector<double> history(2), next(2);
    ElementTangents tangents;
    tangents.Reset(element.size());
    element.AddTangents({state, 1e-3, history.data(), next.data()}, &tangents);
    const auto compare = [&](const MatrixXd& exact, int column, auto change) {
      const double eps = 1e-6;
      SystemState plus = state, minus = state;
      change(&plus, eps);
      change(&minus, -eps);
      const VectorXd difference = (Rows(element, plus) - Rows(element, minus)) / (2 * eps);
      const double size = 1 + exact.cwiseAbs().maxCoeff();
      EXPECT_LT((exact.col(column) - difference).cwiseAbs().maxCoeff(), 1e-8 * size) << column;
    };
    for (int i = 0; i < 6; ++i) {
      compare(tangents.K, i, [i](SystemState* s, double e) {
        s->pose[0] = s->pose[0] * ExpPose(e * Vector6::Unit(i));
      });
      compare(tangents.C, i, [i](SystemState* s, double e) { s->velocity[0][i] += e; });
      compare(tangents.M, i, [i](SystemState* s, double e) { s->acceleration[0][i] += e; });
      compare(tangents.K, 6 + i, [i](SystemState* s, double e) { s->modal[i] += e; });
      compare(tangents.C, 6 + i, [i](SystemState* s, double e) { s->modal_velocity[i] += e; });
      compare(tangents.M, 6 + i, [i](SystemState* s, double e) { s->modal_acceleration[i] += e; });
    }
  }
}

// d'Alembert's principle for the mass points one by one, with nothing of the invariants.
VectorXd SumOverPoints(const Body& body, const BeamPart& beam, const SystemState& state,
                       const Vector3d& gravity) {
  const FlexiblePart& part = *body.flexible.part;
  const double scale = ModalScale(part);
  const int n = part.mode_count();
  const Vector3d u = state.velocity[0].head<3>(), w = state.velocity[0].tail<3>();
  const Vector3d u1 = state.acceleration[0].head<3>(), w1 = state.acceleration[0].tail<3>();
  const Vector3d g = state.pose[0].R.transpose() * gravity;
  VectorXd rows = VectorXd::Zero(6 + n);
  for (int p = 0; p < beam.nodes; ++p) {
    const bool end = p == 0 || p == beam.nodes - 1;
    const double m = beam.mass() / (beam.nodes - 1) * (end ? 0.5 : 1);
    const MatrixXd phi = scale * part.interfaces[p].translation;
    const Vector3d r = part.interfaces[p].position + phi * state.modal;
    const Vector3d r1 = phi * state.modal_velocity, r2 = phi * state.modal_acceleration;
    const Vector3d a =
        u1 + w.cross(u) + w1.cross(r) + w.cross(w.cross(r)) + 2 * w.cross(r1) + r2 - g;
    rows.head<3>() += m * a;
    rows.segment<3>(3) += m * r.cross(a);
    rows.tail(n) += m * phi.transpose() * a;
  }
  for (int j = 0; j < n; ++j) {
    const double omega = 2 * M_PI * part.frequencies[j];
    rows[6 + j] += scale * scale * omega * omega * state.modal[j];
  }
  return rows;
}

TEST(FlexibleBody, FullInertiaIsTheSumOverThePoints) {
  BeamPart beam = Soft();
  beam.rotary_inertia = false;
  beam.modes = 6;
  const Body body = FlexibleBeam("beam", beam, FlexibilityLevel::kFull);
  const Vector3d gravity(0.5, -2, -9.81);
  const FlexibleBody element(body, 0, 0, gravity);
  for (unsigned seed : {1u, 2u, 3u}) {
    const SystemState state = RandomFlexibleState(Modes(element), seed);
    const VectorXd expected = SumOverPoints(body, beam, state, gravity);
    EXPECT_LT((Rows(element, state) - expected).cwiseAbs().maxCoeff(), 1e-9 * expected.norm());
  }
}

// Constant leaves out more than partial, and partial more than full, of what deformation does.
TEST(FlexibleBody, LevelsComeNearerToTheSumOverThePoints) {
  BeamPart beam = Soft();
  beam.rotary_inertia = false;
  beam.E = 2;  // nothing but inertia matters
  beam.G = 1;
  beam.modes = 6;
  const Vector3d gravity(0.5, -2, -9.81);
  double last = HUGE_VAL;
  for (FlexibilityLevel level : kLevels) {
    const Body body = FlexibleBeam("beam", beam, level);
    const FlexibleBody element(body, 0, 0, gravity);
    SystemState state = RandomFlexibleState(Modes(element), 4);
    state.modal *= 0.1;
    state.modal_velocity *= 0.1;
    state.modal_acceleration *= 0.1;
    const double error = (Rows(element, state) - SumOverPoints(body, beam, state, gravity)).norm();
    EXPECT_LT(error, 0.8 * last) << static_cast<int>(level);
    last = error;
  }
}

TEST(FlexibleBody, WithoutModesItIsRigid) {
  BeamPart beam;
  beam.nodes = 3;
  Body flexible = FlexibleBeam("beam", beam, FlexibilityLevel::kFull);
  for (int i = 1; i <= flexible.flexible.part->mode_count(); ++i) {
    flexible.flexible.modes_off.push_back(i);
  }
  Model model;
  model.bodies = {flexible};
  const System bending(model);
  model.bodies[0].flexible.level = FlexibilityLevel::kRigid;
  const System rigid(model);
  EXPECT_EQ(bending.motion_count(), 6);
  EXPECT_EQ(bending.nodes().size(), 0u);
  const SystemState state = RandomState(1, 0, 3);
  std::vector<double> history(2), next(2);
  VectorXd a(bending.row_count()), b(rigid.row_count());
  rigid.Residual({state, 1e-3, history.data(), next.data()}, b.data(), nullptr);
  bending.Residual({state, 1e-3, history.data(), next.data()}, a.data(), nullptr);
  EXPECT_LT((a.head<6>() - b.head<6>()).norm(), 1e-12 * b.norm());
}

class FlexibleNodeTest : public ::testing::Test {
 protected:
  FlexibleNodeTest() {
    model_.bodies = {FlexibleBeam("beam", Soft(), FlexibilityLevel::kFull)};
    system_ = std::make_unique<System>(model_);
    state_ = system_->StartState();
    const SystemState random = RandomFlexibleState(system_->mode_count(), 7);
    state_.pose[0] = random.pose[0];
    state_.velocity[0] = random.velocity[0];
    state_.acceleration[0] = random.acceleration[0];
    // Elastic rotations of some 0.1 rad.
    double largest = 0;
    for (const FlexibleNode& node : system_->nodes()) {
      largest = std::max(largest, (node.shapes() * random.modal).norm());
    }
    state_.modal = 0.2 / largest * random.modal;
    state_.modal_velocity = 0.05 / largest * random.modal_velocity;
    state_.modal_acceleration = 0.05 / largest * random.modal_acceleration;
    system_->UpdateNodes(&state_);
  }

  // The state a little later, to second order.
  SystemState After(double t) const {
    SystemState s = state_;
    s.pose[0] =
        state_.pose[0] * ExpPose(t * state_.velocity[0] + t * t / 2 * state_.acceleration[0]);
    s.velocity[0] += t * state_.acceleration[0];
    s.modal += t * state_.modal_velocity + t * t / 2 * state_.modal_acceleration;
    s.modal_velocity += t * state_.modal_acceleration;
    system_->UpdateNodes(&s);
    return s;
  }

  Model model_;
  std::unique_ptr<System> system_;
  SystemState state_;
};

TEST_F(FlexibleNodeTest, TwistAndItsRateAreDerivativesOfThePose) {
  const double dt = 1e-5;
  const SystemState plus = After(dt), minus = After(-dt);
  for (const FlexibleNode& node : system_->nodes()) {
    const int i = node.slot();
    const Vector6 twist = (LogPose(Relative(state_.pose[i], plus.pose[i])) -
                           LogPose(Relative(state_.pose[i], minus.pose[i]))) /
                          (2 * dt);
    EXPECT_LT((twist - state_.velocity[i]).norm(), 1e-7);
    const Vector6 rate = (plus.velocity[i] - minus.velocity[i]) / (2 * dt);
    EXPECT_LT((rate - state_.acceleration[i]).norm(), 1e-7);
  }
}

TEST_F(FlexibleNodeTest, TangentsMatchFiniteDifferences) {
  const double eps = 1e-6;
  for (const FlexibleNode& node : system_->nodes()) {
    const NodeTangents d = node.Tangents(state_);
    const int slot = node.slot();
    const auto compare = [&](auto change, const Vector6& pose, const Vector6& velocity,
                             const Vector6& acceleration) {
      SystemState plus = state_, minus = state_;
      change(&plus, eps);
      change(&minus, -eps);
      system_->UpdateNodes(&plus);
      system_->UpdateNodes(&minus);
      const Vector6 increment = LogPose(Relative(minus.pose[slot], plus.pose[slot])) / (2 * eps);
      EXPECT_LT((increment - pose).norm(), 1e-7 * (1 + pose.norm()));
      EXPECT_LT(((plus.velocity[slot] - minus.velocity[slot]) / (2 * eps) - velocity).norm(),
                1e-7 * (1 + velocity.norm()));
      // The second derivative of the tangent is kept to first order in the elastic rotation.
      EXPECT_LT(
          ((plus.acceleration[slot] - minus.acceleration[slot]) / (2 * eps) - acceleration).norm(),
          2e-2 * (1e-4 + acceleration.norm()));
    };
    for (int i = 0; i < 6; ++i) {
      const Vector6 unit = Vector6::Unit(i), zero = Vector6::Zero();
      compare([i](SystemState* s,
                  double e) { s->pose[0] = s->pose[0] * ExpPose(e * Vector6::Unit(i)); },
              d.A * unit, zero, zero);
      compare([i](SystemState* s, double e) { s->velocity[0][i] += e; }, zero, d.A * unit,
              d.acceleration_v * unit);
      compare([i](SystemState* s, double e) { s->acceleration[0][i] += e; }, zero, zero,
              d.A * unit);
    }
    for (int i = 0; i < node.modes(); ++i) {
      const Vector6 x = node.shapes().col(i), zero = Vector6::Zero();
      compare([i](SystemState* s, double e) { s->modal[i] += e; }, d.S * x, d.velocity_x * x,
              d.acceleration_x * x);
      compare([i](SystemState* s, double e) { s->modal_velocity[i] += e; }, zero, d.S * x,
              d.acceleration_x1 * x);
      compare([i](SystemState* s, double e) { s->modal_acceleration[i] += e; }, zero, zero,
              d.S * x);
    }
  }
}

TEST_F(FlexibleNodeTest, WrenchesDoTheWorkOfTheirNodeAndChangeAsToldByTheirStiffness) {
  Vector6 wrench;
  wrench << 1, -2, 3, 0.5, 0.7, -0.2;
  const FlexibleNode& node = system_->nodes()[2];
  const int n = node.modes();
  const auto carried = [&](const SystemState& s) {
    VectorXd rows = VectorXd::Zero(6 + n);
    rows.tail(n) = node.shapes().transpose() * node.CarryWrenchToBody(s, wrench, rows.data());
    return rows;
  };
  const VectorXd rows = carried(state_);
  const double power =
      rows.head<6>().dot(state_.velocity[0]) + rows.tail(n).dot(state_.modal_velocity);
  EXPECT_NEAR(power, wrench.dot(state_.velocity[node.slot()]), 1e-12);
  const auto G = node.Geometric(state_, wrench);
  for (int i = 0; i < n; ++i) {
    SystemState plus = state_, minus = state_;
    plus.modal[i] += 1e-6;
    minus.modal[i] -= 1e-6;
    system_->UpdateNodes(&plus);
    system_->UpdateNodes(&minus);
    const VectorXd slope = (carried(plus) - carried(minus)) / 2e-6;
    const Vector6 x = node.shapes().col(i);
    EXPECT_LT((slope.head<6>() - G.body * x).norm(), 1e-7 * (1 + slope.norm()));
    EXPECT_LT((slope.tail(n) - node.shapes().transpose() * (G.elastic * x)).norm(),
              1e-7 * (1 + slope.norm()));
  }
}

// The generalized forces of a bushing on a flexible body, equation by equation, for elastic
// rotations so small that exp(t) = I + skew(t). (22) keeps to forces: it has no moments, and so has
// the law here.
TEST_F(FlexibleNodeTest, BushingForcesAreThoseOfLedesma) {
  Connection bushing;
  bushing.name = "bushing";
  bushing.kind = ConnectionKind::kLinearSpring;
  bushing.attachment = Attachment::kFirst;
  bushing.ends.first = "beam.n3";
  bushing.ends.second = kGroundName;
  bushing.ends.axis = Vector3d(1, 2, 2);
  const Vector3d k(3e3, 5e3, 8e3);
  bushing.law = testing::MatrixLaw(MatrixXd(k.asDiagonal()), MatrixXd::Zero(3, 3));
  model_.connections = {bushing};
  const System system(model_);
  state_.multiplier.resize(0);
  state_.modal *= 1e-6;
  system.UpdateNodes(&state_);
  const ConnectionElement& element = *system.connections()[0];
  std::vector<double> rows(system.row_count()), history(100), next(100);
  element.Start(state_, history.data());
  element.AddResidual({state_, 1e-3, history.data(), next.data()}, rows.data(), nullptr);
  const FlexibleNode& node = system.nodes()[2];
  Vector6 body = Vector6::Zero();
  const VectorXd modal =
      node.shapes().transpose() *
      node.CarryWrenchToBody(state_, BodyEntry(rows.data(), node.slot()), body.data());

  const Matrix3d I = Matrix3d::Identity(), A_i = state_.pose[0].R;
  const Matrix3d A_P = system.geometry().Resolve(bushing.ends).first.frame.R;
  const MatrixXd N = node.shapes().topRows(3);
  const Matrix3d Omega = Skew(node.shapes().bottomRows(3) * state_.modal);
  const Vector3d u_P = Vector3d(2.0 / 3, 0, 0) + N * state_.modal;  // (21)
  const Vector3d d_ij =
      system.geometry().FramePose(system.geometry().Resolve(bushing.ends).second).p -
      (state_.pose[0].p + A_i * u_P);  // (25)
  const Vector3d delta =
      A_P.transpose() * (I + Omega).transpose() * A_i.transpose() * d_ij;  // (24)
  const Vector3d f = k.asDiagonal() * delta;         // (23), a linear law, as it acts on body i
  const Vector3d Q_R = A_i * (I + Omega) * A_P * f;  // (19)
  const Vector3d Q_theta = Skew(u_P) * (I + Omega) * A_P * f;  // (20), for rotations in body axes
  const VectorXd Q_f = N.transpose() * (I + Omega) * A_P * f;  // (22)
  EXPECT_LT((A_i * body.head<3>() + Q_R).norm(), 1e-9 * Q_R.norm());
  // The spring acts at the second end, so its first end feels a moment besides: the printed
  // equations let both forces act at P_i.
  const Vector3d arm = A_i.transpose() * d_ij;
  const Vector3d moment = arm.cross((I + Omega) * A_P * f);
  EXPECT_LT((body.tail<3>() + Q_theta + moment).norm(), 1e-9 * Q_theta.norm());
  const VectorXd of_moment = node.shapes().bottomRows(3).transpose() * (I - Omega / 2) * moment;
  EXPECT_LT((modal + Q_f + of_moment).norm(), 1e-8 * Q_f.norm());
}

}  // namespace
}  // namespace jounce
