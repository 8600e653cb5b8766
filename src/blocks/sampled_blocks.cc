// What a signal was before: a sample that is held, or the signal some time ago. Both break loops,
// and neither is told by slopes: linear analyses refuse them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "blocks/block_kinds.h"
#include "blocks/sampling.h"

namespace jounce {
namespace {

// No output follows an input at once, or a state.
class RememberingBlock : public Block {
 public:
  explicit RememberingBlock(int memory) : Block(1, 1, 0, memory) {}
  bool feeds_through() const override { return false; }
  bool has_small_motion() const override { return false; }
  void Differentiate(const BlockPoint&, BlockSlopes* slopes) const override { slopes->D.setZero(); }
};

// A sampled controller: at the times k `period` it takes its input, and after `delay` puts it out
// until the next. Memory: what is put out, what waits, number of the next sample.
class SampleAndHoldBlock final : public RememberingBlock {
 public:
  SampleAndHoldBlock(double period, double delay)
      : RememberingBlock(kSize), period_(period), delay_(delay) {}

  void StartMemory(double time, const double* u, double* memory) const override {
    memory[kHeld] = memory[kWaiting] = u[0];
    memory[kNumber] = std::floor(time / period_ + kWhole) + 1;
  }
  bool Jumped(const double* before, const double* after) const override {
    return before[kHeld] != after[kHeld];
  }
  void Outputs(const BlockPoint& at, double* y) const override { *y = at.memory[kHeld]; }
  void Remember(const BlockPoint& at) const override {
    std::copy(at.memory, at.memory + kSize, at.next);
    if (at.is_static()) {
      StartMemory(at.time, at.u, at.next);
      return;
    }
    const double slack = kWhole * period_;
    if (at.time >= at.memory[kNumber] * period_ - slack) {
      at.next[kWaiting] = at.u[0];
      at.next[kNumber] = at.memory[kNumber] + 1;
    }
    const double taken = (at.next[kNumber] - 1) * period_;
    if (at.time >= taken + delay_ - slack) at.next[kHeld] = at.next[kWaiting];
  }

 private:
  enum { kHeld, kWaiting, kNumber, kSize };
  double period_, delay_;
};

// The input some time ago: a straight line between the steps that it remembers. Memory: how many
// steps were ever stored, then a ring of times and values, of which the oldest are overwritten; the
// newest step is stored in any case, over the last one where that is nearer than `spacing`.
class DelayBlock final : public RememberingBlock {
 public:
  DelayBlock(double delay, double spacing)
      : RememberingBlock(1 + 2 * SizeFor(delay, spacing)),
        delay_(delay),
        spacing_(spacing),
        size_(SizeFor(delay, spacing)) {}

  void StartMemory(double time, const double* u, double* memory) const override {
    memory[0] = 1;
    for (int i = 0; i < size_; ++i) {
      memory[1 + 2 * i] = time;
      memory[2 + 2 * i] = u[0];
    }
  }

  void Outputs(const BlockPoint& at, double* y) const override {
    const double then = at.time - delay_;
    const auto count = static_cast<long long>(at.memory[0]);
    const long long oldest = std::max(0LL, count - size_);
    long long after = count - 1;
    while (after > oldest && Time(at.memory, after - 1) >= then) --after;
    const double t1 = Time(at.memory, after), u1 = Value(at.memory, after);
    if (after == oldest || then >= t1) {
      *y = u1;
      return;
    }
    const double t0 = Time(at.memory, after - 1), u0 = Value(at.memory, after - 1);
    *y = u0 + (u1 - u0) * (then - t0) / (t1 - t0);
  }

  void Remember(const BlockPoint& at) const override {
    if (at.is_static()) {
      StartMemory(at.time, at.u, at.next);
      return;
    }
    const auto count = static_cast<long long>(at.memory[0]);
    // Between the last two lies less than a step: the newest takes the place of the last.
    const bool replaces =
        count > 1 && Time(at.memory, count - 1) - Time(at.memory, count - 2) < spacing_;
    const long long place = replaces ? count - 1 : count;
    at.next[0] = static_cast<double>(place + 1);
    at.next[1 + 2 * (place % size_)] = at.time;
    at.next[2 + 2 * (place % size_)] = at.u[0];
  }

 private:
  static int SizeFor(double delay, double spacing) {
    return static_cast<int>(std::ceil(delay / spacing)) + 4;
  }
  double Time(const double* memory, long long i) const { return memory[1 + 2 * (i % size_)]; }
  double Value(const double* memory, long long i) const { return memory[2 + 2 * (i % size_)]; }

  double delay_, spacing_;
  int size_;
};

std::unique_ptr<const Block> MakeSampleAndHold(const BlockSettings& settings,
                                               const BlockContext& context) {
  const double period = settings.Number("period", 0), delay = settings.Number("delay", 0);
  if (!(period > 0))
    throw InputError("the period is not positive", "give the time between samples");
  if (delay < 0 || delay >= period) {
    throw InputError(fmt::format("a delay of {} s does not fit a period of {} s", delay, period),
                     "a sample is put out before the next is taken");
  }
  if (!IsMultiple(period, context.step) || !IsMultiple(delay, context.step)) {
    throw InputError(
        fmt::format(
            "samples every {:.6g} s, put out after {:.6g} s, do not fall on steps of {:.6g} s",
            period, delay, context.step),
        "choose a step that divides the period and the delay");
  }
  return std::make_unique<SampleAndHoldBlock>(period, delay);
}

std::unique_ptr<const Block> MakeDelay(const BlockSettings& settings, const BlockContext& context) {
  constexpr double kMostSteps = 1e6;
  const double delay = settings.Number("time", 0);
  if (!(delay >= context.step * (1 - kWhole))) {
    throw InputError(
        fmt::format("a delay of {:.6g} s is shorter than a step of {:.6g} s", delay, context.step),
        "choose a shorter step, or a transfer function for such a short delay");
  }
  if (delay > kMostSteps * context.step) {
    throw InputError(fmt::format("a delay of {:.6g} s is more than a million steps", delay),
                     "choose a longer step");
  }
  return std::make_unique<DelayBlock>(delay, 0.75 * context.step);
}

}  // namespace

const BlockKind kSampleAndHoldBlock = {
    "sample_and_hold",
    "takes its input at times k `period` and holds it: a controller that runs at its own rate",
    1,
    1,
    {{"period", "time between samples", KindField::kNumber, true, quantity::kTime},
     {"delay", "after which a sample is put out; 0 by default", KindField::kNumber, false,
      quantity::kTime}},
    MakeSampleAndHold,
    BlockUnits::kKept};

const BlockKind kDelayBlock = {
    "delay",
    "its input some time ago; before the start, that of the start",
    1,
    1,
    {{"time", "how long ago; at least a step", KindField::kNumber, true, quantity::kTime}},
    MakeDelay,
    BlockUnits::kKept};

}  // namespace jounce
