// What a run found, in a few sentences: whether it can be trusted, and the largest of what was
// watched. They stand at the top of its page.
#ifndef JOUNCE_REPORT_RUN_FINDINGS_H_
#define JOUNCE_REPORT_RUN_FINDINGS_H_

#include <string>
#include <vector>

#include "math/units.h"
#include "report/run_page.h"
#include "solve/run_summary.h"

namespace jounce::report {

// From the channels, loads and energies of `input` and the account of the solver: the verdict first,
// then what speaks against it, then the largest of what was watched.
std::vector<Note> RunFindings(const RunPageInput& input, const RunSummary& summary);

// Whether a unit of the user is one of this quantity. Joules are newton metres, but no moment.
bool IsUnitOf(const std::string& unit, const Quantity& quantity);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_RUN_FINDINGS_H_
