// Time-temperature superposition: frequency sweeps at several temperatures become one master curve.
//
//   E*(T, f) = b_T E*(T0, a_T f)
//
// a_T is found by overlap: each sweep is moved along the frequency axis until it lies on its
// neighbour, from the reference outwards. Storage and loss count by how far each can be trusted: how
// rough it is and, for the loss, how far its shape is from the one that belongs to the storage,
// E'' = pi/2 dE'/dlnf (the first term of the relations of Kramers and Kronig). An instrument whose
// loss is unreliable, as in the glassy range, is led by its storage.
//
// b_T, the vertical shift, is looked for in rubber alone, where the storage of all sweeps lies within
// a decade, and where the horizontal ones leave some sweep further than 2 % from one curve: there all
// shifts and the curve are refined together (shift_refinement.h), and that is taken where it brings
// every sweep within 2 %. In a glass a vertical shift cannot be told from a horizontal one.
//
// The shifts are kept as they are found. Beside them, where they follow it, the formula of Williams,
// Landel and Ferry, and below a glass temperature that of Arrhenius:
//
//   log10 a_T = -C1 (T - T0) / (C2 + T - T0)                                  T >= Tg
//   log10 a_T = log10 a_Tg + Ea / (R ln 10) (1/T - 1/Tg)                      T < Tg
//
// References: M. L. Williams, R. F. Landel, J. D. Ferry, J. Am. Chem. Soc. 77 (1955).
// H. C. Booij, G. P. J. M. Thoone, Rheol. Acta 21 (1982), 15-24.
#ifndef JOUNCE_IDENTIFY_SUPERPOSITION_H_
#define JOUNCE_IDENTIFY_SUPERPOSITION_H_

#include <limits>
#include <vector>

#include "identify/dma.h"
#include "identify/prony.h"

namespace jounce::identify {

struct MasterCurve {
  double reference = 0;              // T0, degree Celsius
  std::vector<double> temperatures;  // of the sweeps, degree Celsius
  std::vector<double> log_shift;     // log10 a_T of each
  std::vector<double> log_vertical;  // log10 b_T of each, zero where none is looked for
  std::vector<ModulusPoint> points;  // E*/b_T of all sweeps at a_T f, sorted
  // WLF; c2 in K. NaN where the shifts do not follow it: C1 or C2 not positive, or the pole of the
  // formula, C2 below T0, among the temperatures. The shifts hold all the same.
  double c1 = 0, c2 = 0;
  double shift_error = 0;  // rms distance of log10 a_T from the formulas
  // Arrhenius below this temperature, degree Celsius; NaN: WLF everywhere.
  double glass = std::numeric_limits<double>::quiet_NaN();
  double activation_energy = std::numeric_limits<double>::quiet_NaN();  // J/mol

  // log10 a_T by the formulas, at a temperature in degree Celsius; NaN where there are none.
  double LogShiftAt(double temperature) const;
};

struct SuperpositionOptions {
  double reference = 20;  // the sweep nearest to it stays where it is, degree Celsius
  bool vertical = true;   // look for vertical shifts
};

// Needs three sweeps, coldest first; throws InputError otherwise.
MasterCurve MakeMasterCurve(const std::vector<Sweep>& sweeps, const SuperpositionOptions& options);

// Root mean square of |E*_fit - E*| / |E*| of each sweep, E*_fit being the series at the sweep's
// shifts.
std::vector<double> SweepErrors(const std::vector<Sweep>& sweeps, const MasterCurve& curve,
                                const ModulusFit& fit);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_SUPERPOSITION_H_
