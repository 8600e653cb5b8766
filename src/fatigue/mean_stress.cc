#include "fatigue/mean_stress.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/names.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

struct Named {
  const char* name;
  MeanStressRule rule;
  double MeanStressData::*needs;
  const char* key;
};

constexpr Named kRules[] = {
    {"none", MeanStressRule::kNone, nullptr, ""},
    {"goodman", MeanStressRule::kGoodman, &MeanStressData::tensile_strength, "tensile_strength"},
    {"gerber", MeanStressRule::kGerber, &MeanStressData::tensile_strength, "tensile_strength"},
    {"soderberg", MeanStressRule::kSoderberg, &MeanStressData::yield_strength, "yield_strength"},
    {"morrow", MeanStressRule::kMorrow, &MeanStressData::fatigue_strength,
     "fatigue_strength_coefficient"},
    {"swt", MeanStressRule::kSwt, nullptr, ""},
    {"walker", MeanStressRule::kWalker, &MeanStressData::walker_exponent, "walker_exponent"},
    {"fkm", MeanStressRule::kFkm, &MeanStressData::sensitivity, "mean_stress_sensitivity"},
};

// S_a / (1 - ratio), infinite where the mean alone breaks the part.
double OnLine(double amplitude, double ratio) {
  return ratio < 1 ? amplitude / (1 - ratio) : std::numeric_limits<double>::infinity();
}

}  // namespace

MeanStressRule MeanStressRuleOfName(std::string_view name) {
  const std::string wanted = LowerCase(name);
  std::vector<std::string> known;
  for (const Named& rule : kRules) {
    if (wanted == rule.name) return rule.rule;
    known.emplace_back(rule.name);
  }
  throw InputError(fmt::format("no mean stress rule '{}'", name), SuggestName(name, known));
}

MeanStressCorrection::MeanStressCorrection(MeanStressRule rule, const MeanStressData& data,
                                           const std::string& material)
    : rule_(rule), data_(data) {
  for (const Named& named : kRules) {
    if (named.rule != rule || named.needs == nullptr || data.*named.needs > 0) continue;
    throw InputError(fmt::format("the mean stress rule '{}' needs `{}`, which {} does not have",
                                 named.name, named.key, material),
                     "add it to the material file, or choose another --mean");
  }
}

double MeanStressCorrection::FkmAmplitude(double amplitude, double mean) const {
  const double m = data_.sensitivity;
  const double m2 = data_.sensitivity_tension >= 0 ? data_.sensitivity_tension : m / 3;
  if (mean < -amplitude) return amplitude * (1 - m);   // R > 1
  if (mean <= amplitude) return amplitude + m * mean;  // -inf <= R <= 0
  // Along M2 to the amplitude at R = 0, then as above.
  return (amplitude + m2 * mean) / (1 + m2) * (1 + m);
}

double MeanStressCorrection::LeastPower() const {
  switch (rule_) {
    case MeanStressRule::kSwt:
      return 0.5;
    case MeanStressRule::kWalker:
      return data_.walker_exponent;
    case MeanStressRule::kFkm:
      return 0;
    default:
      return 1;
  }
}

double MeanStressCorrection::EquivalentAmplitude(double amplitude, double mean) const {
  const double top = mean + amplitude;
  switch (rule_) {
    case MeanStressRule::kNone:
      return amplitude;
    case MeanStressRule::kGoodman:
      return OnLine(amplitude, mean / data_.tensile_strength);
    case MeanStressRule::kGerber: {
      const double ratio = std::max(mean, 0.0) / data_.tensile_strength;
      return OnLine(amplitude, ratio * ratio);
    }
    case MeanStressRule::kSoderberg:
      return OnLine(amplitude, mean / data_.yield_strength);
    case MeanStressRule::kMorrow:
      return OnLine(amplitude, mean / data_.fatigue_strength);
    case MeanStressRule::kSwt:
      return top > 0 ? std::sqrt(top * amplitude) : 0;
    case MeanStressRule::kWalker:
      return top > 0 ? std::pow(top, 1 - data_.walker_exponent) *
                           std::pow(amplitude, data_.walker_exponent)
                     : 0;
    case MeanStressRule::kFkm:
      return FkmAmplitude(amplitude, mean);
  }
  return amplitude;
}

}  // namespace jounce
