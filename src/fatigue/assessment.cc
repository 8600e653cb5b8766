#include "fatigue/assessment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/names.h"
#include "fatigue/life.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

struct MethodName {
  const char* name;
  LifeMethod method;
  Quantity load;
  const char* unit;
};
constexpr Quantity kEnergyDensity = quantity::kEnergy / quantity::kArea / quantity::kLength;
constexpr MethodName kMethodNames[] = {
    {"stress", LifeMethod::kStress, quantity::kStress, "MPa"},
    {"strain", LifeMethod::kStrain, quantity::kStress, "MPa"},
    {"force", LifeMethod::kForce, quantity::kForce, "N"},
    {"elongation", LifeMethod::kElongation, quantity::kNumber, "1"},
    {"weld", LifeMethod::kWeld, quantity::kStress, "MPa"},
    {"crack-growth", LifeMethod::kCrackGrowth, kEnergyDensity, "J/m^3"},
    {"fkm-ram", LifeMethod::kFkmRam, quantity::kStress, "MPa"},
    {"fkm-raj", LifeMethod::kFkmRaj, quantity::kStress, "MPa"},
};

const MethodName& Entry(LifeMethod method) {
  for (const MethodName& entry : kMethodNames) {
    if (entry.method == method) return entry;
  }
  return kMethodNames[0];
}

bool IsFkm(LifeMethod method) {
  return method == LifeMethod::kFkmRam || method == LifeMethod::kFkmRaj;
}

WoehlerLine LineOf(const FatigueMaterial& material, const AssessmentSettings& settings) {
  WoehlerLine line;
  if (settings.method == LifeMethod::kForce) {
    line = material.ForceLife();
  } else if (settings.method == LifeMethod::kElongation) {
    line = material.ElongationLife();
  } else if (settings.method == LifeMethod::kWeld) {
    line = material.Weld().Line();
  } else {
    line = material.StressLife();
  }
  return settings.failure > 0 ? line.ForFailure(settings.failure) : line;
}

MinerRule RuleOf(const AssessmentSettings& settings) {
  return settings.method == LifeMethod::kWeld ? MinerRule::kOwn : settings.miner;
}

double CrackDamage(const LoadLevel& level, const FatigueMaterial& material, double stretch) {
  const double top = level.mean + level.amplitude, bottom = level.mean - level.amplitude;
  if (!(top > 0)) return 0;
  return 1 / material.CrackGrowth().Life(top, stretch, std::max(bottom, 0.0) / top);
}

// Life from damage, and the amplitude that does the same on the line of `damage`, if there is one.
void Finish(const CycleDamage* damage, Assessment* result) {
  for (const LoadLevel& level : result->levels) {
    result->largest_amplitude = std::max(result->largest_amplitude, level.amplitude);
  }
  result->passes = result->damage > 0 ? 1 / result->damage : kEndlessLife;
  result->life = result->damage > 0 ? result->passes * result->cycles : kEndlessLife;
  if (damage != nullptr && damage->line().slope > 0 && result->damage > 0) {
    result->equivalent_amplitude = damage->line().AmplitudeFor(result->life, damage->rule());
  }
}

Assessment AssessFkm(std::span<const double> samples, const FatigueMaterial& material,
                     const AssessmentSettings& settings) {
  FkmSettings fkm = material.Component();
  fkm.stress_per_load = settings.factor;
  if (settings.failure > 0) fkm.failure_probability = settings.failure;
  std::vector<double> loads(samples.begin(), samples.end());
  for (double& load : loads) load *= 1e-6;  // MPa
  FkmResult found =
      settings.method == LifeMethod::kFkmRam ? AssessFkmRam(loads, fkm) : AssessFkmRaj(loads, fkm);
  Assessment result;
  for (size_t i = 0; i < found.loops.size(); ++i) {
    const Hysteresis& loop = found.loops[i];
    if (loop.pass != 2) continue;
    result.damage += found.damage[i];
    result.cycles += 1;
    result.levels.push_back({0.5e6 * (loop.load_max - loop.load_min),
                             0.5e6 * (loop.load_max + loop.load_min), loop.count()});
  }
  Finish(nullptr, &result);
  result.life = found.infinite ? kEndlessLife : found.cycles;
  result.passes = found.infinite ? kEndlessLife : found.passes;
  if (found.infinite) result.damage = 0;
  result.loops = std::move(found.loops);
  result.parameter = std::move(found.parameter);
  result.loop_damage = std::move(found.damage);
  return result;
}

// A pass that repeats: its damage is that of the loops that each further pass closes.
Assessment AssessLoops(std::span<const double> samples, const FatigueMaterial& material,
                       const AssessmentSettings& settings) {
  const CycleDamage damage = StressDamage(material, settings);
  const Notch notch(settings.notch, material.Curve(), settings.collapse_ratio);
  Assessment result;
  result.loops = CountHystereses(samples, notch);
  for (const Hysteresis& loop : result.loops) {
    const double done =
        loop.count() * damage.OfLoop(loop.StrainAmplitude(), loop.stress_max, loop.MeanStress());
    result.loop_damage.push_back(done);
    if (loop.pass != 2) continue;
    result.damage += done;
    result.cycles += loop.count();
    result.levels.push_back({0.5 * (loop.load_max - loop.load_min),
                             0.5 * (loop.load_max + loop.load_min), loop.count()});
  }
  Finish(nullptr, &result);
  return result;
}

}  // namespace

LifeMethod LifeMethodOfName(std::string_view name) {
  const std::string wanted = LowerCase(name);
  std::vector<std::string> known;
  for (const MethodName& entry : kMethodNames) {
    if (wanted == entry.name) return entry.method;
    known.emplace_back(entry.name);
  }
  throw InputError(fmt::format("no method '{}'", name), SuggestName(name, known));
}

const char* NameOf(LifeMethod method) { return Entry(method).name; }
const Quantity& LoadQuantity(LifeMethod method) { return Entry(method).load; }
const char* ShownUnit(LifeMethod method) { return Entry(method).unit; }

CycleDamage StressDamage(const FatigueMaterial& material, const AssessmentSettings& settings) {
  if (settings.method == LifeMethod::kStrain) {
    return {material.StrainLife(), Notch(settings.notch, material.Curve(), settings.collapse_ratio),
            settings.mean};
  }
  const std::string name = material.file.empty() ? "the material" : material.file;
  return {LineOf(material, settings), RuleOf(settings),
          MeanStressCorrection(settings.mean, material.mean_stress, name)};
}

bool CountsPieceByPiece(LifeMethod method) {
  return !IsFkm(method) && method != LifeMethod::kStrain;
}

AssessmentStream::AssessmentStream(const FatigueMaterial& material,
                                   const AssessmentSettings& settings, bool keeps_levels)
    : material_(material),
      settings_(settings),
      keeps_levels_(keeps_levels),
      counter_(settings.gate) {
  if (settings.method != LifeMethod::kCrackGrowth) damage_ = StressDamage(material, settings);
}

void AssessmentStream::Add(std::span<const double> samples) {
  counter_.Add(samples, &cycles_);
  Take();
}

// Sums up the cycles that closed.
void AssessmentStream::Take() {
  for (const LoadCycle& cycle : cycles_) {
    const LoadLevel level{settings_.factor * cycle.Amplitude(), settings_.factor * cycle.Mean(),
                          cycle.count};
    result_.cycles += level.cycles;
    result_.largest_amplitude = std::max(result_.largest_amplitude, level.amplitude);
    result_.damage += level.cycles * (damage_ ? (*damage_)(level.amplitude, level.mean)
                                              : CrackDamage(level, material_, settings_.stretch));
    if (keeps_levels_) result_.levels.push_back(level);
  }
  cycles_.clear();
}

Assessment AssessmentStream::End() {
  counter_.End(settings_.residue, &cycles_);
  Take();
  Finish(damage_ ? &*damage_ : nullptr, &result_);
  return std::move(result_);
}

Assessment AssessLevels(std::span<const LoadLevel> levels, const FatigueMaterial& material,
                        const AssessmentSettings& settings) {
  if (IsFkm(settings.method)) {
    throw InputError("the FKM assessment needs the order of the loads", "give a history");
  }
  Assessment result;
  result.levels.assign(levels.begin(), levels.end());
  for (LoadLevel& level : result.levels) {
    level.amplitude *= settings.factor;
    level.mean *= settings.factor;
    result.cycles += level.cycles;
  }
  if (settings.method == LifeMethod::kCrackGrowth) {
    for (const LoadLevel& level : result.levels) {
      result.damage += level.cycles * CrackDamage(level, material, settings.stretch);
    }
    Finish(nullptr, &result);
    return result;
  }
  const CycleDamage damage = StressDamage(material, settings);
  for (const LoadLevel& level : result.levels) {
    result.damage += level.cycles * damage(level.amplitude, level.mean);
  }
  Finish(&damage, &result);
  return result;
}

Assessment AssessSamples(std::span<const double> samples, const FatigueMaterial& material,
                         const AssessmentSettings& settings) {
  if (IsFkm(settings.method)) return AssessFkm(samples, material, settings);
  if (settings.method == LifeMethod::kStrain) {
    std::vector<double> loads(samples.begin(), samples.end());
    for (double& load : loads) load *= settings.factor;
    return AssessLoops(loads, material, settings);
  }
  AssessmentStream stream(material, settings, /*keeps_levels=*/true);
  stream.Add(samples);
  return stream.End();
}

}  // namespace jounce
