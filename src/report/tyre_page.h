// The page of a tyre: forces over slip, load and camber, combined slip, radii.
#ifndef JOUNCE_REPORT_TYRE_PAGE_H_
#define JOUNCE_REPORT_TYRE_PAGE_H_

#include <string>
#include <vector>

#include "report/page.h"
#include "tyres/tyre.h"

namespace jounce::report {

struct TyrePageSettings {
  std::string title, subtitle;
  std::vector<Fact> facts;
  std::vector<double> loads;    // N
  std::vector<double> cambers;  // rad
  double speed = 16.7;          // m/s
  double pressure = 0;          // Pa; 0: that of the file
};

Page MakeTyrePage(const Tyre& tyre, const TyrePageSettings& settings);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_TYRE_PAGE_H_
