// Harmonic motion of a linear system: (K + i w C - w^2 M) (x, z) + J^T l = f, J x = g.
//
// One sparse complex factorization a frequency, of a pattern that is analysed once; the points z
// inside the laws are unknowns like the others.
#ifndef JOUNCE_SOLVE_HARMONIC_RESPONSE_H_
#define JOUNCE_SOLVE_HARMONIC_RESPONSE_H_

#include <Eigen/Core>
#include <complex>
#include <functional>
#include <memory>
#include <vector>

#include "solve/complex_lu.h"
#include "solve/linear_system.h"

namespace jounce {

// What drives it at a frequency.
struct HarmonicInput {
  Eigen::VectorXcd wrenches;      // on all bodies (6 each, local axes), modes and states
  Eigen::VectorXcd motions = {};  // of the constraints, one a multiplier; empty: none moves
};

class HarmonicResponse {
 public:
  // `linear` must outlive this.
  explicit HarmonicResponse(const LinearSystem& linear);
  // Shares what does not depend on the frequency, for another thread.
  HarmonicResponse(const HarmonicResponse& other);
  HarmonicResponse& operator=(const HarmonicResponse& other) = delete;

  // True where the matrices are made anew for each frequency.
  bool at_one_frequency() const { return at_one_frequency_; }

  // Takes a frequency [rad/s]; false where nothing answers there.
  bool Factor(double omega);
  // Amplitudes of all bodies and modes at the frequency taken, then of all multipliers (0 for
  // redundant ones).
  Eigen::VectorXcd Solve(const HarmonicInput& input);
  // Both for one input; not finite where nothing answers.
  Eigen::VectorXcd At(double omega, const HarmonicInput& input);

 private:
  void SetMatrix(const QuadraticProblem& problem);

  const LinearSystem& linear_;
  bool at_one_frequency_ = false;
  std::shared_ptr<const QuadraticMatrix> matrix_;
  std::unique_ptr<ComplexLu> lu_;
  std::vector<std::complex<double>> values_;
};

// The same at many frequencies, by several threads: the bits do not depend on their number. Asks for
// the inputs at each frequency [rad/s], then calls `receive` with the number of the frequency, that
// of the input and its amplitudes, in any order and from any thread.
void RespondAtAll(
    const LinearSystem& linear,
    const std::function<std::vector<HarmonicInput>(double omega)>& inputs,
    const std::vector<double>& omegas, int threads,
    const std::function<void(size_t omega, size_t input, const Eigen::VectorXcd&)>& receive);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_HARMONIC_RESPONSE_H_
