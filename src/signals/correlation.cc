#include "signals/correlation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "signals/channel_units.h"
#include "signals/editing.h"
#include "signals/resample.h"
#include "signals/statistics.h"
#include "signals/streamed_signal.h"

namespace jounce {
namespace {

double PartOf(double numerator, double denominator) {
  if (denominator > 0) return numerator / denominator;
  return numerator > 0 ? std::numeric_limits<double>::infinity() : 1;
}

// The simulated channel at the times of the measured one, by the spline through its samples.
Channel OnTimesOf(const Channel& measured, const Channel& simulated) {
  const StreamedSignal spline(std::make_shared<MemorySource>(std::vector<Channel>{simulated}), 0);
  Channel result;
  static_cast<ChannelHead&>(result) = simulated;
  result.start = measured.start;
  result.sample_rate = measured.sample_rate;
  result.samples.resize(measured.samples.size());
  for (size_t i = 0; i < result.samples.size(); ++i) {
    result.samples[i] = spline.At(measured.TimeOf(i)).value;
  }
  return result;
}

// Both on one time axis, in one unit.
void Align(Channel* measured, Channel* simulated) {
  // Channels that say nothing of their unit are compared as they are.
  const bool both_say = !measured->unit.empty() && !simulated->unit.empty();
  if (both_say && measured->unit != simulated->unit) ConvertChannel(measured->unit, simulated);
  const double rate = std::min(measured->sample_rate, simulated->sample_rate);
  *measured = ResampleChannel(*measured, rate);
  *simulated = ResampleChannel(*simulated, rate);
  const auto last_time = [](const Channel& channel) {
    return channel.TimeOf(channel.samples.size() - 1);
  };
  const double begin = std::max(measured->start, simulated->start);
  const double end = std::min(last_time(*measured), last_time(*simulated));
  if (!(begin <= end)) {
    throw InputError(fmt::format("'{}' ({} to {} s) and '{}' ({} to {} s) have no time in common",
                                 measured->name, measured->start, last_time(*measured),
                                 simulated->name, simulated->start, last_time(*simulated)));
  }
  *measured = CutChannel(*measured, begin, end);
  *simulated = OnTimesOf(*measured, *simulated);
  simulated->unit = measured->unit;
}

void CompareInTime(ChannelCorrelation* result) {
  const std::vector<double>& x = result->measured.samples;
  const std::vector<double>& y = result->simulated.samples;
  std::vector<double> error(x.size());
  for (size_t i = 0; i < x.size(); ++i) error[i] = y[i] - x[i];
  const Statistics measured = StatisticsOf(x), simulated = StatisticsOf(y);
  const Statistics difference = StatisticsOf(error);
  result->measured_rms = measured.rms;
  result->simulated_rms = simulated.rms;
  result->measured_peak = measured.AbsoluteMax();
  result->simulated_peak = simulated.AbsoluteMax();
  const auto percent_of_peak = [&](double value) {
    return value == 0 ? 0 : 100 * PartOf(value, measured.AbsoluteMax());
  };
  result->max_error_percent = percent_of_peak(difference.AbsoluteMax());
  result->rms_error_percent = percent_of_peak(difference.rms);
  double covariance = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    covariance += (x[i] - measured.mean) * (y[i] - simulated.mean);
  }
  const double spread =
      measured.deviation * simulated.deviation * static_cast<double>(x.size() - 1);
  result->correlation = spread > 0 ? covariance / spread : 0;
}

void CompareSpectra(const CorrelationSettings& settings, ChannelCorrelation* result) {
  const Channel& x = result->measured;
  result->measured_psd = PowerSpectrumOf(x.samples, x.sample_rate, settings.welch);
  result->simulated_psd = PowerSpectrumOf(result->simulated.samples, x.sample_rate, settings.welch);
  const double high = settings.high > 0 ? settings.high : 0.45 * x.sample_rate;
  const std::vector<double>& measured = result->measured_psd.density;
  const std::vector<double>& simulated = result->simulated_psd.density;
  const auto in_band = [&](size_t k) {
    const double f = result->measured_psd.FrequencyOf(k);
    return f >= settings.low && f <= high;
  };
  double peak = 0, measured_power = 0, simulated_power = 0;
  for (size_t k = 0; k < measured.size(); ++k) {
    if (!in_band(k)) continue;
    peak = std::max(peak, measured[k]);
    measured_power += measured[k];
    simulated_power += simulated[k];
  }
  result->psd_ratio = PartOf(simulated_power, measured_power);
  const double floor = peak * std::pow(10.0, -settings.decades);
  size_t counted = 0, within = 0;
  for (size_t k = 0; k < measured.size(); ++k) {
    if (!in_band(k) || !(measured[k] > floor)) continue;
    const double deviation = 100 * std::abs(simulated[k] / measured[k] - 1);
    ++counted;
    if (deviation <= settings.psd_limit) ++within;
    if (deviation <= result->psd_error_percent) continue;
    result->psd_error_percent = deviation;
    result->psd_error_frequency = result->measured_psd.FrequencyOf(k);
  }
  result->psd_within_percent =
      counted > 0 ? 100 * static_cast<double>(within) / static_cast<double>(counted) : 100;
}

double RmsBetween(const PowerSpectrum& spectrum, double low, double high) {
  double power = 0;
  for (size_t k = 0; k < spectrum.density.size(); ++k) {
    const double f = spectrum.FrequencyOf(k);
    if (f >= low && f < high) power += spectrum.density[k] * spectrum.resolution;
  }
  return std::sqrt(power);
}

void CompareBands(const std::vector<double>& edges, ChannelCorrelation* result) {
  for (size_t i = 0; i + 1 < edges.size(); ++i) {
    if (!(edges[i] >= 0) || !(edges[i + 1] > edges[i])) {
      throw InputError("the borders of bands rise from 0 Hz on");
    }
    result->bands.push_back({edges[i], edges[i + 1],
                             RmsBetween(result->measured_psd, edges[i], edges[i + 1]),
                             RmsBetween(result->simulated_psd, edges[i], edges[i + 1])});
  }
}

}  // namespace

double BandComparison::Ratio() const { return PartOf(simulated_rms, measured_rms); }

ChannelCorrelation Correlate(const Channel& measured, const Channel& simulated,
                             const CorrelationSettings& settings) {
  ChannelCorrelation result;
  result.measured = measured;
  result.simulated = simulated;
  for (const Channel* channel : {&measured, &simulated}) {
    if (channel->samples.empty()) {
      throw InputError(fmt::format("channel '{}' has no samples", channel->name));
    }
  }
  Align(&result.measured, &result.simulated);
  if (settings.remove_mean) {
    RemoveMean(&result.measured.samples);
    RemoveMean(&result.simulated.samples);
  }
  result.measured_name = measured.name;
  result.simulated_name = simulated.name;
  result.unit = measured.unit;
  result.begin = result.measured.start;
  result.end = result.measured.TimeOf(result.measured.samples.size() - 1);
  CompareInTime(&result);
  CompareSpectra(settings, &result);
  CompareBands(settings.bands, &result);
  const auto damage = [&](const Channel& channel) {
    return PseudoDamage(CountRainflow(channel.samples).cycles, settings.slope);
  };
  result.relative_damage = PartOf(damage(result.simulated), damage(result.measured));
  return result;
}

bool IsAccepted(const ChannelCorrelation& result, const CorrelationSettings& settings) {
  const auto within = [](double value, double limit) { return !(limit > 0) || value <= limit; };
  return within(result.max_error_percent, settings.max_error_limit) &&
         within(result.rms_error_percent, settings.rms_error_limit) &&
         within(result.psd_error_percent, settings.psd_limit);
}

}  // namespace jounce
