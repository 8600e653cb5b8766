#include "fatigue/woehler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/names.h"
#include "fatigue/life.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

// log10 of a scatter band from 10 % to 90 %, as a standard deviation.
double Deviation(double scatter) { return std::log10(scatter) / (2 * NormalQuantile(0.9)); }

// sum n S^k / S_max^k, so that high slopes stay in range.
double ScaledDamage(std::span<const LoadLevel> levels, double slope, double largest,
                    double threshold = 0) {
  double sum = 0;
  for (const LoadLevel& level : levels) {
    if (level.amplitude < threshold) continue;
    sum += level.cycles * std::pow(level.amplitude / largest, slope);
  }
  return sum;
}

double LargestAmplitude(std::span<const LoadLevel> levels) {
  double largest = 0;
  for (const LoadLevel& level : levels) largest = std::max(largest, level.amplitude);
  return largest;
}

}  // namespace

// Newton's method on the distribution function, from a rational start [Abramowitz & Stegun 26.2.23].
double NormalQuantile(double probability) {
  if (!(probability > 0 && probability < 1)) {
    throw InputError(fmt::format("a probability of {} is not between 0 and 1", probability));
  }
  const double tail = std::min(probability, 1 - probability);
  const double t = std::sqrt(-2 * std::log(tail));
  double x = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                     (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (int i = 0; i < 4; ++i) {
    const double error = 0.5 * std::erfc(x / std::sqrt(2.0)) - tail;
    const double density = std::exp(-0.5 * x * x) / std::sqrt(2 * M_PI);
    x += error / density;
  }
  return probability < 0.5 ? -x : x;
}

MinerRule MinerRuleOfName(std::string_view name) {
  const std::string wanted = LowerCase(name);
  if (wanted == "elementary") return MinerRule::kElementary;
  if (wanted == "original") return MinerRule::kOriginal;
  if (wanted == "haibach") return MinerRule::kHaibach;
  if (wanted == "own") return MinerRule::kOwn;
  throw InputError(fmt::format("no Miner rule '{}'", name),
                   SuggestName(name, {"elementary", "original", "haibach", "own"}));
}

WoehlerLine WoehlerLine::ForFailure(double probability) const {
  if (probability == failure) return *this;
  WoehlerLine moved = *this;
  const double strength_scatter = scatter > 1 ? scatter : std::pow(life_scatter, 1 / slope);
  const double lives_scatter = life_scatter > 1 ? life_scatter : std::pow(scatter, slope);
  const double z = NormalQuantile(probability) - NormalQuantile(failure);
  moved.amplitude *= std::pow(10, z * Deviation(strength_scatter));
  moved.cycles *= std::pow(10, z * Deviation(lives_scatter));
  moved.cycles *= std::pow(moved.amplitude / amplitude, -slope);
  moved.failure = probability;
  return moved;
}

double WoehlerLine::SlopeBelow(MinerRule rule) const {
  switch (rule) {
    case MinerRule::kElementary:
      return slope;
    case MinerRule::kHaibach:
      return 2 * slope - 1;
    case MinerRule::kOriginal:
      return 0;
    case MinerRule::kOwn:
      return slope_below;
  }
  return 0;
}

double WoehlerLine::Life(double load, MinerRule rule) const {
  if (load <= 0) return kEndlessLife;
  if (load >= amplitude) return cycles * std::pow(load / amplitude, -slope);
  const double below = SlopeBelow(rule);
  return below > 0 ? cycles * std::pow(load / amplitude, -below) : kEndlessLife;
}

double WoehlerLine::Damage(double load, MinerRule rule) const { return 1 / Life(load, rule); }

double WoehlerLine::AmplitudeFor(double life, MinerRule rule) const {
  if (life <= cycles) return amplitude * std::pow(life / cycles, -1 / slope);
  const double below = SlopeBelow(rule);
  return below > 0 ? amplitude * std::pow(life / cycles, -1 / below) : 0;
}

std::vector<LoadLevel> LevelsOf(std::span<const LoadCycle> cycles) {
  std::vector<LoadLevel> levels;
  levels.reserve(cycles.size());
  for (const LoadCycle& cycle : cycles) {
    levels.push_back({cycle.Amplitude(), cycle.Mean(), cycle.count});
  }
  return levels;
}

double DamageOf(std::span<const LoadLevel> levels, const WoehlerLine& line, MinerRule rule) {
  double damage = 0;
  for (const LoadLevel& level : levels) damage += level.cycles * line.Damage(level.amplitude, rule);
  return damage;
}

double EquivalentAmplitude(std::span<const LoadLevel> levels, double slope, double cycles) {
  const double largest = LargestAmplitude(levels);
  if (!(largest > 0) || !(cycles > 0)) return 0;
  return largest * std::pow(ScaledDamage(levels, slope, largest) / cycles, 1 / slope);
}

double ShareKept(std::span<const LoadLevel> levels, double slope, double threshold) {
  const double largest = LargestAmplitude(levels);
  if (!(largest > 0)) return 1;
  return ScaledDamage(levels, slope, largest, threshold) / ScaledDamage(levels, slope, largest);
}

std::vector<LoadLevel> BlockProgramme(std::span<const LoadLevel> levels, double slope, int blocks) {
  const double largest = LargestAmplitude(levels);
  std::vector<LoadLevel> programme(static_cast<size_t>(std::max(blocks, 1)));
  std::vector<double> damage(programme.size(), 0), mean(programme.size(), 0);
  if (!(largest > 0)) return {};
  const auto count = static_cast<double>(programme.size());
  for (size_t i = 0; i < programme.size(); ++i) {
    programme[i].amplitude = largest * (count - static_cast<double>(i)) / count;
  }
  for (const LoadLevel& level : levels) {
    // The lowest block that is not below the level.
    const double above = std::floor((1 - level.amplitude / largest) * count + 1e-9);
    const auto block = static_cast<size_t>(std::clamp(above, 0.0, count - 1));
    const double done = level.cycles * std::pow(level.amplitude / largest, slope);
    damage[block] += done;
    mean[block] += done * level.mean;
  }
  for (size_t i = 0; i < programme.size(); ++i) {
    programme[i].cycles = damage[i] / std::pow(programme[i].amplitude / largest, slope);
    programme[i].mean = damage[i] > 0 ? mean[i] / damage[i] : 0;
  }
  return programme;
}

}  // namespace jounce
