// The answer of a model at rest to a small harmonic load, motion or signal: amplitude and phase of its
// sensors over frequency, with the complex stiffness K*(omega) of every law (linear_system.h).
//
//   load    x = Z (Z^T (K* - omega^2 M) Z)^-1 Z^T w,      w the unit load on its body
//   motion  x = x_p + Z y,  Phi_q x_p = e,  y from Z^T (K* - omega^2 M) (Z y + x_p) = 0
//
// Sensors see x, the velocity i omega x and the acceleration -omega^2 x; forces of laws are K*
// times their strain, reactions of joints and motions follow their multipliers.
#ifndef JOUNCE_SOLVE_FREQUENCY_RESPONSE_H_
#define JOUNCE_SOLVE_FREQUENCY_RESPONSE_H_

#include <complex>
#include <string>
#include <vector>

#include "mechanics/probes.h"
#include "mechanics/system.h"

namespace jounce {

struct FrequencyResponse {
  std::string input_unit;              // N, N m, m or rad
  std::vector<ProbeChannel> channels;  // of the sensors, those that follow a motion linearly
  std::vector<ProbeChannel> left_out;  // and those that do not
  std::vector<double> frequency;       // Hz
  std::vector<std::complex<double>>
      values;  // row by row: one row a frequency, one column a channel

  std::complex<double> Value(size_t row, size_t channel) const {
    return values[row * channels.size() + channel];
  }
};

// About an equilibrium with the memory of the elements there; the channels are those that the
// model's `channels` choose. `input` names a load or a motion of the model, an input from outside, or
// a component of a frame that moves on the ground, "road.z". Throws InputError for an unknown one.
FrequencyResponse ComputeFrequencyResponse(const System& system, const Evaluation& equilibrium,
                                           const std::string& input,
                                           const std::vector<double>& frequencies);

// Of several inputs one after the other, at the cost of little more than one: each frequency is
// factorized once.
std::vector<FrequencyResponse> ComputeFrequencyResponses(const System& system,
                                                         const Evaluation& equilibrium,
                                                         const std::vector<std::string>& inputs,
                                                         const std::vector<double>& frequencies);

// What may drive it.
std::vector<std::string> ResponseInputs(const Model& model);

// `count` frequencies from the first to the last, evenly spaced in their logarithm or themselves.
std::vector<double> FrequencyAxis(double first, double last, int count, bool logarithmic);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_FREQUENCY_RESPONSE_H_
