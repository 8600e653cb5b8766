// What came of a run, and the line that says so between processes: tab-separated texts with their
// tabs, line ends and backslashes escaped, numbers in hexadecimal so that every bit arrives, and at
// the end a checksum by which a line that was cut or spoilt is told.
//
//   KEY STATUS REASON NUMBERS uUNIT... fFILE... CHECKSUM
#ifndef JOUNCE_STUDY_OUTCOME_H_
#define JOUNCE_STUDY_OUTCOME_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::study {

// done: all outputs are there. failed: the model or its numbers say no. crashed: its process ended.
// late: past the time limit. lost: the task that was to do it is gone; it is run again.
enum class RunState { kDone, kFailed, kCrashed, kLate, kLost };
const char* ToString(RunState state);
std::optional<RunState> RunStateOf(std::string_view name);

struct Outcome {
  std::string key;
  RunState state = RunState::kFailed;
  std::string reason;
  std::vector<double> outputs;     // none where it is not done
  std::vector<std::string> units;  // of them
  std::vector<std::string> files;  // that were read

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Ends with a line end.
std::string WriteOutcome(const Outcome& outcome);
// Of a line without its end; nothing where it is no whole outcome.
std::optional<Outcome> ReadOutcome(std::string_view line);

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_OUTCOME_H_
