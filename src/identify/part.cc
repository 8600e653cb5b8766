#include "identify/part.h"

#include <cassert>
#include <cmath>

namespace jounce::identify {
namespace {

struct PartFacts {
  const char* name;
  int count;
  const char* parameters[kMostPartParameters];
  const char* units[kMostPartParameters];
};

constexpr PartFacts kFacts[] = {
    {"spring", 3, {"k1", "k3", "k5"}, {"N/m", "N/m^3", "N/m^5"}},
    {"dashpot", 1, {"c", "", ""}, {"N s/m", "", ""}},
    {"maxwell", 2, {"k", "tau", ""}, {"N/m", "s", ""}},
    {"fluid", 3, {"m", "k", "Tr"}, {"kg", "N/m", "s"}},
    {"friction", 2, {"Kp", "Fy", ""}, {"N/m", "N", ""}},
    {"slip", 3, {"k", "tau", "Fy"}, {"N/m", "s", "N"}},
};

const PartFacts& Facts(PartKind kind) { return kFacts[static_cast<int>(kind)]; }

template <int N>
void Store(const Dual<N>& f, int i, GridForce* out) {
  out->force[i] = f.v;
  for (int k = 0; k < N; ++k) out->derivative[k][i] = f.d[k];
}

// The fraction of a decay that a step leaves, E = exp(-h/tau), and its mean over the step.
struct Decay {
  Dual<3> left, mean;
};

Decay DecayOf(const Dual<3>& tau, const Lanes& step) {
  const Dual<3> x = Dual<3>(step) / tau;
  Decay decay;
  decay.left = Exp(-x);
  // (1-E)/x: expm1 keeps its digits for steps that are short against tau.
  Dual<3> fall = Dual<3>(1.0) - decay.left;
  fall.v = PerLane(x.v, [](double a) { return -std::expm1(-a); });
  decay.mean = fall / x;
  return decay;
}

// s <- E s + k mean du over one period is s_end = E^n s_0 + q: solve for the s_0 that repeats.
void Maxwell(const Group& group, const double* p, GridForce* out) {
  const Dual<3> k = Dual<3>::Parameter(p[0], 0), tau = Dual<3>::Parameter(p[1], 1);
  const Decay decay = DecayOf(tau, group.step);
  const Dual<3> gain = k * decay.mean;
  const int n = static_cast<int>(group.displacement.size()) - 1;
  Dual<3> s(0.0);
  for (int i = 1; i <= n; ++i) {
    s = decay.left * s + gain * (group.displacement[i] - group.displacement[i - 1]);
  }
  const Dual<3> period = Dual<3>(group.step * static_cast<double>(n)) / tau;
  Dual<3> missing = Dual<3>(1.0) - Exp(-period);
  missing.v = PerLane(period.v, [](double a) { return -std::expm1(-a); });
  s = s / missing;
  for (int i = 0; i < n; ++i) {
    out->force[i] = s.v;
    out->derivative[0][i] = s.d[0];
    out->derivative[1][i] = s.d[1];
    s = decay.left * s + gain * (group.displacement[i + 1] - group.displacement[i]);
  }
}

template <int N>
Dual<N> Clip(const Dual<N>& f, const Dual<N>& limit) {
  return Select(f.v > limit.v, limit, Select(f.v < -limit.v, -limit, f));
}

// A virgin part is brought from zero to the first point; after one period the play repeats.
void Friction(const Group& group, const double* p, GridForce* out) {
  const Dual<2> k = Dual<2>::Parameter(p[0], 0), yield = Dual<2>::Parameter(p[1], 1);
  const int n = static_cast<int>(group.displacement.size()) - 1;
  Dual<2> f = Clip(k * group.displacement[0], yield);
  const auto advance = [&](int i) {
    f = Clip(f + k * (group.displacement[i + 1] - group.displacement[i]), yield);
  };
  for (int i = 0; i < n; ++i) advance(i);
  for (int i = 0; i < n; ++i) {
    Store(f, i, out);
    advance(i);
  }
}

// The largest change over a period shrinks at least like exp(-T/tau); slipping only helps. Three
// periods start it, the rest is checked.
void Slip(const Group& group, const double* p, GridForce* out) {
  const Dual<3> k = Dual<3>::Parameter(p[0], 0), tau = Dual<3>::Parameter(p[1], 1),
                yield = Dual<3>::Parameter(p[2], 2);
  const Decay decay = DecayOf(tau, group.step);
  const Dual<3> gain = k * decay.mean;
  const int n = static_cast<int>(group.displacement.size()) - 1;
  constexpr int kMostPeriods = 12;
  constexpr double kSteady = 1e-9;
  Dual<3> f = Clip(gain * group.displacement[0], yield);
  const auto advance = [&](int i) {
    f = Clip(decay.left * f + gain * (group.displacement[i + 1] - group.displacement[i]), yield);
  };
  for (int period = 0; period < kMostPeriods; ++period) {
    const Lanes before = f.v;
    for (int i = 0; i < n; ++i) advance(i);
    const Lanes change = Abs(f.v - before);
    double largest = 0;
    for (int lane = 0; lane < kLanes; ++lane) largest = std::max(largest, change[lane]);
    if (largest <= kSteady * p[2]) break;
  }
  for (int i = 0; i < n; ++i) {
    Store(f, i, out);
    advance(i);
  }
}

// Propagator of (y, v), y = um - c u'/k: y' = v, m v' = -k y - c v, over one step.
struct FluidPropagator {
  Dual<3> a11, a12, a21, a22;
};

// exp(-a h/2) times cosh and sinh of h sqrt(a^2/4 - b), a = c/m, b = k/m; cos and sin below
// critical damping. Written with the two decays exp((-a/2 +- d) h), so that nothing overflows.
FluidPropagator Propagate(const Dual<3>& m, const Dual<3>& k, const Dual<3>& c, const Lanes& step) {
  const Dual<3> half = c / (m * Broadcast(2)), b = k / m;
  const Dual<3> radicand = half * half - b;
  // Away from zero, where both forms have the same limit but their derivatives are 0/0.
  Dual<3> size = Abs(radicand);
  const Lanes floor = Broadcast(1e-12) * b.v;
  size.v = size.v < floor ? floor : size.v;
  const Dual<3> root = Sqrt(size);
  const Dual<3> h(step);
  const Dual<3> oscillating = Exp(-(half * h));
  const Dual<3> cosine = oscillating * Cos(root * h), sine = oscillating * Sin(root * h) / root;
  // For heavy damping the slow pole is b/(half + root): the difference half - root loses digits.
  const Dual<3> slow = Exp(-(b / (half + root) * h)), fast = Exp(-((half + root) * h));
  const Dual<3> cosh = (slow + fast) * Broadcast(0.5);
  const Dual<3> sinh = (slow - fast) / (root * Broadcast(2));
  const auto damped = radicand.v > 0;
  const Dual<3> even = Select(damped, cosh, cosine), odd = Select(damped, sinh, sine);
  return {even + half * odd, odd, -(b * odd), even - half * odd};
}

void Fluid(const Group& group, const double* p, GridForce* out) {
  const Dual<3> m = Dual<3>::Parameter(p[0], 0), k = Dual<3>::Parameter(p[1], 1),
                relaxation = Dual<3>::Parameter(p[2], 2);
  const Dual<3> c = k * relaxation;
  const FluidPropagator a = Propagate(m, k, c, group.step);
  const int n = static_cast<int>(group.displacement.size()) - 1;
  const Lanes per_step = 1.0 / group.step;
  Dual<3> x(0.0), v(0.0);
  const auto advance = [&](int i) {
    const Lanes slope = (group.displacement[i + 1] - group.displacement[i]) * per_step;
    const Dual<3> rest = relaxation * slope;  // c u'/k
    const Dual<3> y = x - rest;
    x = rest + a.a11 * y + a.a12 * v;
    v = a.a21 * y + a.a22 * v;
  };
  for (int i = 0; i < n; ++i) advance(i);
  // End of the period = A^n (start) + (x, v): with n a power of two A^n by squaring, and the start
  // that repeats solves (I - A^n) start = (x, v).
  FluidPropagator power = a;
  for (int squared = 1; squared < n; squared *= 2) {
    const FluidPropagator q = power;
    power.a11 = q.a11 * q.a11 + q.a12 * q.a21;
    power.a12 = (q.a11 + q.a22) * q.a12;
    power.a21 = (q.a11 + q.a22) * q.a21;
    power.a22 = q.a22 * q.a22 + q.a12 * q.a21;
  }
  const Dual<3> one(1.0);
  const Dual<3> b11 = one - power.a11, b22 = one - power.a22;
  const Dual<3> determinant = b11 * b22 - power.a12 * power.a21;
  const Dual<3> x0 = (b22 * x + power.a12 * v) / determinant;
  const Dual<3> v0 = (power.a21 * x + b11 * v) / determinant;
  x = x0;
  v = v0;
  for (int i = 0; i < n; ++i) {
    Store(c * (Dual<3>(group.rate[i]) - v), i, out);
    advance(i);
  }
}

}  // namespace

int ParameterCount(PartKind kind) { return Facts(kind).count; }
const char* ParameterName(PartKind kind, int index) { return Facts(kind).parameters[index]; }
const char* ParameterUnit(PartKind kind, int index) { return Facts(kind).units[index]; }
const char* ToString(PartKind kind) { return Facts(kind).name; }

bool HasNoMemory(PartKind kind) { return kind == PartKind::kSpring || kind == PartKind::kDashpot; }

void GridForce::Resize(int steps) {
  force.resize(steps);
  for (auto& column : derivative) column.resize(steps);
}

void EvaluateOnGrid(PartKind kind, const Group& group, const double* parameters, GridForce* out) {
  assert(!HasNoMemory(kind));
  switch (kind) {
    case PartKind::kMaxwell:
      return Maxwell(group, parameters, out);
    case PartKind::kFluid:
      return Fluid(group, parameters, out);
    case PartKind::kFriction:
      return Friction(group, parameters, out);
    case PartKind::kSlip:
      return Slip(group, parameters, out);
    default:
      return;
  }
}

double EvaluateAtRow(PartKind kind, const RowReading& row, const double* parameters,
                     double* derivatives) {
  if (kind == PartKind::kDashpot) {
    derivatives[0] = row.rate;
    return parameters[0] * row.rate;
  }
  const double u = row.displacement, u3 = u * u * u;
  derivatives[0] = u;
  derivatives[1] = u3;
  derivatives[2] = u3 * u * u;
  return parameters[0] * derivatives[0] + parameters[1] * derivatives[1] +
         parameters[2] * derivatives[2];
}

}  // namespace jounce::identify
