// How well a simulated (or replayed) channel matches the measured one.
//
// The three criteria by which drive files are accepted [Wood 2003, 4.5.3]; the error is the
// difference point by point:
//   1. the largest error, in per cent of the largest measured value
//   2. the rms of the error, in per cent of the largest measured value
//   3. the PSD: its largest deviation from the measured one in the control band, in per cent, but
//      for frequencies where the measured power is three decades or more below its peak
// and besides them the rms and peaks of both, and their damage relative to each other.
//
// Reference: [Wood 2003] Wood, thesis on the virtual durability test of a sport utility vehicle,
// University of Windsor, 2003.
#ifndef JOUNCE_SIGNALS_CORRELATION_H_
#define JOUNCE_SIGNALS_CORRELATION_H_

#include <string>
#include <vector>

#include "signals/channel.h"
#include "signals/rainflow.h"
#include "signals/spectrum.h"

namespace jounce {

struct CorrelationSettings {
  WelchSettings welch;
  double low = 0.5;          // Hz, the control band
  double high = 0;           // Hz; 0: 0.9 of half the lower sample rate
  double decades = 3;        // below the peak where the PSD does not count any more
  double slope = 5;          // of the Woehler line
  bool remove_mean = false;  // compare without offsets
  // Hz, rising: between each two neighbours the rms of both is told.
  std::vector<double> bands = {};
  // Limits for the verdict, in per cent; criteria without one (0) are not judged.
  double max_error_limit = 0;
  double rms_error_limit = 0;
  double psd_limit = 0;
};

// What two channels have between two frequencies: roots of the power of the spectra's lines there.
struct BandComparison {
  double low = 0, high = 0;  // Hz
  double measured_rms = 0, simulated_rms = 0;
  // Simulated over measured.
  double Ratio() const;
};

struct ChannelCorrelation {
  std::string measured_name;
  std::string simulated_name;
  std::string unit;
  double begin = 0, end = 0;  // s, what both have

  double measured_rms = 0, simulated_rms = 0;
  double measured_peak = 0, simulated_peak = 0;  // largest absolute values
  double max_error_percent = 0;                  // criterion 1
  double rms_error_percent = 0;                  // criterion 2
  double psd_error_percent = 0;                  // criterion 3: the largest deviation
  double psd_error_frequency = 0;                // Hz, where it is
  double psd_within_percent = 0;  // part of the lines that count which is within psd_limit
  double psd_ratio = 0;           // power in the band, simulated over measured
  double correlation = 0;         // Pearson's coefficient
  double relative_damage = 0;     // simulated over measured
  std::vector<BandComparison> bands;

  // What was compared: both on the measured channel's times, in its unit.
  Channel measured;
  Channel simulated;
  PowerSpectrum measured_psd;
  PowerSpectrum simulated_psd;
};

// The simulated channel is converted to the unit of the measured one and brought onto its times:
// the faster of the two is resampled to the rate of the slower. Throws an InputError where their
// times do not overlap or their units do not fit.
ChannelCorrelation Correlate(const Channel& measured, const Channel& simulated,
                             const CorrelationSettings& settings = {});

// Does it stay within every limit that is set?
bool IsAccepted(const ChannelCorrelation& result, const CorrelationSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_CORRELATION_H_
