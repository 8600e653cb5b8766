#include "cli/stored_run.h"

#include "base/error.h"
#include "io/stored_result.h"
#include "report/flexible_view.h"
#include "report/simulation_page.h"

namespace jounce {
namespace {

report::RunPageInput ReadRun(const std::string& file, const DisplayUnits& units,
                             std::string* command) {
  const StoredResult stored(file, StoredResult::Purpose::kLook);
  *command = stored.reader().ReadAttribute("command");
  report::StressWatch stresses(stored.system());
  report::RunRecorder recorder(stored.system());
  recorder.Begin(stored.description());
  stored.Replay([&](const ResultRow& row) {
    stresses.Row(row);
    recorder.Row(row);
    recorder.KeepPeaks(stresses, row);
  });
  if (recorder.recording().time.empty()) {
    throw InputError(file + " holds no rows: there is nothing to show");
  }
  return report::DescribeRun(stored.reader().ReadAttribute("source"), stored.system(), recorder,
                             stored.ReadSummary(), units);
}

}  // namespace

std::vector<report::NamedRun> ReadRuns(const std::vector<std::string>& files,
                                       const DisplayUnits& units) {
  std::vector<report::NamedRun> runs;
  std::vector<std::string> commands(files.size());
  for (const std::string& file : files) {
    runs.push_back({.file = file, .run = ReadRun(file, units, &commands[runs.size()])});
  }
  const std::vector<std::string> names = report::NamesOfRuns(files, commands);
  for (size_t i = 0; i < runs.size(); ++i) runs[i].name = names[i];
  return runs;
}

}  // namespace jounce
