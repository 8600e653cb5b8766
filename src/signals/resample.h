// Another sample rate without aliasing: polyphase filtering with a windowed sinc.
//
// Going down, what the new rate cannot hold is taken out first; going up, nothing is added. The
// filter lets pass what lies below 0.9 of the smaller Nyquist frequency and stops, by the
// attenuation, what lies above the smaller Nyquist frequency.
#ifndef JOUNCE_SIGNALS_RESAMPLE_H_
#define JOUNCE_SIGNALS_RESAMPLE_H_

#include <cstddef>
#include <span>
#include <vector>

#include "signals/channel.h"

namespace jounce {

struct ResampleSettings {
  double attenuation = 80;  // dB
};

// Samples at `to_rate` from the time of the first sample to that of the last. Throws an InputError
// where the ratio of the rates is not one of whole numbers up to 4096.
std::vector<double> Resample(std::span<const double> samples, double from_rate, double to_rate,
                             const ResampleSettings& settings = {});

Channel ResampleChannel(const Channel& channel, double to_rate,
                        const ResampleSettings& settings = {});

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_RESAMPLE_H_
