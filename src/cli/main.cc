// The command `jounce`: finds the subcommand, runs it, and turns what went wrong into an exit code.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

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
    "read or written, 4 stopped by Ctrl-C or SIGTERM with what was computed kept.";

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

// No option that takes a value stands before a command.
std::string_view FirstCommand(std::span<char* const> words) {
  const auto first =
      std::find_if(words.begin(), words.end(), [](const char* word) { return word[0] != '-'; });
  return first == words.end() ? std::string_view() : *first;
}

// The words of the command line must name commands as far as there are any to name, also where
// --help follows, which would be answered before anything else is looked at.
void RequireCommands(const CLI::App& app, std::span<char* const> words) {
  const CLI::App* at = &app;
  for (const char* word : words) {
    if (word[0] == '-') continue;  // no option that takes a value stands before a command
    const auto commands = at->get_subcommands([](const CLI::App*) { return true; });
    if (commands.empty()) return;
    std::vector<std::string> names;
    const CLI::App* found = nullptr;
    for (const CLI::App* command : commands) {
      names.push_back(command->get_name());
      if (names.back() == word) found = command;
    }
    // A command that takes a file by itself has further forms beside that.
    if (!found &&
        !at->get_options([](const CLI::Option* o) { return o->get_positional(); }).empty()) {
      return;
    }
    if (!found) {
      throw InputError(
          fmt::format("there is no command '{}{}'", at == &app ? "" : at->get_name() + " ", word),
          SuggestName(word, names));
    }
    at = found;
  }
}

// Help and version are no mistakes; all else is told, to programs as well.
int ReportUsage(const CLI::App& app, const CLI::ParseError& error, const Console& console) {
  if (app.exit(error) == 0) return 0;
  console.PrintJson(
      {{"status", "input is wrong"},
       {"diagnostics", nlohmann::json::array({jounce::ToJson(
                           {Severity::kError, {}, error.what(), "--help shows the options"})})}});
  return static_cast<int>(ExitCode::kInputWrong);
}

// As a shell would need it: what has blanks stands in quotes.
std::string QuotedWord(const std::string& word) {
  if (!word.empty() && word.find_first_of(" \t'\"") == std::string::npos) return word;
  std::ostringstream quoted;
  quoted << std::quoted(word, '\'');
  return quoted.str();
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
  for (int i = 0; i < argc; ++i) console.command_line += (i ? " " : "") + QuotedWord(argv[i]);

  const std::span<char* const> words(argv + 1, static_cast<size_t>(std::max(0, argc - 1)));
  const std::string_view named = FirstCommand(words);
  std::function<ExitCode(const Console&)> action;
  for (const Command* command : AllCommands()) {
    CLI::App* sub = app.add_subcommand(command->name, command->summary);
    if (named != command->name) continue;  // the options of all take longer than many a run
    sub->fallthrough();
    sub->footer(std::string("Examples:\n") + command->examples);
    auto run = command->declare(*sub);
    sub->callback([&action, run] { action = run; });
  }

  // Known also where the rest cannot be parsed.
  for (const char* word : words) console.json = console.json || std::strcmp(word, "--json") == 0;
  try {
    RequireCommands(app, words);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return ReportUsage(app, error, console);
  } catch (const InputError& error) {
    return static_cast<int>(ReportInputError(console, error));
  }
  if (!action) {
    fmt::print("{}", app.help());
    return static_cast<int>(ExitCode::kDone);
  }
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
