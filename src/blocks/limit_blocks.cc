// What bounds a signal: its value, or its rate.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "blocks/block_kinds.h"

namespace jounce {
namespace {

class LimiterBlock final : public Block {
 public:
  LimiterBlock(double minimum, double maximum)
      : Block(1, 1, 0, 0), minimum_(minimum), maximum_(maximum) {}

  void Outputs(const BlockPoint& at, double* y) const override {
    *y = std::clamp(at.u[0], minimum_, maximum_);
  }
  void Differentiate(const BlockPoint& at, BlockSlopes* slopes) const override {
    slopes->D(0, 0) = at.u[0] < minimum_ || at.u[0] > maximum_ ? 0 : 1;
  }

 private:
  double minimum_, maximum_;
};

// From step to step the output moves towards the input as far as it may. Memory: its last value.
class RateLimitBlock final : public Block {
 public:
  RateLimitBlock(double falling, double rising)
      : Block(1, 1, 0, 1), falling_(falling), rising_(rising) {}

  void StartMemory(double, const double* u, double* memory) const override { memory[0] = u[0]; }
  void Outputs(const BlockPoint& at, double* y) const override { *y = Limited(at); }
  void Remember(const BlockPoint& at) const override { at.next[0] = Limited(at); }
  void Differentiate(const BlockPoint& at, BlockSlopes* slopes) const override {
    slopes->D(0, 0) = Limited(at) == at.u[0] ? 1 : 0;
  }

 private:
  double Limited(const BlockPoint& at) const {
    if (at.is_static()) return at.u[0];
    return std::clamp(at.u[0], at.memory[0] - at.h * falling_, at.memory[0] + at.h * rising_);
  }

  double falling_, rising_;
};

std::unique_ptr<const Block> MakeLimiter(const BlockSettings& settings, const BlockContext&) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double minimum = settings.Number("minimum", -kInfinity);
  const double maximum = settings.Number("maximum", kInfinity);
  if (!(minimum < maximum)) {
    throw InputError(fmt::format("the limits {} and {} leave nothing", minimum, maximum),
                     "the minimum lies below the maximum");
  }
  return std::make_unique<LimiterBlock>(minimum, maximum);
}

std::unique_ptr<const Block> MakeRateLimit(const BlockSettings& settings, const BlockContext&) {
  const double rising = settings.Number("rising", 0);
  const double falling = settings.Number("falling", rising);
  if (!(rising > 0) || !(falling > 0)) {
    throw InputError("a rate limit is not positive", "give `rising` and, if it differs, `falling`");
  }
  return std::make_unique<RateLimitBlock>(falling, rising);
}

}  // namespace

const BlockKind kLimiterBlock = {"limiter",
                                 "its input between two bounds",
                                 1,
                                 1,
                                 {{"minimum", "none by default"}, {"maximum", "none by default"}},
                                 MakeLimiter,
                                 BlockUnits::kKept};

const BlockKind kRateLimitBlock = {
    "rate_limit",
    "follows its input, but no faster than this",
    1,
    1,
    {{"rising", "the most it may rise in a second", KindField::kNumber, true},
     {"falling", "the most it may fall in a second; as `rising` by default"}},
    MakeRateLimit,
    BlockUnits::kKept};

}  // namespace jounce
