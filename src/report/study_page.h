// The page of a study: what matters for what, all runs over parallel axes, the best of them.
#ifndef JOUNCE_REPORT_STUDY_PAGE_H_
#define JOUNCE_REPORT_STUDY_PAGE_H_

#include <string>
#include <vector>

#include "report/page.h"
#include "study/influence.h"

namespace jounce::report {

struct StudyPageInput {
  std::string title = {};
  const study::StudyTable* table = nullptr;
  study::Influence influence = {};
  std::vector<std::string> links = {};   // of the runs, "" for none; empty: no run has any
  std::vector<std::string> pareto = {};  // outputs that are all to be small; empty: the first two
};

Page MakeStudyPage(const StudyPageInput& input);

// Columns over columns, all of them numbers.
Page MakeStudyPlots(const std::string& title, const study::StudyTable& table,
                    const std::vector<std::string>& x, const std::vector<std::string>& y);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_STUDY_PAGE_H_
