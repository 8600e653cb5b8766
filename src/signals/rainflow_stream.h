// Rainflow counting sample by sample: turning points come out of samples, closed cycles out of
// turning points. What is kept is the residue alone, so a history of any length is counted piece by
// piece. The functions that get the points and cycles are inlined, for those who count millions.
#ifndef JOUNCE_SIGNALS_RAINFLOW_STREAM_H_
#define JOUNCE_SIGNALS_RAINFLOW_STREAM_H_

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace jounce {

// First and last point and all reversals between, without equal neighbours; with a gate, only
// reversals of at least that range, from the first that counts to the last.
//
// `Sample` is a double, or something that converts to one and carries more, such as its place.
template <typename Sample>
class TurningPointFilterOf {
 public:
  explicit TurningPointFilterOf(double gate = 0) : gate_(gate) {}

  // The next samples of the history; `visit(Sample)` gets each turning point that is certain now.
  template <typename Visit>
  void Add(std::span<const Sample> samples, Visit visit) {
    size_t i = 0;
    if (!moving_) i = Begin(samples, visit);
    Sample extreme = extreme_;
    bool rising = rising_;
    for (; i < samples.size(); ++i) {
      const Sample x = samples[i];
      const double ahead = rising ? double{x} - double{extreme} : double{extreme} - double{x};
      if (ahead >= 0) {
        extreme = x;
      } else if (-ahead >= gate_) {
        visit(extreme);
        extreme = x;
        rising = !rising;
      }
    }
    extreme_ = extreme;
    rising_ = rising;
  }

  // The history ends here: its last point.
  template <typename Visit>
  void End(Visit visit) {
    if (moving_) {
      visit(extreme_);
    } else if (seen_) {
      visit(double{last_} == double{high_} ? low_ : high_);
    }
  }

 private:
  // Up to the first move of at least the gate. Returns how many samples were used.
  template <typename Visit>
  size_t Begin(std::span<const Sample> samples, Visit visit) {
    for (size_t i = 0; i < samples.size(); ++i) {
      const Sample x = samples[i];
      low_ = seen_ && double{low_} < double{x} ? low_ : x;
      high_ = seen_ && double{high_} > double{x} ? high_ : x;
      seen_ = true;
      last_ = x;
      if (double{high_} == double{low_} || double{high_} - double{low_} < gate_) continue;
      rising_ = double{x} == double{high_};
      visit(rising_ ? low_ : high_);
      extreme_ = x;
      moving_ = true;
      return i + 1;
    }
    return samples.size();
  }

  double gate_;
  bool seen_ = false;    // a sample at all
  bool moving_ = false;  // the first turning point is known
  bool rising_ = false;
  Sample low_{}, high_{}, last_{};
  Sample extreme_{};  // the turning point to be
};
using TurningPointFilter = TurningPointFilterOf<double>;

// The four-point method: points go in, closed cycles (from, to) come out.
template <typename Sample>
class FourPointStackOf {
 public:
  FourPointStackOf() : points_(64) {}

  template <typename Close>
  void Add(const Sample& point, Close close) {
    if (size_ == points_.size()) points_.resize(2 * size_);
    Sample* const base = points_.data();
    base[size_++] = point;
    while (size_ >= 4) {
      const Sample* p = base + size_ - 4;
      const double inner = std::abs(double{p[1]} - double{p[2]});
      if (inner > std::abs(double{p[0]} - double{p[1]}) ||
          inner > std::abs(double{p[2]} - double{p[3]}))
        return;
      close(p[1], p[2]);
      base[size_ - 3] = p[3];
      size_ -= 2;
    }
  }

  // Turning points that did not close.
  std::span<const Sample> Rest() const { return {points_.data(), size_}; }
  void Clear() { size_ = 0; }

 private:
  std::vector<Sample> points_;
  size_t size_ = 0;
};
using FourPointStack = FourPointStackOf<double>;

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_RAINFLOW_STREAM_H_
