#include "study/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace jounce::study {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr int kResamples = 100;
constexpr double kTwoSided95 = 1.959964;

// Sums of one point, or of many.
struct PointSums {
  double a = 0, b = 0, aa = 0, bb = 0;
  std::vector<double> first, total;

  explicit PointSums(size_t factors) : first(factors), total(factors) {}
  void Add(const double* f) {
    const size_t k = first.size();
    const double fa = f[0], fb = f[k + 1];
    a += fa;
    b += fb;
    aa += fa * fa;
    bb += fb * fb;
    for (size_t i = 0; i < k; ++i) {
      const double mixed = f[1 + i];
      first[i] += fb * (mixed - fa);
      total[i] += 0.5 * (fa - mixed) * (fa - mixed);
    }
  }
  double Variance(double n) const {
    const double mean = (a + b) / (2 * n);
    return (aa + bb) / (2 * n) - mean * mean;
  }
};

double Mean(const std::vector<double>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

double Deviation(const std::vector<double>& x) {
  if (x.size() < 2) return 0;
  const double mean = Mean(x);
  double sum = 0;
  for (const double value : x) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(x.size() - 1));
}

// Ranks; equal values share the mean of theirs.
std::vector<double> Ranks(const std::vector<double>& x) {
  std::vector<size_t> order(x.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&x](size_t i, size_t j) { return x[i] < x[j]; });
  std::vector<double> ranks(x.size());
  for (size_t i = 0; i < order.size();) {
    size_t end = i;
    while (end < order.size() && x[order[end]] == x[order[i]]) ++end;
    for (size_t j = i; j < end; ++j) ranks[order[j]] = 0.5 * static_cast<double>(i + end - 1);
    i = end;
  }
  return ranks;
}

void KeepPairs(std::vector<double>* x, std::vector<double>* y) {
  size_t kept = 0;
  for (size_t i = 0; i < x->size(); ++i) {
    if (!std::isfinite((*x)[i]) || !std::isfinite((*y)[i])) continue;
    (*x)[kept] = (*x)[i];
    (*y)[kept++] = (*y)[i];
  }
  x->resize(kept);
  y->resize(kept);
}

}  // namespace

std::vector<SobolIndex> SobolIndices(const std::vector<double>& f, int factors) {
  const size_t k = static_cast<size_t>(factors), block = k + 2;
  std::vector<double> kept;
  for (size_t start = 0; start + block <= f.size(); start += block) {
    const auto first = f.begin() + static_cast<long>(start);
    const auto last = first + static_cast<long>(block);
    if (std::all_of(first, last, [](double value) { return std::isfinite(value); })) {
      kept.insert(kept.end(), first, last);
    }
  }
  const size_t n = kept.size() / block;
  if (n < 2) return {};
  double mean = 0;
  for (size_t p = 0; p < n; ++p) mean += kept[p * block] + kept[p * block + k + 1];
  mean /= 2 * static_cast<double>(n);
  for (double& value : kept) value -= mean;

  PointSums all(k);
  for (size_t p = 0; p < n; ++p) all.Add(&kept[p * block]);
  const double variance = all.Variance(static_cast<double>(n));
  std::vector<SobolIndex> indices(k);
  if (!(variance > 0)) return indices;
  const double scale = 1 / (static_cast<double>(n) * variance);
  for (size_t i = 0; i < k; ++i) {
    indices[i] = {.first = all.first[i] * scale, .total = all.total[i] * scale};
  }
  // Points drawn anew, with repetition.
  std::mt19937_64 engine(1);
  std::vector<std::vector<double>> firsts(k), totals(k);
  for (int resample = 0; resample < kResamples; ++resample) {
    PointSums drawn(k);
    for (size_t p = 0; p < n; ++p) drawn.Add(&kept[(engine() % n) * block]);
    const double of_drawn = drawn.Variance(static_cast<double>(n)) * static_cast<double>(n);
    for (size_t i = 0; of_drawn > 0 && i < k; ++i) {
      firsts[i].push_back(drawn.first[i] / of_drawn);
      totals[i].push_back(drawn.total[i] / of_drawn);
    }
  }
  for (size_t i = 0; i < k; ++i) {
    indices[i].first_error = kTwoSided95 * Deviation(firsts[i]);
    indices[i].total_error = kTwoSided95 * Deviation(totals[i]);
  }
  return indices;
}

std::vector<MorrisEffect> MorrisEffects(const UnitPoints& points, const std::vector<double>& f) {
  const size_t k = static_cast<size_t>(points.factors);
  std::vector<std::vector<double>> effects(k);
  for (int run = 0; run + 1 < points.runs() && run + 1 < static_cast<int>(f.size()); ++run) {
    if ((run + 1) % (points.factors + 1) == 0) continue;  // the next is of another trajectory
    for (int i = 0; i < points.factors; ++i) {
      const double step = points.At(run + 1, i) - points.At(run, i);
      const double change = f[static_cast<size_t>(run) + 1] - f[static_cast<size_t>(run)];
      if (step != 0 && std::isfinite(change)) {
        effects[static_cast<size_t>(i)].push_back(change / step);
      }
    }
  }
  std::vector<MorrisEffect> found(k);
  for (size_t i = 0; i < k; ++i) {
    if (effects[i].empty()) continue;
    found[i].mean = Mean(effects[i]);
    found[i].deviation = Deviation(effects[i]);
    found[i].count = static_cast<int>(effects[i].size());
    for (double& effect : effects[i]) effect = std::abs(effect);
    found[i].mean_absolute = Mean(effects[i]);
  }
  return found;
}

double Correlation(const std::vector<double>& x_all, const std::vector<double>& y_all) {
  std::vector<double> x = x_all, y = y_all;
  KeepPairs(&x, &y);
  if (x.size() < 3) return kNoNumber;
  const double mx = Mean(x), my = Mean(y);
  double xx = 0, yy = 0, xy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    yy += (y[i] - my) * (y[i] - my);
    xy += (x[i] - mx) * (y[i] - my);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : kNoNumber;
}

double RankCorrelation(const std::vector<double>& x_all, const std::vector<double>& y_all) {
  std::vector<double> x = x_all, y = y_all;
  KeepPairs(&x, &y);
  return Correlation(Ranks(x), Ranks(y));
}

std::vector<EffectClass> MainEffect(const std::vector<double>& x_all,
                                    const std::vector<double>& y_all, int most_classes) {
  std::vector<double> x = x_all, y = y_all;
  KeepPairs(&x, &y);
  std::vector<size_t> order(x.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&x](size_t i, size_t j) { return x[i] < x[j]; });
  std::vector<double> values = x;
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const bool by_value = values.size() <= static_cast<size_t>(most_classes);
  const size_t classes = std::min(values.size(), static_cast<size_t>(most_classes));
  std::vector<EffectClass> found;
  for (size_t c = 0, at = 0; c < classes; ++c) {
    const size_t end = (c + 1) * order.size() / classes;
    std::vector<double> xs, ys;
    while (at < order.size() && (by_value ? x[order[at]] == values[c] : at < end)) {
      xs.push_back(x[order[at]]);
      ys.push_back(y[order[at++]]);
    }
    if (ys.empty()) continue;
    found.push_back({.label = fmt::format("{:.4g}", Mean(xs)),
                     .middle = Mean(xs),
                     .mean = Mean(ys),
                     .deviation = Deviation(ys),
                     .count = static_cast<int>(ys.size())});
  }
  return found;
}

std::vector<size_t> ParetoFront(const std::vector<std::vector<double>>& outputs) {
  std::vector<size_t> front;
  const size_t n = outputs.empty() ? 0 : outputs[0].size();
  const auto beats = [&](size_t a, size_t b) {
    bool better = false;
    for (const std::vector<double>& one : outputs) {
      if (one[a] > one[b]) return false;
      better = better || one[a] < one[b];
    }
    return better;
  };
  const auto is_number = [&](size_t run) {
    return std::all_of(outputs.begin(), outputs.end(),
                       [run](const auto& one) { return !std::isnan(one[run]); });
  };
  // In the order of the first output nothing behind a run can beat it: the front so far is enough.
  std::vector<size_t> order;
  for (size_t i = 0; i < n; ++i) {
    if (is_number(i)) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    for (const std::vector<double>& one : outputs) {
      if (one[a] != one[b]) return one[a] < one[b];
    }
    return a < b;
  });
  for (const size_t run : order) {
    if (std::none_of(front.begin(), front.end(), [&](size_t f) { return beats(f, run); })) {
      front.push_back(run);
    }
  }
  std::sort(front.begin(), front.end());
  return front;
}

}  // namespace jounce::study
