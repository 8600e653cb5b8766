// Low-, high- and band-pass filters without phase shift.
//
// Each edge is a symmetric FIR filter (a sinc under a Kaiser window), so every frequency keeps its
// time. An edge lets half the amplitude (-6 dB) pass at its frequency; the transition is centred
// there. Ripple and stop band follow from the attenuation: at 80 dB they are 1e-4.
//
// Reference: A. V. Oppenheim, R. W. Schafer, Discrete-Time Signal Processing, 3rd ed., 7.6.
#ifndef JOUNCE_SIGNALS_FILTER_H_
#define JOUNCE_SIGNALS_FILTER_H_

#include <cstddef>
#include <span>
#include <vector>

namespace jounce {

struct FilterSettings {
  double low = 0;           // Hz: what is slower is taken out; 0: nothing, not even the mean
  double high = 0;          // Hz: what is faster is taken out; 0: nothing
  double transition = 0;    // Hz, width of both transitions; 0: as wide as each edge allows
  double attenuation = 80;  // dB in the stop bands
};

// Throws an InputError where the edges do not fit the sample rate or each other.
std::vector<double> FilterBand(std::span<const double> samples, double sample_rate,
                               const FilterSettings& settings);

// The coefficients of one low-pass edge, an odd number of them, symmetric, with the sum 1.
std::vector<double> LowPassCoefficients(double edge, double transition, double attenuation,
                                        double sample_rate);

// y_i = sum_k c_k x_{i + k - m}, where c has 2m + 1 coefficients and x goes on beyond its ends by
// odd reflection. By Fourier transforms where there are many coefficients.
std::vector<double> ConvolveCentred(std::span<const double> samples,
                                    std::span<const double> coefficients);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_FILTER_H_
