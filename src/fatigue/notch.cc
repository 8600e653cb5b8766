#include "fatigue/notch.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "base/names.h"
#include "fatigue/root.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

// 2/u^2 ln(1/cos u), which is 1 + u^2/6 + ... at u = 0.
double PlasticTerm(double u) {
  if (u < 1e-4) return 1 + u * u / 6;
  return -2 / (u * u) * std::log(std::cos(u));
}

}  // namespace

NotchRule NotchRuleOfName(std::string_view name) {
  const std::string wanted = LowerCase(name);
  if (wanted == "elastic") return NotchRule::kElastic;
  if (wanted == "strain") return NotchRule::kStrain;
  if (wanted == "neuber") return NotchRule::kNeuber;
  if (wanted == "esed" || wanted == "glinka") return NotchRule::kEsed;
  if (wanted == "extended-neuber") return NotchRule::kExtendedNeuber;
  if (wanted == "seeger-beste") return NotchRule::kSeegerBeste;
  throw InputError(fmt::format("no notch rule '{}'", name),
                   SuggestName(name, {"elastic", "strain", "neuber", "esed", "extended-neuber",
                                      "seeger-beste"}));
}

Notch::Notch(NotchRule rule, const CyclicCurve& curve, double collapse_ratio)
    : rule_(rule), curve_(curve), collapse_ratio_(collapse_ratio) {
  if (!(curve.young > 0 && curve.strength > 0 && curve.exponent > 0)) {
    throw InputError("a notch needs the cyclic stress-strain curve of the material",
                     "give young_modulus, cyclic_strength (K') and cyclic_exponent (n')");
  }
  if (rule == NotchRule::kExtendedNeuber && !(collapse_ratio >= 1)) {
    throw InputError(fmt::format("extended Neuber needs a collapse ratio K_p of at least 1, not {}",
                                 collapse_ratio));
  }
  if (rule == NotchRule::kSeegerBeste && !(collapse_ratio > 1)) {
    throw InputError(
        fmt::format("Seeger-Beste needs a collapse ratio K_p above 1, not {}", collapse_ratio));
  }
}

// For a positive load. All rules are increasing in s and have their root at or below the load.
double Notch::StressOf(double load) const {
  const CyclicCurve& c = curve_;
  const double kp = collapse_ratio_;
  switch (rule_) {
    case NotchRule::kElastic:
      return load;
    case NotchRule::kStrain:
      return c.Stress(load / c.young);
    case NotchRule::kNeuber:
      return RootBetween(0.0, load,
                         [&](double s) { return s * c.Strain(s) - load * load / c.young; });
    case NotchRule::kEsed:
      return RootBetween(0.0, load, [&](double s) {
        const double plastic = s / (1 + c.exponent) * std::pow(s / c.strength, 1 / c.exponent);
        return 0.5 * s * s / c.young + plastic - 0.5 * load * load / c.young;
      });
    case NotchRule::kExtendedNeuber: {
      const double right = load * kp * c.Strain(load / kp);
      return RootBetween(0.0, load, [&](double s) { return s * c.Strain(s) - right; });
    }
    case NotchRule::kSeegerBeste: {
      const double right = load * kp * c.Strain(load / kp);
      // At s = L/K_p, where u is a right angle, the rule is infinite.
      const double least = load / kp * (1 + 1e-12);
      return RootBetween(least, load, [&](double s) {
        const double u = 0.5 * M_PI * (load / s - 1) / (kp - 1);
        const double ratio = s / load;
        return s * c.Strain(s) - right * (ratio * ratio - ratio + PlasticTerm(u));
      });
    }
  }
  return load;
}

StressStrain Notch::First(double load) const {
  if (load == 0) return {};
  const double stress = std::copysign(StressOf(std::abs(load)), load);
  return {stress, curve_.Strain(stress)};
}

// Masing: a branch is the curve of first loading, twice as large.
StressStrain Notch::Range(double load_range) const {
  const StressStrain half = First(0.5 * load_range);
  return {2 * half.stress, 2 * half.strain};
}

}  // namespace jounce
