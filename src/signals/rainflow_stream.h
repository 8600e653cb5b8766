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
class TurningPointFilter {
 public:
  explicit TurningPointFilter(double gate = 0) : gate_(gate) {}

  // The next samples of the history; `visit(double)` gets each turning point that is certain now.
  template <typename Visit>
  void Add(std::span<const double> samples, Visit visit) {
    size_t i = 0;
    if (!moving_) i = Begin(samples, visit);
    double extreme = extreme_;
    bool rising = rising_;
    for (; i < samples.size(); ++i) {
      const double x = samples[i];
      const double ahead = rising ? x - extreme : extreme - x;
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
      visit(last_ == high_ ? low_ : high_);
    }
  }

 private:
  // Up to the first move of at least the gate. Returns how many samples were used.
  template <typename Visit>
  size_t Begin(std::span<const double> samples, Visit visit) {
    for (size_t i = 0; i < samples.size(); ++i) {
      const double x = samples[i];
      low_ = seen_ && low_ < x ? low_ : x;
      high_ = seen_ && high_ > x ? high_ : x;
      seen_ = true;
      last_ = x;
      if (high_ == low_ || high_ - low_ < gate_) continue;
      rising_ = x == high_;
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
  double low_ = 0, high_ = 0, last_ = 0;
  double extreme_ = 0;  // the turning point to be
};

// The four-point method: points go in, closed cycles (from, to) come out.
class FourPointStack {
 public:
  FourPointStack() : points_(64) {}

  template <typename Close>
  void Add(double point, Close close) {
    if (size_ == points_.size()) points_.resize(2 * size_);
    double* const base = points_.data();
    base[size_++] = point;
    while (size_ >= 4) {
      const double* p = base + size_ - 4;
      const double inner = std::abs(p[1] - p[2]);
      if (inner > std::abs(p[0] - p[1]) || inner > std::abs(p[2] - p[3])) return;
      close(p[1], p[2]);
      base[size_ - 3] = p[3];
      size_ -= 2;
    }
  }

  // Turning points that did not close.
  std::span<const double> Rest() const { return {points_.data(), size_}; }
  void Clear() { size_ = 0; }

 private:
  std::vector<double> points_;
  size_t size_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_RAINFLOW_STREAM_H_
