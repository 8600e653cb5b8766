#include "cli/run_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

#include "cli/run_sinks.h"
#include "io/run_summary_json.h"

namespace jounce {
namespace {

constexpr size_t kMostColumns = 6;  // of channels in the table; --json has all

// What all cases share while they run. HDF5 may be called by one thread at a time only.
struct SharedWork {
  std::mutex results;
  std::mutex shown;
  std::unique_ptr<Progress> progress;
  std::vector<double> done;  // share of each case
};

// The progress of one case as a part of that of all.
class CaseProgress : public Progress {
 public:
  CaseProgress(SharedWork* work, size_t index) : work_(*work), index_(index) {}

  void Update(double done, double total, std::string_view) override {
    const std::lock_guard lock(work_.shown);
    work_.done[index_] = total > 0 ? done / total : 0;
    double sum = 0;
    for (const double share : work_.done) sum += share;
    work_.progress->Update(sum, static_cast<double>(work_.done.size()), "");
  }
  bool StopRequested() const override { return Interrupted(); }

 private:
  SharedWork& work_;
  size_t index_;
};

// "out/car.h5" and "laden": "out/car_laden.h5".
std::string ResultName(const std::string& output, const std::string& name) {
  if (output.empty()) return "";
  const std::filesystem::path path = output;
  const std::string file =
      fmt::format("{}_{}{}", path.stem().string(), name, path.extension().string());
  return (path.parent_path() / file).string();
}

// The largest |value| of each channel.
class LargestValues : public ResultSink {
 public:
  void Begin(const ResultDescription& description) override {
    channels_ = description.channels;
    values_.assign(channels_.size(), 0);
  }
  void Row(const ResultRow& row) override {
    const std::span<const double> now = row.sensors();
    for (size_t i = 0; i < now.size(); ++i) values_[i] = std::max(values_[i], std::abs(now[i]));
  }
  const std::vector<ProbeChannel>& channels() const { return channels_; }
  const std::vector<double>& values() const { return values_; }

 private:
  std::vector<ProbeChannel> channels_;
  std::vector<double> values_;
};

class CaseRun {
 public:
  // `loaded` and `work` must outlive this.
  CaseRun(const RunArguments& options, const LoadedModel& loaded, SharedWork* work,
          const Console& console)
      : options_(options),
        matrix_(loaded.model.solver.matrix),
        work_(*work),
        simulation_(loaded.model),
        sinks_(options, OriginOf(options, loaded, console), 0, simulation_, &work->results) {
    sinks_.Add(&largest_);
  }

  const std::string& name() const { return options_.case_name; }
  const std::string& output() const { return options_.output; }
  const Simulation& simulation() const { return simulation_; }
  const std::vector<ProbeChannel>& channels() const { return largest_.channels(); }
  const RunStatus& status() const { return summary_.status; }
  ExitCode code() const { return code_; }

  // Never throws: what happens in a thread is told after it.
  void Run(size_t index) {
    CaseProgress progress(&work_, index);
    try {
      summary_ = RunInto(&simulation_, sinks_.all(), &progress,
                         {.from_equilibrium = options_.from_equilibrium});
      code_ = CodeOf(summary_.status);
    } catch (const FileError& error) {
      Fail(error.what(), ExitCode::kFileFailed);
    } catch (const InputError& error) {
      Fail(error.what(), ExitCode::kInputWrong);
    } catch (const std::exception& error) {
      Fail(error.what(), ExitCode::kRunFailed);
    }
  }

  std::vector<std::string> Warnings() const {
    return RunWarnings(summary_, matrix_, sinks_.rotations());
  }

  nlohmann::json Summary() const {
    nlohmann::json summary = ToJson(summary_);
    summary["case"] = name();
    if (!output().empty()) summary["results"] = output();
    nlohmann::json& sensors = summary["largest"] = nlohmann::json::object();
    for (size_t i = 0; i < largest_.values().size(); ++i) {
      const ProbeChannel& channel = largest_.channels()[i];
      sensors[channel.name] = {{"value", largest_.values()[i]}, {"unit", channel.unit}};
    }
    return summary;
  }

  // The largest |value| of a channel, where this case has it.
  std::optional<double> Largest(const std::string& channel) const {
    const std::vector<ProbeChannel>& channels = largest_.channels();
    for (size_t i = 0; i < largest_.values().size(); ++i) {
      if (channels[i].name == channel) return largest_.values()[i];
    }
    return std::nullopt;
  }

 private:
  void Fail(const char* reason, ExitCode code) {
    summary_ = Summarize(simulation_, RunStatus::Failure(reason));
    code_ = code;
  }

  RunArguments options_;
  MatrixMode matrix_;
  SharedWork& work_;
  Simulation simulation_;
  RunSinks sinks_;
  LargestValues largest_;
  RunSummary summary_;
  ExitCode code_ = ExitCode::kDone;
};

using CaseRuns = std::vector<std::unique_ptr<CaseRun>>;

// What was asked for, each once.
std::vector<std::string> NamesOf(const RunArguments& options) {
  std::vector<std::string> names = options.cases;
  if (names == std::vector<std::string>{"all"}) {
    Diagnostics ignored;  // reported by the reader of the model
    names = Document::Load(options.file, options.assignments, &ignored).cases();
    if (names.empty()) {
      throw InputError(fmt::format("{} has no cases", options.file),
                       "add cases: {laden: {payload: 400 kg}}, or leave --cases out");
    }
  }
  for (const std::string& name : names) {
    if (std::count(names.begin(), names.end(), name) == 1) continue;
    throw InputError(fmt::format("--cases names '{}' twice", name), "name each case once");
  }
  return names;
}

// No case may write what another reads.
void CheckOutputs(const RunArguments& options, const std::vector<std::string>& names,
                  const std::vector<LoadedModel>& loaded) {
  std::vector<std::string> inputs;
  for (const LoadedModel& one : loaded) {
    inputs.insert(inputs.end(), one.files.begin(), one.files.end());
  }
  options.outputs.Check(inputs);
  if (options.output.empty()) return;
  for (const std::string& name : names) {
    const std::string path = ResultName(options.output, name);
    if (IsResultName(path)) {
      options.outputs.CheckMadeResult(path, inputs);
    } else {
      options.outputs.CheckMade(path, inputs);
    }
  }
}

CaseRuns MakeRuns(const RunArguments& options, const std::vector<std::string>& names,
                  std::vector<LoadedModel>* loaded, SharedWork* work, const Console& console) {
  CaseRuns runs;
  for (size_t i = 0; i < names.size(); ++i) {
    RunArguments own = options;
    own.case_name = names[i];
    own.output = ResultName(options.output, names[i]);
    ApplyOverrides(own, &(*loaded)[i].model.solver);
    // What may not be replaced is told before any case runs.
    if (IsResultName(own.output)) {
      RequireReplaceable(own.output, OriginOf(own, (*loaded)[i], console), own.outputs.force());
    }
    runs.push_back(std::make_unique<CaseRun>(own, (*loaded)[i], work, console));
  }
  return runs;
}

// Threads take the next case as they become free.
void RunAll(const CaseRuns& runs, int jobs) {
  const size_t wanted = jobs > 0 ? static_cast<size_t>(jobs) : std::thread::hardware_concurrency();
  const size_t threads = std::clamp<size_t>(wanted, 1, runs.size());
  std::atomic<size_t> next = 0;
  const auto take = [&] {
    for (size_t i = next++; i < runs.size(); i = next++) runs[i]->Run(i);
  };
  std::vector<std::jthread> others;
  for (size_t i = 1; i < threads; ++i) others.emplace_back(take);
  take();
}

// The first channels that any case has, with their units.
std::vector<ProbeChannel> ColumnsOf(const CaseRuns& runs) {
  std::vector<ProbeChannel> columns;
  for (const auto& run : runs) {
    for (const ProbeChannel& channel : run->channels()) {
      const bool known = std::any_of(columns.begin(), columns.end(),
                                     [&](const ProbeChannel& c) { return c.name == channel.name; });
      if (!known && columns.size() < kMostColumns) columns.push_back(channel);
    }
  }
  return columns;
}

void PrintTable(const CaseRuns& runs, const Console& console) {
  size_t width = 4;
  for (const auto& run : runs) width = std::max(width, run->name().size());
  std::string head = fmt::format("{:{}} {:>7} {:>10} {:>9} {:>11}", "case", width, "status",
                                 "end time/s", "steps", "x real time");
  std::vector<std::pair<std::string, size_t>> columns;
  for (const ProbeChannel& channel : ColumnsOf(runs)) {
    const std::string text = fmt::format("|{}|/{}", channel.name, channel.unit);
    columns.emplace_back(channel.name, std::max<size_t>(12, text.size()));
    head += fmt::format(" {:>{}}", text, columns.back().second);
  }
  console.Print("{}", head);
  for (const auto& run : runs) {
    const Simulation& simulation = run->simulation();
    std::string line = fmt::format("{:{}} {:>7} {:>10.6g} {:>9} {:>11.3g}", run->name(), width,
                                   run->status().ok ? "done" : "failed", simulation.time(),
                                   simulation.statistics().steps,
                                   simulation.time() / std::max(simulation.wall_seconds(), 1e-9));
    for (const auto& [channel, columns_width] : columns) {
      const std::optional<double> largest = run->Largest(channel);
      line +=
          fmt::format(" {:>{}}", largest ? fmt::format("{:.6g}", *largest) : "-", columns_width);
    }
    console.Print("{}", line);
  }
  for (const auto& run : runs) {
    if (!run->output().empty()) console.Print("results: {}", run->output());
  }
}

// The warnings that the files gave, each once.
void WarnOfFiles(const std::vector<LoadedModel>& loaded, const Console& console) {
  Diagnostics all;
  std::vector<std::string> known;
  for (const LoadedModel& one : loaded) {
    for (const Diagnostic& d : one.diagnostics.all()) {
      if (std::count(known.begin(), known.end(), d.ToString()) > 0) continue;
      known.push_back(d.ToString());
      all.Warning(d.place, d.message, d.remedy);
    }
  }
  console.Warn(all);
}

}  // namespace

ExitCode RunCases(const RunArguments& options, const Console& console) {
  const std::vector<std::string> names = NamesOf(options);
  std::vector<LoadedModel> loaded = LoadCases(options.file, options.assignments, names);
  WarnOfFiles(loaded, console);
  CheckOutputs(options, names, loaded);
  SharedWork work{.progress = console.StartProgress("cases"),
                  .done = std::vector<double>(names.size())};
  const CaseRuns runs = MakeRuns(options, names, &loaded, &work, console);
  CatchInterrupts();  // what is done is kept
  RunAll(runs, options.jobs);
  work.progress.reset();
  nlohmann::json summary = {{"status", "done"}, {"cases", nlohmann::json::array()}};
  ExitCode worst = ExitCode::kDone;
  for (const auto& run : runs) {
    worst = std::max(worst, run->code());
    summary["cases"].push_back(run->Summary());
    for (const std::string& text : run->Warnings()) {
      console.Warn(fmt::format("case '{}': {}", run->name(), text));
    }
  }
  if (worst != ExitCode::kDone) summary["status"] = "failed";
  console.PrintJson(summary);
  PrintTable(runs, console);
  return worst;
}

}  // namespace jounce
