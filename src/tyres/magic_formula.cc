#include "tyres/magic_formula.h"

#include <cmath>

#include "base/error.h"
#include "tyres/magic_formula_kernel.h"

namespace jounce {
namespace {

void RequirePositive(double value, const char* name) {
  if (!(value > 0)) {
    throw InputError(std::string("a tyre needs ") + name + " above zero", "give it in the file");
  }
}

}  // namespace

MagicFormula::MagicFormula(const MagicFormulaSettings& settings) : p_(settings) {
  RequirePositive(p_.unloaded_radius, "UNLOADED_RADIUS");
  RequirePositive(p_.fnomin, "FNOMIN");
  RequirePositive(p_.lfzo, "LFZO");
  RequirePositive(p_.longvl, "LONGVL");
  // Cz = Fz0/R0 sqrt(Qfz1^2 + 4 Qfz2) at a deflection of Fz0/Cz: one of Cz and Qfz1 is enough.
  const double scale = p_.fnomin / p_.unloaded_radius;
  if (p_.vertical_stiffness == 0 && p_.q_fz1 > 0) {
    p_.vertical_stiffness = scale * std::sqrt(p_.q_fz1 * p_.q_fz1 + 4 * std::max(p_.q_fz2, 0.0));
  }
  RequirePositive(p_.vertical_stiffness, "VERTICAL_STIFFNESS");
  const double ratio = p_.vertical_stiffness / scale;
  q_fz1_ = std::sqrt(std::max(ratio * ratio - 4 * p_.q_fz2, 0.0));
  if (p_.version != MagicFormulaVersion::k52) {
    RequirePositive(p_.longitudinal_stiffness, "LONGITUDINAL_STIFFNESS");
    RequirePositive(p_.lateral_stiffness, "LATERAL_STIFFNESS");
    // Scale factors of camber belong to 5.2.
    p_.lgax = p_.lgay = p_.lgaz = 1;
  }
  p_.turn_slip = p_.turn_slip && p_.HasTurnSlip();
  dimensions_ = {p_.unloaded_radius, p_.width, p_.fnomin, p_.vertical_damping, p_.vxlow};
  range_ = {p_.fzmin,  p_.fzmax,  p_.kpumin, p_.kpumax,  p_.alpmin,
            p_.alpmax, p_.cammin, p_.cammax, p_.presmin, p_.presmax};
}

MagicFormula::Pressure MagicFormula::PressureOf(double pressure) const {
  if (p_.version == MagicFormulaVersion::k52 || !(p_.nompres > 0)) return {0, 1};
  const double actual = pressure > 0 ? pressure : p_.inflpres > 0 ? p_.inflpres : p_.nompres;
  return {(actual - p_.nompres) / p_.nompres, actual / p_.nompres};
}

double MagicFormula::FreeRadius(double wheel_speed) const {
  const double rim = wheel_speed * p_.unloaded_radius / p_.longvl;
  return p_.unloaded_radius * (p_.q_re0 + p_.q_v1 * rim * rim);
}

Tyre::Radius MagicFormula::RollingRadius(double load, double wheel_speed, double pressure) const {
  const double stiffness = p_.vertical_stiffness * (1 + p_.pfz1 * PressureOf(pressure).change);
  const double fz = std::max(load, 0.0) / p_.fnomin, b = p_.breff * fz;
  const double scale = p_.fnomin / stiffness, rim = p_.unloaded_radius / p_.longvl;
  return {FreeRadius(wheel_speed) - scale * (p_.dreff * std::atan(b) + p_.freff * fz),
          -(p_.dreff * p_.breff / (1 + b * b) + p_.freff) / stiffness,
          2 * p_.unloaded_radius * p_.q_v1 * rim * rim * wheel_speed};
}

// [Besselink 2010, 2 and 4]; for 6.2 with the camber of the equation manual of MF-Tyre 6.2.
template <class T>
T MagicFormula::LoadOf(const T& loaded_radius, const T& wheel_speed, const T& fx, const T& fy,
                       const T& gamma, double dpi) const {
  using std::pow, std::tan;
  const double r0 = p_.unloaded_radius, fz0 = p_.fnomin;
  const T rim = wheel_speed * (r0 / p_.longvl);
  const T free_radius = r0 * (p_.q_re0 + p_.q_v1 * (rim * rim));
  T deflection = free_radius - loaded_radius;
  T side = p_.q_fcy / fz0 * fy;
  if (p_.version == MagicFormulaVersion::k62) {
    const T tilt = Abs(gamma), free_deflection = Max(deflection, T(0.0));
    const T at_free = p_.q_cam1 * free_radius + p_.q_cam2 * (free_radius * free_radius);
    if (Value(tilt) > 0 && Value(at_free) != 0) {
      const T ratio = (p_.q_cam1 + p_.q_cam2 * loaded_radius) * loaded_radius / at_free;
      const double tread = (1.075 - 0.5 * p_.aspect_ratio) * p_.width;
      deflection = free_deflection + ratio * ratio * tan(tilt) * (tread / 8) -
                   p_.q_cam3 * free_deflection * tilt;
    }
    deflection = Max(deflection, T(1e-12));
    const T share = loaded_radius / free_radius;
    const T by_camber = (p_.q_fys1 + (p_.q_fys2 + p_.q_fys3 * share) * share) * gamma;
    side = pow(deflection / r0, p_.q_fcy2) * (fy - by_camber) * (p_.q_fcy / fz0);
  } else if (!(Value(deflection) > 0)) {
    return T(0.0);
  }
  const T x = deflection / r0, along = p_.q_fcx / fz0 * fx;
  const T stiffening = 1.0 + p_.q_v2 * Abs(rim) - along * along - side * side;
  T load = stiffening * (q_fz1_ + p_.q_fz2 * x) * x * (fz0 * (1 + p_.pfz1 * dpi));
  // The tread meets the rim.
  const T bottomed = T(p_.rim_radius + p_.bottom_offst) - loaded_radius;
  if (p_.bottom_stiff > 0 && p_.rim_radius > 0 && Value(bottomed) > 0) {
    load = load + p_.bottom_stiff * bottomed;
  }
  return load;
}

Tyre::Load MagicFormula::LoadAt(double loaded_radius, double wheel_speed, double fx, double fy,
                                double gamma, double pressure) const {
  using Number = Dual<5>;
  if (!(FreeRadius(wheel_speed) > loaded_radius)) return {};
  const double side = p_.mirrored ? -1 : 1;
  const Number load = LoadOf(Number::Variable(loaded_radius, 0), Number::Variable(wheel_speed, 1),
                             Number::Variable(fx, 2), side * Number::Variable(fy, 3),
                             side * Number::Variable(gamma, 4), PressureOf(pressure).change);
  if (!(load.value > 0)) return {};
  return {load.value, load.d[0], load.d[1], load.d[2], load.d[3], load.d[4]};
}

// Newton's method from the linear spring; the load falls steadily with the radius.
double MagicFormula::LoadedRadius(double load, double wheel_speed, double fx, double fy,
                                  double gamma, double pressure) const {
  using Number = Dual<1>;
  const double dpi = PressureOf(pressure).change, free_radius = FreeRadius(wheel_speed);
  double radius = free_radius - load / (p_.vertical_stiffness * (1 + p_.pfz1 * dpi));
  for (int i = 0; i < 50; ++i) {
    const Number found = LoadOf(Number::Variable(radius, 0), Number(wheel_speed), Number(fx),
                                Number(fy), Number(gamma), dpi);
    if (!(found.d[0] < 0)) break;
    const double step = (load - found.value) / found.d[0];
    radius = std::min(radius + step, free_radius);
    if (std::abs(step) < 1e-15 * free_radius) break;
  }
  return radius;
}

template <class T>
magic::TurnFactors<T> MagicFormula::TurnFactorsOf(const magic::Slip<T>& slip,
                                                  const TyrePoint& point) const {
  if (!p_.turn_slip) return {};
  // A wheel that rolls turns by one radian a rolling radius.
  const Radius radius = RollingRadius(point.load, point.speed / p_.unloaded_radius, point.pressure);
  const T under_load = radius.radius + radius.by_load * (slip.load - point.load);
  return magic::MakeTurnFactors<T>(p_, slip, point.turn_slip,
                                   (1.0 + slip.kappa) * slip.cosine / under_load);
}

TyreForces<TyreNumber> MagicFormula::Forces(const TyrePoint& point) const {
  if (!(point.load > 0)) return {};
  const Pressure pressure = PressureOf(point.pressure);
  TyrePoint seen = point;
  PackedDual alpha = PackedDual::Variable(point.alpha, kByAlpha);
  PackedDual gamma = PackedDual::Variable(point.gamma, kByGamma);
  if (p_.mirrored) {
    alpha = -alpha;
    gamma = -gamma;
    seen.turn_slip = -point.turn_slip;
  }
  const auto slip = magic::MakeSlip(p_, PackedDual::Variable(point.load, kByLoad),
                                    PackedDual::Variable(point.kappa, kByKappa), alpha, gamma,
                                    point.speed, pressure.change);
  const auto f =
      magic::Evaluate(p_, slip, TurnFactorsOf(slip, seen), point.speed, pressure.ratio).forces;
  const double side = p_.mirrored ? -1 : 1;
  return {f.fx.ToDual(), (side * f.fy).ToDual(), (side * f.mx).ToDual(),
          f.my.ToDual(), (side * f.mz).ToDual(), f.my_by_speed};
}

TyreRelaxation<TyreNumber> MagicFormula::Relaxation(const TyrePoint& point) const {
  if (!(point.load > 0)) return {};
  PackedDual gamma = PackedDual::Variable(point.gamma, kByGamma);
  if (p_.mirrored) gamma = -gamma;
  const PackedDual none(0.0);
  const auto lengths = magic::RelaxationLengths(
      p_, magic::MakeSlip(p_, PackedDual::Variable(point.load, kByLoad), none, none, gamma,
                          point.speed, PressureOf(point.pressure).change));
  return {lengths.x.ToDual(), lengths.y.ToDual()};
}

TyreReport MagicFormula::Report(const TyrePoint& point) const {
  TyreReport report;
  const double side = p_.mirrored ? -1 : 1;
  if (point.load > 0) {
    const Pressure pressure = PressureOf(point.pressure);
    TyrePoint seen = point;
    seen.turn_slip *= side;
    const auto slip = magic::MakeSlip(p_, point.load, point.kappa, side * point.alpha,
                                      side * point.gamma, point.speed, pressure.change);
    const auto all =
        magic::Evaluate(p_, slip, TurnFactorsOf(slip, seen), point.speed, pressure.ratio);
    report.forces = all.forces;
    report.relaxation = magic::RelaxationLengths(p_, slip);
    report.forces.fy *= side;
    report.forces.mx *= side;
    report.forces.mz *= side;
    report.mu_x = all.mu_x;
    report.mu_y = all.mu_y;
    report.stiffness_x = all.stiffness_x;
    report.stiffness_y = all.stiffness_y;
    report.trail = all.trail;
    report.residual_moment = side * all.residual;
  }
  AddGeometry(point, &report);
  return report;
}

void MagicFormula::AddGeometry(const TyrePoint& point, TyreReport* report) const {
  const double load = std::max(point.load, 0.0), side = p_.mirrored ? -1 : 1;
  // The wheel's speed and its rolling radius depend on each other, weakly.
  double radius = RollingRadius(load, 0, point.pressure).radius, wheel_speed = 0;
  for (int i = 0; i < 100; ++i) {
    const double before = radius;
    wheel_speed = (point.speed + point.kappa * std::abs(point.speed)) / radius;
    radius = RollingRadius(load, wheel_speed, point.pressure).radius;
    if (!(std::abs(radius - before) > 1e-16 * radius)) break;
  }
  report->rolling_radius = radius;
  report->wheel_speed = wheel_speed;
  const double free_radius = FreeRadius(wheel_speed);
  report->loaded_radius = free_radius;
  if (!(load > 0)) return;
  report->loaded_radius =
      LoadedRadius(load, wheel_speed, report->forces.fx, side * report->forces.fy,
                   side * point.gamma, point.pressure);
  report->deflection = free_radius - report->loaded_radius;
  report->vertical_stiffness = load / report->deflection;
  AddContactPatch(load, PressureOf(point.pressure).change, report);
}

void MagicFormula::AddContactPatch(double load, double dpi, TyreReport* report) const {
  const double stiffness = p_.vertical_stiffness * (1 + p_.pfz1 * dpi);
  if (p_.version == MagicFormulaVersion::k52) {
    double a1 = p_.q_a1, a2 = p_.q_a2;
    if (a1 == 0 && a2 == 0) {
      // What MF-Tyre takes where the file says nothing, by the tyre's stiffness.
      const double y = std::log10(p_.unloaded_radius * p_.vertical_stiffness / p_.fnomin);
      a1 = ((-0.0388 * y + 0.2509) * y - 0.6283) * y + 0.6279;
      a2 = 1.693 * a1 * a1;
    }
    const double fz = load / p_.fnomin;
    report->half_length = p_.unloaded_radius * (a2 * fz + a1 * std::sqrt(fz));
    report->half_width = p_.width / 2;
    return;
  }
  // [Besselink 2010, 9 and 10]
  const double ratio = load / (stiffness * p_.unloaded_radius);
  report->half_length = p_.unloaded_radius * (p_.q_ra2 * ratio + p_.q_ra1 * std::sqrt(ratio));
  report->half_width = p_.width * (p_.q_rb2 * ratio + p_.q_rb1 * std::cbrt(ratio));
}

}  // namespace jounce
