// Which outputs of a run become frames of its moving picture, or points of a plot of what is dear
// to compute: at most so many, evenly in time, and not more frames than a screen can show. Whoever
// asks for the same times gets the same answers.
#ifndef JOUNCE_SOLVE_FRAME_CLOCK_H_
#define JOUNCE_SOLVE_FRAME_CLOCK_H_

#include <algorithm>
#include <cstddef>

namespace jounce {

class FrameClock {
 public:
  static constexpr int kMostFrames = 1500;

  // Every output is a frame.
  FrameClock() = default;
  // Of a run from 0 to `end_time` [s].
  explicit FrameClock(double end_time, int most_frames = kMostFrames)
      : interval_(std::max(end_time / most_frames, 1.0 / 60)) {}

  // For plots: at most so many points, every output of a short run.
  static FrameClock OfPoints(double end_time, int most_points = 2000) {
    FrameClock clock;
    clock.interval_ = end_time / most_points;
    return clock;
  }

  double interval() const { return interval_; }
  // How many of so many outputs are taken, at most.
  size_t MostOf(size_t outputs, double end_time) const {
    if (interval_ <= 0) return outputs;
    return std::min(outputs, static_cast<size_t>(end_time / interval_) + 2);
  }

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
