#include "signals/resample.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/error.h"
#include "signals/extended.h"
#include "signals/window.h"

namespace jounce {
namespace {

constexpr double kPassBand = 0.9;  // of the smaller Nyquist frequency
constexpr long long kMostPhases = 4096;

struct Ratio {
  long long up = 1;
  long long down = 1;
};

// up / down = value, by continued fractions.
Ratio RatioOf(double value) {
  long long p0 = 0, q0 = 1, p1 = 1, q1 = 0;
  double rest = value;
  for (int i = 0; i < 40; ++i) {
    const double whole = std::floor(rest);
    if (whole > 1e12) break;
    const auto a = static_cast<long long>(whole);
    const long long p2 = a * p1 + p0, q2 = a * q1 + q0;
    p0 = p1, q0 = q1, p1 = p2, q1 = q2;
    const double approximation = static_cast<double>(p1) / static_cast<double>(q1);
    if (std::abs(approximation - value) <= 1e-12 * value) return {p1, q1};
    if (p1 > 1000000000 || q1 > 1000000000) break;
    rest = 1 / (rest - whole);
  }
  return {kMostPhases + 1, 1};
}

// For each phase the weights of the input samples around it; their sum is 1.
class Phases {
 public:
  Phases(const Ratio& ratio, double attenuation) {
    const double scale =
        std::min(1.0, static_cast<double>(ratio.up) / static_cast<double>(ratio.down));
    // In cycles per input sample: half the transition below the smaller Nyquist frequency.
    const double cutoff = 0.5 * scale * (1 + kPassBand) / 2;
    const double width = 2 * std::numbers::pi * 0.5 * scale * (1 - kPassBand);
    const double half_width = std::max(attenuation - 7.95, 1.0) / (2.285 * width) / 2;
    half_ = static_cast<std::ptrdiff_t>(std::ceil(half_width));
    const double shape = KaiserShape(attenuation);
    for (long long phase = 0; phase < ratio.up; ++phase) {
      const double offset = static_cast<double>(phase) / static_cast<double>(ratio.up);
      const size_t begin = weights_.size();
      for (std::ptrdiff_t k = -half_; k <= half_ + 1; ++k) {
        const double t = static_cast<double>(k) - offset;
        const double angle = 2 * std::numbers::pi * cutoff * t;
        const double sinc = std::abs(angle) < 1e-12 ? 1 : std::sin(angle) / angle;
        weights_.push_back(sinc * KaiserWeight(t / half_width, shape));
      }
      const auto row = weights_.begin() + static_cast<std::ptrdiff_t>(begin);
      const double sum = std::accumulate(row, weights_.end(), 0.0);
      std::for_each(row, weights_.end(), [sum](double& weight) { weight /= sum; });
    }
  }

  std::ptrdiff_t half() const { return half_; }
  std::span<const double> Of(long long phase) const {
    const auto taps = static_cast<size_t>(2 * half_ + 2);
    return std::span(weights_).subspan(static_cast<size_t>(phase) * taps, taps);
  }

 private:
  std::ptrdiff_t half_ = 0;
  std::vector<double> weights_;
};

}  // namespace

std::vector<double> Resample(std::span<const double> samples, double from_rate, double to_rate,
                             const ResampleSettings& settings) {
  if (!(from_rate > 0) || !(to_rate > 0) || !std::isfinite(from_rate) || !std::isfinite(to_rate)) {
    throw InputError(fmt::format("cannot resample from {} to {} Hz", from_rate, to_rate));
  }
  if (samples.empty() || from_rate == to_rate) return {samples.begin(), samples.end()};
  const Ratio ratio = RatioOf(to_rate / from_rate);
  if (ratio.up > kMostPhases || ratio.down > 1000000) {
    throw InputError(fmt::format("{} Hz to {} Hz is no ratio of whole numbers up to {}", from_rate,
                                 to_rate, kMostPhases),
                     "choose a rounder rate");
  }
  // Rates that differ by rounding only are one rate: nothing is filtered.
  if (ratio.up == ratio.down) return {samples.begin(), samples.end()};
  const Phases phases(ratio, settings.attenuation);
  const auto last = static_cast<long long>(samples.size()) - 1;
  const auto count = static_cast<size_t>(last * ratio.up / ratio.down + 1);
  // The signal with enough beyond its ends for every output.
  const std::ptrdiff_t margin = phases.half() + 1;
  std::vector<double> extended;
  extended.reserve(samples.size() + 2 * static_cast<size_t>(margin));
  for (std::ptrdiff_t i = -margin; i <= last + margin; ++i) {
    extended.push_back(Extended(samples, i));
  }
  std::vector<double> result(count);
  for (size_t i = 0; i < count; ++i) {
    const long long position = static_cast<long long>(i) * ratio.down;
    const auto weights = phases.Of(position % ratio.up);
    const double* x = extended.data() + position / ratio.up + margin - phases.half();
    result[i] = std::inner_product(weights.begin(), weights.end(), x, 0.0);
  }
  return result;
}

Channel ResampleChannel(const Channel& channel, double to_rate, const ResampleSettings& settings) {
  Channel result;
  static_cast<ChannelHead&>(result) = channel;
  result.samples = Resample(channel.samples, channel.sample_rate, to_rate, settings);
  result.sample_rate = to_rate;
  return result;
}

}  // namespace jounce
