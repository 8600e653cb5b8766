#include "signals/frequency_response.h"

#include <cmath>
#include <limits>

namespace jounce {

MeasuredResponse ResponseOf(const CrossSpectrum& spectrum) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const size_t lines = spectrum.across.size();
  MeasuredResponse response;
  response.resolution = spectrum.resolution;
  response.segments = spectrum.segments;
  response.h1.assign(lines, kUnknown);
  response.h2.assign(lines, kUnknown);
  response.hv.assign(lines, kUnknown);
  response.coherence.assign(lines, kUnknown);
  for (size_t k = 0; k < lines; ++k) {
    const double xx = spectrum.input[k], yy = spectrum.output[k];
    const std::complex<double> xy = spectrum.across[k];
    const double size = std::abs(xy);
    if (!(xx > 0)) continue;
    response.h1[k] = xy / xx;
    if (!(yy > 0) || !(size > 0)) continue;
    response.h2[k] = yy / std::conj(xy);
    response.hv[k] = xy / size * std::sqrt(yy / xx);
    response.coherence[k] = size * size / (xx * yy);
  }
  return response;
}

}  // namespace jounce
