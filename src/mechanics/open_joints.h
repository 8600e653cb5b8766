// Joints whose ends do not meet where the model was drawn. Assembly closes them by moving bodies
// (solve/initial_conditions.h), which is what one wants where places are rounded, and hides a
// mistake where a joint's place was forgotten. So wide gaps are an error unless the model says
// `assemble: true`.
//
// What is wide: 2 % of the model's size, or 0.02 rad. Hardpoints of a car rounded to whole
// millimetres are off by less than 0.2 %, angles rounded to whole degrees by half of that; a
// forgotten point is off by the length of a link, a good part of the whole.
#ifndef JOUNCE_MECHANICS_OPEN_JOINTS_H_
#define JOUNCE_MECHANICS_OPEN_JOINTS_H_

#include <string>
#include <vector>

#include "model/model.h"

namespace jounce {

struct OpenJoint {
  std::string name;  // "joint 'hook'"
  double gap = 0;    // between points [m]
  double angle = 0;  // between directions [rad]

  // "joint 'hook' (0.5 m)".
  std::string ToString() const;
};

// Those that are open by more than rounding, before welded bodies are merged. `size` is that of the
// model. Throws InputError where one is wide open and the model is not to be assembled.
std::vector<OpenJoint> FindOpenJoints(const Model& drawn, double size);

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_OPEN_JOINTS_H_
