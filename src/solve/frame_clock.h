// Which outputs of a run become frames of its moving picture: at most so many, and not more than a
// screen can show, evenly in time. Whoever asks for the same times gets the same answers.
#ifndef JOUNCE_SOLVE_FRAME_CLOCK_H_
#define JOUNCE_SOLVE_FRAME_CLOCK_H_

#include <algorithm>

namespace jounce {

class FrameClock {
 public:
  static constexpr int kMostFrames = 1500;

  // Every output is a frame.
  FrameClock() = default;
  // Of a run from 0 to `end_time` [s].
  explicit FrameClock(double end_time, int most_frames = kMostFrames)
      : interval_(std::max(end_time / most_frames, 1.0 / 60)) {}

  double interval() const { return interval_; }

  // Whether the output at this time, later than that of any call before, is one.
  bool Takes(double time) {
    // Times are sums of steps.
    if (time < next_time_ * (1 - 1e-9)) return false;
    next_time_ = time + interval_;
    return true;
  }

 private:
  double interval_ = 0;
  double next_time_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_FRAME_CLOCK_H_
