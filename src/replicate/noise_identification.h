// The response matrix of a plant from its answers to noise, all drives at once.
//
//   H1 = S_yx S_xx^-1,   multiple coherence gamma_i^2 = (H1 S_xx H1^*)_ii / S_yiyi
//
// with spectral densities by Welch's method, averaged over segments and runs. As for one drive,
// H2 = H1 / gamma^2 and Hv = H1 / gamma, target by target: Hv has the power of the target. The
// noise is known exactly, so H1 is the best linear plant; the coherence tells how far it is one.
//
// Reference: J. S. Bendat, A. G. Piersol, Random Data, 4th ed., chapter 7.
#ifndef JOUNCE_REPLICATE_NOISE_IDENTIFICATION_H_
#define JOUNCE_REPLICATE_NOISE_IDENTIFICATION_H_

#include <span>

#include "replicate/plant.h"

namespace jounce {

// Normally distributed noise within a band, amplitudes falling with the frequency to the power
// `slope`, of this rms, the same on every machine; it begins and ends at zero.
History ShapedNoise(size_t samples, double rate, const BandSettings& band, double slope, double rms,
                    unsigned seed);

// Segments that one run gives.
size_t SegmentsOf(const NoiseSettings& settings, double rate);

// Runs the plant with noise of these levels, and estimates from what it answers. Throws InputError
// where a run fails.
ResponseMatrix IdentifyByNoise(const Plant& plant, size_t targets, double rate,
                               std::span<const double> levels, const BandSettings& band,
                               const NoiseSettings& settings, Progress* progress);

// The estimate alone: from drives and responses of runs.
ResponseMatrix EstimateResponses(std::span<const Histories> drives,
                                 std::span<const Histories> responses, size_t targets, double rate,
                                 const BandSettings& band, const NoiseSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_NOISE_IDENTIFICATION_H_
