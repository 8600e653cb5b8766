#include "fatigue/hysteresis.h"

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

// Loads that differ by less are equal: what is left of rounding in scaled histories.
constexpr double kSame = 1e-12;

// The notch in classes of the load [FKM 2019, 2.5.8.2]: each load counts as the upper bound of its
// class, ranges likewise in twice as many classes of the same width.
class ClassedNotch {
 public:
  ClassedNotch(const Notch& notch, double largest, int classes) : notch_(notch) {
    if (classes <= 0) return;
    width_ = largest / classes;
    for (int i = 0; i <= classes; ++i) first_.push_back(notch.First(i * width_));
    for (int i = 0; i <= 2 * classes; ++i) range_.push_back(notch.Range(i * width_));
  }

  StressStrain First(double load) const {
    return width_ > 0 ? Look(first_, load) : notch_.First(load);
  }
  StressStrain Range(double load) const {
    return width_ > 0 ? Look(range_, load) : notch_.Range(load);
  }

 private:
  StressStrain Look(const std::vector<StressStrain>& table, double load) const {
    const double place = std::ceil(std::abs(load) / width_ - 1e-9);
    const size_t i = std::min(static_cast<size_t>(std::max(place, 0.0)), table.size() - 1);
    const double sign = load < 0 ? -1 : 1;
    return {sign * table[i].stress, sign * table[i].strain};
  }

  const Notch& notch_;
  double width_ = 0;
  std::vector<StressStrain> first_, range_;
};

class Counter {
 public:
  Counter(const ClassedNotch& notch, double largest) : notch_(notch), same_(kSame * largest) {}

  void Pass(const std::vector<double>& turns, int pass) {
    pass_ = pass;
    previous_ = 0;
    for (const double load : turns) {
      const Point point = Follow(load);
      seen_ = std::max(seen_, std::abs(load));
      open_.push_back(point);
      if (load > previous_ + same_) {
        strain_max_ = std::max(strain_max_, point.strain);
      } else {
        strain_min_ = std::min(strain_min_, point.strain);
      }
      previous_ = load;
    }
  }

  std::vector<Hysteresis> loops;

 private:
  struct Point {
    double load = 0, stress = 0, strain = 0;
  };

  Point OnFirst(double load) const {
    const StressStrain at = notch_.First(load);
    return {load, at.stress, at.strain};
  }
  Point OnBranch(const Point& from, double load) const {
    const StressStrain range = notch_.Range(load - from.load);
    return {load, from.stress + range.stress, from.strain + range.strain};
  }

  // Goes to the next turning point and records the loops that close on the way.
  Point Follow(double load) {
    for (;;) {
      if (open_.size() < bound_) return OnFirst(load);
      const Point last = open_.back();
      if (open_.size() == bound_) {
        if (std::abs(load) <= seen_ + same_) return OnBranch(last, load);
        Record({}, last, false);  // memory 3
        ++bound_;
        return OnFirst(load);
      }
      const Point before = open_[open_.size() - 2];
      if (std::abs(load - last.load) < std::abs(last.load - before.load) - same_) {
        return OnBranch(last, load);
      }
      Record(before, last, true);
      open_.resize(open_.size() - 2);
      const bool inside =
          std::abs(before.load) < seen_ - same_ && std::abs(last.load) < seen_ - same_;
      if (!inside) return OnFirst(load);  // memory 1; else memory 2
    }
  }

  void Record(const Point& a, const Point& b, bool closed) {
    Hysteresis loop;
    if (closed) {
      loop.load_min = std::min(a.load, b.load);
      loop.load_max = std::max(a.load, b.load);
      loop.stress_min = std::min(a.stress, b.stress);
      loop.stress_max = std::max(a.stress, b.stress);
      loop.strain_min = std::min(a.strain, b.strain);
      loop.strain_max = std::max(a.strain, b.strain);
    } else {
      loop.load_max = std::abs(b.load);
      loop.stress_max = std::abs(b.stress);
      loop.strain_max = std::abs(b.strain);
      loop.load_min = -loop.load_max;
      loop.stress_min = -loop.stress_max;
      loop.strain_min = -loop.strain_max;
    }
    loop.strain_min_before = strain_min_;
    loop.strain_max_before = strain_max_;
    loop.closed = closed;
    loop.pass = pass_;
    loops.push_back(loop);
  }

  const ClassedNotch& notch_;
  double same_;
  std::vector<Point> open_;  // turning points whose branches have not closed
  size_t bound_ = 1;         // so many of them hang on the first loading curve and never close
  double seen_ = 0;          // largest load so far
  double previous_ = 0;
  double strain_min_ = 0, strain_max_ = 0;
  int pass_ = 1;
};

// Reversals of rest, the pass and the pass again, those of each pass by themselves. A last point
// that is a reversal belongs to the pass it stands in, one that is none to no pass.
void SplitTurns(std::span<const double> loads, std::vector<double>* first,
                std::vector<double>* second) {
  std::vector<double> history{0.0};
  history.insert(history.end(), loads.begin(), loads.end());
  const size_t middle = history.size();
  history.insert(history.end(), loads.begin(), loads.end());
  double before = 0;  // direction that led to the point at hand
  size_t start = 0;   // first of equal neighbours
  for (size_t i = 1; i < history.size(); ++i) {
    const double step = history[i] - history[i - 1];
    if (step == 0) continue;
    if (before * step < 0) (start < middle ? first : second)->push_back(history[i - 1]);
    before = step;
    start = i;
  }
  if (before != 0) second->push_back(history.back());
}

}  // namespace

std::vector<Hysteresis> CountHystereses(std::span<const double> loads, const Notch& notch,
                                        const HysteresisSettings& settings) {
  double largest = 0;
  for (const double load : loads) largest = std::max(largest, std::abs(load));
  if (largest == 0) return {};
  std::vector<double> first, second;
  SplitTurns(loads, &first, &second);
  const ClassedNotch classed(notch, largest, settings.classes);
  Counter counter(classed, largest);
  counter.Pass(first, 1);
  counter.Pass(second, 2);
  return counter.loops;
}

}  // namespace jounce
