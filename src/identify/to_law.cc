#include "identify/to_law.h"

#include <algorithm>
#include <cmath>

#include "identify/damper_part.h"

namespace jounce::identify {
namespace {

// Elements of a kind gathered into one law each, in the order of the parts.
struct Gathered {
  std::vector<MaxwellBranch> cubic;
  PolynomialSettings spring;
  PronySettings maxwell;
  ElastoPlasticSettings friction;
  double preload = 0;
  std::vector<LawSettings> others;
};

// Spring and slider are one elasto-plastic element; the dashpot k tau stands in a row with it.
LawSettings SlippingBranch(double k, double tau, double yield) {
  ElastoPlasticSettings slider;
  slider.elements = {{k, yield}};
  LinearSettings dashpot;
  dashpot.damping = {k * tau};
  SeriesSettings row;
  row.parts = {slider, dashpot};
  return row;
}

// A curve by its knots, straight between them and beyond.
TableSettings Straight(const CurveKnots& knots, const double* slopes) {
  TableSettings table;
  table.interpolation = Interpolation::kLinear;
  for (const double x : knots) {
    table.x.push_back(x);
    table.y.push_back(CurveAt(knots, slopes, x).value);
  }
  return table;
}

// Points of the tanh curve, close together where it bends: straight lines between them err by less
// than 0.2 % of its force, and beyond them it is one.
TableSettings PointsOfTanh(const double* p) {
  constexpr double kStep = 0.06, kGrowth = 1.06, kEnd = 12;  // of the speed that it levels off at
  std::vector<double> shares;
  double step = kStep;
  for (double at = 0; at < kEnd; at += step, step *= kGrowth) shares.push_back(at);
  TableSettings table;
  table.interpolation = Interpolation::kLinear;
  const auto add = [&](double v) {
    table.x.push_back(v);
    table.y.push_back(TanhDamper(p, v).value);
  };
  for (size_t i = shares.size() - 1; i > 0; --i) add(-shares[i] * p[kPushSpeed]);
  for (const double share : shares) add(share * p[kPullSpeed]);
  return table;
}

// The curve alone, or in a row with its elasticity.
LawSettings Absorber(TableSettings curve, double compliance) {
  DamperSettings damper;
  damper.damping_table = std::move(curve);
  if (compliance == 0) return damper;
  PolynomialSettings spring;
  spring.coefficients = {1 / compliance};
  SeriesSettings row;
  row.parts = {spring, damper};
  return row;
}

LawSettings BoucWenOf(const double* p) {
  BoucWenSettings law;
  const double scale = std::pow(p[0] / p[1], p[2]);
  law.stiffness = p[0];
  law.exponent = p[2];
  law.beta = p[3] * scale;
  law.gamma = (1 - p[3]) * scale;
  return law;
}

LawSettings FractionalOf(PartKind kind, const double* p) {
  FractionalSettings law;
  const bool zener = kind == PartKind::kZener;
  law.form = zener ? FractionalForm::kZener : FractionalForm::kSpringPot;
  (zener ? law.high_stiffness : law.coefficient) = p[0];
  if (zener) law.time = p[1];
  law.exponent = p[zener ? 2 : 1];
  law.min_frequency = p[zener ? 3 : 2];
  law.max_frequency = p[zener ? 4 : 3];
  return law;
}

void Gather(PartKind kind, const double* p, Gathered* all) {
  switch (kind) {
    case PartKind::kSpring:
      all->spring.coefficients = {p[0], 0, p[1], 0, p[2]};
      return;
    case PartKind::kDashpot:
      all->spring.damper.damping += p[0];
      return;
    case PartKind::kMaxwell:
      all->maxwell.branches.push_back({p[0], p[1]});
      return;
    case PartKind::kCubic:
      all->cubic.push_back({p[0], p[1]});
      return;
    case PartKind::kFriction:
      all->friction.elements.push_back({p[0], p[1]});
      return;
    case PartKind::kFluid:
      all->others.push_back(FluidSettings{p[0], p[1], p[2]});
      return;
    case PartKind::kSlip:
      all->others.push_back(SlippingBranch(p[0], p[1], p[2]));
      return;
    case PartKind::kHydroPath:
      all->others.push_back(HydroPathSettings{p[0], p[1], p[2], p[3], p[4], p[5], p[6]});
      return;
    case PartKind::kBerg:
      all->others.push_back(BergSettings{p[0], p[1]});
      return;
    case PartKind::kBoucWen:
      all->others.push_back(BoucWenOf(p));
      return;
    case PartKind::kSpringPot:
    case PartKind::kZener:
      all->others.push_back(FractionalOf(kind, p));
      return;
    case PartKind::kDamper:
      all->others.push_back(Absorber(PointsOfTanh(p), p[kDamperCompliance]));
      return;
    case PartKind::kDamperTable:
      all->others.push_back(
          Absorber(Straight(KnotsAroundZero(p[kTableLow], p[kTableHigh]), p), p[kTableCompliance]));
      return;
    case PartKind::kTable:
      all->others.push_back(
          TableSpringSettings{Straight(EvenKnots(p[kTableLow], p[kTableHigh]), p), {}});
      return;
    case PartKind::kPreload:
      all->preload = p[0];
      return;
  }
}

// Spring and branches as powers of the displacement times exponentials [Ledesma 1996, eq. 10, 11].
LawSettings PipkinRogers(const Gathered& all) {
  const std::vector<double>& spring = all.spring.coefficients;
  PipkinRogersSettings law;
  law.terms = {{1, spring[0], all.maxwell.branches}, {3, spring[2], all.cubic}};
  if (spring[4] != 0) law.terms.push_back({5, spring[4], {}});
  return law;
}

bool IsHydrobushing(const CandidateLaw& model) {
  return std::all_of(model.parts.begin(), model.parts.end(), [](PartKind kind) {
    return kind == PartKind::kSpring || kind == PartKind::kFriction || kind == PartKind::kFluid;
  });
}

LawSettings Hydrobushing(const CandidateLaw& model) {
  HydrobushingSettings law;
  int first = 0;
  for (PartKind kind : model.parts) {
    const auto value = [&](int i) { return model.parameters[first + i].value; };
    if (kind == PartKind::kSpring) {
      law.d10 = value(0) / 2;
      law.d20 = value(1) / 4;
      law.d30 = value(2) / 6;
    } else if (value(StrengthParameter(kind)) == 0) {
      // A part that was left out.
    } else if (kind == PartKind::kFriction) {
      law.kp.push_back(value(0));
      law.fy.push_back(value(1));
    } else {
      law.m.push_back(value(0));
      law.kf.push_back(value(1));
      law.tr.push_back(value(2));
    }
    first += ParameterCount(kind);
  }
  return law;
}

LawSettings LawOf(const CandidateLaw& model) {
  if (IsHydrobushing(model)) return Hydrobushing(model);
  Gathered all;
  const std::vector<double> values = model.Values();
  int first = 0;
  for (PartKind kind : model.parts) {
    const bool there = IsSpring(kind) || values[first + StrengthParameter(kind)] != 0;
    if (there) Gather(kind, values.data() + first, &all);
    first += ParameterCount(kind);
  }
  if (!all.cubic.empty()) return PipkinRogers(all);
  ParallelSettings law;
  const std::vector<double>& spring = all.spring.coefficients;
  const bool springs = std::any_of(spring.begin(), spring.end(), [](double k) { return k != 0; });
  if (springs || all.spring.damper.damping != 0) law.parts.push_back(all.spring);
  if (!all.maxwell.branches.empty()) law.parts.push_back(all.maxwell);
  if (!all.friction.elements.empty()) law.parts.push_back(all.friction);
  law.parts.insert(law.parts.end(), all.others.begin(), all.others.end());
  LawSettings settings = law;
  if (all.preload != 0) settings.modifiers.preload = {all.preload};
  return settings;
}

}  // namespace

LawSettings ToLaw(const CandidateLaw& model) {
  LawSettings law = LawOf(model);
  if (model.rotation) law.motion = LawMotion::kRotation;
  return law;
}

LawSettings ToLaw(const ModulusFit& fit, double shape_factor, const MasterCurve* curve) {
  PronySettings law;
  law.stiffness = fit.relaxed * shape_factor;
  for (const PronyTerm& term : fit.terms) {
    law.branches.push_back({term.modulus * shape_factor, term.time});
  }
  LawSettings settings = law;
  if (curve && std::isfinite(curve->c2)) {
    const double reference = curve->reference + kZeroCelsius;
    settings.modifiers.temperature =
        TemperatureSettings{reference, reference, curve->c1, curve->c2};
  }
  return settings;
}

}  // namespace jounce::identify
