#include "report/decimate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace jounce::report {
namespace {

// Where the buckets end (one past their last sample), ascending.
std::vector<std::size_t> EqualCounts(std::size_t size, std::size_t buckets) {
  std::vector<std::size_t> ends(buckets);
  for (std::size_t b = 0; b < buckets; ++b) ends[b] = (b + 1) * size / buckets;
  return ends;
}

std::vector<std::size_t> EqualDecades(std::span<const double> x, std::size_t buckets) {
  const auto first = std::find_if(x.begin(), x.end(), [](double v) { return v > 0; });
  if (first == x.end()) return EqualCounts(x.size(), buckets);
  const double from = std::log(*first);
  const double width = (std::log(x.back()) - from) / static_cast<double>(buckets);
  std::vector<std::size_t> ends(buckets, x.size());
  for (std::size_t b = 0; b + 1 < buckets; ++b) {
    const double limit = std::exp(from + width * static_cast<double>(b + 1));
    ends[b] = static_cast<std::size_t>(std::upper_bound(x.begin(), x.end(), limit) - x.begin());
  }
  return ends;
}

// Adds the extremes of v[begin, end) and its first gap, if it has one.
void AddExtremes(std::span<const double> v, std::size_t begin, std::size_t end,
                 std::vector<std::size_t>* kept) {
  std::size_t low = end, high = end, gap = end;
  for (std::size_t i = begin; i < end; ++i) {
    if (std::isnan(v[i])) {
      if (gap == end) gap = i;
      continue;
    }
    if (low == end || v[i] < v[low]) low = i;
    if (high == end || v[i] > v[high]) high = i;
  }
  for (const std::size_t i : {low, high, gap}) {
    if (i != end) kept->push_back(i);
  }
}

}  // namespace

bool IsAscending(std::span<const double> x) {
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (!(x[i] >= x[i - 1])) return false;
  }
  return true;
}

std::vector<std::size_t> Decimate(std::span<const double> x, std::span<const double> y,
                                  Scale x_scale, std::size_t max_points) {
  const std::size_t size = std::min(x.size(), y.size());
  std::vector<std::size_t> kept;
  if (size <= max_points) {
    kept.resize(size);
    std::iota(kept.begin(), kept.end(), std::size_t{0});
    return kept;
  }
  const bool ascending = IsAscending(x);
  const std::size_t buckets = std::max<std::size_t>(1, max_points / (ascending ? 2 : 4));
  const std::vector<std::size_t> ends =
      ascending && x_scale == Scale::kLog ? EqualDecades(x, buckets) : EqualCounts(size, buckets);
  kept.reserve(buckets * 4 + 2);
  kept.push_back(0);
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    const auto bucket_start = static_cast<std::ptrdiff_t>(kept.size());
    AddExtremes(y, begin, end, &kept);
    if (!ascending) AddExtremes(x, begin, end, &kept);
    std::sort(kept.begin() + bucket_start, kept.end());
    begin = end;
  }
  kept.push_back(size - 1);
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  return kept;
}

}  // namespace jounce::report
