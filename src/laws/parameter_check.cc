#include "laws/parameter_check.h"

#include <fmt/format.h>

#include <cmath>

namespace jounce {

bool ParameterCheck::That(bool good, const std::string& message, const std::string& remedy) const {
  if (!good) diagnostics_->Error(place_, law_ + ": " + message, remedy);
  return good;
}

bool ParameterCheck::Finite(const std::string& name, double value) const {
  return That(std::isfinite(value), fmt::format("{} is {}", name, value), "give a finite number");
}

bool ParameterCheck::NotNegative(const std::string& name, double value) const {
  return Finite(name, value) && That(value >= 0, fmt::format("{} is {}", name, value),
                                     "give a number that is not negative");
}

bool ParameterCheck::Positive(const std::string& name, double value) const {
  return Finite(name, value) &&
         That(value > 0, fmt::format("{} is {}", name, value), "give a number above zero");
}

bool ParameterCheck::Between(const std::string& name, double value, double low, double high) const {
  return Finite(name, value) &&
         That(value >= low && value <= high, fmt::format("{} is {}", name, value),
              fmt::format("give a number from {} to {}", low, high));
}

bool ParameterCheck::AllFinite(const std::string& name, const std::vector<double>& values) const {
  bool good = true;
  for (size_t i = 0; i < values.size(); ++i) {
    good = Finite(fmt::format("{}[{}]", name, i + 1), values[i]) && good;
  }
  return good;
}

}  // namespace jounce
