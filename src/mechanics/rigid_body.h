// The inertia and weight of a rigid body, with its frame at any point.
//
// Mass m, centre of mass c and inertia J about the frame's origin, in the body's axes:
//   M = [m I, -m skew(c); m skew(c), J],  inertia force M v' - ad(v)^T M v,
//   weight (m R^T g, c x m R^T g).
#ifndef JOUNCE_MECHANICS_RIGID_BODY_H_
#define JOUNCE_MECHANICS_RIGID_BODY_H_

#include <string>

#include "mechanics/body_element.h"
#include "model/model.h"

namespace jounce {

class RigidBody final : public BodyElement {
 public:
  RigidBody(const Body& body, int index, const Eigen::Vector3d& gravity);
  // A flexible part that does not bend.
  RigidBody(const std::string& name, const InertiaInvariants& inertia, int index,
            const Eigen::Vector3d& gravity);

  void AddResidual(const Evaluation& at, double* bodies, double* constraints) const override;
  void AddTangents(const Evaluation& at, ElementTangents* tangents) const override;
  double ForceSize(const Evaluation& at) const override;
  void AddEnergies(const Evaluation& at, Energies* energies) const override;

  // What must act on it, besides its weight, so that it moves as it does, in its axes.
  Vector6 NeededWrench(const SystemState& state) const;
  Matrix6 MassMatrix() const;
  const Eigen::Vector3d& mass_centre() const { return mass_centre_; }  // m c
  const Eigen::Matrix3d& inertia() const { return inertia_; }          // about the frame's origin
  const Eigen::Vector3d& gravity() const { return gravity_; }
  // Linear and angular momentum about the frame's origin, in the body's axes.
  Vector6 Momentum(const Vector6& velocity) const;

 private:
  int body_;
  double mass_;
  Eigen::Vector3d mass_centre_;  // m c
  Eigen::Matrix3d inertia_;      // about the frame's origin
  Eigen::Vector3d gravity_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_RIGID_BODY_H_
