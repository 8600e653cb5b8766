// Power and cross spectral densities by Welch's method.
//
// A signal is cut into segments of n samples that overlap, each segment x is weighted with a window
// w and transformed to X, and the squares are averaged:
//
//   S_xx(k) = c_k mean |X_k|^2 / (f_s sum w^2),   S_xy(k) = c_k mean conj(X_k) Y_k / (f_s sum w^2)
//
// in unit^2/Hz, one-sided: c_k = 2 but for k = 0 and k = n/2, where it is 1. So sum_k S_xx f_s/n is
// the mean square of the weighted segments (Parseval), and a sine of amplitude A carries A^2/2.
//
// Reference: P. D. Welch, IEEE Trans. Audio Electroacoust. 15 (1967) 70-73.
#ifndef JOUNCE_SIGNALS_SPECTRUM_H_
#define JOUNCE_SIGNALS_SPECTRUM_H_

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "signals/channel.h"
#include "signals/window.h"

namespace jounce {

struct WelchSettings {
  // Samples of a segment. Shortened to what transforms fast where the signal is shorter.
  size_t segment = 2048;
  double overlap = 0.5;  // part of a segment that the next one shares, 0 <= overlap < 1
  Window window = Window::kHann;
  bool remove_mean = true;  // of each segment
};

struct PowerSpectrum {
  double resolution = 0;  // Hz from line to line
  size_t segments = 0;    // averaged
  double bandwidth = 0;   // Hz, the equivalent noise bandwidth of the window
  std::vector<double> density;

  double FrequencyOf(size_t line) const { return resolution * static_cast<double>(line); }
  // Root of the power between two frequencies: sum of the lines in [low, high] times resolution.
  double Rms(double low, double high) const;
  double Rms() const;
};

struct CrossSpectrum {
  double resolution = 0;
  size_t segments = 0;
  std::vector<double> input;                 // S_xx
  std::vector<double> output;                // S_yy
  std::vector<std::complex<double>> across;  // S_xy

  double FrequencyOf(size_t line) const { return resolution * static_cast<double>(line); }
};

// Throws an InputError for settings that make no sense, for an empty signal, or for samples that
// are no numbers.
PowerSpectrum PowerSpectrumOf(std::span<const double> samples, double sample_rate,
                              const WelchSettings& settings = {});
CrossSpectrum CrossSpectrumOf(std::span<const double> input, std::span<const double> output,
                              double sample_rate, const WelchSettings& settings = {});

// The spectra of many channels at once, on `threads` threads (0: one per core).
std::vector<PowerSpectrum> PowerSpectraOf(std::span<const Channel> channels,
                                          const WelchSettings& settings = {}, int threads = 0);

// Spectral moments m_0, m_1, m_2, m_4 = sum S f^i df, and what follows from them.
struct SpectralMoments {
  double m0 = 0, m1 = 0, m2 = 0, m4 = 0;

  double ZeroCrossingRate() const;  // sqrt(m2 / m0), up-crossings of the mean a second
  double PeakRate() const;          // sqrt(m4 / m2)
  double Irregularity() const;      // ratio of the two; 1 for narrow band
};
SpectralMoments MomentsOf(const PowerSpectrum& spectrum);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_SPECTRUM_H_
