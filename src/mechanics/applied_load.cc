#include "mechanics/applied_load.h"

#include <fmt/format.h>

namespace jounce {

using Eigen::Vector3d;

AppliedLoad::AppliedLoad(const Load& load, const BodyFrame& frame)
    : Element(fmt::format("load '{}'", load.name), {frame.body}, 0, 0),
      kind_(load.kind),
      frame_(frame),
      direction_(load.direction),
      follows_body_(load.follows_body),
      function_(MakeTimeFunction(load.function)) {}

Vector3d AppliedLoad::LocalLoad(const SystemState& state) const {
  const Vector3d load = function_->Value(state.time) * direction_;
  if (follows_body_) return load;
  return frame_.frame.R.transpose() * (state.pose[frame_.body].R.transpose() * load);
}

Vector6 AppliedLoad::Wrench(const Vector3d& load) const {
  Vector6 W = Vector6::Zero();
  if (kind_ == LoadKind::kForce) {
    W.head<3>() = load;
  } else {
    W.tail<3>() = load;
  }
  return W;
}

void AppliedLoad::AddResidual(const Evaluation& at, double* bodies, double*) const {
  BodyEntry(bodies, frame_.body) -= CarryWrench(frame_.frame, Wrench(LocalLoad(at.state)));
}

void AppliedLoad::AddTangents(const Evaluation& at, ElementTangents* tangents) const {
  if (follows_body_) return;
  // R^T f turns by skew(R^T f) dw, dw in the frame's axes.
  const Eigen::Matrix3d turning = Skew(LocalLoad(at.state)) * frame_.frame.R.transpose();
  for (int i = 0; i < 3; ++i) {
    tangents->K.col(3 + i) -= CarryWrench(frame_.frame, Wrench(turning.col(i)));
  }
}

double AppliedLoad::ForceSize(const Evaluation& at) const { return LocalLoad(at.state).norm(); }

Vector6 AppliedLoad::Reaction(const Evaluation& at) const { return Wrench(LocalLoad(at.state)); }

}  // namespace jounce
