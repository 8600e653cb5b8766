#include "mechanics/node_group.h"

#include "math/few_rows.h"
#include "math/four_vectors.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using Vectors = Eigen::Matrix<double, NodeGroup::kMost, 3>;
using Matrices = Eigen::Matrix<double, NodeGroup::kMost, 9>;

// T(t) v with the coefficients b and c of the exponential.
FourVectors TangentTimes(const FourVectors& t, const Lanes<4>& b, const Lanes<4>& c,
                         const FourVectors& v) {
  const FourVectors tv = Cross(t, v);
  return v + (-b) * tv + c * Cross(t, tv);
}

double Sum(const Lanes<4>& four) { return (four[0] + four[1]) + (four[2] + four[3]); }

}  // namespace

NodeGroup::NodeGroup(std::span<const FlexibleNode> nodes)
    : index_(nodes[0].group()), body_(nodes[0].body()), first_mode_(nodes[0].first_mode()) {
  positions_.setZero();
  E_.setZero(kRows, nodes[0].modes());
  for (size_t i = 0; i < nodes.size(); ++i) {
    slots_.push_back(nodes[i].slot());
    positions_.row(i) = nodes[i].position();
    for (int k = 0; k < 6; ++k) E_.row(kMost * k + i) = nodes[i].shapes().row(k);
  }
}

void NodeGroup::Move(SystemState* state) const {
  NodeDeformations& nodes = state->nodes[index_];
  Eigen::Matrix<double, kRows, 2> products;
  Multiply(E_, {state->modal.data() + first_mode_, state->modal_velocity.data() + first_mode_},
           &products);
  const double *x = products.col(0).data(), *x1 = products.col(1).data();
  nodes.x = Eigen::Map<const NodeDeformations::Entries<6>>(x);
  nodes.x1 = Eigen::Map<const NodeDeformations::Entries<6>>(x1);
  const FourVectors d = FourVectors::Load(x), t = FourVectors::Load(x + 12);
  const FourVectors d1 = FourVectors::Load(x1), t1 = FourVectors::Load(x1 + 12);
  const Lanes<4> angle2 = Dot(t, t);
  for (int i = 0; i < kMost; ++i) nodes.turn[i] = RotationCoefficients(angle2[i]);
  Lanes<4> a, b, c;
  for (int i = 0; i < kMost; ++i) {
    a.Set(i, nodes.turn[i].a);
    b.Set(i, nodes.turn[i].b);
    c.Set(i, nodes.turn[i].c);
  }
  const FourMatrices R = OfSkew(t, a, b);
  const FourVectors p = FourVectors::Load(positions_.data()) + d;
  R.Store(nodes.R.data());
  p.Store(nodes.p.data());
  // In the world, and the twists.
  const Pose& body = state->pose[body_];
  Matrices world_R;
  Vectors world_p, u, w;
  FourMatrices{body.R * R.a, body.R * R.b, body.R * R.c}.Store(world_R.data());
  (FourVectors(body.p) + body.R * p).Store(world_p.data());
  const Vector6& v = state->velocity[body_];
  const FourVectors body_u(v.head<3>()), body_w(v.tail<3>());
  R.TransposedTimes(body_u + Cross(body_w, p) + d1).Store(u.data());
  (R.TransposedTimes(body_w) + TangentTimes(t, b, c, t1)).Store(w.data());
  for (size_t i = 0; i < slots_.size(); ++i) {
    const int slot = slots_[i];
    state->pose[slot].R.reshaped() = world_R.row(i).transpose();
    state->pose[slot].p = world_p.row(i).transpose();
    state->place_rest[slot] = state->place_rest[body_];
    state->velocity[slot].head<3>() = u.row(i).transpose();
    state->velocity[slot].tail<3>() = w.row(i).transpose();
  }
}

void NodeGroup::Accelerate(SystemState* state) const {
  Eigen::Matrix<double, kRows, 1> x2;
  Multiply(E_, {state->modal_acceleration.data() + first_mode_}, &x2);
  state->nodes[index_].x2 = Eigen::Map<const NodeDeformations::Entries<6>>(x2.data());
}

void NodeGroup::CarryWrenches(const SystemState& state, double* motion, double* modes) const {
  const NodeDeformations& nodes = state.nodes[index_];
  NodeDeformations::Entries<6> wrenches = NodeDeformations::Entries<6>::Zero();
  for (size_t i = 0; i < slots_.size(); ++i) {
    wrenches.row(i) = BodyEntry(motion, slots_[i]).transpose();
  }
  const FourVectors force = FourVectors::Load(wrenches.data());
  const FourVectors moment = FourVectors::Load(wrenches.data() + 12);
  const FourMatrices R = FourMatrices::Load(nodes.R.data());
  const FourVectors p = FourVectors::Load(nodes.p.data());
  const FourVectors t = FourVectors::Load(nodes.x.data() + 12);
  Lanes<4> b, c;
  for (int i = 0; i < kMost; ++i) {
    b.Set(i, nodes.turn[i].b);
    c.Set(i, nodes.turn[i].c);
  }
  // A^T of the wrench on the body, S^T of it on x: the transposed tangent is that of -t.
  const FourVectors f = R * force, m = R * moment + Cross(p, f);
  BodyEntry(motion, body_) +=
      Join(Vector3d(Sum(f.x), Sum(f.y), Sum(f.z)), Vector3d(Sum(m.x), Sum(m.y), Sum(m.z)));
  Eigen::Matrix<double, kRows, 1> elastic;
  f.Store(elastic.data());
  TangentTimes(Lanes<4>(-1) * t, b, c, moment).Store(elastic.data() + 12);
  AddTransposed(E_, elastic, modes + first_mode_);
}

}  // namespace jounce
