// The table of a study: one SQLite file, which survives kill -9 and is read by pandas, R and the
// sqlite3 command without us:
//
//   study    the table: run, a column for each input, status, reason, a column for each output
//   columns  name, role (input or output), unit, position
//
// `study` is a view of two tables: `plan` (run, key, inputs), made anew when the study changes, and
// `results` (key, status, reason, outputs), which only grows. So what was computed for one plan serves
// another that asks for the same, and a row is right from the moment at which its run has ended.
//
// What a run has read is kept as the hashes of its files (`filesets`): a run whose files have changed
// since is taken as not done.
#ifndef JOUNCE_STUDY_STORE_H_
#define JOUNCE_STUDY_STORE_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "study/outcome.h"
#include "study/plan.h"

struct sqlite3;

namespace jounce::study {

struct StudyTable {
  struct Row {
    int run = 0;
    std::vector<FactorValue> inputs;
    std::optional<RunState> state;  // none: not run yet
    std::string reason;
    std::vector<double> outputs;  // NaN where there are none
    std::string key;
  };
  std::vector<TableColumn> inputs, outputs;
  std::vector<Row> rows;
};

class Store {
 public:
  enum class Mode { kRead, kWrite };
  // Makes the file where it is to be written and is not there. Throws FileError.
  Store(const std::string& path, Mode mode);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // What the table shows from now on. Outcomes that are known stay.
  void SetPlan(const Study& study, const std::vector<Run>& runs);

  // Outcomes that still hold: by key, those whose files are as they were.
  std::map<std::string, Outcome> Known();
  // In one transaction; an older one of the same key is replaced. Throws FileError where the disk is
  // full, and nothing that was there before is lost.
  void Add(const std::vector<Outcome>& outcomes);

  StudyTable Read();

 private:
  class Statement;
  void Execute(const std::string& sql);
  [[noreturn]] void Fail();
  int FilesetOf(const std::vector<std::string>& files);
  void SetUnits(const std::vector<std::string>& units);
  std::vector<TableColumn> ReadColumns(const std::string& role);

  std::string path_;
  sqlite3* database_ = nullptr;
  std::vector<std::string> outputs_;           // names, of the plan
  std::map<std::string, int> filesets_;        // by their files and hashes
  std::map<std::string, std::string> hashes_;  // of files, as first seen by this program
  bool has_units_ = false;
};

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_STORE_H_
