#include "replicate/noise_identification.h"

#include <algorithm>
#include <numbers>
#include <random>

#include "replicate/parallel.h"
#include "signals/fourier.h"
#include "signals/window.h"

namespace jounce {
namespace {

using Complex = std::complex<double>;

// Sums over segments of conj(X_a) X_b for drives and targets together, line by line.
class CrossSums {
 public:
  CrossSums(size_t channels, size_t segment)
      : channels_(channels),
        fourier_(segment),
        window_(WindowWeights(Window::kHann, segment)),
        sums_(channels * channels * fourier_.NumLines()) {}

  void Add(const std::vector<const History*>& histories) {
    const size_t n = window_.size(), lines = fourier_.NumLines();
    std::vector<Lines> transformed(channels_, Lines(lines));
    History piece(n);
    for (size_t begin = 0; begin + n <= histories.front()->size(); begin += n / 2) {
      for (size_t c = 0; c < channels_; ++c) {
        const double* x = histories[c]->data() + begin;
        double mean = 0;
        for (size_t i = 0; i < n; ++i) mean += x[i] / static_cast<double>(n);
        for (size_t i = 0; i < n; ++i) piece[i] = window_[i] * (x[i] - mean);
        fourier_.Forward(piece, transformed[c]);
      }
      for (size_t line = 0; line < lines; ++line) {
        for (size_t a = 0; a < channels_; ++a) {
          for (size_t b = 0; b < channels_; ++b) {
            sums_[(line * channels_ + a) * channels_ + b] +=
                std::conj(transformed[a][line]) * transformed[b][line];
          }
        }
      }
    }
  }

  Complex At(size_t line, size_t a, size_t b) const {
    return sums_[(line * channels_ + a) * channels_ + b];
  }

 private:
  size_t channels_;
  RealFourier fourier_;
  std::vector<double> window_;
  std::vector<Complex> sums_;
};

// H1 of a line: H S_xx = S_yx, that is sum_k H_ik conj(S_jk) = S_jy with S_ab = conj(X_a) X_b.
void EstimateLine(const CrossSums& sums, size_t line, const ResponseEstimator estimator,
                  ResponseMatrix* matrix) {
  const size_t n = matrix->drives, m = matrix->targets;
  const size_t row = matrix->frequency.size() - 1;
  ResponseMatrix inputs{.targets = n, .drives = n, .frequency = {0}};
  for (size_t j = 0; j < n; ++j) {
    for (size_t k = 0; k < n; ++k) inputs.values.push_back(sums.At(line, j, k));
  }
  std::vector<double> scale;
  for (size_t j = 0; j < n; ++j) {
    const double power = sums.At(line, j, j).real();
    scale.push_back(power > 0 ? 1 / power : 0);
  }
  const InverseMatrix inverse = Invert(inputs, {.scale = scale, .floor = 1e-6});
  for (size_t i = 0; i < m; ++i) {
    std::vector<Complex> h(n);
    for (size_t k = 0; k < n; ++k) {
      for (size_t j = 0; j < n; ++j) h[k] += inverse.At(0, k, j) * sums.At(line, j, n + i);
    }
    // What of the target's power follows from the drives: sum_j conj(h_j) S_jy.
    Complex explained = 0;
    for (size_t j = 0; j < n; ++j) explained += std::conj(h[j]) * sums.At(line, j, n + i);
    const double power = sums.At(line, n + i, n + i).real();
    const double coherence = power > 0 ? std::clamp(explained.real() / power, 0.0, 1.0) : 0;
    const double root = std::sqrt(std::max(coherence, 1e-12));
    const double factor = estimator == ResponseEstimator::kH1   ? 1
                          : estimator == ResponseEstimator::kHv ? 1 / root
                                                                : 1 / (root * root);
    for (size_t j = 0; j < n; ++j) matrix->At(row, i, j) = factor * h[j];
    matrix->coherence[row * m + i] = coherence;
  }
}

}  // namespace

History ShapedNoise(size_t samples, double rate, const BandSettings& band, double slope, double rms,
                    unsigned seed) {
  const size_t length = FastLengthAbove(samples);
  RealFourier fourier(length);
  Lines lines(fourier.NumLines());
  std::mt19937 bits(seed);
  for (size_t line = 1; line < lines.size(); ++line) {
    const double frequency = rate * static_cast<double>(line) / static_cast<double>(length);
    // Box and Muller: std::normal_distribution differs between libraries.
    const double u = (bits() + 1.0) / 4294967297.0, v = bits() / 4294967296.0;
    const double size = std::sqrt(-2 * std::log(u)) * BandWeight(band, frequency);
    if (size > 0) {
      lines[line] = std::polar(size * std::pow(frequency, -slope), 2 * std::numbers::pi * v);
    }
  }
  History noise(length);
  fourier.Inverse(lines, noise);
  noise.resize(samples);
  const size_t fade = std::min(samples / 2, static_cast<size_t>(rate));
  for (size_t i = 0; i < fade; ++i) {
    const double weight =
        0.5 - 0.5 * std::cos(std::numbers::pi * static_cast<double>(i) / static_cast<double>(fade));
    noise[i] *= weight;
    noise[samples - 1 - i] *= weight;
  }
  const double factor = rms / RootMeanSquare(noise);
  for (double& x : noise) x *= factor;
  return noise;
}

size_t SegmentsOf(const NoiseSettings& settings, double rate) {
  const auto samples = static_cast<size_t>(settings.duration * rate);
  const auto segment = static_cast<size_t>(settings.segment);
  return samples < segment ? 0 : 1 + (samples - segment) / (segment / 2);
}

ResponseMatrix EstimateResponses(std::span<const Histories> drives,
                                 std::span<const Histories> responses, size_t targets, double rate,
                                 const BandSettings& band, const NoiseSettings& settings) {
  const size_t n = drives.front().size();
  const auto segment = static_cast<size_t>(settings.segment);
  CrossSums sums(n + targets, segment);
  for (size_t run = 0; run < drives.size(); ++run) {
    std::vector<const History*> all;
    for (const History& drive : drives[run]) all.push_back(&drive);
    for (size_t i = 0; i < targets; ++i) all.push_back(&responses[run][i]);
    sums.Add(all);
  }
  ResponseMatrix matrix{.targets = targets, .drives = n};
  for (size_t line = 1; line < segment / 2; ++line) {
    const double frequency = rate * static_cast<double>(line) / static_cast<double>(segment);
    // Beyond the band nothing was driven.
    if (BandWeight(band, frequency) < 0.2) continue;
    matrix.frequency.push_back(frequency);
    matrix.values.resize(matrix.frequency.size() * targets * n);
    matrix.coherence.resize(matrix.frequency.size() * targets);
    EstimateLine(sums, line, settings.estimator, &matrix);
  }
  return matrix;
}

ResponseMatrix IdentifyByNoise(const Plant& plant, size_t targets, double rate,
                               std::span<const double> levels, const BandSettings& band,
                               const NoiseSettings& settings, Progress* progress) {
  const auto samples = static_cast<size_t>(settings.duration * rate);
  const auto runs = static_cast<size_t>(settings.runs);
  std::vector<Histories> drives(runs), responses(runs);
  ForEachInParallel(runs, 0, [&](size_t run) {
    for (size_t j = 0; j < levels.size(); ++j) {
      const auto seed = static_cast<unsigned>(settings.seed + 1000 * run + j);
      drives[run].push_back(ShapedNoise(samples, rate, band, settings.slope, levels[j], seed));
    }
    PlantRun result = plant.Run(drives[run], progress);
    if (!result.ok && !result.interrupted) {
      throw InputError("the plant fails when it is driven by noise: " + result.reason,
                       "lower the `level` of the drives");
    }
    responses[run] = std::move(result.responses);
  });
  return EstimateResponses(drives, responses, targets, rate, band, settings);
}

}  // namespace jounce
