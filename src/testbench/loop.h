// What a hysteresis loop says: dynamic stiffness, loss angle and energy of one closed cycle of
// displacement and force.
//
// Two definitions are in use and differ as soon as the loop is not an ellipse; both are given:
//   peak      K = F0/d0 with the load and displacement amplitudes, and the loss angle that an
//             ellipse of the same area would have, sin(delta) = area / (pi F0 d0)
//             [Svensson 2004, section 3.3.3; usual in the rubber laboratory];
//   harmonic  K* = F1/u1, the ratio of the first harmonics; |K*| and arg K*.
//
// Reference: [Svensson 2004] M. Svensson, M. Hakansson, Hydrobushing model for multi-body
// simulations, Lund University, TVSM-5127.
#ifndef JOUNCE_TESTBENCH_LOOP_H_
#define JOUNCE_TESTBENCH_LOOP_H_

#include <complex>
#include <vector>

namespace jounce::testbench {

struct LoopProperties {
  double displacement_amplitude = 0;  // d0: half of peak to peak, m
  double force_amplitude = 0;         // F0: half of peak to peak, N
  double energy = 0;                  // area: energy lost in the cycle, J
  double peak_stiffness = 0;          // F0/d0, N/m
  double peak_loss_angle = 0;         // from the area, rad
  std::complex<double> stiffness;     // K* of the first harmonics, N/m

  double harmonic_stiffness() const { return std::abs(stiffness); }
  double harmonic_loss_angle() const { return std::arg(stiffness); }
};

// Properties of one closed cycle. The last row is the first one a period later; the period is the
// span of the times, which may be unevenly spaced.
LoopProperties MeasureLoop(const std::vector<double>& time, const std::vector<double>& displacement,
                           const std::vector<double>& force);

// Least-squares coefficients of mean + sum over h of Re(c_h exp(i h w t)), w = 2 pi/period; entry 0
// is the mean. On evenly spaced rows this is the discrete Fourier transform; uneven ones need no
// resampling. The row at the end of the period is left out, as it repeats the first.
std::vector<std::complex<double>> FitHarmonics(const std::vector<double>& time,
                                               const std::vector<double>& values, double period,
                                               int harmonics);

}  // namespace jounce::testbench

#endif  // JOUNCE_TESTBENCH_LOOP_H_
