// Finds what does not agree in a page before it is written.
#ifndef JOUNCE_REPORT_PAGE_CHECK_H_
#define JOUNCE_REPORT_PAGE_CHECK_H_

#include "base/error.h"
#include "report/page.h"

namespace jounce::report {

// Adds an error for every curve whose x and y differ in length, every row with more or fewer cells
// than columns, every heatmap without one value for each pair, and every item of a scene whose
// history does not fit the times or whose body does not exist.
void CheckPage(const Page& page, Diagnostics* diagnostics);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_PAGE_CHECK_H_
