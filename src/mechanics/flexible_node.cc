#include "mechanics/flexible_node.h"

#include "mechanics/flexible_body.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// d(T(t) u)/dt.
Matrix3d TangentTimes(const Vector3d& t, const Vector3d& u) {
  Matrix3d D;
  for (int i = 0; i < 3; ++i) D.col(i) = RotationTangentSlope(t, Vector3d::Unit(i)) * u;
  return D;
}

}  // namespace

FlexibleNode::FlexibleNode(const InterfaceNode& interface, const Flexibility& flexible, int group,
                           int row, int slot, int body, int first_mode)
    : group_(group),
      row_(row),
      slot_(slot),
      body_(body),
      first_mode_(first_mode),
      position_(interface.position) {
  const std::vector<int> active = flexible.ActiveModes();
  const double scale = ModalScale(*flexible.part);
  E_.resize(6, static_cast<int>(active.size()));
  for (size_t i = 0; i < active.size(); ++i) {
    E_.col(i) << scale * interface.translation.col(active[i]),
        scale * interface.rotation.col(active[i]);
  }
}

FlexibleNode::Deformation FlexibleNode::DeformationIn(const SystemState& state) const {
  const NodeDeformations& all = state.nodes[group_];
  const Eigen::Matrix<double, 9, 1> columns = all.R.row(row_);
  return {all.x.row(row_), all.x1.row(row_), all.x2.row(row_),
          Pose{Eigen::Map<const Matrix3d>(columns.data()), all.p.row(row_)},
          ExpCoefficients{all.turn(row_, 0), all.turn(row_, 1), all.turn(row_, 2)}};
}

void FlexibleNode::UpdateAcceleration(SystemState* state) const {
  const Deformation node = DeformationIn(*state);
  const Vector3d t = node.x.tail<3>(), t1 = node.x1.tail<3>();
  const Pose& H = node.in_body;
  const Vector3d u = H.R.transpose() * node.x1.head<3>(),
                 w = RotationTangentTimes(t, node.turn, t1);
  const Vector6 carried = InverseTransformTwist(H, state->velocity[body_]);
  const Vector3d carried_u = carried.head<3>(), carried_w = carried.tail<3>();
  // ad(a) b = (a_w x b_u + a_u x b_w, a_w x b_w)
  state->acceleration[slot_] =
      InverseTransformTwist(H, state->acceleration[body_]) +
      Join(carried_w.cross(u) + carried_u.cross(w) + H.R.transpose() * node.x2.head<3>() -
               w.cross(u),
           carried_w.cross(w) + RotationTangentTimes(t, node.turn, node.x2.tail<3>()) +
               RotationTangentSlopeTimes(t, node.turn, t1));
}

Vector6 FlexibleNode::CarryWrenchToBody(const SystemState& state, const Vector6& wrench,
                                        double* body) const {
  const Deformation node = DeformationIn(state);
  const Vector6 carried = CarryWrench(node.in_body, wrench);
  Eigen::Map<Vector6>{body} += carried;
  // The transposed tangent is that of the opposite rotation.
  return Join(carried.head<3>(),
              RotationTangentTimes(-node.x.tail<3>(), node.turn, wrench.tail<3>()));
}

NodeTangents FlexibleNode::Tangents(const SystemState& state) const {
  const Deformation node = DeformationIn(state);
  const Vector6 &x = node.x, &x1 = node.x1,
                x2 = E_ * state.modal_acceleration.segment(first_mode_, modes());
  const Vector3d t = x.tail<3>(), t1 = x1.tail<3>();
  const Matrix3d R = node.in_body.R, T = RotationTangent(t);
  const Vector3d u = R.transpose() * x1.head<3>(), w = T * t1;
  const Vector3d u2 = R.transpose() * x2.head<3>();
  const Matrix3d w_t = TangentTimes(t, t1);  // of w with t
  NodeTangents d;
  d.A = Adjoint(Inverse(node.in_body));
  d.S.setZero();
  d.S.topLeftCorner<3, 3>() = R.transpose();
  d.S.bottomRightCorner<3, 3>() = T;
  const Matrix6 carried = AdjointBracket(d.A * state.velocity[body_]);
  const Matrix6 relative = AdjointBracket(Join(u, w));
  // Of the twist S x' in the body: R^T y turns by (R^T y) x (T dt).
  Matrix6 twist_x = Matrix6::Zero();
  twist_x.topRightCorner<3, 3>() = Skew(u) * T;
  twist_x.bottomRightCorner<3, 3>() = w_t;
  d.velocity_x = carried * d.S + twist_x;
  d.acceleration_v = -relative * d.A;
  d.acceleration_x = AdjointBracket(d.A * state.acceleration[body_]) * d.S -
                     relative * carried * d.S + carried * twist_x;
  d.acceleration_x.topRightCorner<3, 3>() += Skew(u2) * T + Skew(u) * w_t - Skew(w) * Skew(u) * T;
  // The last term is of (T')' t' to first order in t.
  d.acceleration_x.bottomRightCorner<3, 3>() +=
      TangentTimes(t, x2.tail<3>()) - Skew(t1) * Skew(t1) / 6;
  d.acceleration_x1 = carried * d.S;
  d.acceleration_x1.topLeftCorner<3, 3>() -= Skew(w) * R.transpose();
  d.acceleration_x1.topRightCorner<3, 3>() += Skew(u) * T;
  d.acceleration_x1.bottomRightCorner<3, 3>() += RotationTangentSlope(t, t1) + w_t;
  return d;
}

FlexibleNode::GeometricStiffness FlexibleNode::Geometric(const SystemState& state,
                                                         const Vector6& wrench) const {
  const Deformation node = DeformationIn(state);
  const Vector3d t = node.x.tail<3>();
  const Matrix3d R = node.in_body.R, T = RotationTangent(t);
  Matrix6 S = Matrix6::Zero();
  S.topLeftCorner<3, 3>() = R.transpose();
  S.bottomRightCorner<3, 3>() = T;
  const Matrix6 A = Adjoint(Inverse(node.in_body));
  GeometricStiffness G;
  G.body = -A.transpose() * CoadjointMatrix(wrench) * S;
  // Of (R f, T^T m).
  G.elastic.setZero();
  G.elastic.topRightCorner<3, 3>() = -R * Skew(wrench.head<3>()) * T;
  for (int i = 0; i < 3; ++i) {
    G.elastic.block<3, 1>(3, 3 + i) =
        RotationTangentSlope(t, Vector3d::Unit(i)).transpose() * wrench.tail<3>();
  }
  return G;
}

}  // namespace jounce
