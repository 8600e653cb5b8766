#include "cli/command.h"

#include <fmt/format.h>

namespace jounce {

extern const Command kBenchCommand;
extern const Command kCheckCommand;
extern const Command kCompareCommand;
extern const Command kCompletionCommand;
extern const Command kCorrelateCommand;
extern const Command kDemoCommand;
extern const Command kDriveCommand;
extern const Command kExportCommand;
extern const Command kFatigueCommand;
extern const Command kFilmCommand;
extern const Command kFrfCommand;
extern const Command kIdentifyCommand;
extern const Command kKcCommand;
extern const Command kModesCommand;
extern const Command kOpenCommand;
extern const Command kPageCommand;
extern const Command kReduceCommand;
extern const Command kReplicateCommand;
extern const Command kRoadCommand;
extern const Command kRunCommand;
extern const Command kSchemaCommand;
extern const Command kSensitivityCommand;
extern const Command kSignalCommand;
extern const Command kStaticCommand;
extern const Command kStressCommand;
extern const Command kStudyCommand;
extern const Command kTyreCommand;

namespace {

// clang-format off
constexpr const Command* kCommands[] = {
    &kDemoCommand,
    &kBenchCommand,
    &kIdentifyCommand,
    &kReduceCommand,
    &kCheckCommand,
    &kRunCommand,
    &kStaticCommand,
    &kModesCommand,
    &kFrfCommand,
    &kKcCommand,
    &kDriveCommand,
    &kStudyCommand,
    &kSensitivityCommand,
    &kSignalCommand,
    &kTyreCommand,
    &kRoadCommand,
    &kCompareCommand,
    &kReplicateCommand,
    &kCorrelateCommand,
    &kFatigueCommand,
    &kExportCommand,
    &kPageCommand,
    &kFilmCommand,
    &kStressCommand,
    &kOpenCommand,
    &kSchemaCommand,
    &kCompletionCommand,
};
// clang-format on

}  // namespace

std::span<const Command* const> AllCommands() { return kCommands; }

void AddSetOption(CLI::App& app, Assignments* assignments) {
  app.add_option_function<std::vector<std::string>>(
         "--set",
         [assignments](const std::vector<std::string>& values) {
           for (const std::string& value : values) {
             const size_t equals = value.find('=');
             if (equals == std::string::npos || equals == 0) {
               throw CLI::ValidationError("--set", "'" + value + "' is not name=value");
             }
             assignments->push_back({value.substr(0, equals), value.substr(equals + 1)});
           }
         },
         "Set a parameter or choose a variant: --set k_front=\"120 N/mm\" --set rear=four_link")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

CLI::Option* AddCaseOption(CLI::App& app, std::string* name) {
  return app.add_option("--case", *name, "Take a case of the model; --set still overrides it");
}

CLI::Option* AddUnitsOption(CLI::App& app, std::string* units) {
  return app.add_option("--units", *units,
                        "Show values in these units, e.g. mm-N-deg, mm-kN-deg-g, or SI, instead of "
                        "those of the model file");
}

DisplayUnits UnitsToShow(const std::string& units, const std::string& of_file) {
  if (!units.empty()) return DisplayUnits::Parse(units);
  return of_file.empty() ? DisplayUnits() : DisplayUnits::Parse(of_file);
}

}  // namespace jounce
