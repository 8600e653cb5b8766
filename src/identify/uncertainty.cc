#include "identify/uncertainty.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jounce::identify {
namespace {

std::string ParameterLine(const UncertainParameter& one, bool varies) {
  std::string line =
      fmt::format("  - {{name: {}, unit: \"{}\", value: {}", one.name, one.unit, one.value);
  if (varies) line += fmt::format(", lower: {}, upper: {}", one.lower, one.upper);
  return line + "}\n";
}

}  // namespace

Uncertainty UncertaintyOf(const Identification& found) {
  Uncertainty all;
  all.law = found.model.name;
  std::vector<int> varying;
  for (size_t i = 0; i < found.model.parameters.size(); ++i) {
    const Parameter& parameter = found.model.parameters[i];
    const ParameterTrust& trust = found.trust.parameters[i];
    const double value = parameter.Shown();
    UncertainParameter one{parameter.name, parameter.unit, value, value, value};
    // What is not determined has no distribution to draw from.
    const bool varies = !parameter.fixed && trust.determined && trust.spread > 0;
    if (varies) {
      const double a = trust.lower * parameter.shown, b = trust.upper * parameter.shown;
      one.lower = std::min(a, b);
      one.upper = std::max(a, b);
      varying.push_back(static_cast<int>(i));
    }
    (varies ? all.parameters : all.fixed).push_back(std::move(one));
  }
  const int n = static_cast<int>(varying.size());
  all.log_covariance.resize(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      all.log_covariance(i, j) = found.trust.correlation(varying[i], varying[j]) *
                                 found.trust.parameters[varying[i]].spread *
                                 found.trust.parameters[varying[j]].spread;
    }
  }
  return all;
}

std::string WriteUncertainty(const Uncertainty& uncertainty, const std::string& comment) {
  std::string text =
      fmt::format("# {}\nformat: jounce-uncertainty-1\nlaw: \"{}\"\nparameters:{}\n", comment,
                  uncertainty.law, uncertainty.parameters.empty() ? " []" : "");
  for (const UncertainParameter& one : uncertainty.parameters) text += ParameterLine(one, true);
  text += uncertainty.fixed.empty() ? "fixed: []\n" : "fixed:\n";
  for (const UncertainParameter& one : uncertainty.fixed) text += ParameterLine(one, false);
  const int n = static_cast<int>(uncertainty.parameters.size());
  text += n > 0 ? "log_covariance:\n" : "log_covariance: []\n";
  for (int i = 0; i < n; ++i) {
    text += "  - [";
    for (int j = 0; j < n; ++j) {
      text += fmt::format("{}{:.10g}", j > 0 ? ", " : "", uncertainty.log_covariance(i, j));
    }
    text += "]\n";
  }
  return text;
}

}  // namespace jounce::identify
