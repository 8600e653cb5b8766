// A force or torque on one body, of a direction fixed in the ground or in the body; and the
// opposite one on the body that pushes, at the same point, if there is one.
//
// In the axes of the body A that it acts on, the load is f at the place r; of the other body B with
// the relative pose H = (R, p) of A in it, it is R f at R r + p.
#ifndef JOUNCE_MECHANICS_APPLIED_LOAD_H_
#define JOUNCE_MECHANICS_APPLIED_LOAD_H_

#include "mechanics/element.h"
#include "mechanics/signal_graph.h"
#include "model/geometry.h"
#include "model/model.h"

namespace jounce {

class AppliedLoad final : public Element {
 public:
  // `from` is the slot of the body that takes the opposite load; -1 for none.
  AppliedLoad(const Load& load, const BodyFrame& frame, int from = -1);

  void Bind(SignalGraph* signals) override;
  void AddResidual(const Evaluation& at, double* bodies, double* constraints) const override;
  void AddTangents(const Evaluation& at, ElementTangents* tangents) const override;
  double ForceSize(const Evaluation& at) const override;
  Vector6 Reaction(const Evaluation& at) const override;
  bool supplies() const override { return true; }
  double SuppliedPower(const Evaluation& at) const override;

 private:
  // Its direction in the axes of body A.
  Eigen::Vector3d Direction(const SystemState& state) const;
  // What a load f in the axes of A does to A, and to B in its own axes.
  Vector6 OnFirst(const Eigen::Vector3d& f) const;
  Vector6 OnSecond(const Pose& H, const Eigen::Vector3d& f) const;
  void AddTurning(const Eigen::Vector3d& f, ElementTangents* tangents) const;
  void AddReactionTangents(const Pose& H, const Eigen::Vector3d& f,
                           ElementTangents* tangents) const;

  LoadKind kind_;
  BodyFrame frame_;
  int from_;
  Eigen::Vector3d direction_;
  bool follows_body_;
  Load load_;
  DrivingInput value_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_APPLIED_LOAD_H_
