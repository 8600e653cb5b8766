// Prony series from dynamic-mechanical data: storage and loss modulus over frequency.
//
//   E*(w) = E0 + sum_i E_i  i w tau_i / (1 + i w tau_i)
//
// First the moduli for relaxation times even on a logarithmic axis, by non-negative least squares
// of the relative error of E* (a convex problem: no start values); then all of them together by
// Levenberg-Marquardt in their logarithms.
#ifndef JOUNCE_IDENTIFY_PRONY_H_
#define JOUNCE_IDENTIFY_PRONY_H_

#include <complex>
#include <vector>

namespace jounce::identify {

struct ModulusPoint {
  double frequency = 0;          // Hz
  std::complex<double> modulus;  // E' + i E'', Pa (or N/m)
};

struct PronyTerm {
  double modulus = 0;  // Pa
  double time = 0;     // s
};

struct PronyOptions {
  int most_branches = 8;
  // How far relaxation times reach beyond the highest frequency, decades: for losses that rise
  // towards it.
  double faster = 0;
  bool refine = true;  // the relaxation times, too
};

struct ModulusFit {
  double relaxed = 0;            // E0, Pa
  std::vector<PronyTerm> terms;  // relaxation times falling
  double rms_error = 0;          // root mean square of |E*_fit - E*| / |E*|
  double r_squared_storage = 0;  // coefficient of determination of E'
  double r_squared_loss = 0;     // of E''
  double seconds = 0;

  std::complex<double> At(double frequency) const;
};

// Throws InputError, naming rows, for fewer than four points, and for frequencies and moduli that
// are not positive and finite.
ModulusFit FitProny(const std::vector<ModulusPoint>& data, const PronyOptions& options = {});

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_PRONY_H_
