#include "solve/channel_selection.h"

#include <algorithm>
#include <cmath>

#include "mechanics/probes.h"

namespace jounce {
namespace {

constexpr size_t kWindow = 4;
// Times that differ by less than this part of a step are one.
constexpr double kSameTime = 1e-6;

}  // namespace

ChannelSelection::ChannelSelection(const ChannelSettings& settings,
                                   const std::vector<ProbeChannel>& all)
    : rate_(settings.rate), chosen_(ChooseChannels(settings, all)), values_(chosen_.size()) {
  for (const ChosenChannel& one : chosen_) channels_.push_back(one.channel);
}

std::vector<int> ChannelSelection::SensorsIn(const SensorReader& all) const {
  std::vector<int> sensors;
  for (const ChosenChannel& one : chosen_) sensors.push_back(all.ProbeOf(one.source));
  std::sort(sensors.begin(), sensors.end());
  sensors.erase(std::unique(sensors.begin(), sensors.end()), sensors.end());
  return sensors;
}

void ChannelSelection::Choose(const double* all, double* values) const {
  for (const ChosenChannel& one : chosen_) *values++ = one.factor * all[one.source];
}

size_t ChannelSelection::CountRows(double end, size_t rows) const {
  return rate_ ? static_cast<size_t>(std::floor(end * *rate_ * (1 + 1e-9))) + 1 : rows;
}

void ChannelSelection::Add(double time, const double* all, const Row& out) {
  if (!rate_) {
    Choose(all, values_.data());
    out(time, values_);
    return;
  }
  if (window_.empty()) start_ = time;
  if (window_.size() < kWindow) {
    window_.push_back({time, std::vector<double>(chosen_.size())});
  } else {
    std::rotate(window_.begin(), window_.begin() + 1, window_.end());
    window_.back().time = time;
  }
  Choose(all, window_.back().values.data());
  // Up to the last but one row: what comes after it has a better polynomial later.
  if (window_.size() == kWindow) WriteUpTo(window_[kWindow - 2].time, out);
}

void ChannelSelection::Finish(const Row& out) {
  if (!window_.empty() && rate_) WriteUpTo(window_.back().time, out);
}

void ChannelSelection::WriteUpTo(double time, const Row& out) {
  const double step = window_.size() > 1 ? window_.back().time - window_.front().time : 0;
  for (; NextTime() <= time + kSameTime * step; ++written_) {
    Interpolate(NextTime());
    out(NextTime(), values_);
  }
}

// Lagrange's polynomial through the rows of the window.
void ChannelSelection::Interpolate(double time) {
  const double span = window_.back().time - window_.front().time;
  std::fill(values_.begin(), values_.end(), 0.0);
  for (const TimedRow& row : window_) {
    if (std::abs(time - row.time) <= kSameTime * span) {
      values_ = row.values;
      return;
    }
  }
  for (const TimedRow& row : window_) {
    double weight = 1;
    for (const TimedRow& other : window_) {
      if (&other != &row) weight *= (time - other.time) / (row.time - other.time);
    }
    for (size_t i = 0; i < values_.size(); ++i) values_[i] += weight * row.values[i];
  }
}

}  // namespace jounce
