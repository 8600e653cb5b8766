// What `jounce run` is told and tells, whether it runs a model once or once a case.
#ifndef JOUNCE_CLI_RUN_ARGUMENTS_H_
#define JOUNCE_CLI_RUN_ARGUMENTS_H_

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/outputs.h"
#include "io/model_file.h"
#include "io/result_file.h"
#include "mechanics/rotation_watch.h"
#include "solve/run_summary.h"
#include "solve/simulation.h"

namespace jounce {

struct RunArguments {
  std::string file;
  std::string resume;  // a result of a run that was stopped, instead of a file
  Assignments assignments;
  std::string case_name;
  std::vector<std::string> cases;  // to be run side by side
  int jobs = 0;                    // of them at a time; 0: one a core
  std::string output;
  bool float32 = false;
  bool all_motion = false;
  double checkpoint_seconds = 0;
  std::string page;
  std::string units;  // to show values in; empty: those of the file
  std::string vtk;
  std::vector<double> vtk_times;
  Outputs outputs;
  bool from_equilibrium = false;
  double end_time = 0, step = 0;  // 0: as the model says
  bool real_time = false;
  int port = 0;  // of UDP on the loopback interface; 0: none
  std::string matrix;
  int max_iterations = 0;
};

void ApplyOverrides(const RunArguments& options, SolverSettings* solver);

// Where the result of these arguments comes from. The model is that of the solver's settings.
ResultOrigin OriginOf(const RunArguments& options, const LoadedModel& loaded,
                      const Console& console);

// What went otherwise than asked for: at the start, in steps above the tolerance, in rotations that
// laws are not made for, and at the end.
std::vector<std::string> RunWarnings(const RunSummary& summary, MatrixMode matrix,
                                     const RotationWatch& rotations);

ExitCode CodeOf(const RunStatus& status);

}  // namespace jounce

#endif  // JOUNCE_CLI_RUN_ARGUMENTS_H_
