// The cyclic stress-strain curve of Ramberg and Osgood, and its branches after Masing:
//
//   e = s/E + (s/K')^(1/n')              first loading
//   De = Ds/E + 2 (Ds/2K')^(1/n')        branches of loops, as ranges
//
// Both are odd: the sign of the strain is that of the stress.
#ifndef JOUNCE_FATIGUE_CYCLIC_CURVE_H_
#define JOUNCE_FATIGUE_CYCLIC_CURVE_H_

namespace jounce {

struct CyclicCurve {
  double young = 0;     // E
  double strength = 0;  // K', in the unit of E
  double exponent = 0;  // n'

  double Strain(double stress) const;
  double Stress(double strain) const;
  double StrainRange(double stress_range) const { return 2 * Strain(0.5 * stress_range); }
  double StressRange(double strain_range) const { return 2 * Stress(0.5 * strain_range); }
};

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_CYCLIC_CURVE_H_
