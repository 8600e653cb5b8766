// What `jounce run` is told and tells, whether it runs a model once or once a case.
#ifndef JOUNCE_CLI_RUN_ARGUMENTS_H_
#define JOUNCE_CLI_RUN_ARGUMENTS_H_

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/outputs.h"
#include "io/model_file.h"
#include "io/result_file.h"
#include "mechanics/rotation_watch.h"
#include "report/flexible_view.h"
#include "solve/simulation.h"

namespace jounce {

struct RunArguments {
  std::string file;
  Assignments assignments;
  std::string case_name;
  std::vector<std::string> cases;  // to be run side by side
  int jobs = 0;                    // of them at a time; 0: one a core
  std::string output;
  std::string page;
  std::string vtk;
  std::vector<double> vtk_times;
  Outputs outputs;
  bool from_equilibrium = false;
  double end_time = 0, step = 0;  // 0: as the model says
  std::string matrix;
  int max_iterations = 0;
};

void ApplyOverrides(const RunArguments& options, SolverSettings* solver);

// Opens the result file before anything is computed, so that a name that cannot be written is told
// at once. Null where none is asked for.
std::unique_ptr<ResultWriter> OpenResult(const RunArguments& options, const LoadedModel& loaded,
                                         const Simulation& simulation, const Console& console);

nlohmann::json RunSummary(const Simulation& simulation, const RunStatus& status,
                          const RotationWatch& rotations, const report::StressWatch& stresses);

// What went otherwise than asked for: at the start, in steps above the tolerance, in rotations that
// laws are not made for, and at the end.
std::vector<std::string> RunWarnings(const Simulation& simulation, const RunStatus& status,
                                     MatrixMode matrix, const RotationWatch& rotations);

}  // namespace jounce

#endif  // JOUNCE_CLI_RUN_ARGUMENTS_H_
