#include "report/kc_page.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "report/number_words.h"

namespace jounce::report {
namespace {

constexpr size_t kMostKcFindings = 5;

struct Shown {
  const char* title;
  const char* unit;
  double KcValues::*member;
};

constexpr Shown kTravelPlots[] = {
    {"Toe", "deg", &KcValues::toe},
    {"Camber", "deg", &KcValues::camber},
    {"Caster", "deg", &KcValues::caster},
    {"Kingpin inclination", "deg", &KcValues::kpi},
    {"Scrub radius", "mm", &KcValues::scrub_radius},
    {"Caster trail", "mm", &KcValues::caster_trail},
    {"Half track change", "mm", &KcValues::half_track_change},
    {"Wheel centre, rearwards", "mm", &KcValues::centre_dx},
    {"Roll centre height", "mm", &KcValues::roll_centre},
    {"Vertical force", "N", &KcValues::vertical_force},
};
constexpr Shown kLoadPlots[] = {
    {"Toe", "deg", &KcValues::toe},
    {"Camber", "deg", &KcValues::camber},
    {"Contact point, rearwards", "mm", &KcValues::point_dx},
    {"Contact point, outwards", "mm", &KcValues::point_dy},
};

// Tests by loads, and what they are called.
constexpr std::pair<const char*, const char*> kLoadTests[] = {
    {"lateral_contact", "Lateral force at the contact"},
    {"longitudinal_contact", "Longitudinal force at the contact"},
    {"longitudinal_centre", "Longitudinal force at the wheel centre"},
    {"aligning_torque", "Aligning torque"}};

bool IsKnown(const KcCurve& curve, const Shown& shown) {
  return !curve.points.empty() && !std::isnan(curve.points[0].wheels[0].*shown.member);
}

// One curve a wheel. Travel stands upright, as the wheel does.
void AddCurves(const KcResult& result, const KcCurve& curve, const Shown& shown, bool upright,
               const std::string& name, Plot* plot) {
  for (size_t wheel = 0; wheel < result.wheels.size(); ++wheel) {
    Curve line{.name = fmt::format("{}, {}", result.wheels[wheel], name)};
    for (const KcPoint& point : curve.points) {
      const double input = upright ? 1000 * point.input : point.input;
      const double value = point.wheels[wheel].*shown.member;
      line.x.push_back(upright ? value : input);
      line.y.push_back(upright ? input : value);
    }
    plot->curves.push_back(std::move(line));
  }
}

Section TravelSection(const KcResult& result, const std::string& pattern) {
  Section section{.title = fmt::format("Wheel travel, {}", pattern), .items = {}, .columns = 3};
  for (const Shown& shown : kTravelPlots) {
    Plot plot{.title = shown.title,
              .x = {.title = shown.title, .unit = shown.unit},
              .y = {.title = "Travel", .unit = "mm"}};
    for (const KcCurve& curve : result.curves) {
      if (curve.test != "travel" || curve.pattern != pattern || !IsKnown(curve, shown)) continue;
      AddCurves(result, curve, shown, true, curve.pivots, &plot);
    }
    if (!plot.curves.empty()) section.items.push_back(std::move(plot));
  }
  return section;
}

Section LoadSection(const KcResult& result, const std::string& test, const std::string& pattern) {
  Section section{.columns = 2};
  for (const Shown& shown : kLoadPlots) {
    Plot plot{.title = shown.title, .y = {.title = shown.title, .unit = shown.unit}};
    for (const KcCurve& curve : result.curves) {
      if (curve.test != test || curve.pattern != pattern) continue;
      plot.x = {.title = "Input", .unit = curve.unit};
      AddCurves(result, curve, shown, false, curve.support, &plot);
    }
    if (!plot.curves.empty()) section.items.push_back(std::move(plot));
  }
  return section;
}

Table GradientTable(const KcResult& result) {
  Table table{.title = "Gradients at zero"};
  table.columns = {{.title = "Test"},    {.title = "Pivots"}, {.title = "Vertical support"},
                   {.title = "Pattern"}, {.title = "Wheel"},  {.title = "Step"}};
  const Shown columns[] = {{"Toe", "deg", &KcValues::toe},
                           {"Camber", "deg", &KcValues::camber},
                           {"Wheel centre, rearwards", "mm", &KcValues::centre_dx},
                           {"Wheel centre, outwards", "mm", &KcValues::centre_dy},
                           {"Wheel centre, up", "mm", &KcValues::centre_dz},
                           {"Contact point, rearwards", "mm", &KcValues::point_dx},
                           {"Contact point, outwards", "mm", &KcValues::point_dy}};
  for (const Shown& column : columns) {
    table.columns.push_back(
        {.title = column.title, .unit = column.unit, .align = Align::kRight, .digits = 5});
  }
  for (const KcCurve& curve : result.curves) {
    for (size_t wheel = 0; wheel < result.wheels.size(); ++wheel) {
      // In words, which break where lines do.
      std::vector<Cell> row = {{.value = InWords(curve.test)},    {.value = curve.pivots},
                               {.value = InWords(curve.support)}, {.value = curve.pattern},
                               {.value = result.wheels[wheel]},   {.value = curve.gradient_unit}};
      for (const Shown& column : columns) {
        row.push_back({.value = curve.gradients[wheel].*column.member});
      }
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

// What a suspension is first asked for: how it steers and tilts as it travels.
std::vector<Note> Findings(const KcResult& result) {
  std::vector<Note> findings;
  for (const KcRate& rate : result.wheel_rates) {
    findings.push_back(
        {fmt::format("Wheel rate, {}: {:.4g} N/mm.", rate.pattern, rate.wheels[0] / 1000)});
  }
  for (const KcCurve& curve : result.curves) {
    const bool first = result.wheel_rates.empty() || curve.pattern == result.wheel_rates[0].pattern;
    if (curve.test != "travel" || curve.gradients.empty() || !first) continue;
    findings.push_back(
        {fmt::format("As it travels, {}, on {} pivots, {} turns by {:.4g} deg of toe and {:.4g} "
                     "deg of camber {}.",
                     curve.pattern, curve.pivots, result.wheels[0], curve.gradients[0].toe,
                     curve.gradients[0].camber, curve.gradient_unit)});
  }
  if (findings.size() > kMostKcFindings) findings.resize(kMostKcFindings);
  return findings;
}

}  // namespace

Page MakeKcPage(const std::string& source, const KcResult& result) {
  Page page{.title = "Kinematics and compliance", .subtitle = source, .findings = Findings(result)};
  std::vector<std::string> patterns;
  for (const KcRate& rate : result.wheel_rates) patterns.push_back(rate.pattern);
  for (const std::string& pattern : patterns) {
    page.sections.push_back(TravelSection(result, pattern));
    page.sections.back().open = pattern == patterns.front();  // the others on demand
  }
  page.sections.push_back({.title = "Gradients", .items = {GradientTable(result)}});
  for (const auto& [test, title] : kLoadTests) {
    for (const std::string& pattern : patterns) {
      page.sections.push_back(LoadSection(result, test, pattern));
      page.sections.back().title = fmt::format("{}, {}", title, pattern);
      page.sections.back().open = false;
    }
  }
  return page;
}

}  // namespace jounce::report
