#include "fatigue/fkm_nonlinear.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "fatigue/fkm_constants.h"
#include "fatigue/life.h"
#include "fatigue/woehler.h"

namespace jounce {
namespace {

void Check(const FkmSettings& s) {
  const auto require = [](bool fine, const char* what, double value) {
    if (!fine) throw InputError(fmt::format("FKM nonlinear: {}, not {}", what, value));
  };
  require(s.tensile_strength > 0, "`tensile_strength` must be positive", s.tensile_strength);
  require(s.collapse_ratio >= 1, "the collapse ratio K_p must be at least 1", s.collapse_ratio);
  require(s.highly_loaded_area > 0, "the highly loaded area must be positive",
          s.highly_loaded_area);
  require(s.stress_gradient >= 0, "the stress gradient must not be negative", s.stress_gradient);
  require(s.failure_probability > 0 && s.failure_probability <= 0.5,
          "the failure probability must be above 0, at most 0.5", s.failure_probability);
  require(s.load_probability == 0.5 || s.load_probability == 0.025,
          "the load probability must be 0.5 or 0.025", s.load_probability);
}

bool HasStatistics(const FkmSettings& s) { return std::abs(s.failure_probability - 0.5) > 1e-9; }

// Support of the notch n_P, by size and by gradient [FKM 2019, 2.5-27 to 2.5-32].
double SupportFactor(const FkmSettings& s) {
  const FkmConstants& c = ConstantsOf(s.group);
  const double size = std::pow(s.reference_area / s.highly_loaded_area, 1 / c.k_st);
  const double root = std::sqrt(s.stress_gradient);
  const double k =
      5 * size + s.tensile_strength / c.strength_bm * std::sqrt((7.5 + root) / (1 + 0.2 * root));
  return size * std::max((5 + root) / k, 1.0);
}

// K_R,P [FKM 2019, 2.5-37].
double RoughnessFactor(const FkmSettings& s) {
  if (s.roughness_factor > 0) return s.roughness_factor;
  if (s.roughness <= 1) return 1;
  const FkmConstants& c = ConstantsOf(s.group);
  return std::pow(
      1 - c.a_rough * std::log10(s.roughness) * std::log10(2 * s.tensile_strength / c.strength_min),
      c.b_rough);
}

// gamma_M [FKM 2019, 2.5-38 and 2.8-38].
double SafetyFactor(const FkmSettings& s, double deviation, double least) {
  if (!HasStatistics(s)) return 1;
  const double beta = -NormalQuantile(s.failure_probability);
  return std::max(std::pow(10, (0.8 * beta - 2) * deviation), least);
}

// M_sigma [FKM 2019, 2.6-84].
double MeanStressSensitivity(const FkmSettings& s) {
  const FkmConstants& c = ConstantsOf(s.group);
  return c.a_mean * 1e-3 * s.tensile_strength + c.b_mean;
}

std::vector<double> ScaledLoads(std::span<const double> loads, const FkmSettings& settings,
                                double* factor) {
  double largest = 0;
  for (const double load : loads) largest = std::max(largest, std::abs(load));
  *factor = FkmLoadFactor(settings, largest);
  std::vector<double> scaled(loads.begin(), loads.end());
  for (double& load : scaled) load *= *factor * settings.stress_per_load;
  return scaled;
}

// Life from the loops of two passes, the second of which repeats [FKM 2019, 2.6-90].
void SumUp(FkmResult* result) {
  double first = 0, second = 0, in_pass = 0;
  double sum = 0;
  for (size_t i = 0; i < result->loops.size(); ++i) {
    (result->loops[i].pass == 1 ? first : second) += result->damage[i];
    in_pass += result->loops[i].pass == 2 ? 1 : 0;
    sum += result->damage[i];
    if (sum >= 1) {
      result->cycles = static_cast<double>(i);
      result->passes = 0;
      return;
    }
  }
  result->passes = second > 0 ? (1 - first) / second + 1 : kEndlessLife;
  result->cycles = result->passes * in_pass;
}

bool IsEndured(const FkmResult& result) {
  double largest = 0;
  for (size_t i = 0; i < result.loops.size(); ++i) {
    if (result.loops[i].pass == 2) largest = std::max(largest, result.parameter[i]);
  }
  return largest <= result.line.endurance;
}

}  // namespace

CyclicCurve FkmCyclicCurve(const FkmSettings& s) {
  const FkmConstants& c = ConstantsOf(s.group);
  const double limit =
      std::min(c.strain_limit, c.a_strain * std::pow(s.tensile_strength, c.b_strain));
  return {c.young,
          c.a_stress * std::pow(s.tensile_strength, c.b_stress) / std::pow(limit, c.exponent),
          c.exponent};
}

double FkmLoadFactor(const FkmSettings& s, double largest_load) {
  if (s.load_deviation > 0 || s.load_log_deviation > 0) {
    const double beta = HasStatistics(s) ? -NormalQuantile(s.failure_probability) : 0;
    const double alpha = s.load_probability < 0.5 ? 0.7 * beta - 2 : 0.7 * beta;
    if (s.load_deviation > 0) {
      return largest_load > 0 ? (largest_load + alpha * s.load_deviation) / largest_load : 1;
    }
    return std::max(1.0, std::pow(10, alpha * s.load_log_deviation));
  }
  return s.load_probability < 0.5 ? 1.1 : 1;
}

FkmLine FkmRamLine(const FkmSettings& s) {
  Check(s);
  const FkmConstants& c = ConstantsOf(s.group);
  const double safe = HasStatistics(s) ? c.safe_ram : 1;
  const double factor = safe * SupportFactor(s) * RoughnessFactor(s) / SafetyFactor(s, 0.08, 1.1);
  return {factor * c.a_z_ram * std::pow(s.tensile_strength, c.b_z_ram),
          factor * c.a_d_ram * std::pow(s.tensile_strength, c.b_d_ram), c.d1, c.d2};
}

FkmLine FkmRajLine(const FkmSettings& s) {
  Check(s);
  const FkmConstants& c = ConstantsOf(s.group);
  const double safe = HasStatistics(s) ? c.safe_raj : 1;
  const double shape = SupportFactor(s) * RoughnessFactor(s);
  const double factor = safe * shape * shape / SafetyFactor(s, 0.155, 1.2);
  return {factor * c.a_z_raj * std::pow(s.tensile_strength, c.b_z_raj),
          factor * c.a_d_raj * std::pow(s.tensile_strength, c.b_d_raj), c.d_raj, c.d_raj};
}

FkmResult AssessFkmRam(std::span<const double> loads, const FkmSettings& settings) {
  FkmResult result;
  result.line = FkmRamLine(settings);
  const Notch notch(NotchRule::kExtendedNeuber, FkmCyclicCurve(settings), settings.collapse_ratio);
  const std::vector<double> scaled = ScaledLoads(loads, settings, &result.load_factor);
  result.loops = CountHystereses(scaled, notch, {.classes = 100});
  const double m = MeanStressSensitivity(settings);
  for (const Hysteresis& loop : result.loops) {
    // P_RAM and its line [FKM 2019, 2.6-82 to 2.6-84].
    const double mean = loop.MeanStress();
    const double k = mean >= 0 ? m * (m + 2) : m / 3 * (m / 3 + 2);
    const double effective = loop.StressAmplitude() + k * mean;
    const double p =
        effective > 0 ? std::sqrt(effective * loop.StrainAmplitude() * notch.curve().young) : 0;
    const double ratio = p / result.line.at_1000;
    const double slope = ratio >= 1 ? result.line.slope : result.line.slope_below;
    result.parameter.push_back(p);
    result.damage.push_back(p > 0 ? loop.count() / (1e3 * std::pow(ratio, 1 / slope)) : 0);
  }
  result.infinite = IsEndured(result);
  SumUp(&result);
  return result;
}

}  // namespace jounce
