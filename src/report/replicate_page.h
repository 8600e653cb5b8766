// The page of a replication: errors over the runs, desired and achieved, what limits.
#ifndef JOUNCE_REPORT_REPLICATE_PAGE_H_
#define JOUNCE_REPORT_REPLICATE_PAGE_H_

#include <vector>

#include "replicate/replication.h"
#include "report/page.h"

namespace jounce::report {

// `outcomes` in the order of the events.
Page MakeReplicatePage(const Replication& replication, const std::vector<EventOutcome>& outcomes);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_REPLICATE_PAGE_H_
