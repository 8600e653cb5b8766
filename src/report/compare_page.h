// The page of a comparison: one table for all channels of one or more sets against those of a
// reference, then each channel of all sets in time and spectrum.
#ifndef JOUNCE_REPORT_COMPARE_PAGE_H_
#define JOUNCE_REPORT_COMPARE_PAGE_H_

#include <string>
#include <vector>

#include "report/page.h"
#include "signals/correlation.h"

namespace jounce::report {

// Signals of one origin: proving ground, rig, simulation.
struct ComparedSet {
  std::string word = {};  // what it is called: columns, curves
  std::string file = {};
};

struct ComparedChannel {
  ChannelCorrelation values = {};
  size_t set = 0;  // whose channel stands against that of the reference
};

struct ComparePageInput {
  ComparedSet reference = {.word = "measured"};
  std::vector<ComparedSet> sets = {{.word = "simulated"}};
  CorrelationSettings settings = {};
  // Those of one channel of the reference follow each other.
  std::vector<ComparedChannel> channels = {};
};

Page MakeComparePage(const ComparePageInput& input);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_COMPARE_PAGE_H_
