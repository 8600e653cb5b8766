// `jounce replicate`: from targets of the proving ground to drives of the rig, by iteration.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/output_file.h"
#include "cli/command.h"
#include "cli/outputs.h"
#include "io/text_file.h"
#include "replicate/plan_file.h"
#include "replicate/replication.h"
#include "replicate/state_file.h"
#include "report/replicate_page.h"
#include "signals/channel_units.h"
#include "signals/rpc3.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

struct ReplicateArguments {
  std::string plan;
  std::string folder;
  bool check = false;
  bool resume = false;
  Assignments assignments;
  Outputs outputs;
};

struct EventFiles {
  std::string drive, response, target, state;
};

EventFiles FilesOf(const ReplicateArguments& options, const std::string& event) {
  std::string name = event;
  for (char& c : name) c = c == '/' || c == ' ' ? '_' : c;
  const fs::path folder(options.folder);
  return {(folder / (name + "_drive.rsp")).string(), (folder / (name + "_response.rsp")).string(),
          (folder / (name + "_target.rsp")).string(), (folder / (name + ".state")).string()};
}

std::string PageOf(const ReplicateArguments& options) {
  return (fs::path(options.folder) / "replicate.html").string();
}

nlohmann::json ToJson(const TargetOutcome& target) {
  const ChannelCorrelation& r = target.correlation;
  return {{"name", target.name},
          {"unit", r.unit},
          {"controlled", target.controlled},
          {"rms_error_percent", 100 * target.error},
          {"rms_error_percent_of_peak", r.rms_error_percent},
          {"peak_error_percent_of_peak", r.max_error_percent},
          {"psd_error_percent", r.psd_error_percent},
          {"psd_error_frequency", r.psd_error_frequency},
          {"damage_ratio", r.relative_damage},
          {"coherence", target.coherence}};
}

nlohmann::json ToJson(const IterationRecord& record) {
  std::vector<double> percent;
  for (const double error : record.errors) percent.push_back(100 * error);
  return {
      {"run", record.number}, {"step", record.step},         {"error_percent", 100 * record.error},
      {"kept", record.kept},  {"channels_percent", percent}, {"note", record.note}};
}

nlohmann::json ToJson(const ReplicatedEvent& event, const EventOutcome& outcome,
                      const EventFiles& files) {
  nlohmann::json targets = nlohmann::json::array(), runs = nlohmann::json::array(),
                 drives = nlohmann::json::array(), limits = nlohmann::json::array();
  for (const TargetOutcome& target : outcome.targets) targets.push_back(ToJson(target));
  for (const IterationRecord& record : event.iteration->state().records) {
    runs.push_back(ToJson(record));
  }
  for (const DriveOutcome& drive : outcome.drives) {
    drives.push_back({{"name", drive.history.name},
                      {"unit", drive.history.unit},
                      {"peak", drive.peak},
                      {"peak_rate", drive.peak_rate}});
  }
  for (const Limitation& limit : outcome.limitations) {
    limits.push_back({{"target", limit.target},
                      {"low", limit.low},
                      {"high", limit.high},
                      {"part", limit.part},
                      {"why", limit.why}});
  }
  return {{"name", event.name},
          {"reached", event.iteration->AllGood()},
          {"finished", event.finished},
          {"reason", event.iteration->ReasonToStop()},
          {"seconds", event.seconds},
          {"iterations", runs},
          {"targets", targets},
          {"drives", drives},
          {"limitations", limits},
          {"drive_file", files.drive},
          {"response_file", files.response}};
}

// Histories in the units of the targets. A drive begins at t = 0, and so does what answers it.
std::vector<Channel> ChannelsOf(const Replication& replication, const ReplicatedEvent& event,
                                const Histories& histories, double start) {
  std::vector<Channel> channels;
  for (size_t i = 0; i < replication.plan().targets.size(); ++i) {
    Channel channel;
    channel.name = replication.plan().targets[i].name;
    channel.unit = event.targets.units[i];
    channel.sample_rate = replication.rate();
    channel.start = start;
    const Unit unit = ParseChannelUnit(channel.unit);
    for (const double x : histories[i]) channel.samples.push_back(unit.FromSi(x));
    channels.push_back(std::move(channel));
  }
  return channels;
}

void WriteFiles(const Replication& replication, const ReplicatedEvent& event,
                const EventOutcome& outcome, const EventFiles& files) {
  std::vector<Channel> drives;
  for (const DriveOutcome& drive : outcome.drives) drives.push_back(drive.history);
  Rpc3WriteSettings settings;
  settings.time_type = "DRIVE";
  WriteRpc3(files.drive, MemorySource(std::move(drives)), settings);
  const EventBlock& block = event.iteration->setup().block;
  const double lead = static_cast<double>(block.lead()) / block.rate();
  WriteRpc3(files.response,
            MemorySource(ChannelsOf(replication, event, event.iteration->state().responses, 0)));
  WriteRpc3(files.target,
            MemorySource(ChannelsOf(replication, event, event.targets.samples, lead)));
}

void PrintEvent(const ReplicatedEvent& event, const EventOutcome& outcome, const Console& console) {
  console.Print("{}: {} after {} run(s), {:.1f} s", event.name,
                event.finished ? event.iteration->ReasonToStop() : "stopped",
                event.iteration->state().records.size(), event.seconds);
  console.Print("  {:32} {:>8} {:>8} {:>8} {:>8} {:>8}", "target", "rms err%", "% peak", "max err%",
                "psd err%", "damage");
  for (const TargetOutcome& target : outcome.targets) {
    const ChannelCorrelation& r = target.correlation;
    console.Print("  {:32} {:8.2f} {:8.2f} {:8.2f} {:8.1f} {:8.3f}{}", target.name,
                  100 * target.error, r.rms_error_percent, r.max_error_percent, r.psd_error_percent,
                  r.relative_damage, target.controlled ? "" : "  not controlled");
  }
  for (const DriveOutcome& drive : outcome.drives) {
    console.Print("  drive {:26} peak {:.4g} {}", drive.history.name, drive.peak,
                  drive.history.unit);
  }
  for (const Limitation& limit : outcome.limitations) {
    console.Print("  {}: {:.0f} % of its error lies between {:.3g} and {:.3g} Hz: {}", limit.target,
                  100 * limit.part, limit.low, limit.high, limit.why);
  }
}

void CheckOutputs(const ReplicateArguments& options, const Replication& replication,
                  const std::vector<std::string>& inputs) {
  for (const ReplicatedEvent& event : replication.events()) {
    const EventFiles files = FilesOf(options, event.name);
    // With --resume what is there is gone on with.
    if (options.resume && fs::exists(files.state)) continue;
    for (const std::string& path : {files.drive, files.response, files.target, files.state}) {
      options.outputs.CheckMade(path, inputs);
    }
  }
  if (!options.resume) options.outputs.CheckMade(PageOf(options), inputs);
}

void Resume(const ReplicateArguments& options, Replication* replication, const Console& console) {
  for (ReplicatedEvent& event : replication->events()) {
    const std::string path = FilesOf(options, event.name).state;
    if (!fs::exists(path)) continue;
    event.iteration->Restore(DecodeState(ReadTextFile(path), replication->Fingerprint(), path));
    console.Print("{}: goes on after run {}", event.name, event.iteration->state().records.size());
  }
}

nlohmann::json Finish(const ReplicateArguments& options, const Replication& replication,
                      const Console& console) {
  nlohmann::json events = nlohmann::json::array();
  std::vector<EventOutcome> outcomes;
  for (const ReplicatedEvent& event : replication.events()) {
    const EventFiles files = FilesOf(options, event.name);
    outcomes.push_back(replication.OutcomeOf(event));
    WriteFiles(replication, event, outcomes.back(), files);
    PrintEvent(event, outcomes.back(), console);
    events.push_back(ToJson(event, outcomes.back(), files));
  }
  report::WritePage(report::MakeReplicatePage(replication, outcomes), PageOf(options));
  console.Print("page: {}", PageOf(options));
  return events;
}

void PrintCheck(const Replication& replication, const Console& console) {
  const ReplicatePlan& plan = replication.plan();
  console.Print("{}: {} drive(s), {} target(s), {:g} samples a second", plan.file,
                plan.drives.size(), plan.targets.size(), replication.rate());
  nlohmann::json events = nlohmann::json::array();
  for (const ReplicatedEvent& event : replication.events()) {
    const double length =
        static_cast<double>(event.targets.samples.front().size()) / replication.rate();
    console.Print("  event {}: {:.4g} s", event.name, length);
    events.push_back({{"name", event.name}, {"seconds", length}});
  }
  console.PrintJson({{"status", "checked"}, {"rate", replication.rate()}, {"events", events}});
}

ExitCode Replicate(const ReplicateArguments& options, const Console& console) {
  std::vector<std::string> inputs;
  const ReplicatePlan plan = LoadPlan(options.plan, options.assignments, &inputs);
  Replication replication(plan);
  inputs.insert(inputs.end(), replication.files().begin(), replication.files().end());
  for (const std::string& text : replication.warnings()) console.Warn(text);
  if (options.check) {
    PrintCheck(replication, console);
    return ExitCode::kDone;
  }
  if (options.folder.empty()) {
    throw InputError("no folder for the drives", "name one with --output, or say --check");
  }
  CheckOutputs(options, replication, inputs);
  fs::create_directories(options.folder);
  const auto progress = console.StartProgress("replicate");
  CatchInterrupts();
  replication.Identify(progress.get());
  if (Interrupted()) {
    console.PrintJson({{"status", "stopped"}, {"events", nlohmann::json::array()}});
    return kInterrupted;
  }
  if (options.resume) Resume(options, &replication, console);
  std::mutex telling;
  const std::uint64_t fingerprint = replication.Fingerprint();
  const bool whole = replication.Run(progress.get(), [&](const ReplicatedEvent& event) {
    const IterationState& state = event.iteration->state();
    const IterationRecord& last = state.records.back();
    OutputFile file(FilesOf(options, event.name).state);
    file.Write(EncodeState(state, fingerprint));
    file.Commit();
    const std::scoped_lock lock(telling);
    console.Print("{}: run {}, error {:.3g} %{}{}", event.name, last.number, 100 * last.error,
                  last.kept ? "" : ", not kept", last.note.empty() ? "" : " (" + last.note + ")");
  });
  const nlohmann::json events = Finish(options, replication, console);
  const bool reached =
      std::all_of(replication.events().begin(), replication.events().end(),
                  [](const ReplicatedEvent& event) { return event.iteration->AllGood(); });
  console.PrintJson({{"status", whole ? (reached ? "reached" : "not reached") : "stopped"},
                     {"page", PageOf(options)},
                     {"events", events}});
  if (!whole) return kInterrupted;
  return reached ? ExitCode::kDone : ExitCode::kRunFailed;
}

std::function<ExitCode(const Console&)> DeclareReplicate(CLI::App& app) {
  auto options = std::make_shared<ReplicateArguments>();
  app.add_option("plan", options->plan, "Plan (YAML): plant, drives, targets, events, band")
      ->required();
  app.add_option("-o,--output", options->folder,
                 "Folder for drives (RPC III), responses, states and the page");
  app.add_flag("--check", options->check, "Read and check everything, run nothing");
  app.add_flag("--resume", options->resume,
               "Go on from the states that an earlier call left in the folder");
  options->outputs.Declare(app);
  AddSetOption(app, &options->assignments);
  return [options](const Console& console) { return Replicate(*options, console); };
}

}  // namespace

extern const Command kReplicateCommand;
const Command kReplicateCommand = {
    "replicate", "Drive files by iteration: from targets to the drives of a rig",
    "  jounce replicate plan.yaml --check\n"
    "  jounce replicate plan.yaml -o drives\n"
    "  jounce replicate plan.yaml -o drives --resume --json\n"
    "The exit code is 1 where a controlled channel stays beyond the error of the plan.\n",
    &DeclareReplicate};

}  // namespace jounce
