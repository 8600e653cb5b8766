// What a run found, in a few sentences: whether it can be trusted, and the largest of what was
// watched. They stand at the top of its page.
#ifndef JOUNCE_REPORT_RUN_FINDINGS_H_
#define JOUNCE_REPORT_RUN_FINDINGS_H_

#include <vector>

#include "report/run_page.h"
#include "solve/run_summary.h"

namespace jounce::report {

// From the channels, loads and energies of `input` and the account of the solver; one to six notes,
// the verdict first.
std::vector<Note> RunFindings(const RunPageInput& input, const RunSummary& summary);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_RUN_FINDINGS_H_
