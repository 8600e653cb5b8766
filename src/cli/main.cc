// The command `jounce`: finds the subcommand, runs it, and turns what went wrong into an exit code.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>

#include "base/names.h"
#include "cli/command.h"
#include "version.h"

namespace jounce {
namespace {

constexpr const char* kDescription =
    "Jounce takes rubber bushings from the test bench to the road: it identifies bushing laws "
    "from\n"
    "measured loops, simulates multibody systems driven by road loads, and shows the results.";

constexpr const char* kFooter =
    "Every command has its own help with examples:  jounce bench --help\n"
    "Every command prints JSON for programs with --json.\n"
    "Exit codes: 0 done, 1 the run failed numerically, 2 the input is wrong, 3 a file could not "
    "be\n"
    "read or written.";

ExitCode ReportInputError(const Console& console, const InputError& error) {
  fmt::print(stderr, "{}\n", error.what());
  nlohmann::json result = {{"status", "input is wrong"}, {"diagnostics", nlohmann::json::array()}};
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    result["diagnostics"].push_back(ToJson(diagnostic));
  }
  console.PrintJson(result);
  return ExitCode::kInputWrong;
}

ExitCode ReportFailure(const Console& console, const char* status, const std::string& message,
                       ExitCode code) {
  fmt::print(stderr, "error: {}\n", message);
  console.PrintJson({{"status", status}, {"message", message}});
  return code;
}

ExitCode RunGuarded(const Console& console, const std::function<ExitCode(const Console&)>& action) {
  try {
    return action(console);
  } catch (const InputError& error) {
    return ReportInputError(console, error);
  } catch (const FileError& error) {
    return ReportFailure(console, "file failed", error.what(), ExitCode::kFileFailed);
  } catch (const std::bad_alloc&) {
    return ReportFailure(console, "run failed", "there is not enough memory for this",
                         ExitCode::kRunFailed);
  } catch (const std::exception& error) {
    return ReportFailure(console, "run failed", std::string("unexpected: ") + error.what(),
                         ExitCode::kRunFailed);
  }
}

// After a word that is no command: the one that was perhaps meant.
void SuggestCommand(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-' || !app.get_subcommands().empty()) return;
  std::vector<std::string> names;
  for (const Command* command : AllCommands()) names.emplace_back(command->name);
  fmt::print(stderr, "There is no command '{}': {}\n", argv[1], SuggestName(argv[1], names));
}

int Main(int argc, char** argv) {
  CLI::App app(kDescription, "jounce");
  app.footer(kFooter);
  app.set_version_flag("--version", std::string("jounce ") + kVersion);
  app.require_subcommand(0, 1);
  Console console;
  app.add_flag("--json", console.json, "Print the result as JSON on stdout");
  app.add_flag("-q,--quiet", console.quiet, "No progress, no text: results and errors only");
  app.add_flag("-v,--verbose", console.verbosity, "More notes on stderr; twice for still more");
  app.fallthrough();
  for (int i = 0; i < argc; ++i) console.command_line += (i ? " " : "") + std::string(argv[i]);

  std::function<ExitCode(const Console&)> action;
  for (const Command* command : AllCommands()) {
    CLI::App* sub = app.add_subcommand(command->name, command->summary);
    sub->fallthrough();
    sub->footer(std::string("Examples:\n") + command->examples);
    auto run = command->declare(*sub);
    sub->callback([&action, run] { action = run; });
  }

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    if (code == 0) return 0;
    SuggestCommand(app, argc, argv);
    return static_cast<int>(ExitCode::kInputWrong);
  }
  if (!action) {
    fmt::print("{}", app.help());
    return static_cast<int>(ExitCode::kDone);
  }
  CatchInterrupts();
  return static_cast<int>(RunGuarded(console, action));
}

}  // namespace
}  // namespace jounce

int main(int argc, char** argv) {
  try {
    return jounce::Main(argc, argv);
  } catch (...) {
    // What a command throws is told where it runs; this is left for no memory to do so.
    std::fputs("jounce: out of memory\n", stderr);
    return static_cast<int>(jounce::ExitCode::kRunFailed);
  }
}
