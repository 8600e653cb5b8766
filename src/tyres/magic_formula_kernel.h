// The equations of the Magic Formula, for numbers with derivatives and without: magic_formula.h
// says whose they are, the numbers in brackets are those of [Pacejka 2012].
#ifndef JOUNCE_TYRES_MAGIC_FORMULA_KERNEL_H_
#define JOUNCE_TYRES_MAGIC_FORMULA_KERNEL_H_

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/dual.h"
#include "math/select.h"
#include "tyres/magic_formula_settings.h"
#include "tyres/tyre.h"

namespace jounce::magic {

constexpr double kSmall = 1e-6;  // keeps quotients finite

template <class T>
JOUNCE_KERNEL T SignOf(const T& x) {
  return Where(x < T(0.0), T(-1.0), T(1.0));
}

// The angle C atan(B x - E (B x - atan(B x))) with its derivatives by Bx and E.
struct Shape {
  double angle, by_bx, by_e;

  JOUNCE_KERNEL Shape(double c, double bx, double e) {
    const double a = std::atan(bx);
    const double u = bx - e * (bx - a);
    const double slope = c / (1 + u * u);
    angle = c * std::atan(u);
    by_bx = slope * (1 - e + e / (1 + bx * bx));
    by_e = slope * (a - bx);
  }
};

// sin and cos of that angle. With derivatives, the chain rule is taken over the whole of it at once.
JOUNCE_KERNEL double SineShape(double c, double b, double e, double x) {
  return std::sin(Shape(c, b * x, e).angle);
}
JOUNCE_KERNEL double CosineShape(double c, double b, double e, double x) {
  return std::cos(Shape(c, b * x, e).angle);
}
JOUNCE_KERNEL TyreNumber ChainOfShape(const Shape& shape, double value, double slope,
                                      const TyreNumber& b, const TyreNumber& e,
                                      const TyreNumber& x) {
  TyreNumber y;
  y.value = value;
  const double by_b = slope * shape.by_bx * x.value, by_x = slope * shape.by_bx * b.value,
               by_e = slope * shape.by_e;
  for (int i = 0; i < TyreNumber::kSize; ++i) {
    y.d[i] = by_b * b.d[i] + by_x * x.d[i] + by_e * e.d[i];
  }
  return y;
}
JOUNCE_KERNEL TyreNumber SineShape(double c, const TyreNumber& b, const TyreNumber& e,
                                   const TyreNumber& x) {
  const Shape shape(c, b.value * x.value, e.value);
  return ChainOfShape(shape, std::sin(shape.angle), std::cos(shape.angle), b, e, x);
}
JOUNCE_KERNEL TyreNumber CosineShape(double c, const TyreNumber& b, const TyreNumber& e,
                                     const TyreNumber& x) {
  const Shape shape(c, b.value * x.value, e.value);
  return ChainOfShape(shape, std::cos(shape.angle), -std::sin(shape.angle), b, e, x);
}

// cos(atan(x)).
template <class T>
JOUNCE_KERNEL T CosineOfAtan(const T& x) {
  using std::sqrt;
  return 1.0 / sqrt(1.0 + x * x);
}

// What of slip and camber the formulas see.
template <class T>
struct Slip {
  T load, kappa, alpha, gamma;  // as they are
  T alpha_star, gamma_star;     // as they enter [4.E3, 4.E4]
  T dfz;                        // [4.E2a]
  T cosine;                     // cos(alpha'), |Vx|/(Vc + epsilon) [4.E6]
  double dpi = 0;               // [4.E2b]
  double direction = 1;         // of travel: -1 backwards
};

template <class T>
JOUNCE_KERNEL Slip<T> MakeSlip(const MagicFormulaSettings& p, const T& load, const T& kappa,
                               const T& alpha, const T& gamma, double speed, double dpi) {
  using std::sin, std::tan, std::sqrt;
  const bool as_angle = p.measure == SlipMeasure::kAngle;
  const T tangent = tan(alpha);
  const double nominal = p.fnomin * p.lfzo;  // [4.E1]
  Slip<T> s{load, kappa, alpha, gamma, as_angle ? alpha : tangent, as_angle ? gamma : sin(gamma)};
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

template <class T>
struct Longitudinal {
  T force, mu, stiffness;
};

// Pure longitudinal slip [4.E9 to 4.E18].
template <class T>
JOUNCE_KERNEL Longitudinal<T> PureLongitudinal(const MagicFormulaSettings& p, const Slip<T>& s,
                                               const TurnFactors<T>& turn) {
  using std::exp;
  const double dp = s.dpi;
  const T gamma = s.gamma * p.lgax;
  const double c = p.pcx1 * p.lcx;
  Longitudinal<T> out;
  out.mu = (p.pdx1 + p.pdx2 * s.dfz) * (1.0 - p.pdx3 * (gamma * gamma)) *
           ((1 + p.ppx3 * dp + p.ppx4 * dp * dp) * p.lmux);
  const T d = out.mu * s.load * turn.zeta1;
  out.stiffness = s.load * (p.pkx1 + p.pkx2 * s.dfz) * exp(p.pkx3 * s.dfz) *
                  ((1 + p.ppx1 * dp + p.ppx2 * dp * dp) * p.lkx);
  const T b = out.stiffness / (c * d + kSmall * SignOf(d));
  const T x = s.kappa + (p.phx1 + p.phx2 * s.dfz) * p.lhx;
  const T shift = s.load * (p.pvx1 + p.pvx2 * s.dfz) * (p.lvx * p.lmux) * turn.zeta1;
  const T e = Min(
      T(1.0), (p.pex1 + (p.pex2 + p.pex3 * s.dfz) * s.dfz) * (1.0 - p.pex4 * SignOf(x)) * p.lex);
  out.force = d * SineShape(c, b, e, x) + shift;
  return out;
}

template <class T>
struct Lateral {
  T force, mu, stiffness;
  T horizontal, vertical;  // shifts SHy, SVy
  T b_times_c;
};

// Cornering stiffness [4.E25].
template <class T>
JOUNCE_KERNEL T CorneringStiffness(const MagicFormulaSettings& p, const Slip<T>& s,
                                   const T& gamma) {
  using std::atan, std::sin;
  const double nominal = p.fnomin * p.lfzo, dp = s.dpi;
  const T at_load = (p.pky2 + p.pky5 * (gamma * gamma)) * ((1 + p.ppy2 * dp) * nominal);
  return (1.0 - p.pky3 * Abs(gamma)) * sin(p.pky4 * atan(s.load / at_load)) *
         (p.pky1 * nominal * (1 + p.ppy1 * dp) * p.lky);
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

// Pure lateral slip [4.E19 to 4.E30], at a camber of its own: Mz wants it upright, too.
template <class T>
JOUNCE_KERNEL Lateral<T> PureLateral(const MagicFormulaSettings& p, const Slip<T>& s,
                                     const T& camber, const TurnFactors<T>& turn) {
  const double dp = s.dpi;
  const T gamma = camber * p.lgay;
  Lateral<T> out;
  out.stiffness = CorneringStiffness(p, s, gamma) * turn.zeta3;
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
      const T upright = CorneringStiffness(p, s, T(0.0)) * turn.zeta3;
      out.horizontal = out.horizontal + SpinShift(p, s, turn, camber_stiffness, upright) -
                       camber_shift / divisor;
    }
  }
  out.vertical = s.load * (p.pvy1 + p.pvy2 * s.dfz) * turn.zeta2 * (p.lvy * p.lmuy) + camber_shift;
  const T x = s.alpha_star + out.horizontal;
  const double c = p.pcy1 * p.lcy;
  out.mu = (p.pdy1 + p.pdy2 * s.dfz) * (1.0 - p.pdy3 * (gamma * gamma)) *
           ((1 + p.ppy3 * dp + p.ppy4 * dp * dp) * p.lmuy);
  const T d = out.mu * s.load * turn.zeta2;
  const T e = Min(
      T(1.0), (p.pey1 + p.pey2 * s.dfz) *
                  (1.0 + p.pey5 * (gamma * gamma) - (p.pey3 + p.pey4 * gamma) * SignOf(x)) * p.ley);
  const T b = out.stiffness / (c * d + kSmall * SignOf(d));
  out.b_times_c = b * c;
  out.force = d * SineShape(c, b, e, x) + out.vertical;
  return out;
}

// Weight of Fx under side slip [4.E51 to 4.E57].
template <class T>
JOUNCE_KERNEL T LongitudinalWeight(const MagicFormulaSettings& p, const Slip<T>& s) {
  const T b =
      (p.rbx1 + p.rbx3 * (s.gamma_star * s.gamma_star)) * CosineOfAtan(p.rbx2 * s.kappa) * p.lxal;
  const T e = Min(T(1.0), p.rex1 + p.rex2 * s.dfz);
  const T shift = T(p.rhx1);
  return CosineShape(p.rcx1, b, e, s.alpha_star + shift) / CosineShape(p.rcx1, b, e, shift);
}

// Weight of Fy under longitudinal slip [4.E59 to 4.E65].
template <class T>
JOUNCE_KERNEL T LateralWeight(const MagicFormulaSettings& p, const Slip<T>& s) {
  const T b = (p.rby1 + p.rby4 * (s.gamma_star * s.gamma_star)) *
              CosineOfAtan(p.rby2 * (s.alpha_star - p.rby3)) * p.lyka;
  const T e = Min(T(1.0), p.rey1 + p.rey2 * s.dfz);
  const T shift = p.rhy1 + p.rhy2 * s.dfz;
  return CosineShape(p.rcy1, b, e, s.kappa + shift) / CosineShape(p.rcy1, b, e, shift);
}

// Side force that longitudinal slip brings, SVyk [4.E66, 4.E67].
template <class T>
JOUNCE_KERNEL T InducedSideForce(const MagicFormulaSettings& p, const Slip<T>& s, const T& mu,
                                 const T& zeta2) {
  using std::atan, std::sin;
  const T gamma = s.gamma_star * p.lgay;
  return mu * s.load * (p.rvy1 + p.rvy2 * s.dfz + p.rvy3 * gamma) *
         CosineOfAtan(p.rvy4 * s.alpha_star) * zeta2 * sin(p.rvy5 * atan(p.rvy6 * s.kappa)) *
         p.lvyka;
}

// Slip angle with the longitudinal slip in it [4.E77, 4.E78], as the angle of the paper's A54, A55.
// Whoever asks is even in it, so that the corner at zero does not matter.
template <class T>
JOUNCE_KERNEL T EquivalentSlip(const T& slip, const T& kappa_part) {
  using std::atan, std::sqrt, std::tan;
  const T tangent = tan(slip);
  const T square = tangent * tangent + kappa_part;
  if (!(Value(square) > 0)) return T(0.0);
  return atan(sqrt(square)) * SignOf(slip);
}

template <class T>
struct Aligning {
  T moment, trail, residual;
};

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

// Aligning moment [4.E31 to 4.E49, 4.E71 to 4.E78].
template <class T>
JOUNCE_KERNEL Aligning<T> AligningMoment(const MagicFormulaSettings& p, const Slip<T>& s,
                                         const TurnFactors<T>& turn, const Lateral<T>& lateral,
                                         const T& stiffness_x, const T& fx, const T& fy,
                                         const T& induced, const T& weight) {
  using std::atan, std::cos;
  const double r0 = p.unloaded_radius, dp = s.dpi;
  const T gamma = s.gamma_star * p.lgaz;
  const T stiffness = lateral.stiffness + kSmall * SignOf(lateral.stiffness);
  const T ratio = stiffness_x / stiffness * s.kappa;
  const T kappa_part = ratio * ratio;

  // Pneumatic trail, with Fz0 and not LFZO Fz0 in the end, as MF-Tyre has it.
  const T slip_t = s.alpha_star + (p.qhz1 + p.qhz2 * s.dfz) + (p.qhz3 + p.qhz4 * s.dfz) * gamma;
  const T b = (p.qbz1 + (p.qbz2 + p.qbz3 * s.dfz) * s.dfz) *
              (1.0 + p.qbz4 * gamma + p.qbz5 * Abs(gamma)) * (p.lky / p.lmuy);
  const T d = (p.qdz1 + p.qdz2 * s.dfz) * (1.0 + p.qdz3 * gamma + p.qdz4 * (gamma * gamma)) *
              s.load * turn.zeta5 * ((1 - p.ppz1 * dp) * r0 / p.fnomin * p.ltr);
  const T e = Min(T(1.0), (p.qez1 + (p.qez2 + p.qez3 * s.dfz) * s.dfz) *
                              (1.0 + (p.qez4 + p.qez5 * gamma) * atan(b * p.qcz1 * slip_t) *
                                         (2 / std::numbers::pi)));
  Aligning<T> out;
  out.trail =
      d * CosineShape(p.qcz1, b, e, EquivalentSlip(slip_t, kappa_part)) * (s.cosine * s.direction);

  // Residual moment.
  const T slip_r = s.alpha_star + lateral.horizontal + lateral.vertical / stiffness;
  const T b_r = ((p.qbz9 * p.lky / p.lmuy) + p.qbz10 * lateral.b_times_c) * turn.zeta6;
  T d_r =
      s.load *
      ((p.qdz6 + p.qdz7 * s.dfz) * p.lres * turn.zeta2 +
       ((p.qdz8 + p.qdz9 * s.dfz) * (1 + p.ppz2 * dp) + (p.qdz10 + p.qdz11 * s.dfz) * Abs(gamma)) *
           gamma * (p.lkzc * turn.zeta0)) *
      cos(s.alpha) * (r0 * p.lmuy * s.direction);
  const T slope_r = b_r * EquivalentSlip(slip_r, kappa_part);
  if (turn.zeta0 != 0) {
    out.residual = d_r * CosineOfAtan(slope_r);
  } else {
    const SpinMoment<T> spin = MomentOfSpin(p, s, turn, lateral.mu, weight);
    d_r = d_r + spin.d;
    out.residual = d_r * cos(spin.zeta7 * atan(slope_r));
  }

  const T arm = (p.ssz1 + p.ssz2 / p.fnomin * fy + (p.ssz3 + p.ssz4 * s.dfz) * (s.gamma * p.lgaz)) *
                (r0 * p.ls);
  if (p.version == MagicFormulaVersion::k52) {
    out.moment = out.residual + arm * fx - out.trail * (fy - induced);
  } else {
    const T upright = PureLateral(p, s, T(0.0), TurnFactors<T>{}).force;
    out.moment = out.residual + arm * fx - out.trail * weight * upright;
  }
  return out;
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

template <class T>
struct Relaxation {
  T x, y;
};

// Relaxation lengths: 5.2 by its own coefficients, later ones by the stiffness of the carcass.
template <class T>
JOUNCE_KERNEL Relaxation<T> RelaxationLengths(const MagicFormulaSettings& p, const Slip<T>& s,
                                              const T& stiffness_x, const T& stiffness_y) {
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
  return {Abs(stiffness_x / cx), Abs(stiffness_y / cy)};
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
  const Longitudinal<T> longitudinal = PureLongitudinal(p, s, turn);
  const Lateral<T> lateral = PureLateral(p, s, s.gamma_star, turn);
  const T weight = LateralWeight(p, s);
  const T induced = InducedSideForce(p, s, lateral.mu, turn.zeta2);
  Everything<T> all;
  TyreForces<T>& f = all.forces;
  f.fx = LongitudinalWeight(p, s) * longitudinal.force;  // [4.E50]
  f.fy = weight * lateral.force + induced;               // [4.E58]
  const Aligning<T> aligning =
      AligningMoment(p, s, turn, lateral, longitudinal.stiffness, f.fx, f.fy, induced, weight);
  f.mz = aligning.moment;
  f.mx = OverturningMoment(p, s, f.fy);
  const Rolling<T> rolling = RollingResistance(p, s, f.fx, speed, pressure_ratio);
  f.my = rolling.moment;
  f.my_by_speed = rolling.by_speed;
  const Relaxation<T> relaxation =
      RelaxationLengths(p, s, longitudinal.stiffness, lateral.stiffness);
  f.relaxation_x = relaxation.x;
  f.relaxation_y = relaxation.y;
  all.mu_x = longitudinal.mu;
  all.mu_y = lateral.mu;
  all.stiffness_x = longitudinal.stiffness;
  all.stiffness_y = lateral.stiffness;
  all.trail = aligning.trail;
  all.residual = aligning.residual;
  return all;
}

}  // namespace jounce::magic

#endif  // JOUNCE_TYRES_MAGIC_FORMULA_KERNEL_H_
