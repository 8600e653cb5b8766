// Fractional law: rubber whose loss is flat over decades of frequency, with few parameters,
//
//   spring-pot beside a spring (Kelvin-Voigt):  K* = k0 + b (i w)^a
//   Zener:  K* = (k0 + k1 (i w T)^a) / (1 + (i w T)^a)
//
// In time it runs as a Prony series fitted to K* over a stated band of frequencies, all stiffnesses
// not negative; outside the band the series levels off. The fit tells its largest error.
#ifndef JOUNCE_LAWS_FRACTIONAL_LAW_H_
#define JOUNCE_LAWS_FRACTIONAL_LAW_H_

#include <complex>
#include <functional>

#include "laws/prony_law.h"

namespace jounce {

enum class FractionalForm { kSpringPot, kZener };

struct FractionalSettings {
  FractionalForm form = FractionalForm::kSpringPot;
  double stiffness = 0;       // k0 [N/m]
  double coefficient = 0;     // b [N s^a/m], spring-pot form
  double high_stiffness = 0;  // k1, at high frequency [N/m], Zener form
  double time = 0;            // T [s], Zener form
  double exponent = 0;        // a, above 0 and below 1
  double min_frequency = 0;   // band over which the Prony series is fitted [Hz]
  double max_frequency = 0;
  int branches = 0;  // of the Prony series; 0 takes two a decade and two more

  friend bool operator==(const FractionalSettings&, const FractionalSettings&) = default;
};

void Validate(const FractionalSettings& settings, const ParameterCheck& check);

// K*(omega) of the fractional law itself, without the fit.
std::complex<double> FractionalStiffness(const FractionalSettings& settings, double omega);

struct PronyFit {
  PronySettings prony;
  double error;  // largest |K*_prony - K*| / |K*| over the band
};

// Prony series with time constants spread evenly (in the logarithm) over the band, stiffnesses not
// negative, that is nearest to the given K*(omega) in relative error.
PronyFit FitProny(const std::function<std::complex<double>(double)>& stiffness,
                  double min_frequency, double max_frequency, int branches);

PronyFit FitProny(const FractionalSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_LAWS_FRACTIONAL_LAW_H_
