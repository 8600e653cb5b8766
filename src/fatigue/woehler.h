// The stress life of a material or part: the Woehler line, how it goes on below its knee, and what
// scatter makes of it.
//
//   N = N_D (S_a / S_D)^-k      above the knee (S_D, N_D)
//   N = N_D (S_a / S_D)^-k2     below it
//
// S_a is an amplitude, half the range, in any unit (stress, force, strain); N counts cycles, not
// reversals. Miner's rule sums n / N; what it does below the knee is its kind [Haibach 2006, 3.2]:
// original (no damage), elementary (k2 = k) or Haibach's (k2 = 2k - 1).
//
// Scatter: T_S = S(10 %) / S(90 %) and T_N = N(10 %) / N(90 %) >= 1, by failure probability 90 % and
// 10 %, of log-normal distributions with deviation log10(T) / 2.5631 [Haibach 2006].
//
// Reference: [Haibach 2006] E. Haibach, Betriebsfestigkeit, 3rd ed., Springer 2006.
#ifndef JOUNCE_FATIGUE_WOEHLER_H_
#define JOUNCE_FATIGUE_WOEHLER_H_

#include <span>
#include <string_view>
#include <vector>

#include "signals/rainflow.h"

namespace jounce {

enum class MinerRule { kElementary, kOriginal, kHaibach, kOwn };

// "elementary", "original", "haibach", or "own": the slope that the line itself has below its knee.
MinerRule MinerRuleOfName(std::string_view name);

struct WoehlerLine {
  double amplitude = 0;     // S_D, at the knee
  double cycles = 0;        // N_D
  double slope = 0;         // k
  double slope_below = 0;   // k2 of the line itself; 0: it is flat, an endurance limit
  double scatter = 1;       // T_S; 1: none, or what the scatter of the life makes of it
  double life_scatter = 1;  // T_N
  double failure = 0.5;     // the failure probability that the line was written for

  // The line for another failure probability. Where only one scatter is known the other follows
  // from the slope, T_N = T_S^k, and the knee moves along the strength alone.
  WoehlerLine ForFailure(double probability) const;

  // Slope below the knee; 0: no damage.
  double SlopeBelow(MinerRule rule) const;
  // Cycles to failure; infinite where there is no damage.
  double Life(double amplitude, MinerRule rule) const;
  // 1 / Life.
  double Damage(double amplitude, MinerRule rule) const;
  // The amplitude that bears so many cycles; 0 where every amplitude below the knee does.
  double AmplitudeFor(double life, MinerRule rule) const;
};

// A step of a load spectrum: what a block programme and a counted history come down to.
struct LoadLevel {
  double amplitude = 0;
  double mean = 0;
  double cycles = 0;
};
std::vector<LoadLevel> LevelsOf(std::span<const LoadCycle> cycles);

// Miner's sum.
double DamageOf(std::span<const LoadLevel> levels, const WoehlerLine& line, MinerRule rule);

// The amplitude that does the damage of the spectrum in so many cycles, on a line of this slope
// without knee: (sum n S_a^k / N)^(1/k).
double EquivalentAmplitude(std::span<const LoadLevel> levels, double slope, double cycles);

// The part of the damage, on such a line, that is left where amplitudes below `threshold` are
// dropped.
double ShareKept(std::span<const LoadLevel> levels, double slope, double threshold);

// A rig programme of few blocks with the damage of the spectrum on such a line: `blocks` levels
// evenly spaced from the largest amplitude down, each with the cycles that do the damage of the
// amplitudes that it stands for (those up to it, above the next lower one), at the mean that these
// have by damage.
std::vector<LoadLevel> BlockProgramme(std::span<const LoadLevel> levels, double slope, int blocks);

// Standard normal distribution: the value that `probability` of all lie below.
double NormalQuantile(double probability);

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_WOEHLER_H_
