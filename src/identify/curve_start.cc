#include "identify/curve_start.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "identify/waveform.h"
#include "math/dense.h"

namespace jounce::identify {
namespace {

// A row of any series, with its means.
struct Row {
  double u, v, force;
};

struct Rows {
  std::vector<Row> rows;
  double low_u = HUGE_VAL, high_u = -HUGE_VAL, low_v = HUGE_VAL, high_v = -HUGE_VAL;
  double peak = 0;  // of the force about its means
};

Rows Collect(const std::vector<Series>& data) {
  Rows all;
  for (const Series& series : data) {
    const Waveform wave =
        Waveform::Fit(series.time, series.displacement, series.time.back() - series.time.front());
    for (int i = 0; i + 1 < series.size(); ++i) {
      const Row row{series.displacement[i] + series.mean_displacement,
                    wave.RateBefore(series.time[i]), series.force[i] + series.mean_force};
      all.rows.push_back(row);
      all.low_u = std::min(all.low_u, row.u);
      all.high_u = std::max(all.high_u, row.u);
      all.low_v = std::min(all.low_v, row.v);
      all.high_v = std::max(all.high_v, row.v);
      all.peak = std::max(all.peak, std::abs(series.force[i]));
    }
  }
  return all;
}

// What is so small a share of the force is left out.
double OrNothing(double value, double least) { return std::abs(value) < least ? 0 : value; }

// Slopes that noise made negative, or next to nothing, are begun at a twentieth of the mean one.
std::vector<double> Rising(const Eigen::VectorXd& fit, double mean) {
  std::vector<double> slopes;
  for (int i = 0; i < kCurveSegments; ++i) slopes.push_back(std::max(fit(i), 0.05 * mean));
  return slopes;
}

constexpr double kSeen = 2e-3;  // of the peak force

}  // namespace

AbsorberStart StartAbsorber(const std::vector<Series>& data) {
  constexpr double kElastic = 0.02;  // of the travel, that the elasticity takes at the peak force
  const Rows all = Collect(data);
  const CurveKnots knots = KnotsAroundZero(all.low_v, all.high_v);
  const double travel = (all.high_u - all.low_u) / 2, speed = (all.high_v - all.low_v) / 2;
  Eigen::MatrixXd basis(all.rows.size(), kCurveSegments + 2);
  Eigen::VectorXd force(all.rows.size());
  const std::vector<double> ones(kCurveSegments, 1.0);
  for (size_t i = 0; i < all.rows.size(); ++i) {
    const Row& row = all.rows[i];
    const CurvePoint point = CurveAt(knots, ones.data(), row.v);
    for (int k = 0; k < kCurveSegments; ++k) basis(i, k) = point.by_slope[k] / speed;
    basis(i, kCurveSegments) = 1;
    basis(i, kCurveSegments + 1) = row.u / travel;
    force(i) = row.force;
  }
  const Eigen::VectorXd fit = SolveLeastSquares(basis, force);
  AbsorberStart start;
  start.low = all.low_v;
  start.high = all.high_v;
  start.slopes = Rising(fit.head(kCurveSegments) / speed, all.peak / speed);
  start.preload = OrNothing(fit(kCurveSegments), kSeen * all.peak);
  start.stiffness = OrNothing(std::max(0.0, fit(kCurveSegments + 1)), kSeen * all.peak) / travel;
  start.compliance = kElastic * travel / all.peak;
  return start;
}

TableStart StartTable(const std::vector<Series>& data) {
  const Rows all = Collect(data);
  const CurveKnots knots = EvenKnots(all.low_u, all.high_u);
  const double travel = (all.high_u - all.low_u) / 2;
  Eigen::MatrixXd basis(all.rows.size(), kCurveSegments + 1);
  Eigen::VectorXd force(all.rows.size());
  const std::vector<double> ones(kCurveSegments, 1.0);
  for (size_t i = 0; i < all.rows.size(); ++i) {
    const CurvePoint point = CurveAt(knots, ones.data(), all.rows[i].u);
    for (int k = 0; k < kCurveSegments; ++k) basis(i, k) = point.by_slope[k] / travel;
    basis(i, kCurveSegments) = 1;
    force(i) = all.rows[i].force;
  }
  const Eigen::VectorXd fit = SolveLeastSquares(basis, force);
  TableStart start;
  start.low = all.low_u;
  start.high = all.high_u;
  start.slopes = Rising(fit.head(kCurveSegments) / travel, all.peak / travel);
  start.preload = OrNothing(fit(kCurveSegments), kSeen * all.peak);
  return start;
}

}  // namespace jounce::identify
