// The page of several runs: what the others do that the first does not. Channels of one name lie over
// each other, with what they do to damage; the model of the first run moves among the ghosts of the
// others.
#ifndef JOUNCE_REPORT_RUNS_PAGE_H_
#define JOUNCE_REPORT_RUNS_PAGE_H_

#include <optional>
#include <string>
#include <vector>

#include "report/page.h"
#include "report/run_page.h"

namespace jounce::report {

struct NamedRun {
  std::string name = {};  // what it has that the others have not
  std::string file = {};
  RunPageInput run = {};
};

// What runs are called: the words of the commands that made them which not all of them have (models,
// cases, assignments), or else their files. One of each a run.
std::vector<std::string> NamesOfRuns(const std::vector<std::string>& files,
                                     const std::vector<std::string>& commands);

// The bodies of another run of a model, as its run number `run` from 1: where they were at the times of
// the scene, and where they stood last after their run had ended. Meshes of flexible bodies are shown
// as drawn.
void AddGhosts(const Scene& other, int run, Scene* scene);

// The motion of the first run, with the ghosts of the others; none where it has none.
std::optional<Scene> MotionOf(const std::vector<NamedRun>& runs);

// Two runs at least. All in the same units.
Page MakeRunsPage(std::vector<NamedRun> runs);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_RUNS_PAGE_H_
