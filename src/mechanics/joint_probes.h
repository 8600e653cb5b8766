// Probes of the coordinates of joints, and of the angle about an axis: the link functions of
// motions and couplers (link_function.h), angles with their turns (turn_counter.h).
#ifndef JOUNCE_MECHANICS_JOINT_PROBES_H_
#define JOUNCE_MECHANICS_JOINT_PROBES_H_

#include <memory>
#include <optional>

#include "mechanics/probe.h"
#include "mechanics/system.h"

namespace jounce {

std::unique_ptr<Probe> MakeJointCoordinateProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeJointVelocityProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeAngleProbe(const System& system, const Sensor& sensor);

// The frames between which a joint's coordinate or an angle turns; nothing where none does.
std::optional<FramePair> TurningJoint(const System& system, const Sensor& sensor);
std::optional<FramePair> TurningAngle(const System& system, const Sensor& sensor);

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_JOINT_PROBES_H_
