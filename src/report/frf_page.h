// The page of a frequency response: amplitude and phase of every sensor.
#ifndef JOUNCE_REPORT_FRF_PAGE_H_
#define JOUNCE_REPORT_FRF_PAGE_H_

#include <string>

#include "report/page.h"
#include "solve/frequency_response.h"

namespace jounce::report {

struct FrfPageInput {
  std::string title = {};
  std::string subtitle = {};
  FrequencyResponse response = {};
};

// One section a unit of the sensors: amplitudes above, phases below.
Page MakeFrfPage(const FrfPageInput& input);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_FRF_PAGE_H_
