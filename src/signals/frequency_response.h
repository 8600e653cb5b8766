// Frequency responses estimated from an input and an output that were measured together.
//
//   H1 = S_xy / S_xx                       noise at the output only: biased low by that at the input
//   H2 = S_yy / conj(S_xy)                 noise at the input only: biased high by that at the output
//   Hv = S_xy / |S_xy| sqrt(S_yy / S_xx)   noise at both: their geometric mean
//   coherence = |S_xy|^2 / (S_xx S_yy)     1 where the output follows from the input linearly
//
// Reference: J. S. Bendat, A. G. Piersol, Random Data, 4th ed., chapter 6.
#ifndef JOUNCE_SIGNALS_FREQUENCY_RESPONSE_H_
#define JOUNCE_SIGNALS_FREQUENCY_RESPONSE_H_

#include <complex>
#include <cstddef>
#include <string_view>
#include <vector>

#include "signals/spectrum.h"

namespace jounce {

// A line without power in the input, or in the output, is NaN: nothing is known there.
struct MeasuredResponse {
  double resolution = 0;
  size_t segments = 0;
  std::vector<std::complex<double>> h1;
  std::vector<std::complex<double>> h2;
  std::vector<std::complex<double>> hv;
  std::vector<double> coherence;

  double FrequencyOf(size_t line) const { return resolution * static_cast<double>(line); }
};

MeasuredResponse ResponseOf(const CrossSpectrum& spectrum);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_FREQUENCY_RESPONSE_H_
