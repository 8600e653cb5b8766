// DMA tables: storage and loss modulus over frequency, and over temperature where it was swept.
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

// True for tables with storage and loss modulus, or storage and loss factor.
bool IsDmaTable(const DataTable& table, const ReadOptions& options = {});
// Rows of a table, in sweeps of (nearly) one temperature, coldest first.
std::vector<Sweep> ReadDma(const DataTable& table, const ReadOptions& options = {});
// Coldest first, frequencies rising.
void SortSweeps(std::vector<Sweep>* sweeps);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_DMA_H_
