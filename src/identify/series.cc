#include "identify/series.h"

#include <fmt/format.h>

#include <numbers>

namespace jounce::identify {

const char* ToString(SeriesKind kind) {
  switch (kind) {
    case SeriesKind::kStatic:
      return "static";
    case SeriesKind::kQuasiStatic:
      return "quasistatic";
    case SeriesKind::kDynamic:
      return "dynamic";
  }
  return "";
}

std::string ShowDisplacement(double displacement, bool rotation) {
  return rotation ? fmt::format("{:.4g} deg", displacement * 180 / std::numbers::pi)
                  : fmt::format("{:.4g} mm", displacement * 1e3);
}

std::string Describe(const Series& series) {
  return fmt::format("series {} ({}, {}, {:.4g} Hz)", series.name, ToString(series.kind),
                     ShowDisplacement(series.amplitude, series.rotation), series.frequency);
}

}  // namespace jounce::identify
