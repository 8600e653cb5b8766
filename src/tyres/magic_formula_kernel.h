// The equations of the Magic Formula, for numbers with derivatives and without: magic_formula.h
// says whose they are, the numbers in brackets are those of [Pacejka 2012].
#ifndef JOUNCE_TYRES_MAGIC_FORMULA_KERNEL_H_
#define JOUNCE_TYRES_MAGIC_FORMULA_KERNEL_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "math/select.h"
#include "tyres/magic_formula_curves.h"
#include "tyres/magic_formula_settings.h"
#include "tyres/tyre.h"

namespace jounce::magic {

// What of slip and camber the formulas see.
template <class T>
struct Slip {
  T load, kappa, alpha, gamma;  // as they are
  T alpha_star, gamma_star;     // as they enter [4.E3, 4.E4]
  T cos_alpha;                  // cos(alpha)
  T dfz;                        // [4.E2a]
  T cosine;                     // cos(alpha'), |Vx|/(Vc + epsilon) [4.E6]
  double dpi = 0;               // [4.E2b]
  double direction = 1;         // of travel: -1 backwards
};

template <class T>
JOUNCE_KERNEL Slip<T> MakeSlip(const MagicFormulaSettings& p, const T& load, const T& kappa,
                               const T& alpha, const T& gamma, double speed, double dpi) {
  using std::sqrt;
  const bool as_angle = p.measure == SlipMeasure::kAngle;
  const SinesOfLanes<4> sines = SinCosOfLanes(ValuesOf<T>({alpha, gamma, T(0.0), T(0.0)}));
  const double tan_alpha = sines.sine[0] / sines.cosine[0];
  const T tangent = Follow(alpha, tan_alpha, 1 + tan_alpha * tan_alpha);
  const double nominal = p.fnomin * p.lfzo;  // [4.E1]
  Slip<T> s{load, kappa, alpha, gamma};
  s.alpha_star = as_angle ? alpha : tangent;
  s.gamma_star = as_angle ? gamma : Follow(gamma, sines.sine[1], sines.cosine[1]);
  s.cos_alpha = Follow(alpha, sines.cosine[0], -sines.sine[0]);
  s.dfz = (load - nominal) / nominal;
  const double forward = std::abs(speed);
  s.cosine = forward / (forward * sqrt(1.0 + tangent * tangent) + kSmall);
  s.dpi = dpi;
  s.direction = speed < 0 ? -1 : 1;
  return s;
}

// The factors of turn slip, [Pacejka 2012, ch. 4.3.3]; all one and zero0 where there is none.
template <class T>
struct TurnFactors {
  double zeta0 = 1;  // whether camber acts by its own terms and not by spin
  T zeta1 = T(1.0), zeta2 = T(1.0), zeta3 = T(1.0), zeta5 = T(1.0), zeta6 = T(1.0);
  T spin = T(0.0);   // R0 phi
  T turn = T(0.0);   // R0 phi_t
  T share = T(1.0);  // 1 - eps_gamma
};

// A force d times its curve and a shift.
template <class T>
struct Longitudinal {
  T d, shift, mu, stiffness;
  ShapedCurve<T> curve;
};

// Slip stiffness [4.E15].
template <class T>
JOUNCE_KERNEL T SlipStiffness(const MagicFormulaSettings& p, const Slip<T>& s) {
  using std::exp;
  const double dp = s.dpi;
  return s.load * (p.pkx1 + p.pkx2 * s.dfz) * exp(p.pkx3 * s.dfz) *
         ((1 + p.ppx1 * dp + p.ppx2 * dp * dp) * p.lkx);
}

// Pure longitudinal slip [4.E9 to 4.E18].
template <class T>
JOUNCE_KERNEL Longitudinal<T> PureLongitudinal(const MagicFormulaSettings& p, const Slip<T>& s,
                                               const TurnFactors<T>& turn) {
  const double dp = s.dpi;
  const T gamma = s.gamma * p.lgax;
  const double c = p.pcx1 * p.lcx;
  Longitudinal<T> out;
  out.mu = (p.pdx1 + p.pdx2 * s.dfz) * (1.0 - p.pdx3 * (gamma * gamma)) *
           ((1 + p.ppx3 * dp + p.ppx4 * dp * dp) * p.lmux);
  out.d = out.mu * s.load * turn.zeta1;
  out.stiffness = SlipStiffness(p, s);
  const T b = out.stiffness / (c * out.d + kSmall * SignOf(out.d));
  const T x = s.kappa + (p.phx1 + p.phx2 * s.dfz) * p.lhx;
  out.shift = s.load * (p.pvx1 + p.pvx2 * s.dfz) * (p.lvx * p.lmux) * turn.zeta1;
  const T e = Min(
      T(1.0), (p.pex1 + (p.pex2 + p.pex3 * s.dfz) * s.dfz) * (1.0 - p.pex4 * SignOf(x)) * p.lex);
  out.curve = {c, b, e, x};
  return out;
}

template <class T>
struct Lateral {
  T d, mu, stiffness;
  T horizontal, vertical;  // shifts SHy, SVy
  ShapedCurve<T> curve;
};

// Cornering stiffness [4.E25]: sin(PKY4 atan(x)) of the load over that of the peak, and its factor.
template <class T>
JOUNCE_KERNEL T LoadOverPeak(const MagicFormulaSettings& p, const Slip<T>& s, const T& gamma) {
  return s.load /
         ((p.pky2 + p.pky5 * (gamma * gamma)) * ((1 + p.ppy2 * s.dpi) * (p.fnomin * p.lfzo)));
}
template <class T>
JOUNCE_KERNEL T CorneringStiffness(const MagicFormulaSettings& p, const Slip<T>& s, const T& gamma,
                                   const T& sine) {
  return (1.0 - p.pky3 * Abs(gamma)) * sine *
         (p.pky1 * (p.fnomin * p.lfzo) * (1 + p.ppy1 * s.dpi) * p.lky);
}

// Horizontal shift by spin: SHyphi [4.E80 to 4.E89].
template <class T>
T SpinShift(const MagicFormulaSettings& p, const Slip<T>& s, const TurnFactors<T>& turn,
            const T& camber_stiffness, const T& stiffness_upright) {
  const T d = (p.phyp2 + p.phyp3 * s.dfz) * s.direction;
  const T slope = p.phyp1 * d * (stiffness_upright + kSmall * SignOf(stiffness_upright));
  const T b = camber_stiffness / turn.share / (slope + kSmall * SignOf(slope));
  return d * SineShape(p.phyp1, b, T(std::min(p.phyp4, 1.0)), turn.spin) * s.direction;
}

// Pure lateral slip [4.E19 to 4.E30], at a camber of its own: Mz wants it upright, too. The sines
// are those of the cornering stiffness.
template <class T>
JOUNCE_KERNEL Lateral<T> PureLateral(const MagicFormulaSettings& p, const Slip<T>& s,
                                     const T& camber, const T& sine, const T& sine_upright,
                                     const TurnFactors<T>& turn) {
  const double dp = s.dpi;
  const T gamma = camber * p.lgay;
  Lateral<T> out;
  out.stiffness = CorneringStiffness(p, s, gamma, sine) * turn.zeta3;
  const T camber_shift =
      s.load * (p.pvy3 + p.pvy4 * s.dfz) * gamma * turn.zeta2 * (p.lkyc * p.lmuy);
  out.horizontal = (p.phy1 + p.phy2 * s.dfz) * p.lhy;
  if (p.version == MagicFormulaVersion::k52) {
    out.horizontal = out.horizontal + (p.phy3 * p.lkyc) * gamma;
  } else {
    const T camber_stiffness =
        s.load * (p.pky6 + p.pky7 * s.dfz) * ((1 + p.ppy5 * dp) * p.lkyc);  // [4.E30]
    const T divisor = out.stiffness + kSmall * SignOf(out.stiffness);
    if (turn.zeta0 != 0) {
      out.horizontal = out.horizontal + (camber_stiffness * gamma - camber_shift) / divisor;
    } else {
      const T upright = CorneringStiffness(p, s, T(0.0), sine_upright) * turn.zeta3;
      out.horizontal = out.horizontal + SpinShift(p, s, turn, camber_stiffness, upright) -
                       camber_shift / divisor;
    }
  }
  out.vertical = s.load * (p.pvy1 + p.pvy2 * s.dfz) * turn.zeta2 * (p.lvy * p.lmuy) + camber_shift;
  const T x = s.alpha_star + out.horizontal;
  const double c = p.pcy1 * p.lcy;
  out.mu = (p.pdy1 + p.pdy2 * s.dfz) * (1.0 - p.pdy3 * (gamma * gamma)) *
           ((1 + p.ppy3 * dp + p.ppy4 * dp * dp) * p.lmuy);
  out.d = out.mu * s.load * turn.zeta2;
  const T e = Min(
      T(1.0), (p.pey1 + p.pey2 * s.dfz) *
                  (1.0 + p.pey5 * (gamma * gamma) - (p.pey3 + p.pey4 * gamma) * SignOf(x)) * p.ley);
  const T b = out.stiffness / (c * out.d + kSmall * SignOf(out.d));
  out.curve = {c, b, e, x};
  return out;
}

// A weight for combined slip is the quotient of two cosines: at the slip and at its shift.
template <class T>
struct Weight {
  ShapedCurve<T> above, below;
};

// Of Fx under side slip [4.E51 to 4.E57].
template <class T>
JOUNCE_KERNEL Weight<T> LongitudinalWeight(const MagicFormulaSettings& p, const Slip<T>& s) {
  const T b =
      (p.rbx1 + p.rbx3 * (s.gamma_star * s.gamma_star)) * CosineOfAtan(p.rbx2 * s.kappa) * p.lxal;
  const T e = Min(T(1.0), p.rex1 + p.rex2 * s.dfz);
  const T shift = T(p.rhx1);
  return {{p.rcx1, b, e, s.alpha_star + shift, true}, {p.rcx1, b, e, shift, true}};
}

// Of Fy under longitudinal slip [4.E59 to 4.E65].
template <class T>
JOUNCE_KERNEL Weight<T> LateralWeight(const MagicFormulaSettings& p, const Slip<T>& s) {
  const T b = (p.rby1 + p.rby4 * (s.gamma_star * s.gamma_star)) *
              CosineOfAtan(p.rby2 * (s.alpha_star - p.rby3)) * p.lyka;
  const T e = Min(T(1.0), p.rey1 + p.rey2 * s.dfz);
  const T shift = p.rhy1 + p.rhy2 * s.dfz;
  return {{p.rcy1, b, e, s.kappa + shift, true}, {p.rcy1, b, e, shift, true}};
}

// Side force that longitudinal slip brings, SVyk [4.E66, 4.E67].
template <class T>
JOUNCE_KERNEL T InducedSideForce(const MagicFormulaSettings& p, const Slip<T>& s, const T& mu,
                                 const T& zeta2, const T& sine) {
  const T gamma = s.gamma_star * p.lgay;
  return mu * s.load * (p.rvy1 + p.rvy2 * s.dfz + p.rvy3 * gamma) *
         CosineOfAtan(p.rvy4 * s.alpha_star) * zeta2 * sine * p.lvyka;
}

// Slip angles of trail and residual moment with the longitudinal slip in them [4.E77, 4.E78], as
// angles by A54 and A55 of the paper. Whoever asks is even in them, so that the corner at zero and
// the sign do not matter.
template <class T>
struct EquivalentSlips {
  T trail, residual;
};
template <class T>
JOUNCE_KERNEL EquivalentSlips<T> EquivalentSlipsOf(const T& trail, const T& residual,
                                                   const T& kappa_part) {
  using std::sqrt;
  const SinesOfLanes<4> sines = SinCosOfLanes(ValuesOf<T>({trail, residual, T(0.0), T(0.0)}));
  const auto size = [&](const T& slip, int i) {
    const double tangent = sines.sine[i] / sines.cosine[i], square = tangent * tangent;
    const T sum = Follow(slip, square, 2 * tangent * (1 + square)) + kappa_part;
    return Value(sum) > 0 ? sqrt(sum) : T(0.0);
  };
  const T a = size(trail, 0), b = size(residual, 1);
  const Four angles = AtanOfLanes(ValuesOf<T>({a, b, T(0.0), T(0.0)}));
  return {Follow(a, angles[0], 1 / (1 + Value(a) * Value(a))),
          Follow(b, angles[1], 1 / (1 + Value(b) * Value(b)))};
}

// Residual moment by spin: Drphi and the factor zeta7 [4.E92 to 4.E103].
template <class T>
struct SpinMoment {
  T d = T(0.0);
  T zeta7 = T(1.0);
};
template <class T>
SpinMoment<T> MomentOfSpin(const MagicFormulaSettings& p, const Slip<T>& s,
                           const TurnFactors<T>& turn, const T& mu, const T& weight) {
  using std::acos, std::atan, std::sin, std::sqrt;
  const double r0 = p.unloaded_radius, nominal = p.fnomin * p.lfzo;
  constexpr double kPi = std::numbers::pi;
  const T most = Max(T(kSmall), Abs(mu) * s.load * sqrt(s.load / nominal) * (p.qcrp1 * r0 * p.lmp));
  const T d = most / std::sin(0.5 * kPi * p.qdrp1);
  const T stiffness = s.load *
                      (p.qdz8 + p.qdz9 * s.dfz + (p.qdz10 + p.qdz11 * s.dfz) * Abs(s.gamma)) *
                      (r0 * p.lkzc);
  const T b = stiffness / (p.qdrp1 * d * turn.share);
  SpinMoment<T> out;
  out.d = d * sin(p.qdrp1 * atan(b * turn.spin));
  const T at_ninety = most * weight * atan(p.qcrp2 * Abs(turn.turn)) * (2 / kPi);
  const T ratio = at_ninety / (Abs(out.d) + kSmall);
  // The arc cosine ends in a vertical slope at one: cut a little before.
  out.zeta7 = acos(Min(ratio, T(1 - 1e-9))) * (2 / kPi);
  return out;
}

// Slip angle and slope of the pneumatic trail.
template <class T>
struct TrailSlip {
  T slip, b;
};
template <class T>
JOUNCE_KERNEL TrailSlip<T> TrailSlipOf(const MagicFormulaSettings& p, const Slip<T>& s) {
  const T gamma = s.gamma_star * p.lgaz;
  return {s.alpha_star + (p.qhz1 + p.qhz2 * s.dfz) + (p.qhz3 + p.qhz4 * s.dfz) * gamma,
          (p.qbz1 + (p.qbz2 + p.qbz3 * s.dfz) * s.dfz) *
              (1.0 + p.qbz4 * gamma + p.qbz5 * Abs(gamma)) * (p.lky / p.lmuy)};
}

// Peak and curve of the trail and the residual moment's peak and slope [4.E31 to 4.E49].
template <class T>
struct Aligning {
  T d;  // of the trail, with cos(alpha')
  ShapedCurve<T> curve;
  T residual_d;
  T residual_slope;  // B_r alpha_r
};

// `atan_t` is atan(B_t C_t alpha_t).
template <class T>
JOUNCE_KERNEL Aligning<T> AligningOf(const MagicFormulaSettings& p, const Slip<T>& s,
                                     const TurnFactors<T>& turn, const Lateral<T>& lateral,
                                     const T& stiffness_x, const TrailSlip<T>& trail,
                                     const T& atan_t) {
  const double r0 = p.unloaded_radius, dp = s.dpi;
  const T gamma = s.gamma_star * p.lgaz;
  const T stiffness = lateral.stiffness + kSmall * SignOf(lateral.stiffness);
  const T ratio = stiffness_x / stiffness * s.kappa;
  const T slip_r = s.alpha_star + lateral.horizontal + lateral.vertical / stiffness;
  const EquivalentSlips<T> slips = EquivalentSlipsOf<T>(trail.slip, slip_r, ratio * ratio);
  Aligning<T> out;
  // With Fz0 and not LFZO Fz0, as MF-Tyre has it.
  out.d = (p.qdz1 + p.qdz2 * s.dfz) * (1.0 + p.qdz3 * gamma + p.qdz4 * (gamma * gamma)) * s.load *
          turn.zeta5 * s.cosine * ((1 - p.ppz1 * dp) * r0 / p.fnomin * p.ltr * s.direction);
  const T e = Min(T(1.0), (p.qez1 + (p.qez2 + p.qez3 * s.dfz) * s.dfz) *
                              (1.0 + (p.qez4 + p.qez5 * gamma) * atan_t * (2 / std::numbers::pi)));
  out.curve = {p.qcz1, trail.b, e, slips.trail, true};
  const T b_r =
      ((p.qbz9 * p.lky / p.lmuy) + (p.qbz10 * lateral.curve.c) * lateral.curve.b) * turn.zeta6;
  out.residual_slope = b_r * slips.residual;
  out.residual_d =
      s.load *
      ((p.qdz6 + p.qdz7 * s.dfz) * p.lres * turn.zeta2 +
       ((p.qdz8 + p.qdz9 * s.dfz) * (1 + p.ppz2 * dp) + (p.qdz10 + p.qdz11 * s.dfz) * Abs(gamma)) *
           gamma * (p.lkzc * turn.zeta0)) *
      s.cos_alpha * (r0 * p.lmuy * s.direction);
  return out;
}

// The residual moment itself [4.E75].
template <class T>
JOUNCE_KERNEL T ResidualMoment(const MagicFormulaSettings& p, const Slip<T>& s,
                               const TurnFactors<T>& turn, const Aligning<T>& aligning, const T& mu,
                               const T& weight) {
  using std::atan, std::cos;
  if (turn.zeta0 != 0) return aligning.residual_d * CosineOfAtan(aligning.residual_slope);
  const SpinMoment<T> spin = MomentOfSpin(p, s, turn, mu, weight);
  return (aligning.residual_d + spin.d) * cos(spin.zeta7 * atan(aligning.residual_slope));
}

// Arm of the longitudinal force [4.E76].
template <class T>
JOUNCE_KERNEL T ArmOfFx(const MagicFormulaSettings& p, const Slip<T>& s, const T& fy) {
  return (p.ssz1 + p.ssz2 / p.fnomin * fy + (p.ssz3 + p.ssz4 * s.dfz) * (s.gamma * p.lgaz)) *
         (p.unloaded_radius * p.ls);
}

// Overturning moment [Besselink 2010, 49].
template <class T>
JOUNCE_KERNEL T OverturningMoment(const MagicFormulaSettings& p, const Slip<T>& s, const T& fy) {
  using std::atan, std::cos, std::sin;
  const T fz = s.load / p.fnomin, side = fy / p.fnomin;
  const T absolute = Abs(s.gamma);
  T sum = (p.qsx1 * p.lvmx) - (p.qsx2 * (1 + p.ppmx1 * s.dpi)) * s.gamma + p.qsx3 * side -
          p.qsx12 * s.gamma * absolute;
  if (p.qsx4 != 0) {
    const T part = p.qsx6 * fz;
    sum = sum + p.qsx4 * cos(p.qsx5 * atan(part * part)) *
                    sin(p.qsx7 * s.gamma + p.qsx8 * atan(p.qsx9 * side));
  }
  if (p.qsx10 != 0) sum = sum + p.qsx10 * atan(p.qsx11 * fz) * s.gamma;
  return (s.load * sum + fy * (p.qsx13 + p.qsx14 * absolute)) * (p.unloaded_radius * p.lmx);
}

template <class T>
struct Rolling {
  T moment;
  double by_speed;
};

// Rolling resistance [4.E70; Besselink 2010, A48]: it acts against the direction of travel.
template <class T>
JOUNCE_KERNEL Rolling<T> RollingResistance(const MagicFormulaSettings& p, const Slip<T>& s,
                                           const T& fx, double speed, double pressure_ratio) {
  using std::pow;
  const double v = std::abs(speed) / p.longvl, v2 = v * v;
  const T fz = s.load / p.fnomin;
  T sum = (p.qsy1 + p.qsy3 * v + p.qsy4 * v2 * v2) + (p.qsy2 / p.fnomin) * fx;
  T scale = s.load * (-p.unloaded_radius * p.lmy * s.direction);
  if (p.version != MagicFormulaVersion::k52) {
    sum = sum + (p.qsy5 + p.qsy6 * fz) * (s.gamma * s.gamma);
    const double by_pressure = pressure_ratio == 1 ? 1 : std::pow(pressure_ratio, p.qsy8);
    scale = pow(fz, p.qsy7) * (-p.unloaded_radius * p.fnomin * p.lmy * s.direction * by_pressure);
  }
  // The sign of the speed is in the scale already: speed grows backwards, too.
  const double by_speed = Value(scale) * (p.qsy3 + 4 * p.qsy4 * v2 * v) / p.longvl * s.direction;
  return {scale * sum, by_speed};
}

// Relaxation lengths: 5.2 by its own coefficients, later ones by the stiffness of the carcass.
template <class T>
JOUNCE_KERNEL TyreRelaxation<T> RelaxationLengths(const MagicFormulaSettings& p, const Slip<T>& s) {
  using std::atan, std::exp, std::sin;
  if (p.version == MagicFormulaVersion::k52) {
    const double r0 = p.unloaded_radius;
    const T x =
        (p.ptx1 + p.ptx2 * s.dfz) * exp(-p.ptx3 * s.dfz) * s.load * (p.lsgkp * r0 / p.fnomin);
    if (p.pty2 == 0) return {x, T(0.0)};
    const T y = sin(2.0 * atan(s.load / (p.pty2 * p.fnomin * p.lfzo))) *
                (1.0 - p.pky3 * Abs(s.gamma * p.lgay)) * (p.pty1 * r0 * p.lfzo * p.lsgal);
    return {x, y};
  }
  const T cx = (1.0 + (p.pcfx1 + p.pcfx2 * s.dfz) * s.dfz) *
               (p.longitudinal_stiffness * (1 + p.pcfx3 * s.dpi));
  const T cy =
      (1.0 + (p.pcfy1 + p.pcfy2 * s.dfz) * s.dfz) * (p.lateral_stiffness * (1 + p.pcfy3 * s.dpi));
  const T sine = sin(p.pky4 * atan(LoadOverPeak<T>(p, s, s.gamma_star * p.lgay)));
  return {Abs(SlipStiffness(p, s) / cx),
          Abs(CorneringStiffness<T>(p, s, s.gamma_star * p.lgay, sine) / cy)};
}

// Factors of turn slip; `turn_slip` is phi_t, the wheel turns by `wheel_per_metre` along its path.
template <class T>
TurnFactors<T> MakeTurnFactors(const MagicFormulaSettings& p, const Slip<T>& s, double turn_slip,
                               const T& wheel_per_metre) {
  using std::sin, std::sqrt, std::tan;
  const double r0 = p.unloaded_radius;
  TurnFactors<T> f;
  f.zeta0 = 0;
  f.share = 1.0 - p.pecp1 * (1.0 + p.pecp2 * s.dfz);  // [4.E90]
  f.turn = T(r0 * turn_slip);
  f.spin = f.turn + f.share * sin(s.gamma) * wheel_per_metre * r0;  // [4.76]
  const T b_x = p.pdxp1 * (1.0 + p.pdxp2 * s.dfz) * CosineOfAtan(p.pdxp3 * s.kappa);
  f.zeta1 = CosineOfAtan(b_x * f.spin);  // [4.105]
  const T b_y = p.pdyp1 * (1.0 + p.pdyp2 * s.dfz) * CosineOfAtan(p.pdyp3 * tan(s.alpha));
  T size = Abs(f.spin);
  if (p.pdyp4 != 0 && Value(size) > 0) size = size + p.pdyp4 * sqrt(size);
  f.zeta2 = CosineOfAtan(b_y * size);                   // [4.77]
  f.zeta3 = CosineOfAtan(p.pkyp1 * (f.spin * f.spin));  // [4.79]
  f.zeta5 = CosineOfAtan(p.qdtp1 * f.spin);             // [4.91]
  f.zeta6 = CosineOfAtan(p.qbrp1 * f.spin);             // [4.102]
  return f;
}

template <class T>
struct Everything {
  TyreForces<T> forces;
  T mu_x, mu_y, stiffness_x, stiffness_y, trail, residual;
};

// All of it at a point whose load is positive.
template <class T>
JOUNCE_KERNEL Everything<T> Evaluate(const MagicFormulaSettings& p, const Slip<T>& s,
                                     const TurnFactors<T>& turn, double speed,
                                     double pressure_ratio) {
  const T camber = s.gamma_star, none(0.0);
  const TrailSlip<T> trail = TrailSlipOf(p, s);
  const std::array<T, 4> sines =
      SinesOfAtans<T>({p.pky4, p.pky4, p.rvy5},
                      {LoadOverPeak<T>(p, s, camber * p.lgay), LoadOverPeak<T>(p, s, none),
                       p.rvy6 * s.kappa, trail.b * p.qcz1 * trail.slip});
  const Longitudinal<T> along = PureLongitudinal(p, s, turn);
  const Lateral<T> across = PureLateral(p, s, camber, sines[0], sines[1], turn);
  const Aligning<T> aligning = AligningOf(p, s, turn, across, along.stiffness, trail, sines[3]);
  const Weight<T> weight_x = LongitudinalWeight(p, s), weight_y = LateralWeight(p, s);
  // The moment of later versions wants the side force upright, without turn slip.
  const bool is_52 = p.version == MagicFormulaVersion::k52;
  Lateral<T> upright;
  if (!is_52) upright = PureLateral<T>(p, s, none, sines[1], sines[1], TurnFactors<T>{});
  const std::array<T, 4> pure =
      FourCurves<T>({&along.curve, &across.curve, &upright.curve, &aligning.curve});
  const std::array<T, 4> weights =
      FourCurves<T>({&weight_x.above, &weight_x.below, &weight_y.above, &weight_y.below});
  const T g_y = weights[2] / weights[3];
  const T induced = InducedSideForce(p, s, across.mu, turn.zeta2, sines[2]);

  Everything<T> all;
  TyreForces<T>& f = all.forces;
  f.fx = weights[0] / weights[1] * (along.d * pure[0] + along.shift);  // [4.E50]
  f.fy = g_y * (across.d * pure[1] + across.vertical) + induced;       // [4.E58]
  all.trail = aligning.d * pure[3];
  all.residual = ResidualMoment(p, s, turn, aligning, across.mu, g_y);
  const T side = is_52 ? f.fy - induced : g_y * (upright.d * pure[2] + upright.vertical);
  f.mz = all.residual + ArmOfFx(p, s, f.fy) * f.fx - all.trail * side;  // [4.E71]
  f.mx = OverturningMoment(p, s, f.fy);
  const Rolling<T> rolling = RollingResistance(p, s, f.fx, speed, pressure_ratio);
  f.my = rolling.moment;
  f.my_by_speed = rolling.by_speed;
  all.mu_x = along.mu;
  all.mu_y = across.mu;
  all.stiffness_x = along.stiffness;
  all.stiffness_y = across.stiffness;
  return all;
}

}  // namespace jounce::magic

#endif  // JOUNCE_TYRES_MAGIC_FORMULA_KERNEL_H_
