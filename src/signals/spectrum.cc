#include "signals/spectrum.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <thread>

#include "base/error.h"
#include "signals/fourier.h"

namespace jounce {
namespace {

// Cuts, weights and transforms segments of one length; keeps what all signals can share.
class Welch {
 public:
  Welch(size_t length, double sample_rate, const WelchSettings& settings)
      : sample_rate_(sample_rate),
        remove_mean_(settings.remove_mean),
        fourier_(length >= settings.segment ? settings.segment : FastLengthBelow(length)),
        weights_(WindowWeights(settings.window, fourier_.length())),
        weighted_(fourier_.length()) {
    const double shared = std::round(settings.overlap * static_cast<double>(segment()));
    step_ = std::max<size_t>(1, segment() - static_cast<size_t>(shared));
    segments_ = (length - segment()) / step_ + 1;
    const double power =
        std::inner_product(weights_.begin(), weights_.end(), weights_.begin(), 0.0);
    factor_ = 1 / (sample_rate * power * static_cast<double>(segments_));
  }

  size_t segment() const { return fourier_.length(); }
  size_t segments() const { return segments_; }
  size_t NumLines() const { return fourier_.NumLines(); }
  double Resolution() const { return sample_rate_ / static_cast<double>(segment()); }
  double Bandwidth() const { return EquivalentNoiseBandwidth(weights_) * Resolution(); }

  // c_k / (f_s sum w^2 segments)
  double LineFactor(size_t line) const {
    const bool single = line == 0 || 2 * line == segment();
    return single ? factor_ : 2 * factor_;
  }

  void Transform(std::span<const double> samples, size_t index,
                 std::vector<std::complex<double>>* lines) {
    const auto piece = samples.subspan(index * step_, segment());
    const double mean = remove_mean_ ? std::accumulate(piece.begin(), piece.end(), 0.0) /
                                           static_cast<double>(piece.size())
                                     : 0;
    for (size_t i = 0; i < piece.size(); ++i) weighted_[i] = weights_[i] * (piece[i] - mean);
    fourier_.Forward(weighted_, *lines);
  }

 private:
  double sample_rate_;
  bool remove_mean_;
  RealFourier fourier_;
  std::vector<double> weights_;
  std::vector<double> weighted_;
  size_t step_ = 1;
  size_t segments_ = 1;
  double factor_ = 1;
};

void CheckSignal(std::span<const double> samples, double sample_rate,
                 const WelchSettings& settings) {
  if (samples.empty()) throw InputError("a signal without samples has no spectrum");
  if (!(sample_rate > 0)) {
    throw InputError(fmt::format("a sample rate of {} Hz gives no spectrum", sample_rate));
  }
  if (settings.segment < 2) throw InputError("a segment needs at least two samples");
  if (!(settings.overlap >= 0 && settings.overlap < 1)) {
    throw InputError(fmt::format("segments cannot overlap by {}", settings.overlap),
                     "0 to below 1, 0.5 is usual");
  }
  const auto wrong = std::find_if(samples.begin(), samples.end(),
                                  [](double value) { return !std::isfinite(value); });
  if (wrong != samples.end()) {
    throw InputError(fmt::format("sample {} is {}", wrong - samples.begin() + 1, *wrong),
                     "repair the signal first");
  }
}

PowerSpectrum Average(std::span<const double> samples, Welch* welch) {
  PowerSpectrum spectrum;
  spectrum.resolution = welch->Resolution();
  spectrum.segments = welch->segments();
  spectrum.bandwidth = welch->Bandwidth();
  spectrum.density.assign(welch->NumLines(), 0.0);
  std::vector<std::complex<double>> lines(welch->NumLines());
  for (size_t s = 0; s < welch->segments(); ++s) {
    welch->Transform(samples, s, &lines);
    for (size_t k = 0; k < lines.size(); ++k) spectrum.density[k] += std::norm(lines[k]);
  }
  for (size_t k = 0; k < lines.size(); ++k) spectrum.density[k] *= welch->LineFactor(k);
  return spectrum;
}

}  // namespace

double PowerSpectrum::Rms(double low, double high) const {
  double power = 0;
  for (size_t k = 0; k < density.size(); ++k) {
    if (FrequencyOf(k) >= low && FrequencyOf(k) <= high) power += density[k];
  }
  return std::sqrt(power * resolution);
}

double PowerSpectrum::Rms() const {
  return std::sqrt(std::accumulate(density.begin(), density.end(), 0.0) * resolution);
}

PowerSpectrum PowerSpectrumOf(std::span<const double> samples, double sample_rate,
                              const WelchSettings& settings) {
  CheckSignal(samples, sample_rate, settings);
  Welch welch(samples.size(), sample_rate, settings);
  return Average(samples, &welch);
}

CrossSpectrum CrossSpectrumOf(std::span<const double> input, std::span<const double> output,
                              double sample_rate, const WelchSettings& settings) {
  CheckSignal(input, sample_rate, settings);
  CheckSignal(output, sample_rate, settings);
  if (input.size() != output.size()) {
    throw InputError(fmt::format("input has {} samples, output {}", input.size(), output.size()),
                     "cut or resample them to the same time axis");
  }
  Welch welch(input.size(), sample_rate, settings);
  const size_t num_lines = welch.NumLines();
  CrossSpectrum spectrum;
  spectrum.resolution = welch.Resolution();
  spectrum.segments = welch.segments();
  spectrum.input.assign(num_lines, 0.0);
  spectrum.output.assign(num_lines, 0.0);
  spectrum.across.assign(num_lines, 0.0);
  std::vector<std::complex<double>> x(num_lines), y(num_lines);
  for (size_t s = 0; s < welch.segments(); ++s) {
    welch.Transform(input, s, &x);
    welch.Transform(output, s, &y);
    for (size_t k = 0; k < num_lines; ++k) {
      spectrum.input[k] += std::norm(x[k]);
      spectrum.output[k] += std::norm(y[k]);
      spectrum.across[k] += std::conj(x[k]) * y[k];
    }
  }
  for (size_t k = 0; k < num_lines; ++k) {
    spectrum.input[k] *= welch.LineFactor(k);
    spectrum.output[k] *= welch.LineFactor(k);
    spectrum.across[k] *= welch.LineFactor(k);
  }
  return spectrum;
}

std::vector<PowerSpectrum> PowerSpectraOf(std::span<const Channel> channels,
                                          const WelchSettings& settings, int threads) {
  for (const Channel& channel : channels) {
    CheckSignal(channel.samples, channel.sample_rate, settings);
  }
  std::vector<PowerSpectrum> spectra(channels.size());
  std::atomic<size_t> next = 0;
  const auto work = [&]() {
    std::unique_ptr<Welch> welch;
    size_t length = 0;
    double rate = 0;
    for (size_t c = next++; c < channels.size(); c = next++) {
      const Channel& channel = channels[c];
      if (!welch || length != channel.samples.size() || rate != channel.sample_rate) {
        length = channel.samples.size();
        rate = channel.sample_rate;
        welch = std::make_unique<Welch>(length, rate, settings);
      }
      spectra[c] = Average(channel.samples, welch.get());
    }
  };
  const size_t wanted =
      threads > 0 ? static_cast<size_t>(threads) : std::thread::hardware_concurrency();
  const size_t workers = std::clamp<size_t>(wanted, 1, std::max<size_t>(1, channels.size()));
  std::vector<std::jthread> others;
  for (size_t t = 1; t < workers; ++t) others.emplace_back(work);
  work();
  others.clear();
  return spectra;
}

SpectralMoments MomentsOf(const PowerSpectrum& spectrum) {
  SpectralMoments m;
  for (size_t k = 0; k < spectrum.density.size(); ++k) {
    const double f = spectrum.FrequencyOf(k);
    const double power = spectrum.density[k] * spectrum.resolution;
    m.m0 += power;
    m.m1 += power * f;
    m.m2 += power * f * f;
    m.m4 += power * f * f * f * f;
  }
  return m;
}

double SpectralMoments::ZeroCrossingRate() const { return m0 > 0 ? std::sqrt(m2 / m0) : 0; }
double SpectralMoments::PeakRate() const { return m2 > 0 ? std::sqrt(m4 / m2) : 0; }
double SpectralMoments::Irregularity() const {
  return PeakRate() > 0 ? ZeroCrossingRate() / PeakRate() : 0;
}

}  // namespace jounce
