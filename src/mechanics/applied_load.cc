#include "mechanics/applied_load.h"

#include <fmt/format.h>

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

std::vector<int> SlotsOf(int on, int from) {
  if (from < 0) return {on};
  return {on, from};
}

}  // namespace

AppliedLoad::AppliedLoad(const Load& load, const BodyFrame& frame, int from)
    : Element(fmt::format("load '{}'", load.name), SlotsOf(frame.body, from), 0, 0),
      kind_(load.kind),
      frame_(frame),
      from_(from),
      direction_(load.direction),
      follows_body_(load.follows_body),
      load_(load) {}

void AppliedLoad::Bind(SignalGraph* signals) {
  See(value_.Bind(signals->Add(load_.function, load_), *this, *signals));
}

Vector3d AppliedLoad::Direction(const SystemState& state) const {
  if (follows_body_) return frame_.frame.R * direction_;
  return state.pose[frame_.body].R.transpose() * direction_;
}

Vector6 AppliedLoad::OnFirst(const Vector3d& f) const {
  if (kind_ == LoadKind::kTorque) return Join(Vector3d::Zero(), f);
  return Join(f, frame_.frame.p.cross(f));
}

Vector6 AppliedLoad::OnSecond(const Pose& H, const Vector3d& f) const {
  const Vector3d turned = H.R * f;
  if (kind_ == LoadKind::kTorque) return Join(Vector3d::Zero(), -turned);
  return Join(-turned, -(H * frame_.frame.p).cross(turned));
}

void AppliedLoad::AddResidual(const Evaluation& at, double* bodies, double*) const {
  const Vector3d f = value_.Value(at) * Direction(at.state);
  BodyEntry(bodies, frame_.body) -= OnFirst(f);
  if (from_ < 0) return;
  const Pose H = Relative(at.state.pose[from_], at.state.pose[frame_.body]);
  BodyEntry(bodies, from_) -= OnSecond(H, f);
}

// f = R^T F of a direction F fixed in the ground turns by skew(f) dw.
void AppliedLoad::AddTurning(const Vector3d& f, ElementTangents* tangents) const {
  if (follows_body_) return;
  const Matrix3d turning = Skew(f);
  if (kind_ == LoadKind::kForce) {
    tangents->K.block<3, 3>(0, 3) -= turning;
    tangents->K.block<3, 3>(3, 3) -= Skew(frame_.frame.p) * turning;
  } else {
    tangents->K.block<3, 3>(3, 3) -= turning;
  }
}

// With g = R f and l = R r + p, the row of B is (g, l x g) or (0, g). In terms of the increments
// (u, w) of A and (v, z) of B,
//   dg = skew(g) z                   the direction stays in the ground, or
//   dg = skew(g) z - R skew(f) w     moves with A,
//   dl = skew(l) z - v + R (u - skew(r) w).
void AppliedLoad::AddReactionTangents(const Pose& H, const Vector3d& f,
                                      ElementTangents* tangents) const {
  const Vector3d g = H.R * f, &r = frame_.frame.p, l = H * r;
  Eigen::Matrix<double, 3, 12> dg = Eigen::Matrix<double, 3, 12>::Zero(), dl = dg;
  dg.block<3, 3>(0, 9) = Skew(g);
  if (follows_body_) dg.block<3, 3>(0, 3) = -H.R * Skew(f);
  dl.block<3, 3>(0, 9) = Skew(l);
  dl.block<3, 3>(0, 6) = -Matrix3d::Identity();
  dl.block<3, 3>(0, 0) = H.R;
  dl.block<3, 3>(0, 3) = -H.R * Skew(r);
  auto rows = tangents->K.block<6, 12>(6, 0);
  if (kind_ == LoadKind::kTorque) {
    rows.bottomRows<3>() += dg;
  } else {
    rows.topRows<3>() += dg;
    rows.bottomRows<3>() += Skew(l) * dg - Skew(g) * dl;
  }
}

void AppliedLoad::AddTangents(const Evaluation& at, ElementTangents* tangents) const {
  const Vector3d direction = Direction(at.state), f = value_.Value(at) * direction;
  AddTurning(f, tangents);
  Eigen::Matrix<double, 12, 1> slope = Eigen::Matrix<double, 12, 1>::Zero();
  slope.head<6>() = -OnFirst(direction);
  int rows = 6;
  if (from_ >= 0) {
    const Pose H = Relative(at.state.pose[from_], at.state.pose[frame_.body]);
    AddReactionTangents(H, f, tangents);
    slope.tail<6>() = -OnSecond(H, direction);
    rows = 12;
  }
  value_.AddTangents(at, 0, slope.head(rows), *this, tangents);
}

double AppliedLoad::SuppliedPower(const Evaluation& at) const {
  const Vector3d f = value_.Value(at) * Direction(at.state);
  const double power = OnFirst(f).dot(at.state.velocity[frame_.body]);
  if (from_ < 0) return power;
  const Pose H = Relative(at.state.pose[from_], at.state.pose[frame_.body]);
  return power + OnSecond(H, f).dot(at.state.velocity[from_]);
}

double AppliedLoad::ForceSize(const Evaluation& at) const {
  return std::abs(value_.Value(at)) * direction_.norm();
}

Vector6 AppliedLoad::Reaction(const Evaluation& at) const {
  const Vector3d f = frame_.frame.R.transpose() * (value_.Value(at) * Direction(at.state));
  if (kind_ == LoadKind::kTorque) return Join(Vector3d::Zero(), f);
  return Join(f, Vector3d::Zero());
}

}  // namespace jounce
