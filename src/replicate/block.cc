#include "replicate/block.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "signals/fourier.h"

namespace jounce {
namespace {

// From 0 to 1 while x goes from 0 to 1.
double HalfCosine(double x) {
  return 0.5 - 0.5 * std::cos(std::numbers::pi * std::clamp(x, 0.0, 1.0));
}

double LowEdge(const BandSettings& band) { return band.low_edge.value_or(0.5 * band.low); }
double HighEdge(const BandSettings& band) { return band.high_edge.value_or(0.1 * band.high); }

size_t SamplesIn(double seconds, double rate) {
  return static_cast<size_t>(std::llround(std::max(0.0, seconds) * rate));
}

}  // namespace

double BandWeight(const BandSettings& band, double frequency) {
  if (frequency < band.low) {
    const double edge = LowEdge(band);
    return edge > 0 ? HalfCosine((frequency - band.low + edge) / edge) : 0;
  }
  if (frequency > band.high) {
    const double edge = HighEdge(band);
    return edge > 0 ? HalfCosine((band.high + edge - frequency) / edge) : 0;
  }
  return 1;
}

void CheckBand(const BandSettings& band, double rate, const Place& place) {
  Diagnostics problems;
  if (!(band.high > band.low)) {
    problems.Error(place, fmt::format("the band goes from {:g} to {:g} Hz", band.low, band.high),
                   "`high` must be above `low`");
  }
  if (LowEdge(band) >= band.low) {
    problems.Error(place, "the lower edge of the band reaches the mean, which no drive controls",
                   "make `low_edge` smaller than `low`");
  }
  if (band.high + HighEdge(band) >= 0.5 * rate) {
    problems.Error(place,
                   fmt::format("the band and its upper edge end at {:g} Hz, but {:g} samples a "
                               "second hold less than {:g} Hz",
                               band.high + HighEdge(band), rate, 0.5 * rate),
                   "lower `high`, or resample the targets to a higher rate");
  }
  problems.ThrowIfErrors();
}

EventBlock::EventBlock(double rate, size_t samples, double pad, double fade,
                       const BandSettings& band)
    : rate_(rate),
      samples_(samples),
      lead_(SamplesIn(pad, rate)),
      length_(FastLengthAbove(samples + 2 * lead_)),
      fade_(std::min(SamplesIn(fade, rate), samples / 2)) {
  const size_t lines = length_ / 2 + 1;
  first_line_ = lines;
  end_line_ = lines;
  for (size_t line = 1; line < lines; ++line) {
    const double weight = BandWeight(band, FrequencyOf(line));
    if (weight <= 0) {
      if (first_line_ < lines) {
        end_line_ = line;
        break;
      }
      continue;
    }
    first_line_ = std::min(first_line_, line);
    weights_.push_back(weight);
  }
}

History EventBlock::Desired(std::span<const double> target) const {
  double mean = 0;
  for (const double x : target) mean += x / static_cast<double>(target.size());
  History block(length_, 0.0);
  for (size_t i = 0; i < samples_; ++i) {
    const size_t from_end = std::min(i, samples_ - 1 - i);
    const double fade =
        fade_ > 0 ? HalfCosine((static_cast<double>(from_end) + 0.5) / static_cast<double>(fade_))
                  : 1;
    block[lead_ + i] = fade * (target[i] - mean);
  }
  return InBand(block);
}

History EventBlock::InBand(std::span<const double> block) const {
  return Compose(Transform(block));
}

Lines EventBlock::Transform(std::span<const double> block) const {
  RealFourier fourier(length_);
  Lines all(fourier.NumLines());
  fourier.Forward(block, all);
  Lines lines(all.begin() + static_cast<std::ptrdiff_t>(first_line_),
              all.begin() + static_cast<std::ptrdiff_t>(end_line_));
  for (size_t i = 0; i < lines.size(); ++i) lines[i] *= weights_[i];
  return lines;
}

History EventBlock::Compose(std::span<const std::complex<double>> lines) const {
  RealFourier fourier(length_);
  Lines all(fourier.NumLines());
  std::copy(lines.begin(), lines.end(), all.begin() + static_cast<std::ptrdiff_t>(first_line_));
  History block(length_);
  fourier.Inverse(all, block);
  return block;
}

History EventBlock::Refine(std::span<const double> block, size_t times) const {
  RealFourier coarse(length_), fine(length_ * times);
  Lines lines(fine.NumLines());
  coarse.Forward(block, std::span(lines).first(coarse.NumLines()));
  History refined(length_ * times);
  fine.Inverse(lines, refined);
  for (double& x : refined) x *= static_cast<double>(times);
  return refined;
}

void EventBlock::Rest(History* drive) const {
  const size_t tail = length_ - lead_ - samples_;
  const auto fade = [&](size_t from_end, size_t rest) {
    if (rest < 2) return 1.0;
    return HalfCosine(static_cast<double>(from_end) / (0.5 * static_cast<double>(rest)));
  };
  for (size_t i = 0; i < lead_; ++i) (*drive)[i] *= fade(i, lead_);
  for (size_t i = 0; i < tail; ++i) (*drive)[length_ - 1 - i] *= fade(i, tail);
}

}  // namespace jounce
