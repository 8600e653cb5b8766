// Life of rubber by the growth of a small crack [Lake & Lindley 1964; Mars & Fatemi 2002]:
//
//   dc/dN = r_c (T / T_c)^F(R),      T = 2 k(lambda) W c,   k = pi / sqrt(lambda)
//
// T: energy release rate ("tearing energy") of the cycle's peak [J/m2], W: strain energy density at
// the peak [J/m3], lambda: stretch. R = W_min / W_max >= 0: rubber that crystallizes under strain
// grows its cracks more slowly where it is never quite released,
//
//   F(R) = F_0 exp(F_4 R)     [Mars & Fatemi 2003], F_4 = 0: no influence
//
// From c_0 to c_f, T being proportional to c: N = (c_0^(1-F) - c_f^(1-F)) / ((F - 1) r_c (2 k W /
// T_c)^F); below the threshold T_0 of the first crack nothing grows. Lives are cycles.
//
// References: G. J. Lake, P. B. Lindley, Rubber J. 146 (1964); W. V. Mars, A. Fatemi, Int. J. Fatigue
// 24 (2002) 949 and Rubber Chem. Technol. 76 (2003) 1241.
//
// Lines of force or strain amplitude against life are WoehlerLines (woehler.h).
#ifndef JOUNCE_FATIGUE_RUBBER_LIFE_H_
#define JOUNCE_FATIGUE_RUBBER_LIFE_H_

namespace jounce {

struct CrackGrowthLaw {
  double rate = 0;             // r_c [m a cycle]
  double critical_energy = 0;  // T_c [J/m2]
  double exponent = 0;         // F_0
  double r_ratio_factor = 0;   // F_4
  double threshold = 0;        // T_0 [J/m2]; 0: none
  double first_crack = 0;      // c_0 [m]
  double last_crack = 0;       // c_f [m]

  double Exponent(double r_ratio) const;
  // Growth a cycle [m] at this energy release rate.
  double Growth(double energy, double r_ratio = 0) const;
  // Cycles at a peak energy density [J/m3] and stretch.
  double Life(double energy_density, double stretch, double r_ratio = 0) const;
};

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_RUBBER_LIFE_H_
