#include "report/road_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "report/number_words.h"

namespace jounce::report {
namespace {

constexpr int kAlong = 60, kAcross = 15;  // cells of the map
constexpr int kSamples = 4000;            // of a profile

double Between(double low, double high, int i, int count) {
  return low + (high - low) * i / (count - 1);
}

Plot Plan(const Road& road, const Road::Extent& e) {
  Plot plot{.title = "Plan",
            .x = {.title = "x", .unit = "m"},
            .y = {.title = "y", .unit = "m"},
            .note = "Reference line and borders, seen from above."};
  const std::pair<const char*, double> lines[] = {
      {"right border", e.v_low},
      {"reference line", std::clamp(0.0, e.v_low, e.v_high)},
      {"left border", e.v_high}};
  for (const auto& [name, v] : lines) {
    Curve curve{.name = name};
    for (int i = 0; i < 500; ++i) {
      const RoadPlace place = road.FromPath(Between(e.u_low, e.u_high, i, 500), v);
      curve.x.push_back(place.x);
      curve.y.push_back(place.y);
    }
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

Heatmap Map(const Road& road, const Road::Extent& e) {
  Heatmap map{.title = "Heights",
              .x = {.title = "u", .unit = "m"},
              .y = {.title = "v", .unit = "m"},
              .value_title = "Height",
              .value_unit = "mm"};
  for (int i = 0; i < kAlong; ++i) map.x_values.push_back(Between(e.u_low, e.u_high, i, kAlong));
  for (int j = 0; j < kAcross; ++j) {
    map.y_values.push_back(Between(e.v_low, e.v_high, j, kAcross));
    for (const double u : map.x_values) {
      map.values.push_back(1000 * road.HeightOnPath(u, map.y_values.back()));
    }
  }
  return map;
}

Plot Profiles(const Road& road, const Road::Extent& e) {
  Plot plot{.title = "Profiles",
            .x = {.title = "u", .unit = "m"},
            .y = {.title = "Height", .unit = "mm"},
            .link = "u"};
  for (const double share : {0.25, 0.5, 0.75}) {
    const double v = e.v_low + share * (e.v_high - e.v_low);
    Curve curve{.name = fmt::format("v = {:.3g} m", v)};
    for (int i = 0; i < kSamples; ++i) {
      curve.x.push_back(Between(e.u_low, e.u_high, i, kSamples));
      curve.y.push_back(1000 * road.HeightOnPath(curve.x.back(), v));
    }
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

Plot Curvature(const Road& road, const Road::Extent& e) {
  Curve curve{.name = "curvature"};
  for (int i = 0; i < kSamples; ++i) {
    curve.x.push_back(Between(e.u_low, e.u_high, i, kSamples));
    curve.y.push_back(road.FromPath(curve.x.back(), 0).curvature);
  }
  return {.title = "Curvature",
          .x = {.title = "u", .unit = "m"},
          .y = {.title = "Curvature, to the left", .unit = "1/m"},
          .curves = {std::move(curve)},
          .link = "u",
          .height = 180};
}

// How rough it is along the lines that are drawn.
Note HeightsOf(const Plot& profiles) {
  double low = std::numeric_limits<double>::infinity(), high = -low, sum = 0, squares = 0;
  size_t count = 0;
  for (const Curve& curve : profiles.curves) {
    for (const double z : curve.y) {
      if (!std::isfinite(z)) continue;
      low = std::min(low, z);
      high = std::max(high, z);
      sum += z;
      squares += z * z;
      ++count;
    }
  }
  if (count == 0) return {"It has no heights along these lines.", Mark::kWarning};
  const double mean = sum / static_cast<double>(count);
  const double rms = std::sqrt(std::max(0.0, squares / static_cast<double>(count) - mean * mean));
  return {
      fmt::format("Along three lines the heights go from {} to {} mm, {} mm in the root mean "
                  "square about their mean.",
                  Readable(low), Readable(high), Readable(rms))};
}

}  // namespace

Page MakeRoadPage(const Road& road, const std::string& title) {
  const Road::Extent e = road.extent();
  Page page{.title = title,
            .facts = {{"Length", fmt::format("{:g} m", e.u_high - e.u_low)},
                      {"Width", fmt::format("{:g} m", e.v_high - e.v_low)}}};
  Section profiles{.title = "Profiles", .items = {Profiles(road, e)}, .anchor = "profile"};
  page.findings.push_back(HeightsOf(std::get<Plot>(profiles.items[0])));
  Plot curvature = Curvature(road, e);
  const auto& bends = curvature.curves[0].y;
  // A straight road has nothing to show there.
  if (std::any_of(bends.begin(), bends.end(), [](double c) { return c != 0; })) {
    profiles.items.push_back(std::move(curvature));
  } else {
    page.findings.push_back({"It goes straight on."});
  }
  page.sections = {std::move(profiles),
                   {.title = "Map", .items = {Map(road, e), Plan(road, e)}, .anchor = "map"}};
  return page;
}

}  // namespace jounce::report
