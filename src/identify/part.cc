#include "identify/part.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "identify/bouc_wen_part.h"
#include "identify/damper_part.h"
#include "identify/fractional_part.h"
#include "identify/hydro_path_part.h"
#include "identify/series_dual.h"
#include "laws/kernels/berg.h"
#include "laws/kernels/elastoplastic.h"
#include "laws/kernels/fluid.h"
#include "laws/kernels/maxwell.h"

namespace jounce::identify {
namespace {

struct PartFacts {
  const char* name;
  int count;
  const char* parameters[kMostPartParameters];
  const char* units[kMostPartParameters];
  int strength;        // index of the parameter that multiplies the force
  unsigned terms;      // bits of the parameters that may be zero by themselves
  unsigned given = 0;  // bits of those that are not searched for
};

constexpr PartFacts kFacts[] = {
    {"spring", 3, {"k1", "k3", "k5"}, {"N/m", "N/m^3", "N/m^5"}, 0, 0b110},
    {"dashpot", 1, {"c"}, {"N s/m"}, 0, 0b1},
    {"maxwell", 2, {"k", "tau"}, {"N/m", "s"}, 0, 0},
    {"fluid", 3, {"m", "k", "Tr"}, {"kg", "N/m", "s"}, 1, 0b1},
    {"friction", 2, {"Kp", "Fy"}, {"N/m", "N"}, 0, 0},
    {"slip", 3, {"k", "tau", "Fy"}, {"N/m", "s", "N"}, 0, 0},
    {"hydro",
     7,
     {"kb", "k2", "m", "c1", "c2", "gap", "decline"},
     {"N/m", "N/m", "kg", "N s/m", "N s^2/m^2", "m", "1/m"},
     0,
     0b1111110},
    {"cubic", 2, {"g", "tau"}, {"N/m^3", "s"}, 0, 0},
    {"berg", 2, {"Fmax", "x2"}, {"N", "m"}, 0, 0},
    {"bouc-wen", 4, {"k", "Fy", "n", "b"}, {"N/m", "N", "1", "1"}, 0, 0},
    {"springpot", 4, {"b", "a", "from", "to"}, {"N s^a/m", "1", "Hz", "Hz"}, 0, 0, 0b1100},
    {"zener", 5, {"k", "T", "a", "from", "to"}, {"N/m", "s", "1", "Hz", "Hz"}, 0, 0, 0b11000},
    {"damper",
     7,
     {"Fr", "vr", "cr", "Fc", "vc", "cc", "compliance"},
     {"N", "m/s", "N s/m", "N", "m/s", "N s/m", "m/N"},
     0,
     0b1100100},
    {"damper",
     13,
     {"c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "low", "high", "compliance"},
     {"N s/m", "N s/m", "N s/m", "N s/m", "N s/m", "N s/m", "N s/m", "N s/m", "N s/m", "N s/m",
      "m/s", "m/s", "m/N"},
     0,
     1u << kTableCompliance,
     0b11u << kTableLow},
    {"table",
     12,
     {"k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10", "low", "high"},
     {"N/m", "N/m", "N/m", "N/m", "N/m", "N/m", "N/m", "N/m", "N/m", "N/m", "m", "m"},
     0,
     0,
     0b11u << kTableLow},
    {"preload", 1, {"F"}, {"N"}, 0, 0b1},
};

const PartFacts& Facts(PartKind kind) { return kFacts[static_cast<int>(kind)]; }

// Propagators are prepared lane by lane, as their formulas branch, and then laid side by side.
template <int N>
void SetLane(int lane, const Dual<N>& from, SeriesDual<N>* to) {
  to->value.Set(lane, from.value);
  for (int i = 0; i < N; ++i) to->d[i].Set(lane, from.d[i]);
}

// E and P of a branch over one step, and what is missing from E^n to one.
struct SeriesMaxwell {
  SeriesDual<1> decay, gain, missing;
};

SeriesMaxwell PrepareMaxwell(const Group& group, double tau) {
  SeriesMaxwell all;
  const Dual<1> t = Dual<1>::Variable(tau, 0);
  for (int lane = 0; lane < kBatchLanes; ++lane) {
    const double h = group.step[lane];
    const auto one = kernels::PrepareMaxwell(t, h);
    SetLane(lane, one.decay, &all.decay);
    SetLane(lane, one.gain, &all.gain);
    const Dual<1> period = Steps(group) * h / t;
    SetLane(lane, -expm1(-period), &all.missing);
  }
  return all;
}

SeriesLanes Linear(const SeriesLanes& u) { return u; }
SeriesLanes Cubed(const SeriesLanes& u) { return u * u * u; }

// q <- E q + P dx over one period is q_end = E^n q_0 + r: the q_0 that repeats is r/(1 - E^n). The
// branch sees x = Drive(u): the displacement, or its cube [Ledesma 1996, eq. 10].
template <SeriesLanes (*Drive)(const SeriesLanes&)>
JOUNCE_FLATTEN void Maxwell(const Group& group, const double* p, GridForce* out) {
  const SeriesMaxwell branch = PrepareMaxwell(group, p[1]);
  const SeriesLanes k(p[0]);
  const int n = Steps(group);
  SeriesDual<1> q(0.0);
  const auto advance = [&](int i) {
    q = branch.decay * q + branch.gain * SeriesDual<1>(Drive(group.displacement[i + 1]) -
                                                       Drive(group.displacement[i]));
  };
  for (int i = 0; i < n; ++i) advance(i);
  q = q / branch.missing;
  for (int i = 0; i < n; ++i) {
    out->force[i] = k * q.value;
    out->derivative[0][i] = q.value;
    out->derivative[1][i] = k * q.d[0];
    advance(i);
  }
}

// A virgin part is brought from zero to the first point; after one period the play repeats. The
// elongation depends on the parameters through Fy/Kp alone.
JOUNCE_FLATTEN void Friction(const Group& group, const double* p, GridForce* out) {
  using Number = SeriesDual<1>;
  const double kp = p[0], fy = p[1];
  const Number yield = Number::Variable(SeriesLanes(fy / kp), 0);
  const int n = Steps(group);
  Number x = Clamp(Number(group.displacement[0]), -yield, yield);
  const auto advance = [&](int i) {
    x = Clamp(x + Number(group.displacement[i + 1] - group.displacement[i]), -yield, yield);
  };
  for (int i = 0; i < n; ++i) advance(i);
  for (int i = 0; i < n; ++i) {
    out->force[i] = SeriesLanes(kp) * x.value;
    out->derivative[0][i] = x.value - SeriesLanes(fy / kp) * x.d[0];
    out->derivative[1][i] = x.d[0];
    advance(i);
  }
}

// The distance from the periodic answer shrinks at least like exp(-T/tau) a period, and slipping
// only helps: march until nothing changes.
JOUNCE_FLATTEN void Slip(const Group& group, const double* p, GridForce* out) {
  constexpr int kMostPeriods = 12;
  constexpr double kSteady = 1e-9;
  using Number = SeriesDual<2>;
  const SeriesMaxwell branch = PrepareMaxwell(group, p[1]);
  const auto widen = [](const SeriesDual<1>& x) {
    Number y;
    y.value = x.value;
    y.d[0] = x.d[0];
    return y;
  };
  const Number decay = widen(branch.decay), gain = widen(branch.gain);
  const double most = p[2] / p[0];
  const Number yield = Number::Variable(SeriesLanes(most), 1);
  const int n = Steps(group);
  Number q = Clamp(gain * Number(group.displacement[0]), -yield, yield);
  const auto advance = [&](int i) {
    q = Clamp(decay * q + gain * Number(group.displacement[i + 1] - group.displacement[i]), -yield,
              yield);
  };
  for (int period = 0; period < kMostPeriods; ++period) {
    const SeriesLanes before = q.value;
    for (int i = 0; i < n; ++i) advance(i);
    double change = 0;
    for (int lane = 0; lane < kBatchLanes; ++lane) {
      change = std::max(change, std::abs(q.value[lane] - before[lane]));
    }
    if (change <= kSteady * most) break;
  }
  const SeriesLanes k(p[0]);
  for (int i = 0; i < n; ++i) {
    out->force[i] = k * q.value;
    out->derivative[0][i] = q.value - SeriesLanes(most) * q.d[1];
    out->derivative[1][i] = k * q.d[0];
    out->derivative[2][i] = q.d[1];
    advance(i);
  }
}

using FluidNumber = SeriesDual<2>;  // derivatives by m/k and Tr: the stiffness is a factor

kernels::FluidPropagator<FluidNumber> PrepareFluid(const Group& group, double mass_ratio,
                                                   double tr) {
  const Dual<2> mass = Dual<2>::Variable(mass_ratio, 0), time = Dual<2>::Variable(tr, 1);
  kernels::FluidPropagator<FluidNumber> all;
  for (int lane = 0; lane < kBatchLanes; ++lane) {
    const auto one = kernels::PrepareFluid(mass, Dual<2>(1.0), time, group.step[lane]);
    SetLane(lane, one.pp, &all.pp);
    SetLane(lane, one.pw, &all.pw);
    SetLane(lane, one.wp, &all.wp);
    SetLane(lane, one.ww, &all.ww);
    SetLane(lane, one.pa, &all.pa);
    SetLane(lane, one.pb, &all.pb);
    SetLane(lane, one.wa, &all.wa);
    SetLane(lane, one.wb, &all.wb);
  }
  return all;
}

// The state at the end of a period is A^n start + end, end being that from zero: the start that
// repeats solves (I - A^n) start = end. n is a power of two, so A^n is a few squarings.
kernels::FluidState<FluidNumber> RepeatingStart(const kernels::FluidPropagator<FluidNumber>& f,
                                                int n,
                                                const kernels::FluidState<FluidNumber>& end) {
  FluidNumber pp = f.pp, pw = f.pw, wp = f.wp, ww = f.ww;
  for (int squared = 1; squared < n; squared *= 2) {
    const FluidNumber trace = pp + ww, cross = pw * wp;
    pp = pp * pp + cross;
    ww = ww * ww + cross;
    pw = trace * pw;
    wp = trace * wp;
  }
  const FluidNumber b11 = 1.0 - pp, b22 = 1.0 - ww;
  const FluidNumber determinant = b11 * b22 - pw * wp;
  return {(b22 * end.p + pw * end.w) / determinant, (wp * end.p + b11 * end.w) / determinant};
}

JOUNCE_FLATTEN void Fluid(const Group& group, const double* p, GridForce* out) {
  const double k = p[1], mass_ratio = p[0] / k, tr = p[2];
  const auto propagator = PrepareFluid(group, mass_ratio, tr);
  const int n = Steps(group);
  kernels::FluidState<FluidNumber> state{0.0, 0.0};
  const auto advance = [&](int i) {
    const SeriesLanes de = group.displacement[i + 1] - group.displacement[i];
    state = kernels::FluidStep(propagator, state, FluidNumber(de),
                               FluidNumber(group.rate[i + 1] * group.step));
  };
  for (int i = 0; i < n; ++i) advance(i);
  state = RepeatingStart(propagator, n, state);
  for (int i = 0; i < n; ++i) {
    const FluidNumber flow =
        FluidNumber::Variable(SeriesLanes(tr), 1) * (FluidNumber(group.rate[i]) - state.w);
    out->force[i] = SeriesLanes(k) * flow.value;
    out->derivative[0][i] = flow.d[0];
    out->derivative[1][i] = flow.value - SeriesLanes(mass_ratio) * flow.d[0];
    out->derivative[2][i] = SeriesLanes(k) * flow.d[1];
    advance(i);
  }
}

// A steady loop of amplitude a turns at +-mu Fmax [Berg 1998],
//   mu = (sqrt(x2^2 + a^2 + 6 x2 a) - x2 - a) / (2 x2);
// loops that are not symmetric are marched from there. The force is Fmax times a function of x2.
JOUNCE_FLATTEN void Berg(const Group& group, const double* p, GridForce* out) {
  constexpr int kMostPeriods = 10;
  constexpr double kSteady = 1e-9;
  using Number = SeriesDual<1>;
  const Number x2 = Number::Variable(SeriesLanes(p[1]), 0), one(1.0);
  const int n = Steps(group);
  SeriesLanes a(0.0);
  for (const SeriesLanes& u : group.displacement) a = Max(a, Abs(u));
  const Number mu =
      (sqrt(x2 * x2 + Number(a * a) + x2 * Number(6.0 * a)) - x2 - Number(a)) / (2.0 * x2);
  const Number begin(group.displacement[0]);
  const Number d = begin + Number(a), rise = one + mu;  // upwards from the lower turn
  kernels::BergState<Number> state{Number(-a), -mu, begin, rise * d / (x2 * rise + d) - mu, one};
  const auto advance = [&](int i) {
    state = kernels::BergStep(one, x2, state, Number(group.displacement[i + 1])).state;
  };
  for (int period = 0; period < kMostPeriods; ++period) {
    const SeriesLanes before = state.f.value;
    for (int i = 0; i < n; ++i) advance(i);
    double change = 0;
    for (int lane = 0; lane < kBatchLanes; ++lane) {
      change = std::max(change, std::abs(state.f.value[lane] - before[lane]));
    }
    if (change <= kSteady) break;
  }
  const SeriesLanes most(p[0]);
  for (int i = 0; i < n; ++i) {
    out->force[i] = most * state.f.value;
    out->derivative[0][i] = state.f.value;
    out->derivative[1][i] = most * state.f.d[0];
    advance(i);
  }
}

}  // namespace

int ParameterCount(PartKind kind) { return Facts(kind).count; }
const char* ParameterName(PartKind kind, int index) { return Facts(kind).parameters[index]; }
const char* ParameterUnit(PartKind kind, int index) { return Facts(kind).units[index]; }
const char* ToString(PartKind kind) { return Facts(kind).name; }

int StrengthParameter(PartKind kind) { return Facts(kind).strength; }
bool IsTerm(PartKind kind, int index) { return Facts(kind).terms >> index & 1u; }
bool IsGiven(PartKind kind, int index) { return Facts(kind).given >> index & 1u; }
bool IsSpring(PartKind kind) { return kind == PartKind::kSpring || kind == PartKind::kTable; }

double LeastValue(PartKind kind, int index) {
  if (kind == PartKind::kBoucWen && index == 2) return 1;
  if (kind == PartKind::kBoucWen && index == 3) return 0.5;
  return 0;
}

double MostValue(PartKind kind, int index) {
  constexpr double kMostExponent = 0.98;
  const bool exponent =
      (kind == PartKind::kSpringPot && index == 1) || (kind == PartKind::kZener && index == 2);
  if (exponent) return kMostExponent;
  return kind == PartKind::kBoucWen && index >= 2 ? 20 : HUGE_VAL;
}

int AmplitudesShowing(PartKind kind, int index) {
  if (kind == PartKind::kSpring) return index + 1;
  if (kind == PartKind::kHydroPath && index >= 4) return 2;
  return 1;
}

bool HasNoMemory(PartKind kind) {
  return IsSpring(kind) || kind == PartKind::kDashpot || kind == PartKind::kPreload;
}

void GridForce::Resize(int steps, int parameters) {
  force.resize(steps);
  for (int k = 0; k < parameters; ++k) derivative[k].resize(steps);
}

void EvaluateOnGrid(PartKind kind, const Group& group, const double* parameters, GridForce* out) {
  assert(!HasNoMemory(kind));
  switch (kind) {
    case PartKind::kMaxwell:
      return Maxwell<Linear>(group, parameters, out);
    case PartKind::kCubic:
      return Maxwell<Cubed>(group, parameters, out);
    case PartKind::kFluid:
      return Fluid(group, parameters, out);
    case PartKind::kFriction:
      return Friction(group, parameters, out);
    case PartKind::kSlip:
      return Slip(group, parameters, out);
    case PartKind::kHydroPath:
      return EvaluateHydroPath(group, parameters, out);
    case PartKind::kBerg:
      return Berg(group, parameters, out);
    case PartKind::kBoucWen:
      return EvaluateBoucWen(group, parameters, out);
    case PartKind::kSpringPot:
      return EvaluateSpringPot(group, parameters, out);
    case PartKind::kZener:
      return EvaluateZener(group, parameters, out);
    case PartKind::kDamper:
      return EvaluateDamper(group, parameters, out);
    case PartKind::kDamperTable:
      return EvaluateDamperTable(group, parameters, out);
    case PartKind::kSpring:
    case PartKind::kDashpot:
    case PartKind::kTable:
    case PartKind::kPreload:
      return;
  }
}

double EvaluateAtRow(PartKind kind, const RowReading& row, const double* parameters,
                     double* derivatives) {
  if (kind == PartKind::kDashpot) {
    derivatives[0] = row.rate;
    return parameters[0] * row.rate;
  }
  if (kind == PartKind::kPreload) {
    derivatives[0] = 1;
    return parameters[0];
  }
  if (kind == PartKind::kTable) {
    const CurveKnots knots = EvenKnots(parameters[kTableLow], parameters[kTableHigh]);
    const CurvePoint point = CurveAt(knots, parameters, row.displacement);
    std::copy(point.by_slope.begin(), point.by_slope.end(), derivatives);
    derivatives[kTableLow] = derivatives[kTableHigh] = 0;
    return point.value;
  }
  const double u = row.displacement, u3 = u * u * u;
  derivatives[0] = u;
  derivatives[1] = u3;
  derivatives[2] = u3 * u * u;
  return parameters[0] * derivatives[0] + parameters[1] * derivatives[1] +
         parameters[2] * derivatives[2];
}

}  // namespace jounce::identify
