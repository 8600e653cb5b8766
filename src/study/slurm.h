// Runs of a study as an array job of Slurm. Nothing is scheduled here: sbatch takes the job, its tasks
// append their outcomes to files in the folder of the study, and whoever watches gathers them into the
// same table. The watcher may be killed and started again, tasks may be cancelled or their node may
// disappear: what was finished is in the files.
//
//   slurm/JOB/study     the study file and its --set, for the tasks
//   slurm/JOB/I.runs    the runs of task I
//   slurm/JOB/I.rows    their outcomes so far (outcome.h), I.log what it printed
//   slurm/JOB/id        the number that Slurm gave the job
#ifndef JOUNCE_STUDY_SLURM_H_
#define JOUNCE_STUDY_SLURM_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/document.h"
#include "study/runner.h"

namespace jounce::study {

struct SlurmSettings {
  std::string partition, time, memory, account;  // as sbatch takes them; empty: as the cluster says
  int runs_per_task = 0;                         // 0: so that there are at most 500 tasks
  std::string program;                           // the command that tasks run
  Assignments assignments;                       // of the study
};

// Throws InputError where sbatch is not there or does not take the job.
Runner::Executor SlurmExecutor(const Study& study, const std::string& folder,
                               const SlurmSettings& settings);

// A task of such a job: what is left of its runs, each in a worker process (workers.h).
struct SlurmTask {
  std::string folder;
  int number = 0;
  std::string study;  // file
  Assignments assignments;
  std::vector<Run> runs;
};
// Throws FileError or InputError.
SlurmTask ReadSlurmTask(const std::string& job_folder, int number);
void RunSlurmTask(const SlurmTask& task, const Study& study, const SinkMaker& sinks);

// A run as a line between programs, and back; nothing where it is none.
std::string WriteRun(const Run& run);
std::optional<Run> ReadRun(std::string_view line);

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_SLURM_H_
