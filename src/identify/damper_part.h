// Shock absorbers as parts of identification: a damper curve D(v) in a row with an elasticity (of
// oil, gas, mounts), which makes the force over velocity a loop:
//
//   C f + x = u,  f = D(x'),      C compliance, 0: the curve alone
//   damper        D(v) = a tanh(v/v0) + c v, with constants of their own for either direction
//   damper table  D(v) by its slopes between knots (slope_curve.h)
//
// Stepped by the backward differentiation formula of second order, as a series of laws is
// (laws/series_law.h). The memory fades with C D', far less than a period.
#ifndef JOUNCE_IDENTIFY_DAMPER_PART_H_
#define JOUNCE_IDENTIFY_DAMPER_PART_H_

#include "identify/part.h"

namespace jounce::identify {

// Order of the parameters, as in part.h.
enum DamperParameter { kPullForce, kPullSpeed, kPullSlope, kPushForce, kPushSpeed, kPushSlope };
inline constexpr int kDamperCompliance = 6;
inline constexpr int kTableLow = kCurveSegments, kTableHigh = kCurveSegments + 1;
inline constexpr int kTableCompliance = kCurveSegments + 2;

// D(v) of the tanh form, with its slope and derivatives by the six constants.
struct DamperPoint {
  double value = 0, slope = 0;
  double by[kMostPartParameters] = {};
};
DamperPoint TanhDamper(const double* parameters, double v);

void EvaluateDamper(const Group& group, const double* parameters, GridForce* out);
void EvaluateDamperTable(const Group& group, const double* parameters, GridForce* out);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_DAMPER_PART_H_
