// The page of a comparison: one table for all channels, then each channel in time and spectrum.
#ifndef JOUNCE_REPORT_COMPARE_PAGE_H_
#define JOUNCE_REPORT_COMPARE_PAGE_H_

#include <string>
#include <vector>

#include "report/page.h"
#include "signals/correlation.h"

namespace jounce::report {

struct ComparePageInput {
  std::string measured_file = {};
  std::string simulated_file = {};
  // What the two are called: columns, curves.
  std::string measured_word = "measured";
  std::string simulated_word = "simulated";
  CorrelationSettings settings = {};
  std::vector<ChannelCorrelation> channels = {};
};

Page MakeComparePage(const ComparePageInput& input);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_COMPARE_PAGE_H_
