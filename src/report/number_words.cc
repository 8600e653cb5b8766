#include "report/number_words.h"

#include <fmt/format.h>

#include <algorithm>

#include <cctype>
#include <cmath>

namespace jounce::report {

std::string Readable(double value) {
  const double size = std::abs(value);
  // Four digits and zeros behind them: 13330.
  const bool large = size >= 9999.5 && size < 1e6;
  return large ? fmt::format("{:.0f}", std::stod(fmt::format("{:.4g}", value)))
               : fmt::format("{:.4g}", value);
}

std::string WrittenUnit(const std::string& unit) {
  std::string text;
  for (size_t i = 0; i < unit.size(); ++i) {
    const bool square = unit.compare(i, 2, "^2") == 0, cube = unit.compare(i, 2, "^3") == 0;
    const char after = i + 2 < unit.size() ? unit[i + 2] : ' ';
    if ((square || cube) && !std::isdigit(static_cast<unsigned char>(after))) {
      text += square ? "²" : "³";
      ++i;
    } else {
      text += unit[i] == '*' ? ' ' : unit[i];
    }
  }
  return text;
}

std::string WithUnit(double value, const std::string& unit) {
  return unit.empty() ? Readable(value) : Readable(value) + " " + WrittenUnit(unit);
}

std::string InWords(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace jounce::report
