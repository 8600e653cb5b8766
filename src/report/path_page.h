// The page of a path of equilibria: the sensors over the time that says how far the loads have
// grown. Where a structure snaps through, the curves turn back.
#ifndef JOUNCE_REPORT_PATH_PAGE_H_
#define JOUNCE_REPORT_PATH_PAGE_H_

#include <string>

#include "report/page.h"
#include "solve/simulation.h"

namespace jounce::report {

struct PathPageInput {
  std::string title = {};
  std::string source = {};  // name of the model file
  Recording recording = {};
  RunStatus status = {};
};

Page MakePathPage(const PathPageInput& input);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_PATH_PAGE_H_
