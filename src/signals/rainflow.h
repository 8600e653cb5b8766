// Rainflow counting: the closed stress-strain loops in a load history.
//
// A history is reduced to its turning points. Whenever the range between two neighbouring points is
// not larger than the ranges before and after it, a loop has closed: it counts as one cycle and its
// two points go (four-point method, ISO 12110-2). What never closes is the residue. Counted as half
// cycles the residue makes the result that of ASTM E1049-85, 5.4.4; passed through the count once
// more behind itself it makes that of a history that repeats, 5.4.5.
//
// Reference: ASTM E1049-85 (2017), Standard Practices for Cycle Counting in Fatigue Analysis.
#ifndef JOUNCE_SIGNALS_RAINFLOW_H_
#define JOUNCE_SIGNALS_RAINFLOW_H_

#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "signals/rainflow_stream.h"

namespace jounce {

// What becomes of the loops that never closed.
enum class Residue {
  kHalfCycles,  // each range counts one half [ASTM E1049, 5.4.4]
  kRepeat,      // the history repeats, so they close with the next pass [ASTM E1049, 5.4.5]
  kIgnore,      // they are left out, to be joined with those of other pieces of the history
};

// "half", "repeat" or "ignore".
Residue ResidueOfName(std::string_view name);

// How cycles are found. Both find the same ones; the three-point method in another order, with the
// half cycles where they come up.
enum class RainflowMethod {
  kFourPoint,   // ISO 12110-2
  kThreePoint,  // ASTM E1049, 5.4.4, to the letter; with half cycles alone
};

struct LoadCycle {
  double from = 0;
  double to = 0;
  double count = 1;  // 1, or 0.5

  double Range() const { return std::abs(to - from); }
  double Amplitude() const { return 0.5 * Range(); }
  double Mean() const { return 0.5 * (from + to); }
};

struct RainflowSettings {
  Residue residue = Residue::kHalfCycles;
  // Reversals smaller than this are noise and not looked at.
  double gate = 0;
  RainflowMethod method = RainflowMethod::kFourPoint;
};

struct RainflowResult {
  std::vector<LoadCycle> cycles;  // closed ones in the order they close, then those of the residue
  std::vector<double> residue;    // turning points that never closed
};

// First and last point and all reversals between, without equal neighbours; with a gate, only
// reversals of at least that range, from the first that counts to the last.
std::vector<double> TurningPoints(std::span<const double> samples, double gate = 0);

// The same piece by piece: what is kept between two pieces is the residue.
class RainflowCounter {
 public:
  explicit RainflowCounter(double gate = 0) : gate_(gate), filter_(gate) {}

  // Appends the cycles that close to `cycles`. Samples must be numbers.
  void Add(std::span<const double> samples, std::vector<LoadCycle>* cycles);
  // The history ends: its last point, and the residue in the chosen way. Call it once.
  void End(Residue residue, std::vector<LoadCycle>* cycles);
  // What has not closed so far; all that never closed after End.
  std::span<const double> Rest() const { return stack_.Rest(); }

 private:
  double gate_;
  TurningPointFilter filter_;
  FourPointStack stack_;
};

// Throws an InputError where a sample is no number.
RainflowResult CountRainflow(std::span<const double> samples,
                             const RainflowSettings& settings = {});

// Sum of count * range^slope: proportional to Miner's damage on a Woehler line N ~ range^-slope.
double PseudoDamage(std::span<const LoadCycle> cycles, double slope);

// The range that does the same damage in `repetitions` cycles.
double EquivalentRange(double pseudo_damage, double slope, double repetitions);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_RAINFLOW_H_
