#include "tyres/brush_tyre.h"

#include <cmath>

#include "base/error.h"

namespace jounce {

BrushTyre::BrushTyre(const BrushTyreSettings& settings) : SpringTyre(settings), p_(settings) {
  if (!(p_.stiffness > 0) || !(p_.half_length > 0) || !(p_.friction > 0)) {
    throw InputError("a brush tyre needs stiffness, half_length and friction above zero");
  }
}

// The force along the slip is `gain` times it; q is the share of the contact that slides.
struct BrushTyre::Slide {
  TyreNumber x, y;  // slip times (1 + kappa)
  TyreNumber gain;  // of them, over mu Fz
  TyreNumber q;
};

BrushTyre::Slide BrushTyre::SlideOf(const TyrePoint& point) const {
  Slide s;
  s.x = TyreNumber::Variable(point.kappa, kByKappa);
  s.y = tan(TyreNumber::Variable(point.alpha, kByAlpha));
  const double steep = p_.stiffness / (3 * p_.friction * p_.nominal_load);
  const TyreNumber roll = 1.0 + s.x;  // what is rolled a distance travelled
  const TyreNumber square = s.x * s.x + s.y * s.y;
  // At rest the gain's own slope does not count: it is multiplied by no slip.
  const TyreNumber size = square.value > 0 ? sqrt(square) : TyreNumber(0.0);
  if (roll.value > steep * size.value) {
    s.q = size * steep / roll;
    s.gain = (3.0 - 3.0 * s.q + s.q * s.q) * steep / roll;
  } else {
    s.q = TyreNumber(1.0);
    s.gain = 1.0 / size;
  }
  return s;
}

TyreNumber BrushTyre::HalfLength(const TyreNumber& load) const {
  return p_.half_length * sqrt(load / p_.nominal_load);
}

TyreForces<TyreNumber> BrushTyre::Forces(const TyrePoint& point) const {
  TyreForces<TyreNumber> f;
  if (!(point.load > 0)) return f;
  const TyreNumber load = TyreNumber::Variable(point.load, kByLoad);
  const Slide s = SlideOf(point);
  const TyreNumber half_length = HalfLength(load), stick = 1.0 - s.q;
  f.fx = p_.friction * load * s.gain * s.x;
  f.fy = -p_.friction * load * s.gain * s.y;
  const TyreNumber trail =
      half_length / 3.0 * (stick * stick * stick) / (1.0 - s.q + s.q * s.q / 3.0);
  f.mz = -trail * f.fy * (point.speed < 0 ? -1.0 : 1.0);
  f.my = RollingMoment(load, point.speed);
  return f;
}

TyreRelaxation<TyreNumber> BrushTyre::Relaxation(const TyrePoint& point) const {
  if (!(point.load > 0)) return {};
  const TyreNumber half_length = HalfLength(TyreNumber::Variable(point.load, kByLoad));
  return {half_length, half_length};
}

TyreReport BrushTyre::Report(const TyrePoint& point) const {
  TyreReport report = ReportOf(point, Forces(point), Relaxation(point));
  if (!(point.load > 0)) return report;
  report.mu_x = report.mu_y = p_.friction;
  report.stiffness_x = p_.stiffness * point.load / p_.nominal_load;
  report.stiffness_y = -report.stiffness_x;
  report.half_length = HalfLength(TyreNumber(point.load)).value;
  report.half_width = p_.width / 2;
  const double q = SlideOf(point).q.value, stick = 1 - q;
  report.trail = report.half_length / 3 * stick * stick * stick / (1 - q + q * q / 3);
  return report;
}

}  // namespace jounce
