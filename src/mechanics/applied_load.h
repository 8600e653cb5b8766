// A force or torque on one body, of a direction fixed in the ground or in the body.
#ifndef JOUNCE_MECHANICS_APPLIED_LOAD_H_
#define JOUNCE_MECHANICS_APPLIED_LOAD_H_

#include <memory>

#include "mechanics/element.h"
#include "model/geometry.h"
#include "model/model.h"

namespace jounce {

class AppliedLoad final : public Element {
 public:
  AppliedLoad(const Load& load, const BodyFrame& frame);

  void AddResidual(const Evaluation& at, double* bodies, double* constraints) const override;
  void AddTangents(const Evaluation& at, ElementTangents* tangents) const override;
  double ForceSize(const Evaluation& at) const override;
  Vector6 Reaction(const Evaluation& at) const override;

 private:
  // The load in the frame's axes.
  Eigen::Vector3d LocalLoad(const SystemState& state) const;
  Vector6 Wrench(const Eigen::Vector3d& load) const;

  LoadKind kind_;
  BodyFrame frame_;
  Eigen::Vector3d direction_;
  bool follows_body_;
  std::shared_ptr<const TimeFunction> function_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_APPLIED_LOAD_H_
