// The page of a road: a map of its heights and profiles along it.
#ifndef JOUNCE_REPORT_ROAD_PAGE_H_
#define JOUNCE_REPORT_ROAD_PAGE_H_

#include <string>

#include "report/page.h"
#include "roads/road.h"

namespace jounce::report {

Page MakeRoadPage(const Road& road, const std::string& title);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_ROAD_PAGE_H_
