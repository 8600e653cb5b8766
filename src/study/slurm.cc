#include "study/slurm.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <thread>

#include "io/text_file.h"
#include "study/workers.h"

namespace jounce::study {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostTasks = 500;  // Slurm's own default is a thousand
constexpr auto kLookPeriod = std::chrono::milliseconds(200);
constexpr auto kAskPeriod = std::chrono::seconds(2);  // of the queue: it is shared with others

struct Answer {
  int code = -1;
  std::string text;  // what it printed, errors included
};

Answer Ask(const std::string& command) {
  Answer answer;
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (!pipe) return answer;
  std::array<char, 4096> buffer;
  for (size_t n; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    answer.text.append(buffer.data(), n);
  }
  const int status = ::pclose(pipe);
  answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  while (!answer.text.empty() && answer.text.back() == '\n') answer.text.pop_back();
  return answer;
}

// For the shell, whatever is in it.
std::string ShellWord(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t start = 0, end; (end = text.find('\n', start)) != std::string::npos;
       start = end + 1) {
    lines.push_back(text.substr(start, end - start));
  }
  return lines;
}

// One array job: its folder, and how far its files were read.
class Job {
 public:
  explicit Job(std::string folder) : folder_(std::move(folder)) {
    for (size_t i = 0; fs::exists(RunsFile(i)); ++i) {
      tasks_.emplace_back();
      for (const std::string& line : LinesOf(ReadTextFile(RunsFile(i)))) {
        if (const auto run = ReadRun(line)) tasks_.back().keys.push_back(run->key);
      }
    }
    if (fs::exists(folder_ + "/id")) id_ = LinesOf(ReadTextFile(folder_ + "/id")).at(0);
    submitted_ = fs::last_write_time(folder_ + "/study");
  }

  const std::string& folder() const { return folder_; }
  bool Has(const std::set<std::string>& keys) const {
    return std::any_of(tasks_.begin(), tasks_.end(), [&](const Task& task) {
      return std::any_of(task.keys.begin(), task.keys.end(),
                         [&](const std::string& key) { return keys.contains(key); });
    });
  }

  // The outcomes that came since. Those of files that were changed after the job began are none.
  std::vector<Outcome> Gather() {
    std::vector<Outcome> outcomes;
    for (size_t i = 0; i < tasks_.size(); ++i) {
      const std::string path = fmt::format("{}/{}.rows", folder_, i);
      std::error_code error;
      if (fs::file_size(path, error) <= tasks_[i].read || error) continue;
      const std::string text = ReadTextFile(path).substr(tasks_[i].read);
      const size_t whole = text.rfind('\n') + 1;  // 0 where no line has ended
      tasks_[i].read += whole;
      for (const std::string& line : LinesOf(text.substr(0, whole))) {
        std::optional<Outcome> outcome = ReadOutcome(line);
        if (outcome && IsFresh(*outcome)) outcomes.push_back(std::move(*outcome));
      }
    }
    return outcomes;
  }

  // Whether Slurm still has tasks of it. A controller that does not answer is asked again later.
  bool IsQueued() const {
    if (id_.empty()) return false;
    const Answer answer = Ask("squeue -h -o %T -j " + ShellWord(id_));
    if (answer.code == 0) return !answer.text.empty();
    return answer.text.find("Invalid job id") == std::string::npos;
  }

  // Why a task is gone without its outcomes.
  std::string FateOf(const std::string& key) const {
    for (size_t i = 0; i < tasks_.size(); ++i) {
      const auto& keys = tasks_[i].keys;
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) continue;
      const std::string task = fmt::format("{}_{}", id_, i);
      const Answer answer = Ask("scontrol show job " + ShellWord(task));
      const size_t at = answer.text.find("JobState=");
      if (answer.code != 0 || at == std::string::npos) {
        return fmt::format("its Slurm task {} is gone", task);
      }
      const size_t end = answer.text.find_first_of(" \n", at);
      return fmt::format("its Slurm task {} ended as {}", task,
                         answer.text.substr(at + 9, end - at - 9));
    }
    return "no Slurm task had it";
  }

 private:
  struct Task {
    std::vector<std::string> keys;
    size_t read = 0;
  };

  std::string RunsFile(size_t i) const { return fmt::format("{}/{}.runs", folder_, i); }
  bool IsFresh(const Outcome& outcome) const {
    return std::all_of(outcome.files.begin(), outcome.files.end(), [this](const auto& file) {
      std::error_code error;
      return fs::last_write_time(file, error) <= submitted_ && !error;
    });
  }

  std::string folder_, id_;
  fs::file_time_type submitted_;
  std::vector<Task> tasks_;
};

// What is sent to Slurm: the runs in files, and the script.
std::string WriteJob(const std::vector<Run>& runs, const Study& study, const std::string& folder,
                     const SlurmSettings& settings) {
  std::string job;
  for (int i = 1; job.empty() || fs::exists(job); ++i)
    job = fmt::format("{}/slurm/job_{}", folder, i);
  fs::create_directories(job);
  const size_t least = (runs.size() + kMostTasks - 1) / kMostTasks;
  const size_t each = std::max(least, static_cast<size_t>(std::max(1, settings.runs_per_task)));
  size_t tasks = 0;
  for (size_t start = 0; start < runs.size(); start += each, ++tasks) {
    std::string lines;
    for (size_t i = start; i < std::min(runs.size(), start + each); ++i) lines += WriteRun(runs[i]);
    WriteTextFile(fmt::format("{}/{}.runs", job, tasks), lines);
  }
  std::string of = fs::absolute(study.file).string() + "\n";
  for (const Assignment& a : settings.assignments) of += a.name + "=" + a.text + "\n";
  WriteTextFile(job + "/study", of);
  std::string script = fmt::format("#!/bin/sh\n#SBATCH --array=0-{}\n", tasks - 1);
  const std::pair<const char*, const std::string*> options[] = {{"partition", &settings.partition},
                                                                {"time", &settings.time},
                                                                {"mem", &settings.memory},
                                                                {"account", &settings.account}};
  for (const auto& [name, value] : options) {
    if (!value->empty()) script += fmt::format("#SBATCH --{}={}\n", name, *value);
  }
  const std::string absolute = fs::absolute(job).string();
  script += fmt::format("exec {} study task {} \"$SLURM_ARRAY_TASK_ID\"\n",
                        ShellWord(settings.program), ShellWord(absolute));
  WriteTextFile(job + "/job.sh", script);
  return job;
}

void Submit(const std::string& job) {
  const Answer answer = Ask(
      fmt::format("sbatch --parsable --job-name=jounce --open-mode=append -o {} {}",
                  ShellWord(fs::absolute(job).string() + "/%a.log"), ShellWord(job + "/job.sh")));
  // "12" or "12;cluster", after warnings, if any.
  const std::string last = answer.text.substr(answer.text.rfind('\n') + 1);
  const std::string id = last.substr(0, last.find(';'));
  if (answer.code != 0 || id.empty() || id.find_first_not_of("0123456789") != std::string::npos) {
    fs::remove_all(job);
    throw InputError(fmt::format("sbatch does not take the job: {}", answer.text),
                     "is Slurm there (sinfo), and do partition, time, memory and account fit?");
  }
  WriteTextFile(job + "/id", id + "\n");
}

// Gathers until the job has left the queue; false where it was stopped.
bool Watch(Job* job, const std::function<void(Outcome)>& take, const std::function<void()>& idle,
           const std::function<bool()>& is_done, const Progress& progress) {
  auto asked = std::chrono::steady_clock::now();
  for (bool queued = true;;) {
    for (Outcome& outcome : job->Gather()) take(std::move(outcome));
    idle();
    if (!queued || is_done()) return true;
    if (progress.StopRequested()) return false;
    std::this_thread::sleep_for(kLookPeriod);
    if (std::chrono::steady_clock::now() - asked < kAskPeriod) continue;
    queued = job->IsQueued();  // where it is not, files are looked at once more
    asked = std::chrono::steady_clock::now();
  }
}

std::vector<std::string> JobFolders(const std::string& folder) {
  std::vector<std::string> jobs;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder + "/slurm", error)) {
    if (fs::exists(entry.path() / "study")) jobs.push_back(entry.path().string());
  }
  std::sort(jobs.begin(), jobs.end());
  return jobs;
}

}  // namespace

std::string WriteRun(const Run& run) {
  Outcome line{.key = run.key, .state = RunState::kDone};
  for (const FactorValue& value : run.values) {
    if (const auto* number = std::get_if<double>(&value)) {
      line.outputs.push_back(*number);
      line.units.emplace_back("number");
    } else {
      line.files.push_back(std::get<std::string>(value));
      line.units.emplace_back("text");
    }
  }
  return WriteOutcome(line);
}

std::optional<Run> ReadRun(std::string_view line) {
  const std::optional<Outcome> read = ReadOutcome(line);
  if (!read || read->units.size() != read->outputs.size() + read->files.size()) return std::nullopt;
  Run run{.values = {}, .key = read->key};
  size_t numbers = 0, texts = 0;
  for (const std::string& kind : read->units) {
    const bool is_number = kind == "number";
    if (is_number ? numbers == read->outputs.size() : texts == read->files.size()) {
      return std::nullopt;
    }
    run.values.push_back(is_number ? FactorValue(read->outputs[numbers++])
                                   : FactorValue(read->files[texts++]));
  }
  return run;
}

Runner::Executor SlurmExecutor(const Study& study, const std::string& folder,
                               const SlurmSettings& settings) {
  return [&study, folder, settings](const std::vector<Run>& runs,
                                    const std::function<void(Outcome)>& take,
                                    const std::function<void()>& idle, const Progress& progress) {
    std::map<std::string, const Run*> open;
    for (const Run& run : runs) open[run.key] = &run;
    const auto take_open = [&](Outcome outcome) {
      if (open.erase(outcome.key) > 0) take(std::move(outcome));
    };
    const auto is_done = [&open] { return open.empty(); };
    // Jobs of a watcher that was killed: what they have, and what they are still at.
    for (const std::string& earlier : JobFolders(folder)) {
      Job job(earlier);
      std::set<std::string> keys;
      for (const auto& [key, run] : open) keys.insert(key);
      if (job.Has(keys)) {
        if (!Watch(&job, take_open, idle, is_done, progress)) return false;
      } else if (!job.IsQueued()) {
        fs::remove_all(earlier);
      }
    }
    std::vector<Run> left;
    for (const Run& run : runs) {
      if (open.contains(run.key)) left.push_back(run);
    }
    if (left.empty()) return true;
    Job job([&] {
      const std::string made = WriteJob(left, study, folder, settings);
      Submit(made);
      return made;
    }());
    if (!Watch(&job, take_open, idle, is_done, progress)) return false;
    for (const Run& run : left) {
      if (!open.contains(run.key)) continue;
      take_open({.key = run.key, .state = RunState::kLost, .reason = job.FateOf(run.key)});
    }
    return true;
  };
}

SlurmTask ReadSlurmTask(const std::string& job_folder, int number) {
  SlurmTask task{.folder = job_folder, .number = number};
  const std::vector<std::string> of = LinesOf(ReadTextFile(job_folder + "/study"));
  if (of.empty()) throw InputError(fmt::format("'{}' is no job of a study", job_folder));
  task.study = of[0];
  for (size_t i = 1; i < of.size(); ++i) {
    const size_t equals = of[i].find('=');
    if (equals == std::string::npos) throw InputError(fmt::format("'{}' is no setting", of[i]));
    task.assignments.push_back({of[i].substr(0, equals), of[i].substr(equals + 1)});
  }
  // A task that Slurm has started again goes on.
  const std::string stem = fmt::format("{}/{}", job_folder, number);
  std::set<std::string> done;
  if (fs::exists(stem + ".rows")) {
    for (const std::string& line : LinesOf(ReadTextFile(stem + ".rows"))) {
      if (const auto outcome = ReadOutcome(line)) done.insert(outcome->key);
    }
  }
  for (const std::string& line : LinesOf(ReadTextFile(stem + ".runs"))) {
    const std::optional<Run> run = ReadRun(line);
    if (run && !done.contains(run->key)) task.runs.push_back(*run);
  }
  return task;
}

void RunSlurmTask(const SlurmTask& task, const Study& study, const SinkMaker& sinks) {
  const std::string path = fmt::format("{}/{}.rows", task.folder, task.number);
  const int rows = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (rows < 0) throw FileError(path, "it cannot be written");
  // A line that a crash has cut is ended, so that the next one stands for itself.
  bool written = fs::file_size(path) == 0 || ::write(rows, "\n", 1) == 1;
  const auto append = [&](int job, Outcome outcome) {
    outcome.key = task.runs[static_cast<size_t>(job)].key;
    const std::string line = WriteOutcome(outcome);
    written = written &&
              ::write(rows, line.data(), line.size()) == static_cast<ssize_t>(line.size()) &&
              ::fsync(rows) == 0;
  };
  const NoProgress progress;
  RunInWorkers(
      static_cast<int>(task.runs.size()), {.workers = 1, .time_limit = study.time_limit},
      [&](int job) { return Evaluate(study, task.runs[static_cast<size_t>(job)], sinks); }, append,
      [] {}, progress);
  ::close(rows);
  if (!written) throw FileError(path, "it could not be written whole: is the disk full?");
}

}  // namespace jounce::study
