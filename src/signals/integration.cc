#include "signals/integration.h"

#include <fmt/format.h>

#include "base/error.h"
#include "signals/editing.h"
#include "signals/extended.h"
#include "signals/filter.h"

namespace jounce {
namespace {

void CheckLength(size_t samples, double sample_rate, double high_pass) {
  const double seconds = static_cast<double>(samples) / sample_rate;
  if (!(high_pass > 0 && high_pass * seconds >= 1)) {
    throw InputError(
        fmt::format("{:.6g} s of samples do not hold a period of {:.6g} Hz", seconds, high_pass),
        "what is slower cannot be told from drift: give a higher high_pass");
  }
}

std::vector<double> WithoutDrift(std::vector<double> samples, double sample_rate,
                                 double high_pass) {
  RemoveTrend(&samples);
  FilterSettings settings;
  settings.low = high_pass;
  return FilterBand(samples, sample_rate, settings);
}

}  // namespace

std::vector<double> Integrate(std::span<const double> samples, double sample_rate) {
  std::vector<double> integral(samples.size());
  const double part = 1 / (24 * sample_rate);
  for (size_t i = 1; i < samples.size(); ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i);
    const double outer = Extended(samples, at - 2) + Extended(samples, at + 1);
    integral[i] = integral[i - 1] + part * (13 * (samples[i - 1] + samples[i]) - outer);
  }
  return integral;
}

std::vector<double> IntegrateWithoutDrift(std::span<const double> samples, double sample_rate,
                                          int times, double high_pass) {
  CheckLength(samples.size(), sample_rate, high_pass);
  std::vector<double> result =
      WithoutDrift({samples.begin(), samples.end()}, sample_rate, high_pass);
  for (int i = 0; i < times; ++i) {
    result = WithoutDrift(Integrate(result, sample_rate), sample_rate, high_pass);
  }
  return result;
}

}  // namespace jounce
