// A frame on the ground that follows functions of time: a road patch, a platen of a rig.
//
// With its displacement x(t) and rotation vector r(t) in its own axes as drawn, H_0 = (R_0, p_0),
//
//   H = (R_0 Exp(r), p_0 + R_0 x),   v = (Exp(r)^T x', T(r) r'),
//   v' = (Exp(r)^T x'' - w x u, T r'' + T' r'),   u and w the two parts of v,
//
// with T the tangent of the exponential (math/rotation.h). In a state it stands behind the nodes of
// flexible bodies: like the ground it is no unknown, so that whatever is attached to it needs
// neither a body nor rows of a joint.
#ifndef JOUNCE_MECHANICS_MOVING_FRAME_H_
#define JOUNCE_MECHANICS_MOVING_FRAME_H_

#include <array>
#include <memory>

#include "mechanics/element.h"
#include "model/model.h"

namespace jounce {

class MovingFrame {
 public:
  // The frame has entry `slot` of the state's poses.
  MovingFrame(const FrameMotion& motion, const Pose& drawn, int slot);

  int slot() const { return slot_; }

  // Its pose at the state's time, and the same with twist and twist rate. Never allocate.
  void Place(SystemState* state) const;
  void Move(SystemState* state) const;

 private:
  std::array<std::shared_ptr<const TimeFunction>, 6> functions_;  // or none
  Pose drawn_;
  int slot_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_MOVING_FRAME_H_
