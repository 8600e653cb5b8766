// What a manoeuvre adds to the page of its run: the characteristic values, the answer to the steering
// over time, the path, and the handling diagram.
#ifndef JOUNCE_REPORT_DRIVE_PAGE_H_
#define JOUNCE_REPORT_DRIVE_PAGE_H_

#include <string>
#include <vector>

#include "report/page.h"
#include "vehicle/manoeuvre.h"

namespace jounce::report {

// Puts them first, before what the page of the run shows. `name` is that of the manoeuvre.
void AddManoeuvre(const std::string& name, const DrivingRecord& record,
                  const std::vector<DrivingValue>& values, Page* page);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_DRIVE_PAGE_H_
