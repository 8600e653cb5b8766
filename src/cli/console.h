// Where a command speaks. People read text on stdout, programs read one JSON object there;
// progress, notes and errors go to stderr, so that stdout holds the result and nothing else.
#ifndef JOUNCE_CLI_CONSOLE_H_
#define JOUNCE_CLI_CONSOLE_H_

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/progress.h"

namespace jounce {

class Console {
 public:
  bool json = false;
  bool quiet = false;
  int verbosity = 0;
  std::string command_line;  // as typed, for result files

  // A line of the result for people; nothing with --json or --quiet.
  template <class... Args>
  void Print(fmt::format_string<Args...> format, Args&&... args) const {
    PrintLine(fmt::format(format, std::forward<Args>(args)...));
  }

  // The result for programs: one JSON object, with the `warnings` there were; nothing without
  // --json.
  void PrintJson(const nlohmann::json& result) const;

  // A line on stderr for those who said -v (level 1) or -vv (level 2).
  template <class... Args>
  void Note(int level, fmt::format_string<Args...> format, Args&&... args) const {
    if (verbosity >= level) NoteLine(fmt::format(format, std::forward<Args>(args)...));
  }

  // A warning on stderr, also with --quiet.
  void Warn(const std::string& text) const;
  void Warn(const std::vector<std::string>& texts) const;
  // The warnings among these findings; they are also in the JSON that is printed afterwards.
  void Warn(const Diagnostics& diagnostics) const;

  // What long work reports to: a line that renews itself on a terminal, a plain line now and then
  // elsewhere, silence with --quiet. Knows when Ctrl-C was pressed.
  std::unique_ptr<Progress> StartProgress(const std::string& what) const;

 private:
  void PrintLine(const std::string& text) const;
  void NoteLine(const std::string& text) const;

  mutable std::vector<Diagnostic> warnings_;
};

// The exit code of work that the user stopped; what was done is kept.
inline constexpr ExitCode kInterrupted{4};

nlohmann::json ToJson(const Diagnostic& diagnostic);

// For work that keeps what it has when it is stopped: from here on the first Ctrl-C (or SIGTERM)
// asks for a clean stop, the second ends the program. Before, the first ends it.
void CatchInterrupts();
bool Interrupted();

}  // namespace jounce

#endif  // JOUNCE_CLI_CONSOLE_H_
