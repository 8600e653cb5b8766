#include "mechanics/rigid_body.h"

#include "model/mass_sum.h"

namespace jounce {

using Eigen::Matrix3d;
using Eigen::Vector3d;

RigidBody::RigidBody(const Body& body, int index, const Vector3d& gravity)
    : BodyElement(body.name, index, body.mass, body.centre),
      body_(index),
      mass_(body.mass),
      mass_centre_(body.mass * body.centre),
      inertia_(InertiaAboutCentre(body) + PointInertia(body.mass, body.centre)),
      gravity_(gravity) {}

RigidBody::RigidBody(const std::string& name, const InertiaInvariants& inertia, int index,
                     const Vector3d& gravity)
    : BodyElement(name, index, inertia.i1, inertia.i2 / inertia.i1),
      body_(index),
      mass_(inertia.i1),
      mass_centre_(inertia.i2),
      inertia_(inertia.i7),
      gravity_(gravity) {}

Matrix6 RigidBody::MassMatrix() const {
  Matrix6 M;
  M << mass_ * Matrix3d::Identity(), -Skew(mass_centre_), Skew(mass_centre_), inertia_;
  return M;
}

Vector6 RigidBody::Momentum(const Vector6& velocity) const {
  const Vector3d u = velocity.head<3>(), w = velocity.tail<3>();
  return Join(mass_ * u + w.cross(mass_centre_), mass_centre_.cross(u) + inertia_ * w);
}

Vector6 RigidBody::NeededWrench(const SystemState& state) const {
  const Vector6& v = state.velocity[body_];
  const Vector6& v_rate = state.acceleration[body_];
  const Vector3d u = v.head<3>(), w = v.tail<3>(), w_rate = v_rate.tail<3>();
  const Vector6 momentum = Momentum(v);
  const Vector3d p = momentum.head<3>(), L = momentum.tail<3>();
  // Gravity acts like an acceleration of the frame.
  const Vector3d a = v_rate.head<3>() - state.pose[body_].R.transpose() * gravity_;
  return Join(mass_ * a + w_rate.cross(mass_centre_) + w.cross(p),
              mass_centre_.cross(a) + inertia_ * w_rate + u.cross(p) + w.cross(L));
}

void RigidBody::AddResidual(const Evaluation& at, double* bodies, double*) const {
  BodyEntry(bodies, body_) += NeededWrench(at.state);
}

void RigidBody::AddTangents(const Evaluation& at, ElementTangents* tangents) const {
  const Matrix6 M = MassMatrix();
  const Vector6& v = at.state.velocity[body_];
  tangents->M += M;
  // -ad(v)^T P with P = M v changes by -ad(dv)^T P - ad(v)^T M dv.
  tangents->C -= CoadjointMatrix(M * v) + AdjointBracket(v).transpose() * M;
  // R^T g changes by skew(R^T g) dw.
  const Matrix3d G = Skew(at.state.pose[body_].R.transpose() * gravity_);
  tangents->K.topRightCorner<3, 3>() -= mass_ * G;
  tangents->K.bottomRightCorner<3, 3>() -= Skew(mass_centre_) * G;
}

double RigidBody::ForceSize(const Evaluation& at) const {
  const Vector6& v = at.state.velocity[body_];
  const double centrifugal = v.tail<3>().norm() * Momentum(v).head<3>().norm();
  const double inertial = mass_ * at.state.acceleration[body_].head<3>().norm();
  return mass_ * gravity_.norm() + inertial + centrifugal;
}

void RigidBody::AddEnergies(const Evaluation& at, Energies* energies) const {
  const Vector6& v = at.state.velocity[body_];
  energies->kinetic += 0.5 * v.dot(Momentum(v));
  energies->potential -= mass_ * gravity_.dot(at.state.pose[body_] * centre());
}

}  // namespace jounce
