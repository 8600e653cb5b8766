// `jounce stress`: stresses of flexible bodies from a result file: over time at a point, and as
// fields. Nothing is run again: they follow from the modal coordinates and the part.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/command.h"
#include "cli/history_file.h"
#include "cli/number_check.h"
#include "cli/outputs.h"
#include "cli/stress_summary.h"
#include "io/run_summary_json.h"
#include "io/stored_result.h"
#include "report/stress_envelope.h"
#include "report/vtk_output.h"
#include "signals/signal_file.h"

namespace jounce {
namespace {

struct StressArguments {
  std::string input;
  std::string part;
  int node = 0, element = 0;
  std::string surface;
  std::string output;
  std::string vtk;
  std::vector<double> vtk_times;
  bool envelope = false;
  Outputs outputs;
};

// The stress points of a body at the node or element that is asked for.
std::vector<int> FindPoints(const StressArguments& options, const FlexiblePart& part) {
  std::vector<int> points;
  for (size_t i = 0; i < part.stress_points.size(); ++i) {
    const StressPoint& point = part.stress_points[i];
    if (options.node != 0 && point.node != options.node) continue;
    if (options.element != 0 && point.element != options.element) continue;
    if (!options.surface.empty() && point.surface != options.surface) continue;
    points.push_back(static_cast<int>(i));
  }
  if (!points.empty()) return points;
  throw InputError(
      fmt::format("the part has no stress point at {} {}", options.node != 0 ? "node" : "element",
                  options.node != 0 ? options.node : options.element),
      "`jounce stress RESULT` names the most loaded one; 'reduce' says which points there are");
}

std::string NameOf(const StressPoint& point) {
  std::string name;
  if (point.node != 0) name += fmt::format("node {}", point.node);
  if (point.element != 0) {
    name += fmt::format("{}element {}", name.empty() ? "" : " ", point.element);
  }
  return point.surface.empty() ? name : name + " " + point.surface;
}

// Over time: six components, von Mises and the principal stresses of each point.
class StressHistory : public ResultSink {
 public:
  StressHistory(const System& system, int body, const std::vector<int>& points)
      : field_(system, body, points) {
    const FlexiblePart& part = *system.model().bodies[body].flexible.part;
    for (const int point : points) {
      const std::string name = NameOf(part.stress_points[point]);
      for (const char* what : {"xx", "yy", "zz", "xy", "yz", "zx", "mises", "s1", "s2", "s3"}) {
        channels_.emplace_back();
        channels_.back().name = name + "." + what;
        channels_.back().unit = "Pa";
      }
    }
  }

  void Row(const ResultRow& row) override {
    time_.push_back(row.time());
    size_t channel = 0;
    for (int i = 0; i < field_.size(); ++i) {
      const Vector6 stress = field_.At(i, row.state());
      const Eigen::Vector3d principal = PrincipalStresses(stress);
      for (int k = 0; k < 6; ++k) channels_[channel++].samples.push_back(stress[k]);
      channels_[channel++].samples.push_back(VonMises(stress));
      for (int k = 0; k < 3; ++k) channels_[channel++].samples.push_back(principal[k]);
    }
  }

  const std::vector<double>& time() const { return time_; }
  const std::vector<Channel>& channels() const { return channels_; }

 private:
  StressField field_;
  std::vector<double> time_;
  std::vector<Channel> channels_;
};

nlohmann::json ToJson(const StressHistory& history) {
  nlohmann::json json = {{"time", history.time()}, {"channels", nlohmann::json::object()}};
  for (const Channel& channel : history.channels())
    json["channels"][channel.name] = channel.samples;
  return json;
}

ExitCode Recover(const StressArguments& options, const Console& console) {
  options.outputs.Check({options.input});
  options.outputs.CheckFields(options.vtk, {options.input});
  const StoredResult stored(options.input, StoredResult::Purpose::kLook);
  const System& system = stored.system();
  const bool has_point = options.node != 0 || options.element != 0;
  report::StressWatch watch(system);
  ResultSinks sinks = {&watch};
  std::unique_ptr<StressHistory> history;
  if (has_point) {
    const int body = FindStressedBody(options.part, options.input, system);
    history = std::make_unique<StressHistory>(
        system, body, FindPoints(options, *system.model().bodies[body].flexible.part));
    sinks.push_back(history.get());
  }
  std::unique_ptr<report::VtkOutput> vtk;
  std::unique_ptr<report::StressEnvelope> envelope;
  if (!options.vtk.empty() && options.envelope) {
    envelope = std::make_unique<report::StressEnvelope>(options.vtk, system);
    sinks.push_back(envelope.get());
  } else if (!options.vtk.empty()) {
    vtk = std::make_unique<report::VtkOutput>(options.vtk, options.vtk_times, system, &watch);
    sinks.push_back(vtk.get());
  }
  if (!has_point) FindStressedBody(options.part, options.input, system);  // says what is wrong
  for (ResultSink* sink : sinks) sink->Begin(stored.description());
  stored.Replay([&sinks](const ResultRow& row) {
    for (ResultSink* sink : sinks) sink->Row(row);
  });
  RunSummary summary = stored.ReadSummary();
  for (ResultSink* sink : sinks) sink->End(&summary);
  nlohmann::json result = {{"stresses", nlohmann::json::array()}};
  for (const RunSummary::Stress& stress : summary.stresses) {
    result["stresses"].push_back(jounce::ToJson(stress));
  }
  PrintStresses(summary.stresses, console);
  if (history) result["history"] = ToJson(*history);
  if (history && !options.output.empty()) {
    for (const std::string& file : WriteHistory(history->time(), history->channels(),
                                                options.output, options.outputs, {options.input})) {
      console.Print("  history: {}", file);
    }
  } else if (history && !console.json) {
    fmt::print("{}", CsvOf(history->time(), history->channels()));
  }
  if (!options.vtk.empty()) console.Print("  fields: {}.pvd", options.vtk);
  console.PrintJson(result);
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclareStress(CLI::App& app) {
  auto options = std::make_shared<StressArguments>();
  app.add_option("results", options->input, "Result file (HDF5) of a model with flexible bodies")
      ->required();
  app.add_option("--part,--body", options->part,
                 "The flexible body; needed where there are several");
  CLI::Option* node =
      app.add_option("--node", options->node, "Stress over time at this node of its mesh")
          ->check(CLI::Range(1, 2147483647));
  CLI::Option* element =
      app.add_option("--element", options->element, "Stress over time in this element of its mesh")
          ->check(CLI::Range(1, 2147483647));
  app.add_option("--surface", options->surface, "Of a shell: top or bottom");
  options->outputs.AddHistory(app, "-o,--output", &options->output,
                              "File of the stress over time; as CSV on stdout without it");
  CLI::Option* vtk = app.add_option(
      "--vtk", options->vtk,
      "Write stress fields of flexible bodies for ParaView: NAME.pvd, NAME_1.vtu ...");
  CLI::Option* times =
      app.add_option("--times", options->vtk_times,
                     "Times of these fields [s]; that of the largest stress is always among them")
          ->check(NumberFrom(0, 1e9))
          ->delimiter(',')
          ->needs(vtk);
  app.add_flag("--envelope", options->envelope,
               "One field instead: the largest von Mises stress of each point over the run")
      ->needs(vtk)
      ->excludes(times);
  node->excludes(element);
  options->outputs.Declare(app);
  return [options](const Console& console) { return Recover(*options, console); };
}

}  // namespace

extern const Command kStressCommand;
const Command kStressCommand = {"stress", "Stresses of flexible bodies from a result file",
                                "  jounce stress run.h5\n"
                                "  jounce stress run.h5 --part arm --node 154 -o node.csv\n"
                                "  jounce stress run.h5 --vtk fields --times 0.1,0.2\n"
                                "  jounce stress run.h5 --vtk worst --envelope\n",
                                &DeclareStress};

}  // namespace jounce
