#include "signals/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

#include "base/error.h"
#include "signals/extended.h"
#include "signals/fourier.h"
#include "signals/window.h"

namespace jounce {
namespace {

double Sinc(double x) {
  const double angle = std::numbers::pi * x;
  return std::abs(angle) < 1e-12 ? 1 : std::sin(angle) / angle;
}

void CheckSettings(double sample_rate, const FilterSettings& settings) {
  const double nyquist = sample_rate / 2;
  if (!(sample_rate > 0)) throw InputError(fmt::format("a sample rate of {} Hz", sample_rate));
  for (const double edge : {settings.low, settings.high}) {
    if (!(edge >= 0 && edge < nyquist)) {
      throw InputError(fmt::format("no filter edge at {} Hz", edge),
                       fmt::format("between 0 and half the sample rate, {} Hz", nyquist));
    }
  }
  if (settings.low > 0 && settings.high > 0 && settings.low >= settings.high) {
    throw InputError(
        fmt::format("the band from {} to {} Hz is empty", settings.low, settings.high));
  }
  if (!(settings.attenuation >= 10 && settings.attenuation <= 200)) {
    throw InputError(fmt::format("an attenuation of {} dB", settings.attenuation),
                     "10 to 200 dB, 80 is usual");
  }
  if (!(settings.transition >= 0)) {
    throw InputError(fmt::format("a transition of {} Hz", settings.transition));
  }
}

// The widest transition that keeps away from 0 and from half the sample rate.
double WidestTransition(double edge, double sample_rate) {
  return std::min(edge, sample_rate - 2 * edge);
}

std::vector<double> ConvolveDirectly(std::span<const double> samples,
                                     std::span<const double> coefficients) {
  const auto half = static_cast<std::ptrdiff_t>(coefficients.size() / 2);
  std::vector<double> result(samples.size());
  for (size_t i = 0; i < samples.size(); ++i) {
    double sum = 0;
    for (size_t k = 0; k < coefficients.size(); ++k) {
      sum += coefficients[k] * Extended(samples, static_cast<std::ptrdiff_t>(i + k) - half);
    }
    result[i] = sum;
  }
  return result;
}

// Overlap-save: blocks of n samples give n - (coefficients - 1) results each.
std::vector<double> ConvolveByFourier(std::span<const double> samples,
                                      std::span<const double> coefficients) {
  const size_t taps = coefficients.size();
  RealFourier fourier(FastLengthAbove(4 * taps));
  const size_t n = fourier.length();
  const size_t fresh = n - (taps - 1);
  std::vector<double> block(n, 0.0);
  std::vector<std::complex<double>> filter(fourier.NumLines()), lines(fourier.NumLines());
  std::reverse_copy(coefficients.begin(), coefficients.end(), block.begin());
  fourier.Forward(block, filter);

  std::vector<double> result(samples.size());
  for (size_t first = 0; first < samples.size(); first += fresh) {
    const auto begin = static_cast<std::ptrdiff_t>(first) - static_cast<std::ptrdiff_t>(taps / 2);
    for (size_t i = 0; i < n; ++i) {
      // Beyond what this block's results need, anything will do.
      const bool needed = first + i < samples.size() + taps;
      block[i] = needed ? Extended(samples, begin + static_cast<std::ptrdiff_t>(i)) : 0;
    }
    fourier.Forward(block, lines);
    for (size_t k = 0; k < lines.size(); ++k) lines[k] *= filter[k];
    fourier.Inverse(lines, block);
    const size_t count = std::min(fresh, samples.size() - first);
    std::copy_n(block.begin() + static_cast<std::ptrdiff_t>(taps - 1), count,
                result.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return result;
}

}  // namespace

std::vector<double> LowPassCoefficients(double edge, double transition, double attenuation,
                                        double sample_rate) {
  const double width = 2 * std::numbers::pi * transition / sample_rate;
  const double shape = KaiserShape(attenuation);
  const auto half = static_cast<std::ptrdiff_t>(
      std::ceil(std::max(attenuation - 7.95, 1.0) / (2.285 * width) / 2));
  std::vector<double> c;
  for (std::ptrdiff_t k = -half; k <= half; ++k) {
    const double position = static_cast<double>(k);
    c.push_back(2 * edge / sample_rate * Sinc(2 * edge / sample_rate * position) *
                KaiserWeight(position / static_cast<double>(half), shape));
  }
  const double sum = std::accumulate(c.begin(), c.end(), 0.0);
  for (double& value : c) value /= sum;
  return c;
}

std::vector<double> ConvolveCentred(std::span<const double> samples,
                                    std::span<const double> coefficients) {
  if (samples.empty()) return {};
  constexpr size_t kFewCoefficients = 64;
  return coefficients.size() <= kFewCoefficients ? ConvolveDirectly(samples, coefficients)
                                                 : ConvolveByFourier(samples, coefficients);
}

std::vector<double> FilterBand(std::span<const double> samples, double sample_rate,
                               const FilterSettings& settings) {
  CheckSettings(sample_rate, settings);
  std::vector<double> result(samples.begin(), samples.end());
  const auto slow_part = [&](double edge) {
    const double widest = WidestTransition(edge, sample_rate);
    const double transition =
        settings.transition > 0 ? std::min(settings.transition, widest) : widest;
    return ConvolveCentred(
        result, LowPassCoefficients(edge, transition, settings.attenuation, sample_rate));
  };
  if (settings.high > 0) result = slow_part(settings.high);
  if (settings.low > 0) {
    const std::vector<double> slow = slow_part(settings.low);
    for (size_t i = 0; i < result.size(); ++i) result[i] -= slow[i];
  }
  return result;
}

}  // namespace jounce
