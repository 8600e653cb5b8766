// Strain life after Coffin, Manson and Basquin, with the mean stress after Morrow or after Smith,
// Watson and Topper. Lives are cycles N; the published lines count reversals 2N:
//
//   e_a = (sigma_f'/E)(2N)^b + epsilon_f' (2N)^c
//   Morrow: sigma_f' - s_m in place of sigma_f' in the elastic term
//   SWT:    s_max e_a = (sigma_f'^2/E)(2N)^2b + sigma_f' epsilon_f' (2N)^(b+c)
//
// e_a and s_a are amplitudes, half the range.
#ifndef JOUNCE_FATIGUE_STRAIN_LIFE_H_
#define JOUNCE_FATIGUE_STRAIN_LIFE_H_

namespace jounce {

struct StrainLifeLine {
  double young = 0;               // E
  double strength = 0;            // sigma_f'
  double strength_exponent = 0;   // b < 0
  double ductility = 0;           // epsilon_f'
  double ductility_exponent = 0;  // c < 0

  // The strain amplitude that bears `cycles`, at this mean stress after Morrow.
  double Amplitude(double cycles, double mean_stress = 0) const;
  // Cycles to failure; 0 where the mean stress alone breaks the part, infinite without strain.
  double Life(double strain_amplitude, double mean_stress = 0) const;
  // After SWT; infinite where the largest stress is not in tension.
  double SwtLife(double largest_stress, double strain_amplitude) const;
};

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_STRAIN_LIFE_H_
