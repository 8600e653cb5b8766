#include "signals/rainflow.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/names.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

// Feeds the turning points of `samples` to `visit` one by one. Equal neighbours are one point.
template <typename Visit>
void VisitTurningPoints(std::span<const double> samples, double gate, Visit visit) {
  if (samples.empty()) return;
  double low = samples[0], high = samples[0];
  size_t i = 1;
  // Up to the first move of at least the gate.
  for (; i < samples.size() && (high == low || high - low < gate); ++i) {
    low = std::min(low, samples[i]);
    high = std::max(high, samples[i]);
  }
  bool rising = samples[i - 1] == high;
  visit(rising ? low : high);
  if (high == low) return;
  double extreme = samples[i - 1];  // the turning point to be
  for (; i < samples.size(); ++i) {
    const double x = samples[i];
    const double ahead = rising ? x - extreme : extreme - x;
    if (ahead >= 0) {
      extreme = x;
    } else if (-ahead >= gate) {
      visit(extreme);
      extreme = x;
      rising = !rising;
    }
  }
  visit(extreme);
}

// The four-point method: points go in, closed cycles come out.
class FourPoint {
 public:
  explicit FourPoint(std::vector<LoadCycle>* cycles) : cycles_(cycles), points_(64) {}

  void Add(double point) {
    if (size_ == points_.size()) points_.resize(2 * size_);
    double* const top = points_.data() + size_;
    *top = point;
    ++size_;
    Close();
  }

  std::vector<double> Rest() const {
    return {points_.begin(), points_.begin() + static_cast<std::ptrdiff_t>(size_)};
  }

 private:
  void Close() {
    while (size_ >= 4) {
      const double* p = points_.data() + size_ - 4;
      const double inner = std::abs(p[1] - p[2]);
      if (inner > std::abs(p[0] - p[1]) || inner > std::abs(p[2] - p[3])) return;
      cycles_->push_back({p[1], p[2], 1.0});
      points_[size_ - 3] = p[3];
      size_ -= 2;
    }
  }

  std::vector<LoadCycle>* cycles_;
  std::vector<double> points_;
  size_t size_ = 0;
};

void CountResidue(const RainflowSettings& settings, RainflowResult* result) {
  const std::vector<double>& rest = result->residue;
  if (settings.residue == Residue::kHalfCycles) {
    for (size_t i = 1; i < rest.size(); ++i) {
      result->cycles.push_back({rest[i - 1], rest[i], 0.5});
    }
  } else if (settings.residue == Residue::kRepeat) {
    std::vector<double> twice = rest;
    twice.insert(twice.end(), rest.begin(), rest.end());
    FourPoint counter(&result->cycles);
    VisitTurningPoints(twice, settings.gate, [&](double point) { counter.Add(point); });
  }
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
  VisitTurningPoints(samples, gate, [&](double point) { points.push_back(point); });
  return points;
}

RainflowResult CountRainflow(std::span<const double> samples, const RainflowSettings& settings) {
  RequireNumbers(samples);
  RainflowResult result;
  result.cycles.reserve(samples.size() / 8);
  FourPoint counter(&result.cycles);
  VisitTurningPoints(samples, settings.gate, [&](double point) { counter.Add(point); });
  result.residue = counter.Rest();
  CountResidue(settings, &result);
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
