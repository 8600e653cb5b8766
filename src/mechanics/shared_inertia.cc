#include "mechanics/shared_inertia.h"

#include <algorithm>

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using MatrixBlock = Eigen::Matrix<double, 3, 4>;

MatrixBlock MakeBlock(const Matrix3d& axes, const Vector3d& place) {
  MatrixBlock block;
  block << axes, place;
  return block;
}

// [R | p] of a frame is that of its body times this.
Matrix4 Homogeneous(const Pose& H) {
  Matrix4 matrix = Matrix4::Identity();
  matrix.topRows<3>() = MakeBlock(H.R, H.p);
  return matrix;
}

// The wrench of forces on the columns of [R | p], in the body's axes.
Vector6 WrenchOf(const MatrixBlock& F) {
  return Join(F.col(3), {F(2, 1) - F(1, 2), F(0, 2) - F(2, 0), F(1, 0) - F(0, 1)});
}

}  // namespace

SharedInertiaElement::SharedInertiaElement(const SharedInertia& inertia, const FramePair& frames,
                                           const Vector3d& gravity)
    : Element("beam inertia '" + inertia.name + "'", {frames.first.body, frames.second.body}, 0, 0),
      gravity_(gravity) {
  Matrix8 frames_from_bodies = Matrix8::Zero();
  frames_from_bodies.topLeftCorner<4, 4>() = Homogeneous(frames.first.frame);
  frames_from_bodies.bottomRightCorner<4, 4>() = Homogeneous(frames.second.frame);
  moments_ = frames_from_bodies * inertia.moments * frames_from_bodies.transpose();
}

MatrixBlock SharedInertiaElement::Acceleration(const SystemState& state, int side) const {
  const int body = bodies()[side];
  const Vector6& v = state.velocity[body];
  const Vector6& v_rate = state.acceleration[body];
  const Vector3d u = v.head<3>(), w = v.tail<3>();
  const Matrix3d W = Skew(w);
  return MakeBlock(Skew(v_rate.tail<3>()) + W * W,
                   v_rate.head<3>() + w.cross(u) - state.pose[body].R.transpose() * gravity_);
}

Eigen::Matrix<double, 12, 1> SharedInertiaElement::Wrenches(const Matrix3d& R_AB, int side,
                                                            const MatrixBlock& Y) const {
  Eigen::Matrix<double, 12, 1> wrenches;
  const MatrixBlock in_A = side == 0 ? Y : MatrixBlock(R_AB * Y);
  const MatrixBlock in_B = side == 1 ? Y : MatrixBlock(R_AB.transpose() * Y);
  wrenches << WrenchOf(in_A * Moments(side, 0)), WrenchOf(in_B * Moments(side, 1));
  return wrenches;
}

Matrix3d SharedInertiaElement::Turn(const SystemState& state) const {
  return state.pose[bodies()[0]].R.transpose() * state.pose[bodies()[1]].R;
}

void SharedInertiaElement::AddResidual(const Evaluation& at, double* all, double*) const {
  const Matrix3d R_AB = Turn(at.state);
  for (int side : {0, 1}) {
    const auto wrenches = Wrenches(R_AB, side, Acceleration(at.state, side));
    BodyEntry(all, bodies()[0]) += wrenches.head<6>();
    BodyEntry(all, bodies()[1]) += wrenches.tail<6>();
  }
}

void SharedInertiaElement::AddTangents(const Evaluation& at, ElementTangents* tangents) const {
  const Matrix3d R_AB = Turn(at.state);
  for (int side : {0, 1}) {
    const int body = bodies()[side];
    const Vector6& v = at.state.velocity[body];
    const Matrix3d W = Skew(v.tail<3>());
    const Vector3d g = at.state.pose[body].R.transpose() * gravity_;
    for (int i = 0; i < 3; ++i) {
      const Vector3d e = Vector3d::Unit(i);
      const Matrix3d E = Skew(e), none = Matrix3d::Zero();
      const int translation = 6 * side + i, rotation = translation + 3;
      const auto add = [&](Eigen::MatrixXd* matrix, int column, const MatrixBlock& dY) {
        matrix->col(column) += Wrenches(R_AB, side, dY);
      };
      add(&tangents->M, translation, MakeBlock(none, e));
      add(&tangents->M, rotation, MakeBlock(E, Vector3d::Zero()));
      add(&tangents->C, translation, MakeBlock(none, W * e));
      add(&tangents->C, rotation, MakeBlock(E * W + W * E, e.cross(v.head<3>())));
      // R^T g changes by R^T g x dw.
      add(&tangents->K, rotation, MakeBlock(none, -g.cross(e)));
    }
  }
  AddTurning(at.state, tangents);
}

// R_AB changes by R_AB skew(dw_B) - skew(dw_A) R_AB.
void SharedInertiaElement::AddTurning(const SystemState& state, ElementTangents* tangents) const {
  const Matrix3d R_AB = Turn(state);
  const MatrixBlock on_A = R_AB * Acceleration(state, 1) * Moments(1, 0);
  const MatrixBlock on_B = R_AB.transpose() * Acceleration(state, 0) * Moments(0, 1);
  for (int i = 0; i < 3; ++i) {
    const Vector3d e = Vector3d::Unit(i);
    const Matrix3d by_A = Skew(e), by_B = Skew(R_AB.col(i));  // a turn of B, in the axes of A
    const Matrix3d A_in_B = Skew(R_AB.row(i).transpose());
    tangents->K.block<6, 1>(0, 3 + i) -= WrenchOf(by_A * on_A);
    tangents->K.block<6, 1>(0, 9 + i) += WrenchOf(by_B * on_A);
    tangents->K.block<6, 1>(6, 9 + i) -= WrenchOf(by_A * on_B);
    tangents->K.block<6, 1>(6, 3 + i) += WrenchOf(A_in_B * on_B);
  }
}

double SharedInertiaElement::ForceSize(const Evaluation& at) const {
  const Matrix3d R_AB = Turn(at.state);
  double size = 0;
  for (int side : {0, 1}) {
    const auto wrenches = Wrenches(R_AB, side, Acceleration(at.state, side));
    size = std::max({size, wrenches.head<3>().norm(), wrenches.segment<3>(6).norm()});
  }
  return size;
}

void SharedInertiaElement::AddEnergies(const Evaluation& at, Energies* energies) const {
  Eigen::Matrix<double, 3, 8> X, rate;  // in ground axes
  for (int side : {0, 1}) {
    const Pose& pose = at.state.pose[bodies()[side]];
    const Vector6& v = at.state.velocity[bodies()[side]];
    X.middleCols<4>(4 * side) = MakeBlock(pose.R, pose.p);
    rate.middleCols<4>(4 * side) = pose.R * MakeBlock(Skew(v.tail<3>()), v.head<3>());
  }
  energies->kinetic += 0.5 * (rate * moments_).cwiseProduct(rate).sum();
  energies->potential -= gravity_.dot(X * (moments_.col(3) + moments_.col(7)));
}

}  // namespace jounce
