#include "signals/number_text.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>

namespace jounce {
namespace {

// `value` rounded to `digits` significant digits.
double RoundToDigits(double value, int digits) {
  return ParseNumber(fmt::format("{:.{}e}", value, digits - 1)).value_or(value);
}

// Half a unit of the last printed digit, for a number between 1 and 10.
double PrintedPrecision(std::string_view printed) {
  int digits = 0;
  for (char c : printed) {
    if (c == 'e' || c == 'E' || c == 'd' || c == 'D') break;
    const bool leading_zero = c == '0' && digits == 0;
    if (std::isdigit(static_cast<unsigned char>(c)) && !leading_zero) ++digits;
  }
  return 0.5000001 * std::pow(10.0, 1 - digits);
}

}  // namespace

std::string_view Trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

std::optional<double> ParseNumber(std::string_view text) {
  text = Trimmed(text);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  if (text.empty() || text.front() == '+') return std::nullopt;
  double value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error == std::errc() && end == last) return value;
  // Fortran's ways with exponents: D for E, or the letter left out.
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool bare_sign =
        (c == '+' || c == '-') && i > 0 &&
        (std::isdigit(static_cast<unsigned char>(text[i - 1])) || text[i - 1] == '.');
    if (c == 'd' || c == 'D') {
      plain += 'e';
    } else if (bare_sign) {
      plain += 'e';
      plain += c;
    } else {
      plain += c;
    }
  }
  const char* plain_last = plain.data() + plain.size();
  const auto [plain_end, plain_error] = std::from_chars(plain.data(), plain_last, value);
  if (plain_end != plain_last) return std::nullopt;
  if (plain_error == std::errc()) return value;
  // Out of the range of a double: too small is zero, too large is no number.
  if (plain_error == std::errc::result_out_of_range && plain.find("e-") != std::string::npos) {
    return 0.0;
  }
  return std::nullopt;
}

std::optional<long long> ParseWholeNumber(std::string_view text) {
  const std::optional<double> value = ParseNumber(text);
  if (!value || *value != std::floor(*value) || std::abs(*value) > 9e15) return std::nullopt;
  return static_cast<long long>(*value);
}

std::string FormatWithin(double value, int width) {
  std::string text = fmt::format("{}", value);
  for (int digits = 17; digits > 0 && text.size() > static_cast<size_t>(width); --digits) {
    text = fmt::format("{:.{}g}", value, digits);
  }
  return text;
}

double RoundestRate(double interval, double tolerance) {
  if (!(interval > 0) || !std::isfinite(interval)) return 0;
  const double rate = 1 / interval;
  for (int digits = 1; digits <= 9; ++digits) {
    const double round = RoundToDigits(rate, digits);
    if (std::abs(1 / round - interval) <= tolerance) return round;
  }
  return rate;
}

double RateOfInterval(std::string_view printed_interval) {
  const double interval = ParseNumber(printed_interval).value_or(0);
  if (!(interval > 0)) return 0;
  return RoundestRate(interval, PrintedPrecision(Trimmed(printed_interval)) *
                                    std::pow(10.0, std::floor(std::log10(interval))));
}

double RoundestDecimal(float value) {
  return ParseNumber(fmt::format("{}", value)).value_or(static_cast<double>(value));
}

}  // namespace jounce
