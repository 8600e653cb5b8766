// Jobs in processes of their own, so that one that crashes or never ends takes nothing with it. The
// processes are copies of this one (fork) that are made once and do job after job; who dies or is
// late is replaced. They die with their parent, also where it is killed.
#ifndef JOUNCE_STUDY_WORKERS_H_
#define JOUNCE_STUDY_WORKERS_H_

#include <functional>

#include "base/progress.h"
#include "study/outcome.h"

namespace jounce::study {

struct WorkerSettings {
  int workers = 1;
  double time_limit = 3600;  // of a job, s of the clock
};

// Calls work(0) to work(count - 1) in workers, and here `take` with each outcome as it comes, in any
// order; `idle` now and then, at least every tenth of a second. Where the progress says to stop, jobs
// at work are given up. Returns whether all were done. Must not be called where other threads run.
bool RunInWorkers(int count, const WorkerSettings& settings,
                  const std::function<Outcome(int job)>& work,
                  const std::function<void(int job, Outcome outcome)>& take,
                  const std::function<void()>& idle, const Progress& progress);

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_WORKERS_H_
