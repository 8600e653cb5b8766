#include "identify/damper_part.h"

#include <array>
#include <cmath>

#include "identify/series_dual.h"

namespace jounce::identify {
namespace {

DamperPoint TableDamper(const CurveKnots& knots, const double* parameters, double v) {
  const CurvePoint curve = CurveAt(knots, parameters, v);
  DamperPoint point;
  point.value = curve.value;
  point.slope = curve.slope;
  for (int i = 0; i < kCurveSegments; ++i) point.by[i] = curve.by_slope[i];
  return point;
}

// Displacement of the damper at the last two points, with derivatives.
struct DamperMemory {
  double x = 0, x_before = 0;
  std::array<double, kMostPartParameters> dx{}, dx_before{};
};

// 2/3 h v + C D(v) = rest: rising in v, found by Newton between two ends that close in.
template <class Curve>
double SolveSpeed(const Curve& curve, double inertia, double compliance, double rest, double v) {
  constexpr int kMostIterations = 60;
  double low = std::min(0.0, rest / inertia), high = std::max(0.0, rest / inertia);
  const double enough = 1e-13 * (high - low);
  for (int i = 0; i < kMostIterations; ++i) {
    v = v < low || v > high ? (low + high) / 2 : v;
    const DamperPoint at = curve(v);
    const double error = inertia * v + compliance * at.value - rest;
    (error > 0 ? high : low) = v;
    const double step = error / (inertia + compliance * at.slope);
    v -= step;
    if (std::abs(step) <= enough) break;
  }
  return v;
}

template <class Curve>
class DamperLane {
 public:
  DamperLane(const Curve& curve, int parameters, int compliance, double value)
      : curve_(curve), count_(parameters), index_(compliance), compliance_(value) {}

  // From the two points before to displacement u at the end of a step of h.
  DamperPoint Step(double u, double h) {
    const double inertia = 2 * h / 3;
    const double rest = u - (4 * memory_.x - memory_.x_before) / 3;
    speed_ = SolveSpeed(curve_, inertia, compliance_, rest, speed_);
    DamperPoint at = curve_(speed_);
    DamperMemory next;
    next.x_before = memory_.x;
    next.dx_before = memory_.dx;
    next.x = u - compliance_ * at.value;
    for (int k = 0; k < count_; ++k) {
      // The derivative of both equations, f being D(v) and x = u - C f.
      const double by_compliance = k == index_ ? at.value : 0;
      const double rest_by = -(4 * memory_.dx[k] - memory_.dx_before[k]) / 3;
      const double speed_by =
          (rest_by - by_compliance - compliance_ * at.by[k]) / (inertia + compliance_ * at.slope);
      at.by[k] += at.slope * speed_by;
      next.dx[k] = -by_compliance - compliance_ * at.by[k];
    }
    memory_ = next;
    return at;
  }

  void Begin(double u, double u_before) {
    memory_ = {};
    memory_.x = u;
    memory_.x_before = u_before;
  }

 private:
  const Curve& curve_;
  int count_, index_;
  double compliance_, speed_ = 0;
  DamperMemory memory_;
};

// A period to forget how it began, a period that counts.
template <class Curve>
void EvaluateCurve(const Group& group, const Curve& curve, int parameters, int compliance,
                   double value, GridForce* out) {
  const int n = Steps(group);
  for (int lane = 0; lane < kBatchLanes; ++lane) {
    DamperLane<Curve> damper(curve, parameters, compliance, value);
    const auto u = [&](int i) { return group.displacement[i % n][lane]; };
    damper.Begin(u(0), u(n - 1));
    for (int i = 1; i <= 2 * n; ++i) {
      const DamperPoint at = damper.Step(u(i), group.step[lane]);
      if (i <= n) continue;
      out->force[i % n].Set(lane, at.value);
      for (int k = 0; k < parameters; ++k) out->derivative[k][i % n].Set(lane, at.by[k]);
    }
  }
}

}  // namespace

DamperPoint TanhDamper(const double* p, double v) {
  const int side = v < 0 ? kPushForce : kPullForce;
  const double force = p[side], speed = p[side + 1], damping = p[side + 2];
  const double t = std::tanh(v / speed), bend = 1 - t * t;
  DamperPoint point;
  point.value = force * t + damping * v;
  point.slope = force * bend / speed + damping;
  point.by[side] = t;
  point.by[side + 1] = -force * bend * v / (speed * speed);
  point.by[side + 2] = v;
  return point;
}

void EvaluateDamper(const Group& group, const double* p, GridForce* out) {
  const auto curve = [p](double v) { return TanhDamper(p, v); };
  EvaluateCurve(group, curve, kDamperCompliance + 1, kDamperCompliance, p[kDamperCompliance], out);
}

void EvaluateDamperTable(const Group& group, const double* p, GridForce* out) {
  const CurveKnots knots = KnotsAroundZero(p[kTableLow], p[kTableHigh]);
  const auto curve = [&knots, p](double v) { return TableDamper(knots, p, v); };
  EvaluateCurve(group, curve, kTableCompliance + 1, kTableCompliance, p[kTableCompliance], out);
}

}  // namespace jounce::identify
