// Loops of the virtual bench as a test machine writes them: thinned to a few points, with noise, in
// the table that identification reads (identify/read_loops.h).
#ifndef JOUNCE_TESTBENCH_LOOP_TABLE_H_
#define JOUNCE_TESTBENCH_LOOP_TABLE_H_

#include <string>

#include "testbench/program.h"

namespace jounce::testbench {

struct LoopTableSettings {
  int points = 53;        // of a loop, as in [Svensson 2004, chapter 3; see loop.h]
  double noise = 0;       // standard deviation over the peak force of the loop
  unsigned int seed = 1;  // the same noise each time
};

// CSV: series, kind, amplitude_mm, frequency_hz, t_s, u_mm, force_n.
std::string LoopTable(const ProgramResult& result, const LoopTableSettings& settings = {});

}  // namespace jounce::testbench

#endif  // JOUNCE_TESTBENCH_LOOP_TABLE_H_
