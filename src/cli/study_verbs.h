// The forms of `jounce study`.
#ifndef JOUNCE_CLI_STUDY_VERBS_H_
#define JOUNCE_CLI_STUDY_VERBS_H_

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "cli/console.h"

namespace jounce {

using StudyAction = std::function<ExitCode(const Console&)>;

StudyAction DeclareStudyTable(CLI::App& app);
StudyAction DeclareStudyPage(CLI::App& app);
StudyAction DeclareStudyPlot(CLI::App& app);

// Where a study of this file is kept if nobody says: "bushings_study" of "bushings.yaml", here.
std::string StudyFolder(const std::string& folder, const std::string& file);

}  // namespace jounce

#endif  // JOUNCE_CLI_STUDY_VERBS_H_
