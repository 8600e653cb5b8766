#include "study/workers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "base/error.h"

namespace jounce::study {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kPollMilliseconds = 100;

bool WriteAll(int descriptor, const char* bytes, size_t size) {
  while (size > 0) {
    const ssize_t n = ::write(descriptor, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

bool ReadAll(int descriptor, char* bytes, size_t size) {
  while (size > 0) {
    const ssize_t n = ::read(descriptor, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

struct Worker {
  pid_t pid = -1;
  int to = -1, from = -1;
  int job = -1;  // at work; -1: idle
  Clock::time_point deadline;
  std::string answer;
};

class Pool {
 public:
  Pool(const WorkerSettings& settings, const std::function<Outcome(int)>& work)
      : settings_(settings), work_(work) {}
  ~Pool() {
    for (Worker& worker : workers_) End(&worker);
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  std::deque<Worker>& workers() { return workers_; }

  void Start(Worker* worker) {
    int down[2], up[2];
    if (::pipe2(down, O_CLOEXEC) != 0) Fail();
    if (::pipe2(up, O_CLOEXEC) != 0) Fail();
    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0) Fail();
    if (pid == 0) {
      // The ends of the others are not ours: a worker learns by a closed pipe that all is done.
      for (const Worker& other : workers_) {
        if (other.to >= 0) ::close(other.to);
        if (other.from >= 0) ::close(other.from);
      }
      ::close(down[1]);
      ::close(up[0]);
      Serve(parent, down[0], up[1]);
    }
    ::close(down[0]);
    ::close(up[1]);
    *worker = {.pid = pid, .to = down[1], .from = up[0], .job = -1, .deadline = {}, .answer = ""};
  }

  void Give(Worker* worker, int job) {
    worker->job = job;
    worker->answer.clear();
    worker->deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(settings_.time_limit));
    // One that died while it was idle is found out when it is read from.
    WriteAll(worker->to, reinterpret_cast<const char*>(&job), sizeof job);
  }

  // Kills it and says how it had ended, where it had.
  std::string End(Worker* worker) {
    if (worker->pid < 0) return "";
    ::close(worker->to);
    ::close(worker->from);
    ::kill(worker->pid, SIGKILL);
    int status = 0;
    while (::waitpid(worker->pid, &status, 0) < 0 && errno == EINTR) {
    }
    *worker = {};
    if (WIFSIGNALED(status)) {
      return fmt::format("its process was ended by signal {} ({})", WTERMSIG(status),
                         ::strsignal(WTERMSIG(status)));
    }
    return fmt::format("its process ended with code {}", WEXITSTATUS(status));
  }

 private:
  [[noreturn]] static void Fail() {
    throw FileError("worker process", fmt::format("it cannot be started: {}", strerror(errno)));
  }

  [[noreturn]] void Serve(pid_t parent, int from, int to) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    ::signal(SIGINT, SIG_IGN);  // the parent decides
    ::signal(SIGTERM, SIG_DFL);
    ::signal(SIGPIPE, SIG_IGN);
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    for (int job = 0; ReadAll(from, reinterpret_cast<char*>(&job), sizeof job);) {
      try {
        const std::string line = WriteOutcome(work_(job));
        if (!WriteAll(to, line.data(), line.size())) break;
      } catch (...) {
        ::_exit(1);
      }
    }
    ::_exit(0);
  }

  const WorkerSettings& settings_;
  const std::function<Outcome(int)>& work_;
  std::deque<Worker> workers_;
};

// What is there to be read; false where the other end is closed.
bool Receive(Worker* worker) {
  char buffer[65536];
  const ssize_t n = ::read(worker->from, buffer, sizeof buffer);
  if (n < 0) return errno == EINTR || errno == EAGAIN;
  worker->answer.append(buffer, static_cast<size_t>(n));
  return n > 0;
}

}  // namespace

bool RunInWorkers(int count, const WorkerSettings& settings,
                  const std::function<Outcome(int job)>& work,
                  const std::function<void(int job, Outcome outcome)>& take,
                  const std::function<void()>& idle, const Progress& progress) {
  Pool pool(settings, work);
  ::signal(SIGPIPE, SIG_IGN);
  int next = 0, open = 0;
  for (int i = 0; i < std::min(settings.workers, count); ++i) {
    pool.workers().emplace_back();
    pool.Start(&pool.workers().back());
    pool.Give(&pool.workers().back(), next++);
    ++open;
  }
  const auto go_on = [&](Worker* worker) {
    --open;
    if (next >= count) {
      worker->job = -1;
      return;
    }
    if (worker->pid < 0) pool.Start(worker);
    pool.Give(worker, next++);
    ++open;
  };
  const auto lose = [&](Worker* worker, RunState state, const std::string& reason) {
    const int job = worker->job;
    const std::string ended = pool.End(worker);
    take(job, {.key = "", .state = state, .reason = reason.empty() ? ended : reason});
    go_on(worker);
  };
  while (open > 0 && !progress.StopRequested()) {
    std::vector<pollfd> polled;
    for (const Worker& worker : pool.workers()) {
      polled.push_back({worker.job >= 0 ? worker.from : -1, POLLIN, 0});
    }
    ::poll(polled.data(), polled.size(), kPollMilliseconds);
    for (size_t i = 0; i < polled.size(); ++i) {
      Worker& worker = pool.workers()[i];
      if (worker.job < 0) continue;
      if (polled[i].revents != 0 && !Receive(&worker)) {
        lose(&worker, RunState::kCrashed, "");
      } else if (!worker.answer.empty() && worker.answer.back() == '\n') {
        worker.answer.pop_back();
        std::optional<Outcome> outcome = ReadOutcome(worker.answer);
        if (outcome) {
          take(worker.job, std::move(*outcome));
          go_on(&worker);
        } else {
          lose(&worker, RunState::kCrashed, "its process answered what cannot be read");
        }
      } else if (Clock::now() > worker.deadline) {
        lose(&worker, RunState::kLate,
             fmt::format("it took longer than the time limit of {:g} s", settings.time_limit));
      }
    }
    idle();
  }
  return open == 0;
}

}  // namespace jounce::study
