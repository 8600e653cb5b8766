// Runs what is missing of a study and keeps it in the folder of the study:
//
//   study.db      the table (store.h)
//   lock          held by the one who runs it
//   runs/KEY.*    results and pages of single runs, where they are kept
//   slurm/        what goes to and comes from a cluster (slurm.h)
#ifndef JOUNCE_STUDY_RUNNER_H_
#define JOUNCE_STUDY_RUNNER_H_

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/progress.h"
#include "study/evaluation.h"
#include "study/store.h"

namespace jounce::study {

struct RunnerSettings {
  std::string folder;
  int jobs = 1;
  bool retry = false;  // also what failed before
  SinkMaker sinks = nullptr;
};

std::string StorePath(const std::string& folder);

// How many there are of each state.
struct RunCounts {
  int done = 0, failed = 0, crashed = 0, late = 0, lost = 0, missing = 0;
  std::string first_reason;  // of those that are not done

  int Bad() const { return failed + crashed + late + lost; }
  std::string ToString() const;
};

class Runner {
 public:
  // Takes the lock of the folder, which it makes. Throws InputError where another has it.
  Runner(const Study& study, const RunnerSettings& settings);
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  // Runs that need not be done are not: those known and those that occur twice. Each outcome is in the
  // store a second after it came. False where it was stopped.
  using Executor =
      std::function<bool(const std::vector<Run>& runs, const std::function<void(Outcome)>& take,
                         const std::function<void()>& idle, const Progress& progress)>;
  bool Complete(const std::vector<Run>& runs, const Executor& execute, Progress* progress);
  // In processes of this machine.
  Executor Local() const;

  void SetPlan(const std::vector<Run>& runs);
  const Outcome* Find(const std::string& key) const;
  RunCounts Count(const std::vector<Run>& runs) const;
  int computed() const { return computed_; }  // by this program

 private:
  using Clock = std::chrono::steady_clock;
  bool IsMissing(const Run& run) const;
  void Flush();

  const Study& study_;
  RunnerSettings settings_;
  int lock_ = -1;
  std::unique_ptr<Store> store_;
  std::map<std::string, Outcome> known_;
  bool knows_store_ = false;
  std::map<std::string, bool> tried_;  // by this program
  std::vector<Outcome> fresh_;         // not yet in the store
  Clock::time_point flushed_;
  int computed_ = 0;
};

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_RUNNER_H_
