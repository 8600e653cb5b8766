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

// What is not determined has no distribution to draw from.
bool Varies(const Identification& found, size_t parameter) {
  const ParameterTrust& trust = found.trust.parameters[parameter];
  return !found.model.parameters[parameter].fixed && trust.determined && trust.spread > 0;
}

// d force / d ln|p| at the rows of each series, by central differences.
std::vector<std::vector<double>> ForceSlopes(const Batch& batch, const CandidateLaw& model,
                                             size_t parameter) {
  constexpr double kStep = 1e-3;
  std::vector<double> values = model.Values();
  const double value = values[parameter];
  values[parameter] = value * std::exp(kStep);
  std::vector<std::vector<double>> slopes = ModelForces(batch, model, values);
  values[parameter] = value * std::exp(-kStep);
  const std::vector<std::vector<double>> below = ModelForces(batch, model, values);
  for (size_t i = 0; i < slopes.size(); ++i) {
    for (size_t k = 0; k < slopes[i].size(); ++k) {
      slopes[i][k] = (slopes[i][k] - below[i][k]) / (2 * kStep);
    }
  }
  return slopes;
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
    const bool varies = Varies(found, i);
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

std::vector<ForceBand> PredictionBands(const Identification& found,
                                       const std::vector<Series>& data) {
  constexpr int kSteps = 128;  // of a period, for the slopes
  constexpr double kQuantile = 1.959964;
  std::vector<int> all;
  for (size_t i = 0; i < data.size(); ++i) all.push_back(static_cast<int>(i));
  const Batch batch = MakeBatch(data, {}, all, {.steps = kSteps});
  std::vector<std::vector<std::vector<double>>> slopes;  // [parameter][series][row]
  for (size_t p = 0; p < found.model.parameters.size(); ++p) {
    if (Varies(found, p)) slopes.push_back(ForceSlopes(batch, found.model, p));
  }
  const Eigen::MatrixXd covariance = UncertaintyOf(found).log_covariance;
  std::vector<ForceBand> bands(data.size());
  Eigen::VectorXd slope(static_cast<int>(slopes.size()));
  for (size_t i = 0; i < data.size(); ++i) {
    const std::vector<double>& force = found.forces[i];
    double squares = 0;
    for (size_t k = 0; k < force.size(); ++k) squares += std::pow(force[k] - data[i].force[k], 2);
    const double rest = squares / static_cast<double>(std::max<size_t>(1, force.size()));
    for (size_t k = 0; k < force.size(); ++k) {
      for (size_t p = 0; p < slopes.size(); ++p) slope(static_cast<int>(p)) = slopes[p][i][k];
      const double reach = kQuantile * std::sqrt(slope.dot(covariance * slope) + rest);
      bands[i].lower.push_back(force[k] - reach);
      bands[i].upper.push_back(force[k] + reach);
    }
  }
  return bands;
}

}  // namespace jounce::identify
