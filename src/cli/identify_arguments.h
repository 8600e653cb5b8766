// What `jounce identify` was asked for, and what its ways share: loops and stiffness tables, DMA
// tables, and tests in several directions.
#ifndef JOUNCE_CLI_IDENTIFY_ARGUMENTS_H_
#define JOUNCE_CLI_IDENTIFY_ARGUMENTS_H_

#include <cmath>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/outputs.h"
#include "identify/identify.h"
#include "identify/read_loops.h"
#include "laws/law_settings.h"
#include "report/page.h"

namespace jounce::identify {

struct IdentifyArguments {
  std::string data, output, page, uncertainty;
  ReadOptions read;
  IdentifyOptions identify;
  std::string loss = "absolute", domain = "time";
  std::vector<std::string> directions, statics, columns, select, weights, start, fix, tie, bound;
  int branches = 0;  // 0: as many as suit the frequencies
  double shape_factor = 1;
  double temperature = std::nan("");
  bool master_curve = false, no_vertical = false;
  Outputs outputs;
};

// The texts of the options, parsed. Throws InputError.
void ParseTexts(IdentifyArguments* arguments);

// "name=rest" -> {name, rest}; `option` is named where it is not.
std::pair<std::string, std::string> SplitAssignment(const std::string& text, const char* option);
double ParseDouble(const std::string& text, const char* option);

// The outputs that were asked for.
void WriteLawFile(const LawSettings& law, const std::string& comment,
                  const IdentifyArguments& options, const Console& console);
void WritePageFile(const report::Page& page, const IdentifyArguments& options,
                   const Console& console);

// What was read of a file, and the law that was found for it.
struct FoundLaw {
  std::vector<Series> data;
  Identification found;
};

// The prepared loops that `options.data` names. The outputs are checked against the files that are
// read.
std::vector<Series> ReadTests(const IdentifyArguments& options);
FoundLaw FindLaw(std::vector<Series> tests, const IdentifyArguments& options,
                 const Console& console);
nlohmann::json ToJson(const Identification& found, const std::vector<Series>& data);
void Print(const Identification& found, const Console& console);
nlohmann::json OrNull(double value);

ExitCode IdentifyLoops(const IdentifyArguments& options, const Console& console);
ExitCode IdentifyDma(const DataTable& table, const IdentifyArguments& options,
                     const Console& console);
// Tests at several temperatures: a Prony series of K* with its shifts.
ExitCode IdentifyTemperatures(const std::vector<Series>& tests, const IdentifyArguments& options,
                              const Console& console);
ExitCode IdentifyBushing(const IdentifyArguments& options, const Console& console);

}  // namespace jounce::identify

#endif  // JOUNCE_CLI_IDENTIFY_ARGUMENTS_H_
