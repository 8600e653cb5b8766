// `jounce study`: many runs of a model.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/command.h"
#include "cli/study_verbs.h"
#include "io/result_file_sink.h"
#include "report/page_sink.h"
#include "study/optimize.h"
#include "study/plan.h"
#include "study/runner.h"
#include "study/slurm.h"
#include "study/study_file.h"
#include "version.h"

namespace jounce {
namespace {

struct StudyArguments {
  std::string file, folder;
  Assignments assignments;
  int jobs = 0;  // 0: one a core
  bool retry = false;
  bool slurm = false;
  study::SlurmSettings cluster;
};

// Keeps the result or the page of each run, where the study says so.
study::SinkMaker KeptRuns(const study::Study& study, const std::string& folder,
                          const Console& console) {
  if (study.keep == study::Keep::kNone || study.model.empty()) return nullptr;
  const std::string runs = folder + "/runs";
  std::filesystem::create_directories(runs);
  return [&study, runs, command = console.command_line](
             const study::Run& run, const LoadedModel& loaded, const Simulation& simulation) {
    std::vector<std::unique_ptr<ResultSink>> sinks;
    const std::string stem = runs + "/" + run.key;
    if (study.keep == study::Keep::kPages) {
      sinks.push_back(
          std::make_unique<report::PageSink>(stem + ".html", study.model, simulation.system()));
    } else {
      ResultOrigin origin{
          .command = command, .version = kVersion, .inputs = loaded.files, .settings = {run.key}};
      origin.source = study.model;
      origin.flat_model = WriteModel(loaded.model, "/");
      sinks.push_back(std::make_unique<ResultFileSink>(
          stem + ".h5", origin, ResultFileOptions{.overwrite = true}, simulation));
    }
    return sinks;
  };
}

nlohmann::json CountsJson(const study::RunCounts& counts) {
  return {{"done", counts.done}, {"failed", counts.failed}, {"crashed", counts.crashed},
          {"late", counts.late}, {"lost", counts.lost},     {"missing", counts.missing}};
}

// The best run, by the names of its columns.
nlohmann::json BestJson(const study::Study& study, const study::Run& run,
                        const study::Outcome& outcome) {
  nlohmann::json json = nlohmann::json::object();
  for (size_t i = 0; i < run.values.size(); ++i) {
    std::visit([&](const auto& value) { json[study.factors[i].name] = value; }, run.values[i]);
  }
  for (size_t i = 0; i < outcome.outputs.size(); ++i) {
    json[study.outputs[i].name] = outcome.outputs[i];
  }
  return json;
}

// Runs all that is missing; false where it was stopped.
bool RunSamples(const study::Study& study, const study::Runner::Executor& execute,
                study::Runner* runner, std::vector<study::Run>* runs, Progress* progress) {
  *runs = study::Planner(study).Sampled();
  runner->SetPlan(*runs);
  return runner->Complete(*runs, execute, progress);
}

bool RunOptimization(const study::Study& study, const study::Runner::Executor& execute,
                     study::Runner* runner, std::vector<study::Run>* runs, nlohmann::json* json,
                     Progress* progress, const Console& console) {
  const auto run = [&](const std::vector<study::Run>& all, size_t first) {
    runner->SetPlan(all);
    const std::vector<study::Run> fresh(all.begin() + static_cast<long>(first), all.end());
    return runner->Complete(fresh, execute, progress);
  };
  const auto find = [&](const std::string& key) { return runner->Find(key); };
  study::OptimizationResult result = study::Optimize(study, run, find);
  *runs = std::move(result.runs);
  if (result.best < 0) return result.whole;
  const study::Run& best = (*runs)[static_cast<size_t>(result.best)];
  (*json)["best_run"] = result.best + 1;
  (*json)["best"] = BestJson(study, best, *runner->Find(best.key));
  (*json)["limits_kept"] = result.merit.violation == 0;
  if (result.merit.violation > 0) {
    console.Warn("no run keeps all limits; the best breaks them by the least");
  }
  console.Print("best: run {}, {} = {:.6g}", result.best + 1, study.optimize->minimize,
                result.merit.value);
  for (size_t i = 0; i < best.values.size(); ++i) {
    console.Print("  {} = {}", study.factors[i].name,
                  study::TextOf(study.factors[i], best.values[i]));
  }
  return result.whole;
}

study::SlurmSettings ClusterSettings(const StudyArguments& options) {
  study::SlurmSettings settings = options.cluster;
  settings.program = std::filesystem::read_symlink("/proc/self/exe").string();
  settings.assignments = options.assignments;
  return settings;
}

ExitCode RunStudy(const StudyArguments& options, const Console& console) {
  if (options.file.empty()) {
    throw InputError("there is no study to run", "name its file: jounce study STUDY.yaml");
  }
  const study::Study study = study::LoadStudy(options.file, options.assignments);
  const std::string folder = StudyFolder(options.folder, options.file);
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  study::Runner runner(study, {.folder = folder,
                               .jobs = options.jobs > 0 ? options.jobs : std::max(1, cores),
                               .retry = options.retry,
                               .sinks = KeptRuns(study, folder, console)});
  CatchInterrupts();  // what is done is kept
  nlohmann::json json = {{"status", "done"}};
  std::vector<study::Run> runs;
  bool all = true;
  {
    const std::unique_ptr<Progress> progress = console.StartProgress("study");
    const study::Runner::Executor execute =
        options.slurm ? study::SlurmExecutor(study, folder, ClusterSettings(options))
                      : runner.Local();
    all = study.optimize
              ? RunOptimization(study, execute, &runner, &runs, &json, progress.get(), console)
              : RunSamples(study, execute, &runner, &runs, progress.get());
  }
  const study::RunCounts counts = runner.Count(runs);
  if (!all) json["status"] = "interrupted";
  json["runs"] = runs.size();
  json["computed"] = runner.computed();
  json["counts"] = CountsJson(counts);
  json["table"] = study::StorePath(folder);
  if (counts.Bad() > 0) {
    console.Warn(fmt::format("{} of {} runs have no result; the first: {}", counts.Bad(),
                             runs.size(), counts.first_reason));
  }
  console.PrintJson(json);
  console.Print("{}: {} runs, {}; {} computed now", options.file, runs.size(), counts.ToString(),
                runner.computed());
  console.Print("  table: {} (SQLite, table `study`)", study::StorePath(folder));
  if (!all) return kInterrupted;
  return counts.done > 0 || runs.empty() ? ExitCode::kDone : ExitCode::kRunFailed;
}

StudyAction DeclareStudyTask(CLI::App& app) {
  struct Arguments {
    std::string job;
    int number = 0;
  };
  auto options = std::make_shared<Arguments>();
  app.add_option("job", options->job, "Folder of the job")->required();
  app.add_option("number", options->number, "Number of the task")->required();
  return [options](const Console& console) {
    const study::SlurmTask task = study::ReadSlurmTask(options->job, options->number);
    const study::Study study = study::LoadStudy(task.study, task.assignments);
    // FOLDER/slurm/JOB: results are kept where the study is.
    const std::string folder = (std::filesystem::path(options->job) / "../..").lexically_normal();
    study::RunSlurmTask(task, study, KeptRuns(study, folder, console));
    console.PrintJson({{"status", "done"}, {"runs", task.runs.size()}});
    return ExitCode::kDone;
  };
}

struct StudyVerb {
  const char* name;
  const char* summary;
  const char* examples;
  StudyAction (*declare)(CLI::App& app);
};

constexpr StudyVerb kStudyVerbs[] = {
    {"table", "The table of a study: rows, best runs, CSV",
     "  jounce study table bushings.yaml\n"
     "  jounce study table bushings.yaml --sort peak --rows 10\n"
     "  jounce study table bushings.yaml -o bushings.csv\n",
     &DeclareStudyTable},
    {"page", "A page: what matters, parallel coordinates, best runs",
     "  jounce study page bushings.yaml -o bushings.html\n"
     "  jounce study page bushings.yaml -o out.html --pareto comfort,damage\n",
     &DeclareStudyPage},
    {"plot", "A page with some columns over others",
     "  jounce study plot bushings.yaml -x coil,tyre -y comfort -o plot.html\n", &DeclareStudyPlot},
    {"task", "What a task of --slurm does: it starts this by itself",
     "  jounce study task bushings_study/slurm/job_1 0\n", &DeclareStudyTask},
};

std::function<ExitCode(const Console&)> DeclareStudy(CLI::App& app) {
  auto options = std::make_shared<StudyArguments>();
  auto chosen = std::make_shared<StudyAction>();
  app.add_option("file", options->file, "Study file (YAML): model, what varies, outputs");
  app.add_option("-o,--output", options->folder,
                 "Folder of the study; NAME_study here for NAME.yaml where not said");
  app.add_option("-j,--jobs", options->jobs, "Runs at a time; one a core where not said")
      ->check(CLI::Range(1, 1024));
  app.add_flag("--retry", options->retry,
               "Run again what failed, crashed or was late; else only what is missing is run");
  CLI::Option* slurm = app.add_flag(
      "--slurm", options->slurm, "Submit the runs as an array job of Slurm, watch it and gather");
  app.add_option("--partition", options->cluster.partition, "Partition of the job")->needs(slurm);
  app.add_option("--time", options->cluster.time, "Time of a task, as 30:00")->needs(slurm);
  app.add_option("--memory", options->cluster.memory, "Memory of a task, as 2G")->needs(slurm);
  app.add_option("--account", options->cluster.account, "Account of the job")->needs(slurm);
  app.add_option("--runs-per-task", options->cluster.runs_per_task,
                 "Runs of a task; else as few as 500 tasks allow")
      ->check(CLI::Range(1, 1000000))
      ->needs(slurm);
  AddSetOption(app, &options->assignments);
  app.require_subcommand(0, 1);
  for (const StudyVerb& verb : kStudyVerbs) {
    CLI::App* sub = app.add_subcommand(verb.name, verb.summary);
    sub->fallthrough();
    sub->footer(std::string("Examples:\n") + verb.examples);
    StudyAction action = verb.declare(*sub);
    sub->callback([chosen, action] { *chosen = action; });
  }
  return [options, chosen](const Console& console) {
    if (!*chosen) return RunStudy(*options, console);
    if (!options->file.empty() || options->jobs > 0 || options->retry || options->slurm ||
        !options->assignments.empty()) {
      throw InputError("options of running a study stand beside another form of the command",
                       "leave them out");
    }
    return (*chosen)(console);
  };
}

}  // namespace

std::string StudyFolder(const std::string& folder, const std::string& file) {
  if (!folder.empty()) return folder;
  return std::filesystem::path(file).stem().string() + "_study";
}

extern const Command kStudyCommand;
const Command kStudyCommand = {
    "study", "Many runs of a model: what varies, and what comes of it",
    "  jounce study bushings.yaml -j 4\n"
    "  jounce study bushings.yaml -o out/bushings --retry\n"
    "  jounce study bushings.yaml --slurm --partition short --time 30:00\n"
    "  jounce study table bushings.yaml -o bushings.csv\n"
    "  jounce study page bushings.yaml -o bushings.html\n",
    &DeclareStudy};

}  // namespace jounce
