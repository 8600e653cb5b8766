// From a record of the test machine to one clean loop, as appendix C of [Svensson 2004] does it and
// further: cuts one steady period out of a longer record, removes drift, centres displacement and
// force, and refuses what is no loop. What was done to each series is noted in it.
#ifndef JOUNCE_IDENTIFY_PREPARE_H_
#define JOUNCE_IDENTIFY_PREPARE_H_

#include <vector>

#include "identify/series.h"

namespace jounce::identify {

struct PrepareOptions {
  int least_points = 16;         // of a loop
  double most_gap = 0.25;        // of the period without a row
  double closing = 0.15;         // most distance of end and start of a loop, of the amplitude
  double amplitude_error = 0.3;  // most relative distance of measured from stated amplitude
};

// Prepared copies of all series. Throws InputError with everything that is wrong with any of them;
// each message names the series, and the row where there is one.
std::vector<Series> Prepare(const std::vector<Series>& records, const PrepareOptions& options = {});

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_PREPARE_H_
