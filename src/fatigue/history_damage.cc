#include "fatigue/history_damage.h"

#include <algorithm>
#include <cmath>

#include "math/lanes.h"

namespace jounce {
namespace {

using Four = Lanes<4>;

// Samples where a history turns, and its ends, without a branch a sample; a superset where
// neighbours are equal.
size_t CopyTurns(std::span<const double> samples, std::vector<double>* turns) {
  turns->resize(samples.size() + 1);
  const double* s = samples.data();
  double* out = turns->data();
  size_t count = 0;
  out[count++] = s[0];
  bool rose = samples.size() > 1 && s[1] > s[0];
  for (size_t i = 1; i + 1 < samples.size(); ++i) {
    const bool rises = s[i + 1] > s[i];
    out[count] = s[i];
    count += static_cast<size_t>(rises != rose);
    rose = rises;
  }
  if (samples.size() > 1) out[count++] = s[samples.size() - 1];
  return count;
}

}  // namespace

HistoryExtent ExtentOf(std::span<const double> samples) {
  HistoryExtent extent;
  if (samples.empty()) return extent;
  const double* s = samples.data();
  Four low(s[0]), high(s[0]), way(0.0);
  size_t i = 0;
  for (; i + Four::kSize < samples.size(); i += Four::kSize) {
    const Four now = Four::Load(s + i), next = Four::Load(s + i + 1);
    low = Min(low, now);
    high = Max(high, now);
    way += Abs(next - now);
  }
  extent = {s[0], s[0], 0};
  for (int k = 0; k < Four::kSize; ++k) {
    extent.low = std::min(extent.low, low[k]);
    extent.high = std::max(extent.high, high[k]);
    extent.variation += way[k];
  }
  for (; i < samples.size(); ++i) {
    extent.low = std::min(extent.low, s[i]);
    extent.high = std::max(extent.high, s[i]);
    if (i + 1 < samples.size()) extent.variation += std::abs(s[i + 1] - s[i]);
  }
  return extent;
}

double HistoryDamage::Bound(const HistoryExtent& extent, size_t samples) const {
  const double total = 0.25 * (extent.variation + extent.high - extent.low);
  return damage_.SumBound(extent.Amplitude(), extent.high, 0.5 * static_cast<double>(samples),
                          total);
}

double HistoryDamage::Gate(const HistoryExtent& extent, size_t samples) const {
  const double amplitude = extent.Amplitude();
  const double worth = 0.5 * tolerance_ * damage_(amplitude, 0.5 * (extent.high + extent.low));
  if (!(worth > 0 && std::isfinite(worth))) return 0;
  const double total = 0.25 * (extent.variation + extent.high - extent.low);
  const auto fits = [&](double part) {
    return damage_.SumBound(part * amplitude, extent.high, 0.5 * static_cast<double>(samples),
                            total) <= worth;
  };
  // The largest that fits, to a hundredth.
  double below = 1e-6, above = 1;
  if (!fits(below)) return 0;
  while (above > 1.01 * below) {
    const double middle = std::sqrt(below * above);
    (fits(middle) ? below : above) = middle;
  }
  return below * (extent.high - extent.low);
}

double HistoryDamage::Count(std::span<const double> samples, const HistoryExtent& extent) {
  if (!(extent.high > extent.low)) return 0;
  const double gate = Gate(extent, samples.size());
  const size_t turns = CopyTurns(samples, &turns_);
  double sum = 0;
  const auto close = [&](double a, double b) {
    sum += damage_(0.5 * std::abs(b - a), 0.5 * (a + b));
  };
  stack_.Clear();
  TurningPointFilter filter(gate);
  const auto visit = [&](double point) { stack_.Add(point, close); };
  filter.Add(std::span<const double>(turns_.data(), turns), visit);
  filter.End(visit);
  return sum + OfResidue(gate);
}

double HistoryDamage::OfResidue(double gate) {
  if (residue_ == Residue::kIgnore) return 0;
  double sum = 0;
  const auto close = [&](double a, double b) {
    sum += damage_(0.5 * std::abs(b - a), 0.5 * (a + b));
  };
  rest_.assign(stack_.Rest().begin(), stack_.Rest().end());
  if (residue_ == Residue::kHalfCycles) {
    for (size_t i = 1; i < rest_.size(); ++i) close(rest_[i - 1], rest_[i]);
    return 0.5 * sum;
  }
  stack_.Clear();
  TurningPointFilter again(gate);
  const auto visit = [&](double point) { stack_.Add(point, close); };
  for (int pass = 0; pass < 2; ++pass) again.Add(std::span<const double>(rest_), visit);
  again.End(visit);
  return sum;
}

}  // namespace jounce
