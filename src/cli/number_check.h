// Checks of numbers on the command line. Those of CLI11 let nan pass, which compares with nothing.
#ifndef JOUNCE_CLI_NUMBER_CHECK_H_
#define JOUNCE_CLI_NUMBER_CHECK_H_

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <string>

namespace jounce {

// Finite and of a kind that `holds` for; `range` says which.
template <class Predicate>
CLI::Validator NumberThat(Predicate holds, const std::string& range) {
  return CLI::Validator(
      [holds, range](const std::string& text) {
        double value = 0;
        const bool read = CLI::detail::lexical_cast(text, value);
        if (read && std::isfinite(value) && holds(value)) return std::string();
        return "'" + text + "' is not a number " + range;
      },
      "NUMBER");
}

// From `least` to `most`, both included.
inline CLI::Validator NumberFrom(double least, double most) {
  return NumberThat([least, most](double x) { return x >= least && x <= most; },
                    fmt::format("from {:g} to {:g}", least, most));
}
inline CLI::Validator AnyFinite() {
  return NumberThat([](double) { return true; }, "that is finite");
}
inline CLI::Validator AboveZero() {
  return NumberThat([](double x) { return x > 0; }, "above 0");
}
inline CLI::Validator ZeroOrMore() {
  return NumberThat([](double x) { return x >= 0; }, "of 0 or more");
}

}  // namespace jounce

#endif  // JOUNCE_CLI_NUMBER_CHECK_H_
