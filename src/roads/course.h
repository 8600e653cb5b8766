// A course: what a road gives to the four spindles of a vehicle that drives over it, straight on and
// at one speed. Drive signals of a road test simulator without a proving ground, under the names
// and in the units of one [Wood 2003, table 4.4].
//
// The wheels of an axle run at v = +-track/2, those of the rear axle where the front ones were,
// wheelbase/speed later. Under each the road is a plane of height w that rises by a along and by b
// to the left: what tandem cams find (wheel_contact.h). Each wheel carries a quarter of a car,
//
//   m z'' = F - P - k (z - y) - c (z' - y'),   M y'' = k (z - y) + c (z' - y'),
//   F = max(0, P + kt (w - z) + ct (w' - z')),
//
// z the way of the spindle, y that of the body, P the load at rest, F that of the tyre. What comes
// out, in the axes of vehicles (x rearward, y to the right, z up):
//
//   vertical displacement   z
//   longitudinal load       F a
//   lateral load            F b
//
// Of the loads only what changes counts: their means over the time `hold` are taken off, since engine
// and steering keep speed and line on a road, and nothing but weak springs does so on a rig.
//
// The road rises from a plain at the start and falls to one at the end, so that runs begin at rest
// and files can follow each other. Slow speeds and long waves are good; what a tyre does with its
// own modes (above some 30 Hz) is not in it.
//
// [Wood 2003] J. C. Wood, thesis on the virtual durability test of a sport utility vehicle, 2003.
#ifndef JOUNCE_ROADS_COURSE_H_
#define JOUNCE_ROADS_COURSE_H_

#include <vector>

#include "roads/road.h"
#include "roads/wheel_contact.h"
#include "signals/channel.h"

namespace jounce {

// What a wheel carries.
struct QuarterCar {
  double wheel_mass = 55;     // kg, m: all that is unsprung
  double body_mass = 450;     // kg, M
  double spring_rate = 25e3;  // N/m, k, at the wheel
  double damping = 2e3;       // N s/m, c
  double tyre_rate = 238e3;   // N/m, kt
  double tyre_damping = 400;  // N s/m, ct
  double Load() const { return 9.81 * (wheel_mass + body_mass); }
};

struct CourseSettings {
  double speed = 10;                      // m/s
  double time = 50;                       // s
  double rate = 409.6;                    // Hz
  double start = 0;                       // m, u of the front wheels at the beginning
  double wheelbase = 2.65, track = 1.52;  // m
  double rise = 1;  // s, over which the road rises at the start and falls at the end
  double hold = 2;  // s, over which loads have no mean; 0: as they are
  QuarterCar front, rear;
  CamSettings cams = {.radius = 0.35, .length = 0.35, .height = 0.35, .step = 0.02};
};

// Sixteen channels: vertical displacements [in], lateral and longitudinal loads [lb] of the spindles
// LF, LR, RF, RR, and the heights of the road under the wheels [in], "LF Road". Throws InputError
// where the settings make no course or the road ends under a wheel.
std::vector<Channel> DriveCourse(const Road& road, const CourseSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_ROADS_COURSE_H_
