#include "study/runner.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

#include "study/workers.h"

namespace jounce::study {
namespace {

// Outcomes are written so often, and when there are so many: what a full disk refuses is lost as one.
constexpr auto kFlushPeriod = std::chrono::milliseconds(500);
constexpr size_t kFlushCount = 500;

int LockFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw FileError(folder, error.message());
  const std::string path = folder + "/lock";
  const int lock = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock < 0) throw FileError(path, strerror(errno));
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
    ::close(lock);
    throw InputError(fmt::format("another program is running the study in '{}'", folder),
                     "wait for it, or name another folder with -o");
  }
  return lock;
}

}  // namespace

std::string StorePath(const std::string& folder) { return folder + "/study.db"; }

std::string RunCounts::ToString() const {
  std::string text = fmt::format("{} done", done);
  const std::pair<int, const char*> others[] = {{failed, "failed"},
                                                {crashed, "crashed"},
                                                {late, "late"},
                                                {lost, "lost"},
                                                {missing, "missing"}};
  for (const auto& [count, word] : others) {
    if (count > 0) text += fmt::format(", {} {}", count, word);
  }
  return text;
}

Runner::Runner(const Study& study, const RunnerSettings& settings)
    : study_(study), settings_(settings), lock_(LockFolder(settings.folder)) {
  try {
    store_ = std::make_unique<Store>(StorePath(settings.folder), Store::Mode::kWrite);
  } catch (...) {
    ::close(lock_);
    throw;
  }
}

Runner::~Runner() { ::close(lock_); }

void Runner::SetPlan(const std::vector<Run>& runs) {
  store_->SetPlan(study_, runs);
  if (knows_store_) return;
  known_ = store_->Known();
  knows_store_ = true;
}

const Outcome* Runner::Find(const std::string& key) const {
  const auto found = known_.find(key);
  return found == known_.end() ? nullptr : &found->second;
}

bool Runner::IsMissing(const Run& run) const {
  if (tried_.contains(run.key)) return false;
  const Outcome* outcome = Find(run.key);
  if (!outcome || outcome->state == RunState::kLost) return true;
  return settings_.retry && outcome->state != RunState::kDone;
}

void Runner::Flush() {
  store_->Add(fresh_);
  fresh_.clear();
  flushed_ = Clock::now();
}

bool Runner::Complete(const std::vector<Run>& runs, const Executor& execute, Progress* progress) {
  std::vector<Run> missing;
  std::set<std::string> seen;
  for (const Run& run : runs) {
    if (IsMissing(run) && seen.insert(run.key).second) missing.push_back(run);
  }
  const double total = static_cast<double>(seen.size());
  int done = 0, bad = 0;
  const auto take = [&](Outcome outcome) {
    ++done;
    ++computed_;
    if (outcome.state != RunState::kDone) ++bad;
    tried_[outcome.key] = true;
    fresh_.push_back(outcome);
    known_.insert_or_assign(outcome.key, std::move(outcome));
    progress->Update(done, total, bad > 0 ? fmt::format("{} without result", bad) : "");
    if (fresh_.size() >= kFlushCount) Flush();
  };
  const auto idle = [&] {
    if (Clock::now() - flushed_ > kFlushPeriod) Flush();
  };
  flushed_ = Clock::now();
  const bool all = missing.empty() || execute(missing, take, idle, *progress);
  Flush();
  return all;
}

Runner::Executor Runner::Local() const {
  return [this](const std::vector<Run>& runs, const std::function<void(Outcome)>& take,
                const std::function<void()>& idle, const Progress& progress) {
    const auto work = [&](int job) {
      return Evaluate(study_, runs[static_cast<size_t>(job)], settings_.sinks);
    };
    const auto taken = [&](int job, Outcome outcome) {
      outcome.key = runs[static_cast<size_t>(job)].key;
      take(std::move(outcome));
    };
    return RunInWorkers(static_cast<int>(runs.size()),
                        {.workers = settings_.jobs, .time_limit = study_.time_limit}, work, taken,
                        idle, progress);
  };
}

RunCounts Runner::Count(const std::vector<Run>& runs) const {
  RunCounts counts;
  for (const Run& run : runs) {
    const Outcome* outcome = Find(run.key);
    if (!outcome) {
      ++counts.missing;
      continue;
    }
    int* const of[] = {&counts.done, &counts.failed, &counts.crashed, &counts.late, &counts.lost};
    ++*of[static_cast<int>(outcome->state)];
    if (outcome->state != RunState::kDone && counts.first_reason.empty()) {
      counts.first_reason = outcome->reason;
    }
  }
  return counts;
}

}  // namespace jounce::study
