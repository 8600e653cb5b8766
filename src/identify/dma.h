// DMA tables: storage and loss modulus over frequency, and over temperature where it was swept; the
// master curve by time-temperature superposition, and the WLF constants.
//
//   log10 a_T = -C1 (T - T0) / (C2 + T - T0)
//
// Reference: M. L. Williams, R. F. Landel, J. D. Ferry, J. Am. Chem. Soc. 77 (1955).
#ifndef JOUNCE_IDENTIFY_DMA_H_
#define JOUNCE_IDENTIFY_DMA_H_

#include <string>
#include <vector>

#include "identify/prony.h"
#include "identify/read_loops.h"

namespace jounce::identify {

// One frequency sweep at one temperature.
struct Sweep {
  double temperature = 0;  // degree Celsius; NaN when the table has none
  std::vector<ModulusPoint> points;
};

// True for tables with storage and loss modulus.
bool IsDmaTable(const DataTable& table, const ReadOptions& options = {});
// Rows of a table, in sweeps of (nearly) one temperature, coldest first.
std::vector<Sweep> ReadDma(const DataTable& table, const ReadOptions& options = {});

struct MasterCurve {
  double reference = 0;              // T0, degree Celsius
  std::vector<double> temperatures;  // of the sweeps
  std::vector<double> log_shift;     // log10 a_T of each
  std::vector<ModulusPoint> points;  // all of them at reduced frequencies a_T f, sorted
  // WLF; c2 in K. NaN where the shifts do not follow it: C1 or C2 not positive, or the pole of the
  // formula, C2 below T0, among the temperatures. The shifts hold all the same.
  double c1 = 0, c2 = 0;
  double shift_error = 0;  // rms distance of log10 a_T from WLF
};

// Shifts every sweep along the frequency axis until it lies on its neighbour, from the one nearest
// to `reference` outwards. Storage and loss count by how smooth they are: an instrument whose loss is
// unreliable is led by its storage. Needs three sweeps; throws InputError otherwise.
MasterCurve MakeMasterCurve(const std::vector<Sweep>& sweeps, double reference);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_DMA_H_
