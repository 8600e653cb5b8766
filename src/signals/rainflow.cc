#include "signals/rainflow.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/names.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

// ASTM E1049, 5.4.4 to the letter: whenever the last range is at least the one before it, that one
// is a half cycle if it holds the start, and goes with its first point; else a cycle, and goes whole.
RainflowResult CountThreePoint(std::span<const double> points) {
  RainflowResult result;
  std::vector<double>& kept = result.residue;
  for (const double point : points) {
    kept.push_back(point);
    while (kept.size() >= 3) {
      const size_t n = kept.size();
      const double last = std::abs(kept[n - 1] - kept[n - 2]);
      const double before = std::abs(kept[n - 2] - kept[n - 3]);
      if (last < before) break;
      if (n == 3) {
        result.cycles.push_back({kept[0], kept[1], 0.5});
        kept.erase(kept.begin());
      } else {
        result.cycles.push_back({kept[n - 3], kept[n - 2], 1.0});
        kept.erase(kept.end() - 3, kept.end() - 1);
      }
    }
  }
  for (size_t i = 1; i < kept.size(); ++i) {
    result.cycles.push_back({kept[i - 1], kept[i], 0.5});
  }
  return result;
}

// A sum of zeros is zero unless one of them was infinite or no number.
void RequireNumbers(std::span<const double> samples) {
  double sum = 0;
  for (const double x : samples) sum += 0 * x;
  if (sum == 0) return;
  for (size_t i = 0; i < samples.size(); ++i) {
    if (std::isfinite(samples[i])) continue;
    throw InputError(fmt::format("sample {} is {}", i + 1, samples[i]), "repair the signal first");
  }
}

// Whole slopes are usual, and a product is many times cheaper than a power.
double RangePower(double range, double slope) {
  if (slope == 3) return range * range * range;
  if (slope == 5) return range * range * range * range * range;
  return std::pow(range, slope);
}

}  // namespace

Residue ResidueOfName(std::string_view name) {
  const std::string wanted = LowerCase(name);
  if (wanted == "half") return Residue::kHalfCycles;
  if (wanted == "repeat") return Residue::kRepeat;
  if (wanted == "ignore") return Residue::kIgnore;
  throw InputError(fmt::format("no residue treatment '{}'", name),
                   SuggestName(name, {"half", "repeat", "ignore"}));
}

std::vector<double> TurningPoints(std::span<const double> samples, double gate) {
  std::vector<double> points;
  TurningPointFilter filter(gate);
  const auto keep = [&](double point) { points.push_back(point); };
  filter.Add(samples, keep);
  filter.End(keep);
  return points;
}

void RainflowCounter::Add(std::span<const double> samples, std::vector<LoadCycle>* cycles) {
  const auto close = [cycles](double from, double to) { cycles->push_back({from, to, 1.0}); };
  filter_.Add(samples, [&](double point) { stack_.Add(point, close); });
}

void RainflowCounter::End(Residue residue, std::vector<LoadCycle>* cycles) {
  const auto close = [cycles](double from, double to) { cycles->push_back({from, to, 1.0}); };
  filter_.End([&](double point) { stack_.Add(point, close); });
  const std::span<const double> rest = stack_.Rest();
  if (residue == Residue::kHalfCycles) {
    for (size_t i = 1; i < rest.size(); ++i) cycles->push_back({rest[i - 1], rest[i], 0.5});
  } else if (residue == Residue::kRepeat) {
    std::vector<double> twice(rest.begin(), rest.end());
    twice.insert(twice.end(), rest.begin(), rest.end());
    RainflowCounter repeated(gate_);
    repeated.Add(twice, cycles);
    repeated.End(Residue::kIgnore, cycles);
  }
}

RainflowResult CountRainflow(std::span<const double> samples, const RainflowSettings& settings) {
  RequireNumbers(samples);
  if (settings.method == RainflowMethod::kThreePoint) {
    return CountThreePoint(TurningPoints(samples, settings.gate));
  }
  RainflowResult result;
  result.cycles.reserve(samples.size() / 8);
  RainflowCounter counter(settings.gate);
  counter.Add(samples, &result.cycles);
  counter.End(settings.residue, &result.cycles);
  const std::span<const double> rest = counter.Rest();
  result.residue.assign(rest.begin(), rest.end());
  return result;
}

double PseudoDamage(std::span<const LoadCycle> cycles, double slope) {
  double damage = 0;
  for (const LoadCycle& cycle : cycles) damage += cycle.count * RangePower(cycle.Range(), slope);
  return damage;
}

double EquivalentRange(double pseudo_damage, double slope, double repetitions) {
  return std::pow(pseudo_damage / repetitions, 1 / slope);
}

}  // namespace jounce
