#include "identify/series.h"

#include <fmt/format.h>

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

std::string Describe(const Series& series) {
  return fmt::format("series {} ({}, {:.4g} mm, {:.4g} Hz)", series.name, ToString(series.kind),
                     series.amplitude * 1e3, series.frequency);
}

}  // namespace jounce::identify
