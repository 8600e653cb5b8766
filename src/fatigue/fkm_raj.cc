// P_RAJ of the nonlinear FKM guideline: short cracks that open and close [FKM 2019, 2.8 and 2.9].
#include <algorithm>
#include <cmath>

#include "fatigue/fkm_constants.h"
#include "fatigue/fkm_nonlinear.h"
#include "fatigue/life.h"

namespace jounce {
namespace {

constexpr double kEndCrack = 0.5;  // a_e [mm]
constexpr int kClasses = 200;      // of P_RAJ over the passes that repeat

// The endurance limit falls as the crack grows [FKM 2019, 2.9-116 to 2.9-124].
struct CrackGrowth {
  double m, start, shift, limit;  // exponent, a_0, l*, P_RAJ,D,0

  CrackGrowth(const FkmLine& line, double young) : m(-1 / line.slope), limit(line.endurance) {
    const double c = 1e-5 * std::pow(5e5, m) * std::pow(young, -m);
    start =
        std::pow(std::pow(kEndCrack, 1 - m) - (1 - m) * c * std::pow(line.at_1000, m), 1 / (1 - m));
    threshold_ = young / 5e6;
    shift = threshold_ / limit - start;
  }

  double LimitAt(double damage) const {
    const double from = std::pow(start, 1 - m), to = std::pow(kEndCrack, 1 - m);
    const double length = std::pow((to - from) * damage + from, 1 / (1 - m));
    return threshold_ / (length + threshold_ / limit - start);
  }
  double LastLimit() const { return limit * (start + shift) / (kEndCrack + shift); }

  // The damage at which the limit has fallen to p [FKM 2019, 2.9-139].
  double DamageAt(double p) const {
    const double length = limit / p * (start + shift * (1 - p / limit));
    const double from = std::pow(start, 1 - m);
    return (from - std::pow(length, 1 - m)) / (from - std::pow(kEndCrack, 1 - m));
  }

 private:
  double threshold_;
};

class CrackClosure {
 public:
  CrackClosure(const CyclicCurve& curve, const FkmSettings& settings)
      : curve_(curve), settings_(settings) {
    const FkmConstants& c = ConstantsOf(settings.group);
    const double yield = std::pow(0.002, curve.exponent) * curve.strength;
    flow_ = 0.5 * (yield + settings.tensile_strength);
    sensitivity_ = c.a_mean * 1e-3 * settings.tensile_strength + c.b_mean;
  }

  // P_RAJ of the next loop; 0 where the crack does not open. Opening() is its opening strain then.
  double Parameter(const Hysteresis& loop) {
    const double single = SingleOpening(loop);
    renewed_ = 0;
    bool open = true;
    if (loop.strain_max < memory_) {
      opening_ = memory_;
      open = false;
      Widen(loop);
    } else if (largest_ < loop.strain_max_before || least_ > loop.strain_min_before) {
      opening_ = single;
      least_ = loop.strain_min_before;
      largest_ = loop.strain_max_before;
    } else if (single >= memory_) {
      opening_ = memory_;
      renewed_ = single;
      relaxes_ = true;
      Widen(loop);
    } else {
      opening_ = loop.StressAmplitude() >= 0.4 * flow_ ? single : memory_;
      Widen(loop);
    }
    if (!open) return 0;
    double stress = loop.stress_max - loop.stress_min;
    double strain = loop.strain_max - loop.strain_min;
    if (opening_ >= loop.strain_min) {
      strain = loop.strain_max - opening_;
      stress = curve_.StressRange(strain);
    }
    return Of(stress, strain);
  }

  // After the loop, which would bear `life` cycles: the opening strain approaches that of the loop
  // alone [FKM 2019, 2.9-115].
  void Remember(const Hysteresis& loop, double life) {
    if (!relaxes_) {
      memory_ = opening_;
    } else if (opening_ >= loop.strain_min && std::isfinite(life)) {
      memory_ = renewed_ - (renewed_ - memory_) * std::exp(-15 / life);
    }
    relaxes_ = false;
  }

  // [FKM 2019, 2.9-110].
  double Of(double stress, double strain) const {
    return 1.24 * stress * stress / curve_.young +
           1.02 / std::sqrt(curve_.exponent) * stress * (strain - stress / curve_.young);
  }

 private:
  void Widen(const Hysteresis& loop) {
    least_ = std::min(least_, loop.strain_min);
    largest_ = std::max(largest_, loop.strain_max);
  }

  // Opening strain if the loop were alone, after Newman [FKM 2019, 2.8-63 to 2.8-65, 2.9-99].
  double SingleOpening(const Hysteresis& loop) const {
    const double r = loop.closed ? loop.stress_min / loop.stress_max : -1;
    const double mean = loop.MeanStress();
    const double am = mean < 0
                          ? 0.4 - sensitivity_ / 4
                          : 0.47 * (1 - 1.5 * sensitivity_) * std::pow(1 + r, 1 + r + sensitivity_);
    const double a0 = 0.535 * std::cos(0.5 * M_PI * loop.stress_max / flow_) + am;
    const double a1 = 0.344 * loop.stress_max / flow_ + am;
    const double a3 = 2 * a0 + a1 - 1;
    const double a2 = 1 - a0 - a1 - a3;
    double factor = 1;
    if (r < 0) factor = a0 + a1 * r;
    if (r >= 0 && r < 1) factor = a0 + r * (a1 + r * (a2 + r * a3));
    return loop.strain_min + curve_.StrainRange(loop.stress_max * factor - loop.stress_min);
  }

  CyclicCurve curve_;
  const FkmSettings& settings_;
  double flow_, sensitivity_;
  double memory_ = 0;  // opening strain that the loops before have left
  double opening_ = 0, renewed_ = 0;
  bool relaxes_ = false;
  double least_ = 0, largest_ = 0;  // strains that are known to the memory
};

// Passes after the second, in classes of P_RAJ: as the limit falls from class to class, more loops
// take part [FKM 2019, 2.9-126 to 2.9-140].
double PassesToCome(const FkmResult& result, const CrackGrowth& growth, double top,
                    double reached) {
  const double bottom = growth.LastLimit();
  std::vector<double> bounds(kClasses + 1), middle(kClasses), count(kClasses, 0);
  for (int i = 0; i <= kClasses; ++i) {
    bounds[i] = top * std::pow(bottom / top, static_cast<double>(i) / kClasses);
  }
  for (int i = 0; i < kClasses; ++i) middle[i] = 0.5 * (bounds[i] + bounds[i + 1]);
  const auto class_of = [&](double p) {
    int i = 0;
    while (i < kClasses && bounds[i + 1] >= p) ++i;
    return i;
  };
  for (size_t i = 0; i < result.loops.size(); ++i) {
    if (result.loops[i].pass != 2 || result.parameter[i] <= bottom) continue;
    count[std::min(class_of(result.parameter[i]), kClasses - 1)] += 1;
  }
  double passes = 0, each = 0;
  int next = 0;
  for (int j = std::max(class_of(reached), 0); j + 1 < kClasses; ++j) {
    for (; next <= j; ++next) {
      if (middle[next] <= reached) continue;
      const double life = std::pow(middle[next] / result.line.at_1000, 1 / result.line.slope);
      each += count[next] / life;
    }
    if (!(each > 1e-13)) return kEndlessLife;
    passes += (growth.DamageAt(middle[j + 1]) - growth.DamageAt(middle[j])) / each;
  }
  return passes;
}

}  // namespace

FkmResult AssessFkmRaj(std::span<const double> loads, const FkmSettings& settings) {
  FkmResult result;
  result.line = FkmRajLine(settings);
  const CyclicCurve curve = FkmCyclicCurve(settings);
  const Notch notch(NotchRule::kSeegerBeste, curve, settings.collapse_ratio);
  double largest = 0, stress = 0;
  for (const double load : loads) largest = std::max(largest, std::abs(load));
  result.load_factor = FkmLoadFactor(settings, largest);
  std::vector<double> scaled(loads.begin(), loads.end());
  for (double& load : scaled) load *= result.load_factor * settings.stress_per_load;
  result.loops = CountHystereses(scaled, notch, {.classes = 100});

  const CrackGrowth growth(result.line, curve.young);
  CrackClosure closure(curve, settings);
  double limit = result.line.endurance, sum = 0, in_pass = 0, peak = 0;
  size_t failed = result.loops.size();
  for (size_t i = 0; i < result.loops.size(); ++i) {
    const Hysteresis& loop = result.loops[i];
    const double p = closure.Parameter(loop);
    const double life =
        p > limit ? std::pow(p / result.line.at_1000, 1 / result.line.slope) : kEndlessLife;
    closure.Remember(loop, life);
    result.parameter.push_back(p);
    result.damage.push_back(loop.count() / life);
    sum += result.damage.back();
    if (sum >= 1 && failed == result.loops.size()) failed = i;
    limit = growth.LimitAt(std::min(sum, 1.0));
    if (loop.pass == 2) {
      in_pass += 1;
      peak = std::max(peak, p);
    }
    stress = std::max({stress, std::abs(loop.stress_max), std::abs(loop.stress_min)});
  }
  result.infinite = peak <= result.line.endurance;
  if (failed < result.loops.size()) {
    result.cycles = static_cast<double>(failed);
    return result;
  }
  const double top = closure.Of(2 * stress, curve.StrainRange(2 * stress));
  result.passes = in_pass > 0 ? 2 + PassesToCome(result, growth, top, limit) : kEndlessLife;
  result.cycles = in_pass > 0 ? in_pass * result.passes : kEndlessLife;
  return result;
}

}  // namespace jounce
