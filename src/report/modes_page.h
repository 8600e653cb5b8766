// The page of modes: their frequencies, their damping, who moves in them, and their shapes,
// swinging.
#ifndef JOUNCE_REPORT_MODES_PAGE_H_
#define JOUNCE_REPORT_MODES_PAGE_H_

#include <string>
#include <vector>

#include "report/page.h"

namespace jounce::report {

// A body's (or a direction's) part of the kinetic energy of a mode, 0 to 1.
struct ModeShare {
  std::string name = {};
  double share = 0;
};

struct ModesPageInput {
  std::string title = {};
  std::string subtitle = {};
  std::vector<Fact> facts = {};
  std::vector<Note> warnings = {};
  Scene shapes = {};  // The model at rest with its modes, which are the rows of the table.
  std::vector<std::vector<ModeShare>> shares = {};  // For each mode; may be empty.
};

// Throws an InputError if there are shares, but not one list for each mode.
Page MakeModesPage(const ModesPageInput& input);

// "axle 82 %, chassis 11 %": the largest shares, until they make up nine tenths, three at most.
std::string WhoMoves(std::vector<ModeShare> shares);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_MODES_PAGE_H_
