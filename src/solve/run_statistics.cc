#include "solve/run_statistics.h"

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

constexpr double kShortest = 1e-8;  // s
const double kLogBin = std::log(1.02);

}  // namespace

void StepTimes::Add(double seconds) {
  const int bin = static_cast<int>(std::log(std::max(seconds, kShortest) / kShortest) / kLogBin);
  ++bins_[std::clamp(bin, 0, kBins - 1)];
  ++count_;
  worst_ = std::max(worst_, seconds);
}

double StepTimes::Quantile(double part) const {
  std::int64_t seen = 0;
  for (int i = 0; i < kBins; ++i) {
    seen += bins_[i];
    if (seen > 0 && seen >= part * count_) {
      return std::min(worst_, kShortest * std::exp((i + 1) * kLogBin));
    }
  }
  return worst_;
}

}  // namespace jounce
