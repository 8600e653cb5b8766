#include "identify/hydro_path_part.h"

#include <algorithm>
#include <cmath>

#include "identify/series_dual.h"
#include "laws/kernels/hydro_path.h"

namespace jounce::identify {
namespace {

constexpr int kAllParameters = 7;  // the last one is the decline

// Time is counted in steps of each series, so that one step length serves all lanes.
template <class T, bool kDeclines>
kernels::HydroPathParameters<T, kDeclines> PathPerStep(
    const Group& group, const kernels::HydroPathParameters<T, kDeclines>& path) {
  const T h(group.step);
  kernels::HydroPathParameters<T, kDeclines> scaled = path;
  scaled.mass = path.mass / (h * h);
  scaled.linear_loss = path.linear_loss / h;
  scaled.quadratic_loss = path.quadratic_loss / (h * h);
  return scaled;
}

template <class T, bool kDeclines>
kernels::HydroPathState<T> PathPeriod(const Group& group,
                                      const kernels::HydroPathParameters<T, kDeclines>& path,
                                      kernels::HydroPathState<T> state) {
  for (int i = 0; i < Steps(group); ++i) {
    state = kernels::HydroPathStep(path, state, T(group.displacement[i]),
                                   T(group.displacement[i + 1]), 1.0)
                .state;
  }
  return state;
}

// Newton on start = end of the period, in all lanes at once.
template <bool kDeclines>
JOUNCE_FLATTEN kernels::HydroPathState<SeriesLanes> RepeatingPath(const Group& group,
                                                                  const double* p) {
  constexpr int kMostIterations = 8;
  constexpr double kSteady = 1e-9;  // of the travel
  using Number = SeriesDual<2>;
  const auto path =
      PathPerStep<Number, kDeclines>(group, {p[0], p[1], p[2], p[3], p[4], p[5], p[6]});
  SeriesLanes travel(0.0);
  for (const SeriesLanes& u : group.displacement) travel = Max(travel, Abs(u));
  kernels::HydroPathState<SeriesLanes> start{SeriesLanes(0.0), SeriesLanes(0.0)};
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    const auto end = PathPeriod<Number>(
        group, path, {Number::Variable(start.q, 0), Number::Variable(start.w, 1)});
    const SeriesLanes rq = end.q.value - start.q, rw = end.w.value - start.w;
    const SeriesLanes b11 = 1.0 - end.q.d[0], b12 = -end.q.d[1], b21 = -end.w.d[0],
                      b22 = 1.0 - end.w.d[1];
    const SeriesLanes determinant = b11 * b22 - b12 * b21;
    start.q = start.q + (b22 * rq - b12 * rw) / determinant;
    start.w = start.w + (b11 * rw - b21 * rq) / determinant;
    double worst = 0;
    for (int lane = 0; lane < kBatchLanes; ++lane) {
      worst = std::max(worst, (std::abs(rq[lane]) + std::abs(rw[lane])) / travel[lane]);
    }
    if (worst <= kSteady) break;
  }
  return start;
}

// One period with derivatives by the parameters and, behind them, by the start; the start itself
// depends on the parameters through (I - d end/d start) d start = d end.
template <bool kDeclines>
JOUNCE_FLATTEN void HydroPath(const Group& group, const double* p, GridForce* out) {
  constexpr int kOwn = kDeclines ? kAllParameters : kAllParameters - 1, kQ = kOwn, kW = kOwn + 1;
  using Number = SeriesDual<kOwn + 2>;
  const auto variable = [p](int i) { return Number::Variable(SeriesLanes(p[i]), i); };
  kernels::HydroPathParameters<Number, kDeclines> given{variable(0), variable(1), variable(2),
                                                        variable(3), variable(4), variable(5)};
  if constexpr (kDeclines) given.decline = variable(6);
  const auto path = PathPerStep<Number>(group, given);
  const auto start = RepeatingPath<kDeclines>(group, p);
  kernels::HydroPathState<Number> state{Number::Variable(start.q, kQ),
                                        Number::Variable(start.w, kW)};
  const int n = Steps(group);
  std::vector<SeriesLanes> by_q(n), by_w(n);
  for (int i = 0; i < n; ++i) {
    const Number x(group.displacement[i]);
    const Number force = kernels::HydroPathForce(path, x - state.q);
    out->force[i] = force.value;
    for (int k = 0; k < kOwn; ++k) out->derivative[k][i] = force.d[k];
    by_q[i] = force.d[kQ];
    by_w[i] = force.d[kW];
    state = kernels::HydroPathStep(path, state, x, Number(group.displacement[i + 1]), 1.0).state;
  }
  const SeriesLanes b11 = 1.0 - state.q.d[kQ], b12 = -state.q.d[kW], b21 = -state.w.d[kQ],
                    b22 = 1.0 - state.w.d[kW];
  const SeriesLanes determinant = b11 * b22 - b12 * b21;
  for (int k = 0; k < kOwn; ++k) {
    const SeriesLanes q = (b22 * state.q.d[k] - b12 * state.w.d[k]) / determinant;
    const SeriesLanes w = (b11 * state.w.d[k] - b21 * state.q.d[k]) / determinant;
    for (int i = 0; i < n; ++i) {
      out->derivative[k][i] = out->derivative[k][i] + by_q[i] * q + by_w[i] * w;
    }
  }
  for (int k = kOwn; k < kAllParameters; ++k) {
    for (int i = 0; i < n; ++i) out->derivative[k][i] = SeriesLanes(0.0);
  }
}

}  // namespace

void EvaluateHydroPath(const Group& group, const double* parameters, GridForce* out) {
  if (parameters[kAllParameters - 1] > 0) {
    HydroPath<true>(group, parameters, out);
  } else {
    HydroPath<false>(group, parameters, out);
  }
}

}  // namespace jounce::identify
