#include "signals/editing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "math/expression.h"

namespace jounce {
namespace {

// The middle value; reorders `values`.
double Median(std::vector<double>* values) {
  const auto middle = values->begin() + static_cast<std::ptrdiff_t>(values->size() / 2);
  std::nth_element(values->begin(), middle, values->end());
  return *middle;
}

// Finds the samples that lie far from their neighbours.
std::vector<bool> FindOutliers(const std::vector<double>& samples,
                               const DespikeSettings& settings) {
  std::vector<bool> outlier(samples.size(), false);
  std::vector<double> around;
  for (size_t i = 0; i < samples.size(); ++i) {
    if (!std::isfinite(samples[i])) {
      outlier[i] = true;
      continue;
    }
    const size_t first = i - std::min(i, settings.window);
    const size_t last = std::min(samples.size() - 1, i + settings.window);
    around.clear();
    for (size_t j = first; j <= last; ++j) {
      if (std::isfinite(samples[j])) around.push_back(samples[j]);
    }
    const double median = Median(&around);
    for (double& value : around) value = std::abs(value - median);
    outlier[i] = std::abs(samples[i] - median) > settings.threshold * 1.4826 * Median(&around);
  }
  return outlier;
}

// Straight from the good sample before `first` to the good one after `last`.
void Bridge(size_t first, size_t last, std::vector<double>* samples) {
  const bool has_left = first > 0, has_right = last + 1 < samples->size();
  const double left = has_left ? (*samples)[first - 1] : has_right ? (*samples)[last + 1] : 0;
  const double right = has_right ? (*samples)[last + 1] : left;
  const double span = static_cast<double>(last - first + 2);
  for (size_t i = first; i <= last; ++i) {
    (*samples)[i] = left + (right - left) * static_cast<double>(i - first + 1) / span;
  }
}

}  // namespace

std::vector<size_t> Despike(const DespikeSettings& settings, std::vector<double>* samples) {
  const std::vector<bool> outlier = FindOutliers(*samples, settings);
  std::vector<size_t> replaced;
  for (size_t first = 0; first < outlier.size(); ++first) {
    if (!outlier[first]) continue;
    size_t last = first;
    while (last + 1 < outlier.size() && outlier[last + 1]) ++last;
    const bool has_gap = std::any_of(samples->begin() + static_cast<std::ptrdiff_t>(first),
                                     samples->begin() + static_cast<std::ptrdiff_t>(last + 1),
                                     [](double value) { return !std::isfinite(value); });
    if (last - first < settings.longest || has_gap) {
      Bridge(first, last, samples);
      for (size_t i = first; i <= last; ++i) replaced.push_back(i);
    }
    first = last;
  }
  return replaced;
}

void RemoveMean(std::vector<double>* samples) {
  if (samples->empty()) return;
  const double mean =
      std::accumulate(samples->begin(), samples->end(), 0.0) / static_cast<double>(samples->size());
  for (double& sample : *samples) sample -= mean;
}

void RemoveStart(std::vector<double>* samples) {
  if (samples->empty()) return;
  const double start = samples->front();
  for (double& sample : *samples) sample -= start;
}

void RemoveTrend(std::vector<double>* samples) {
  RemoveMean(samples);
  const double middle = 0.5 * (static_cast<double>(samples->size()) - 1);
  double moment = 0, inertia = 0;
  for (size_t i = 0; i < samples->size(); ++i) {
    const double arm = static_cast<double>(i) - middle;
    moment += arm * (*samples)[i];
    inertia += arm * arm;
  }
  if (!(inertia > 0)) return;
  for (size_t i = 0; i < samples->size(); ++i) {
    (*samples)[i] -= moment / inertia * (static_cast<double>(i) - middle);
  }
}

Channel CutChannel(const Channel& channel, double begin, double end) {
  const double last = static_cast<double>(channel.samples.size()) - 1;
  // A thousandth of a step of tolerance: times are typed rounded.
  const double from =
      std::max(0.0, std::ceil((begin - channel.start) * channel.sample_rate - 1e-3));
  const double to = std::min(last, std::floor((end - channel.start) * channel.sample_rate + 1e-3));
  if (!(from <= to)) {
    throw InputError(
        fmt::format("channel '{}' has no samples from {} to {} s", channel.name, begin, end),
        fmt::format("it lasts from {} to {} s", channel.start,
                    channel.TimeOf(channel.samples.size()) - 1 / channel.sample_rate));
  }
  Channel cut;
  static_cast<ChannelHead&>(cut) = channel;
  cut.start = channel.TimeOf(static_cast<size_t>(from));
  cut.samples.assign(channel.samples.begin() + static_cast<std::ptrdiff_t>(from),
                     channel.samples.begin() + static_cast<std::ptrdiff_t>(to) + 1);
  return cut;
}

Channel CombineChannels(std::span<const Channel> channels, const std::string& formula) {
  if (channels.empty()) throw InputError("a formula needs at least one channel");
  // The time is t, so letters for channels end at s; e is Euler's number unless it is a channel.
  if (channels.size() > 19) throw InputError("a formula takes up to 19 channels, a to s");
  std::vector<std::string> variables;
  for (size_t c = 0; c < channels.size(); ++c) {
    variables.emplace_back(1, static_cast<char>('a' + c));
    if (channels[c].samples.size() != channels[0].samples.size() ||
        channels[c].sample_rate != channels[0].sample_rate ||
        channels[c].start != channels[0].start) {
      throw InputError(fmt::format("channel '{}' has another time axis than '{}'", channels[c].name,
                                   channels[0].name),
                       "resample or cut them to the same one");
    }
  }
  variables.emplace_back("t");
  const Expression expression = Expression::Parse(formula, variables);
  Channel result;
  static_cast<ChannelHead&>(result) = channels[0];
  result.samples.resize(channels[0].samples.size());
  std::vector<double> values(variables.size());
  for (size_t i = 0; i < result.samples.size(); ++i) {
    for (size_t c = 0; c < channels.size(); ++c) values[c] = channels[c].samples[i];
    values.back() = channels[0].TimeOf(i);
    result.samples[i] = expression.Evaluate<double>(values);
  }
  return result;
}

}  // namespace jounce
