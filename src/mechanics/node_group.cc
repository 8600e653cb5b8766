#include "mechanics/node_group.h"

#include "math/few_rows.h"
#include "math/four_vectors.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
template <int kColumns>
using Entries = NodeDeformations::Entries<kColumns>;

// The nodes' numbers of some columns, side by side.
FourVectors Columns(const double* entries, int first) {
  return FourVectors::Load(entries + 4 * first);
}

// T(t) v with the coefficients of the exponential of t.
FourVectors TangentTimes(const FourVectors& t, const FourVectors& turn, const FourVectors& v) {
  const Lanes<4>&b = turn.y, &c = turn.z;
  const FourVectors tv = Cross(t, v);
  return v + (-b) * tv + c * Cross(t, tv);
}

double Sum(const Lanes<4>& four) { return (four[0] + four[1]) + (four[2] + four[3]); }
Vector3d Sum(const FourVectors& v) { return {Sum(v.x), Sum(v.y), Sum(v.z)}; }

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
  Deform(*state, &nodes);
  FollowBody(nodes, state);
}

void NodeGroup::Deform(const SystemState& state, NodeDeformations* nodes) const {
  Eigen::Matrix<double, kRows, 2> products;
  Multiply(E_, {state.modal.data() + first_mode_, state.modal_velocity.data() + first_mode_},
           &products);
  nodes->x = Eigen::Map<const Entries<6>>(products.col(0).data());
  nodes->x1 = Eigen::Map<const Entries<6>>(products.col(1).data());
  const FourVectors d = Columns(products.data(), 0), t = Columns(products.data(), 3);
  const Lanes<4> angle2 = Dot(t, t);
  for (int i = 0; i < kMost; ++i) {
    const ExpCoefficients f = RotationCoefficients(angle2[i]);
    nodes->turn.row(i) << f.a, f.b, f.c;
  }
  const FourVectors turn = Columns(nodes->turn.data(), 0);
  OfSkew(t, turn.x, turn.y).Store(nodes->R.data());
  (Columns(positions_.data(), 0) + d).Store(nodes->p.data());
}

void NodeGroup::FollowBody(const NodeDeformations& nodes, SystemState* state) const {
  const FourMatrices R = FourMatrices::Load(nodes.R.data());
  const FourVectors p = Columns(nodes.p.data(), 0), t = Columns(nodes.x.data(), 3);
  const FourVectors d1 = Columns(nodes.x1.data(), 0), t1 = Columns(nodes.x1.data(), 3);
  const Pose& body = state->pose[body_];
  const Vector6& v = state->velocity[body_];
  const FourVectors body_u(v.head<3>()), body_w(v.tail<3>());
  Entries<9> rotations;
  Entries<3> places, u, w;
  FourMatrices{body.R * R.a, body.R * R.b, body.R * R.c}.Store(rotations.data());
  (FourVectors(body.p) + body.R * p).Store(places.data());
  R.TransposedTimes(body_u + Cross(body_w, p) + d1).Store(u.data());
  (R.TransposedTimes(body_w) + TangentTimes(t, Columns(nodes.turn.data(), 0), t1)).Store(w.data());
  for (size_t i = 0; i < slots_.size(); ++i) {
    const int slot = slots_[i];
    state->pose[slot].R.reshaped() = rotations.row(i).transpose();
    state->pose[slot].p = places.row(i).transpose();
    state->place_rest[slot] = state->place_rest[body_];
    state->velocity[slot].head<3>() = u.row(i).transpose();
    state->velocity[slot].tail<3>() = w.row(i).transpose();
  }
}

void NodeGroup::Accelerate(SystemState* state) const {
  Eigen::Matrix<double, kRows, 1> x2;
  Multiply(E_, {state->modal_acceleration.data() + first_mode_}, &x2);
  state->nodes[index_].x2 = Eigen::Map<const Entries<6>>(x2.data());
}

void NodeGroup::CarryWrenches(const SystemState& state, double* motion, double* modes) const {
  const NodeDeformations& nodes = state.nodes[index_];
  Entries<6> wrenches = Entries<6>::Zero();
  for (size_t i = 0; i < slots_.size(); ++i) {
    wrenches.row(i) = BodyEntry(motion, slots_[i]).transpose();
  }
  const FourVectors force = Columns(wrenches.data(), 0), moment = Columns(wrenches.data(), 3);
  const FourMatrices R = FourMatrices::Load(nodes.R.data());
  const FourVectors p = Columns(nodes.p.data(), 0), t = Columns(nodes.x.data(), 3);
  // A^T of the wrench on the body, S^T of it on x: the transposed tangent is that of -t.
  const FourVectors f = R * force, m = R * moment + Cross(p, f);
  BodyEntry(motion, body_) += Join(Sum(f), Sum(m));
  Eigen::Matrix<double, kRows, 1> elastic;
  f.Store(elastic.data());
  TangentTimes(Lanes<4>(-1) * t, Columns(nodes.turn.data(), 0), moment).Store(elastic.data() + 12);
  AddTransposed(E_, elastic, modes + first_mode_);
}

}  // namespace jounce
