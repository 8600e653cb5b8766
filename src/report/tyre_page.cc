#include "report/tyre_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "report/number_words.h"

namespace jounce::report {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr int kTyrePoints = 121;

// How the abscissa is shown and what it is in a point.
struct Sweep {
  Axis axis;
  double TyrePoint::*variable;
  double low, high, unit;
};

// One value of a report.
struct Wanted {
  const char* title;
  const char* unit;
  double (*value)(const TyreReport&);
};

Curve CurveOf(const Tyre& tyre, const Sweep& sweep, TyrePoint point, const Wanted& wanted,
              const std::string& name, double shade) {
  Curve curve{.name = name, .shade = shade};
  for (int i = 0; i < kTyrePoints; ++i) {
    point.*sweep.variable = sweep.low + (sweep.high - sweep.low) * i / (kTyrePoints - 1);
    curve.x.push_back(point.*sweep.variable / sweep.unit);
    curve.y.push_back(wanted.value(tyre.Report(point)));
  }
  return curve;
}

double ShadeOf(size_t i, size_t count) {
  return count < 2 ? 0.7 : 0.2 + 0.8 * static_cast<double>(i) / static_cast<double>(count - 1);
}

class TyrePage {
 public:
  TyrePage(const Tyre& tyre, const TyrePageSettings& settings) : tyre_(tyre), s_(settings) {
    const TyreRange& range = tyre.range();
    kappa_ = {{.title = "Longitudinal slip", .unit = "%"},
              &TyrePoint::kappa,
              std::max(range.kappa_low, -0.3),
              std::min(range.kappa_high, 0.3),
              0.01};
    alpha_ = {{.title = "Slip angle", .unit = "deg"},
              &TyrePoint::alpha,
              std::max(range.alpha_low, -15 * kDegree),
              std::min(range.alpha_high, 15 * kDegree),
              kDegree};
    load_ = {{.title = "Load", .unit = "kN"},
             &TyrePoint::load,
             std::max(range.load_low, 100.0),
             std::min(range.load_high, 2 * tyre.dimensions().nominal_load),
             1000};
  }

  Page Make() const {
    Page page{.title = s_.title,
              .subtitle = s_.subtitle,
              .findings = {LargestForce("Along the wheel", kappa_, kFx),
                           LargestForce("Across it", alpha_, kFy)},
              .facts = s_.facts};
    page.sections = {OverLoads(), OverCambers(), Combined(), OverLoad()};
    return page;
  }

 private:
  TyrePoint Start() const {
    return {.load = tyre_.dimensions().nominal_load, .speed = s_.speed, .pressure = s_.pressure};
  }

  // At the nominal load, upright, with slip of one kind alone.
  Note LargestForce(const char* where, const Sweep& sweep, const Wanted& wanted) const {
    const Curve curve = CurveOf(tyre_, sweep, Start(), wanted, "", 0);
    size_t at = 0;
    for (size_t i = 1; i < curve.y.size(); ++i) {
      if (std::abs(curve.y[i]) > std::abs(curve.y[at])) at = i;
    }
    const double load = tyre_.dimensions().nominal_load;
    return {
        fmt::format("{} the tyre bears at most {} N under its nominal load of {} N, {:.3g} times "
                    "as much, at a slip of {} {}.",
                    where, Readable(std::abs(curve.y[at])), Readable(load),
                    std::abs(curve.y[at]) / load, Readable(curve.x[at]), sweep.axis.unit)};
  }

  Plot OfLoads(const Sweep& sweep, const Wanted& wanted) const {
    Plot plot{
        .title = wanted.title, .x = sweep.axis, .y = {.title = wanted.title, .unit = wanted.unit}};
    for (size_t i = 0; i < s_.loads.size(); ++i) {
      TyrePoint point = Start();
      point.load = s_.loads[i];
      plot.curves.push_back(CurveOf(tyre_, sweep, point, wanted,
                                    fmt::format("{:.4g} kN", point.load / 1000),
                                    ShadeOf(i, s_.loads.size())));
    }
    return plot;
  }

  Plot OfCambers(const Sweep& sweep, const Wanted& wanted) const {
    Plot plot{
        .title = wanted.title, .x = sweep.axis, .y = {.title = wanted.title, .unit = wanted.unit}};
    for (size_t i = 0; i < s_.cambers.size(); ++i) {
      TyrePoint point = Start();
      point.gamma = s_.cambers[i];
      plot.curves.push_back(CurveOf(tyre_, sweep, point, wanted,
                                    fmt::format("camber {:.3g} deg", point.gamma / kDegree),
                                    ShadeOf(i, s_.cambers.size())));
    }
    return plot;
  }

  Section OverLoads() const {
    return {.title = "Slip at several loads",
            .text = "Without camber; longitudinal slip or slip angle alone.",
            .items = {OfLoads(kappa_, kFx), OfLoads(alpha_, kFy), OfLoads(alpha_, kMz),
                      OfLoads(alpha_, kTrail), OfLoads(alpha_, kMx), OfLoads(kappa_, kMy)},
            .columns = 2,
            .anchor = "loads"};
  }

  Section OverCambers() const {
    return {.title = "Slip at several cambers",
            .text = fmt::format("At the nominal load of {:.4g} kN.", Start().load / 1000),
            .items = {OfCambers(alpha_, kFy), OfCambers(alpha_, kMz), OfCambers(kappa_, kFx),
                      OfCambers(alpha_, kMx)},
            .columns = 2,
            .anchor = "camber"};
  }

  // Fy over Fx with the longitudinal slip running through, a curve a slip angle.
  Section Combined() const {
    Plot circle{.title = "Lateral over longitudinal force",
                .x = {.title = "Longitudinal force", .unit = "N"},
                .y = {.title = "Lateral force", .unit = "N"},
                .height = 420};
    Plot lateral{.title = "Lateral force under longitudinal slip",
                 .x = kappa_.axis,
                 .y = {.title = "Lateral force", .unit = "N"},
                 .height = 420};
    const double angles[] = {-8, -4, -2, 0, 2, 4, 8};
    for (size_t i = 0; i < std::size(angles); ++i) {
      TyrePoint point = Start();
      point.alpha = angles[i] * kDegree;
      const std::string name = fmt::format("alpha {:g} deg", angles[i]);
      const double shade = ShadeOf(i, std::size(angles));
      lateral.curves.push_back(CurveOf(tyre_, kappa_, point, kFy, name, shade));
      Curve curve = lateral.curves.back();
      curve.x = CurveOf(tyre_, kappa_, point, kFx, name, shade).y;
      circle.curves.push_back(std::move(curve));
    }
    return {.title = "Combined slip",
            .text = fmt::format("At the nominal load, longitudinal slip from {:g} to {:g} %.",
                                kappa_.low * 100, kappa_.high * 100),
            .items = {std::move(circle), std::move(lateral)},
            .columns = 2,
            .anchor = "combined"};
  }

  Section OverLoad() const {
    const auto plot = [this](const char* title, std::vector<Wanted> wanted) {
      Plot p{.title = title, .x = load_.axis, .y = {.title = title, .unit = wanted[0].unit}};
      for (size_t i = 0; i < wanted.size(); ++i) {
        Curve curve = CurveOf(tyre_, load_, Start(), wanted[i], wanted[i].title, 0);
        curve.shade.reset();
        p.curves.push_back(std::move(curve));
      }
      return p;
    };
    return {.title = "Over the load",
            .items = {plot("Stiffness", {kSlipStiffness, kCorneringStiffness}),
                      plot("Peak friction", {kMuX, kMuY}),
                      plot("Radius", {kRollingRadius, kLoadedRadius}),
                      plot("Relaxation length", {kRelaxationX, kRelaxationY})},
            .columns = 2,
            .anchor = "load"};
  }

  using R = TyreReport;
  static constexpr Wanted kFx = {"Longitudinal force", "N", [](const R& r) { return r.forces.fx; }};
  static constexpr Wanted kFy = {"Lateral force", "N", [](const R& r) { return r.forces.fy; }};
  static constexpr Wanted kMx = {"Overturning moment", "N m",
                                 [](const R& r) { return r.forces.mx; }};
  static constexpr Wanted kMy = {"Rolling resistance moment", "N m",
                                 [](const R& r) { return r.forces.my; }};
  static constexpr Wanted kMz = {"Aligning moment", "N m", [](const R& r) { return r.forces.mz; }};
  static constexpr Wanted kTrail = {"Pneumatic trail", "mm",
                                    [](const R& r) { return 1000 * r.trail; }};
  static constexpr Wanted kSlipStiffness = {"Slip stiffness", "kN",
                                            [](const R& r) { return r.stiffness_x / 1000; }};
  static constexpr Wanted kCorneringStiffness = {"Cornering stiffness (a rad)", "kN",
                                                 [](const R& r) { return -r.stiffness_y / 1000; }};
  static constexpr Wanted kMuX = {"Longitudinal", "", [](const R& r) { return r.mu_x; }};
  static constexpr Wanted kMuY = {"Lateral", "", [](const R& r) { return r.mu_y; }};
  static constexpr Wanted kRollingRadius = {"Rolling radius", "mm",
                                            [](const R& r) { return 1000 * r.rolling_radius; }};
  static constexpr Wanted kLoadedRadius = {"Loaded radius", "mm",
                                           [](const R& r) { return 1000 * r.loaded_radius; }};
  static constexpr Wanted kRelaxationX = {"Longitudinal", "m",
                                          [](const R& r) { return r.relaxation.x; }};
  static constexpr Wanted kRelaxationY = {"Lateral", "m",
                                          [](const R& r) { return r.relaxation.y; }};

  const Tyre& tyre_;
  const TyrePageSettings& s_;
  Sweep kappa_, alpha_, load_;
};

}  // namespace

Page MakeTyrePage(const Tyre& tyre, const TyrePageSettings& settings) {
  return TyrePage(tyre, settings).Make();
}

}  // namespace jounce::report
