// A subcommand: one file NAME_command.cc that defines one Command, and one line in commands.cc.
#ifndef JOUNCE_CLI_COMMAND_H_
#define JOUNCE_CLI_COMMAND_H_

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string>

#include "base/error.h"
#include "cli/console.h"
#include "io/document.h"
#include "math/display_units.h"

namespace jounce {

struct Command {
  const char* name;
  const char* summary;   // one line, for `jounce --help`
  const char* examples;  // lines that a user can type, for `jounce NAME --help`

  // Declares the options on `app`; returns what to do once they are parsed. The options live in a
  // shared_ptr that the returned function holds.
  std::function<ExitCode(const Console&)> (*declare)(CLI::App& app);
};

// All of them, in the order in which --help shows them.
std::span<const Command* const> AllCommands();

// --set name=value, any number of times: parameters and variants of a model.
void AddSetOption(CLI::App& app, Assignments* assignments);

// --case name: a case of a model, before what --set says.
CLI::Option* AddCaseOption(CLI::App& app, std::string* name);

// --units mm-N-deg: what to show values in (math/display_units.h), instead of the file's units.
CLI::Option* AddUnitsOption(CLI::App& app, std::string* units);
// What --units says, or without it what the file said; nothing at all is SI.
DisplayUnits UnitsToShow(const std::string& units, const std::string& of_file);

}  // namespace jounce

#endif  // JOUNCE_CLI_COMMAND_H_
