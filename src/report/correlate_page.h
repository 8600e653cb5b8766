// The page of a correlation: the numbers that were found, what is left before and after, and the
// histories beside those measured.
#ifndef JOUNCE_REPORT_CORRELATE_PAGE_H_
#define JOUNCE_REPORT_CORRELATE_PAGE_H_

#include <string>

#include "correlate/correlate.h"
#include "report/page.h"

namespace jounce::report {

// `plan` is the file that was followed.
Page MakeCorrelatePage(const correlate::Correlated& outcome, const std::string& plan);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_CORRELATE_PAGE_H_
