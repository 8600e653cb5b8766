#include "solve/body_coordinates.h"

#include <algorithm>

#include "math/rotation_series.h"
#include "mechanics/four_ends.h"

namespace jounce {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

// Below this square of an angle [rad] six terms of the series are exact.
constexpr double kSmallTurn2 = 0.0625;

// ExpRotation of each.
JOUNCE_KERNEL FourMatrices ExpRotations(const FourVectors& turn) {
  const Lanes<4> x2 = Dot(turn, turn);
  const auto small = x2 < Lanes<4>(kSmallTurn2);
  if (small[0] && small[1] && small[2] && small[3]) {
    return OfSkew(turn, series::Polynomial<6>(series::kSine, x2),
                  series::Polynomial<6>(series::kVersine, x2));
  }
  double R[9][4];
  for (int lane = 0; lane < 4; ++lane) {
    const Matrix3d one = ExpRotation(Vector3d(turn.x[lane], turn.y[lane], turn.z[lane]));
    for (int i = 0; i < 9; ++i) R[i][lane] = one.data()[i];
  }
  return FourMatrices::Load(R[0]);
}

}  // namespace

BodyCoordinates::BodyCoordinates(const System& system) : system_(system) {
  for (int first = 0; first < system.body_count(); first += 4) {
    Quad quad{first, std::min(4, system.body_count() - first), {}, {}};
    for (int i = 0; i < 4; ++i) {
      quad.bodies[i] = first + (i < quad.count ? i : 0);
      const Vector3d& centre = system.bodies()[quad.bodies[i]]->centre();
      for (int k = 0; k < 3; ++k) quad.centre[4 * k + i] = centre[k];
    }
    quads_.push_back(quad);
  }
}

StepMotion BodyCoordinates::MotionOf(const SystemState& state) const {
  StepMotion motion;
  motion.increment.setZero(size());
  motion.velocity.resize(size());
  motion.rate.resize(size());
  for (int i = 0; i < system_.body_count(); ++i) {
    const Vector3d& c = system_.bodies()[i]->centre();
    const Matrix3d& R = state.pose[i].R;
    const Vector3d w = state.velocity[i].tail<3>(), w_rate = state.acceleration[i].tail<3>();
    const Vector3d U = state.velocity[i].head<3>() + w.cross(c);
    motion.velocity.segment<6>(6 * i) = Join(R * U, w);
    motion.rate.segment<6>(6 * i) =
        Join(R * (state.acceleration[i].head<3>() + w.cross(U) + w_rate.cross(c)), w_rate);
  }
  motion.velocity.tail(system_.scalar_count()) = state.modal_velocity;
  motion.rate.tail(system_.scalar_count()) = state.modal_acceleration;
  return motion;
}

void BodyCoordinates::UpdateQuad(const Quad& quad, const SystemState& before,
                                 const StepMotion& motion, SystemState* trial) {
  const auto sixes = [&](const Eigen::VectorXd& all) {
    return GatherTwists(Places(quad.bodies, [&](int i) { return all.data() + 6 * i; }));
  };
  const FourTwists increment = sixes(motion.increment), z = sixes(motion.velocity);
  const FourTwists rate = sixes(motion.rate);
  const FourPoses last =
      GatherPoses(Places(quad.bodies, [&](int i) { return before.pose[i].R.data(); }));
  const FourVectors rest = FourVectors::Gather(
      Places(quad.bodies, [&](int i) { return before.place_rest[i].data(); }), 0);
  const FourVectors c = FourVectors::Load(quad.centre.data());
  const FourMatrices turn = ExpRotations(increment.w);
  const FourMatrices R{last.R * turn.a, last.R * turn.b, last.R * turn.c};
  const FourVectors step = increment.u + rest + (last.R * c - R * c);
  const FourVectors p = last.p + step;
  // What the sum lost, exactly.
  const FourVectors part = p - last.p;
  const FourVectors lost = (last.p - (p - part)) + (step - part);
  const FourVectors U = R.TransposedTimes(z.u);
  const FourTwists velocity{U - Cross(z.w, c), z.w};
  const FourTwists acceleration{R.TransposedTimes(rate.u) - Cross(z.w, U) - Cross(rate.w, c),
                                rate.w};
  StorePoses({R, p}, quad.count, &trial->pose[quad.first]);
  StoreTwists(velocity, quad.count, &trial->velocity[quad.first]);
  StoreTwists(acceleration, quad.count, &trial->acceleration[quad.first]);
  for (int i = 0; i < 4 && i < quad.count; ++i) {
    trial->place_rest[quad.first + i] = Vector3d(lost.x[i], lost.y[i], lost.z[i]);
  }
}

void BodyCoordinates::UpdateState(const SystemState& before, const StepMotion& motion,
                                  SystemState* trial) const {
  for (const Quad& quad : quads_) UpdateQuad(quad, before, motion, trial);
  const int scalars = system_.scalar_count(), first = system_.layout().Scalar(0);
  if (scalars == 0) return;
  trial->modal = before.modal + motion.increment.tail(scalars);
  std::copy_n(motion.velocity.data() + first, scalars, trial->modal_velocity.data());
  std::copy_n(motion.rate.data() + first, scalars, trial->modal_acceleration.data());
  system_.MoveNodes(trial);
}

// With y = x_t - c x x_r and the turn T x_r, T the tangent of the exponential, UpdateState()
// differentiated line by line.
BodyVariation BodyCoordinates::Variation(int body, const StepFormula& formula,
                                         const SystemState& trial, const StepMotion& motion) const {
  const auto z = motion.velocity.segment<6>(6 * body), rate = motion.rate.segment<6>(6 * body);
  const double gamma_prime = formula.velocity_slope(), beta_prime = formula.rate_slope();
  const Matrix3d& R = trial.pose[body].R;
  const Matrix3d T = RotationTangent(motion.increment.segment<3>(6 * body + 3));
  const Matrix3d c = Skew(system_.bodies()[body]->centre());
  const Matrix3d U = Skew(R.transpose() * z.head<3>());
  const Matrix3d U_rate = Skew(R.transpose() * rate.head<3>());
  const Matrix3d w = Skew(z.tail<3>());
  BodyVariation v;
  v.pose = Matrix6::Identity();
  v.pose.topRightCorner<3, 3>() = -c * (Matrix3d::Identity() - T);
  v.pose.bottomRightCorner<3, 3>() = T;
  v.velocity = gamma_prime * Matrix6::Identity();
  v.velocity.topRightCorner<3, 3>() = U * T;
  v.acceleration = beta_prime * Matrix6::Identity();
  v.acceleration.topLeftCorner<3, 3>() -= gamma_prime * w;
  v.acceleration.topRightCorner<3, 3>() =
      U_rate * T + gamma_prime * U - w * U * T + gamma_prime * w * c;
  return v;
}

void BodyCoordinates::MakeIncrements(const SystemState& trial, double* x) const {
  for (int i = 0; i < system_.body_count(); ++i) {
    auto of_body = BodyEntry(x, i);
    const Vector3d x_r = of_body.tail<3>();
    const Vector3d y = of_body.head<3>() - system_.bodies()[i]->centre().cross(x_r);
    of_body.head<3>() = trial.pose[i].R * y;
  }
}

void BodyCoordinates::MakeIncrements(const SystemState& trial, int columns, double* x) const {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Rows> all(x, size(), columns);
  for (int i = 0; i < system_.body_count(); ++i) {
    const Vector3d& c = system_.bodies()[i]->centre();
    const Eigen::Matrix3d& R = trial.pose[i].R;
    for (int k = 0; k < columns; ++k) {
      const Vector3d x_r = all.col(k).segment<3>(6 * i + 3);
      const Vector3d y = all.col(k).segment<3>(6 * i) - c.cross(x_r);
      all.col(k).segment<3>(6 * i) = R * y;
    }
  }
}

}  // namespace jounce
