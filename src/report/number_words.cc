#include "report/number_words.h"

#include <fmt/format.h>

#include <algorithm>

#include <cctype>
#include <cmath>

namespace jounce::report {

namespace {

std::string Superscript(int number) {
  constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number))) text += kDigits[digit - '0'];
  return text;
}

}  // namespace

std::string Readable(double value) {
  const std::string text = fmt::format("{:.4g}", value);
  const double size = std::abs(std::stod(text));
  if (!std::isfinite(size) || size == 0) return text;
  // Four digits and zeros behind them: 13330.
  if (size >= 1e4 && size < 1e6) return fmt::format("{:.0f}", std::stod(text));
  if (size >= 1e6 && size < 1e9) return fmt::format("{:.4g} million", std::stod(text) / 1e6);
  const size_t exponent = text.find('e');
  if (exponent == std::string::npos) return text;
  return text.substr(0, exponent) + " × 10" + Superscript(std::stoi(text.substr(exponent + 1)));
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
