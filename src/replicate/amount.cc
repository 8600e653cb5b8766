#include "replicate/amount.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "math/units.h"

namespace jounce {

double ReadAmount(const std::string& text, const std::string& unit, bool rate,
                  const std::string& what, const Place& place, Diagnostics* problems) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc() || !std::isfinite(value) || value <= 0) {
    problems->Error(place, fmt::format("{} is '{}'", what, text),
                    "give a positive number with its unit: 75 mm");
    return 0;
  }
  std::string_view own(rest, end - rest);
  while (own.starts_with(' ')) own.remove_prefix(1);
  try {
    if (own.empty()) return value;
    const Unit parsed = ParseUnit(own);
    if (!unit.empty()) {
      Dimension expected = ParseUnit(unit).dimension;
      if (rate) expected = expected / quantity::kTime.ToDimension();
      if (!(parsed.dimension == expected)) {
        problems->Error(place, fmt::format("{} is in '{}'", what, own),
                        fmt::format("it must be convertible to {}", expected.ToString()));
        return 0;
      }
    }
    return parsed.ToSi(value);
  } catch (const InputError& error) {
    problems->Error(place, fmt::format("{}: {}", what, error.diagnostics().front().message),
                    error.diagnostics().front().remedy);
    return 0;
  }
}

}  // namespace jounce
