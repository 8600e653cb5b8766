// Probes of how a frame stands and moves as seen from another.
//
// Positions and orientations are places, those of the `second` end as seen from the `first`: the
// ground, a body, a frame or a node. Velocities and accelerations are their derivatives for an
// observer who moves with the first,
//   v = v_2 - v_1 - w_1 x r,   a = a_2 - a_1 - w_1' x r - w_1 x (w_1 x r) - 2 w_1 x v,
//   w = w_2 - w_1,             w' = w_2' - w_1' - w_1 x w,        r = p_2 - p_1,
// so that two points of one body stand still to each other however it turns; or, on request, for
// one in the ground: v_2 - v_1 and so on. Their components are given in the axes that the user
// chose. An accelerometer feels a_2 - g, in its own axes.
//
// With R = R_1^T R_2: the rotation vector is log R; cardan angles are a, b, c of R = R_x(a) R_y(b)
// R_z(c), singular at b = 90 deg; Euler angles 3-1-3 those of R = R_z(a) R_x(b) R_z(c), singular at
// b = 0.
#ifndef JOUNCE_MECHANICS_FRAME_PROBES_H_
#define JOUNCE_MECHANICS_FRAME_PROBES_H_

#include <memory>

#include "mechanics/probe.h"
#include "mechanics/system.h"

namespace jounce {

std::unique_ptr<Probe> MakePositionProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeVelocityProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeAccelerationProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeAccelerometerProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeAngularVelocityProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeAngularAccelerationProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeRotationVectorProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeCardanProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeEuler313Probe(const System& system, const Sensor& sensor);

// The frame in whose axes the components of a sensor are given.
BodyFrame AxesOf(const System& system, const Sensor& sensor, const FramePair& ends);

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_FRAME_PROBES_H_
