// Kinematics and compliance of an axle: wheel travel, steering and loads on the wheels, and what
// toe, camber, steering axis and contact points do. docs/kc.md has the definitions.
#ifndef JOUNCE_VEHICLE_KC_H_
#define JOUNCE_VEHICLE_KC_H_

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "vehicle/kc_rig.h"

namespace jounce {

// What is known of one wheel in one state, in mm, deg, N; or by how much it changes per unit of an
// input. NaN: it has no such value.
struct KcValues {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  double toe = kNone, camber = kNone, caster = kNone, kpi = kNone;  // deg
  double scrub_radius = kNone, caster_trail = kNone;                // mm
  double centre_dx = kNone, centre_dy = kNone, centre_dz = kNone;   // of the wheel centre, mm
  double contact_dx = kNone, half_track_change = kNone;             // of the lowest point, mm
  double point_dx = kNone, point_dy = kNone, point_dz = kNone;      // of the material point, mm
  double vertical_force = kNone;                                    // N
  double roll_centre = kNone, roll_centre_geometric = kNone;        // height, mm
  double bump_steer = kNone, bump_camber = kNone;                   // deg/m
  double recession = kNone;                                         // mm/m
  double locked_contact_dx_dz = kNone;                              // 1
};

struct KcColumn {
  const char* name;
  double KcValues::*member;
  const char* meaning;
};
std::span<const KcColumn> KcColumns();

struct KcPoint {
  double input = 0;              // m, rad, N or N m
  std::vector<KcValues> wheels;  // as the axle has them
};

struct KcCurve {
  std::string test;        // "travel", "steer", "lateral_contact", ...
  std::string pivots;      // "rigid", "elastic"
  std::string support;     // "height_held", "load_at_wheel_centre", "load_at_contact_point"
  std::string pattern;     // "single", "symmetric", "antisymmetric"
  std::string unit;        // of the input
  bool is_change = false;  // from the reference state; else from the drawn position
  std::vector<KcPoint> points;
  // Change per `gradient_unit` of the input at zero, from the linear equations.
  std::string gradient_unit;
  std::vector<KcValues> gradients;
};

// A state without load in which a wheel stands on its support.
struct KcReference {
  std::string support;
  std::vector<KcValues> wheels;
};

struct KcRate {
  std::string pattern;
  std::vector<double> wheels;  // N/m at the wheel centre
};

struct KcResult {
  std::vector<std::string> wheels;
  std::vector<bool> is_right;
  std::vector<KcCurve> curves;
  std::vector<KcReference> references;
  std::vector<KcRate> wheel_rates;
};

struct KcProgram {
  double travel = 0.06;  // m, up and down
  double steer = 0;      // m or rad, to both sides; 0: none
  double force = 2000;   // N
  double torque = 100;   // N m
  int points = 6;        // of each half of a curve, besides zero
};

// Throws InputError for names that are not there, also where no equilibrium is found.
KcResult RunKc(const Model& model, const KcAxle& axle, const KcProgram& program);

}  // namespace jounce

#endif  // JOUNCE_VEHICLE_KC_H_
