// `jounce signal rainflow`.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/number_check.h"
#include "cli/outputs.h"
#include "cli/signal_input.h"
#include "cli/signal_verbs.h"
#include "io/text_file.h"
#include "report/page.h"
#include "report/signal_page.h"
#include "signals/load_matrix.h"
#include "signals/rainflow.h"

namespace jounce {
namespace {

struct RainflowOptions {
  SignalInput input;
  std::string output;
  std::string residue = "half";
  double gate = 0;
  double slope = 5;
  size_t classes = 64;
  Outputs outputs;
};

// Every cycle of every channel, as counted.
std::string CyclesCsv(const std::vector<report::NamedCycles>& counted) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "channel,unit,range,mean,from,to,count\n");
  for (const report::NamedCycles& channel : counted) {
    for (const LoadCycle& cycle : channel.cycles) {
      fmt::format_to(std::back_inserter(text), "\"{}\",{},{},{},{},{},{}\n", channel.name,
                     channel.unit, cycle.Range(), cycle.Mean(), cycle.from, cycle.to, cycle.count);
    }
  }
  return fmt::to_string(text);
}

nlohmann::json CyclesJson(const report::NamedCycles& channel, const RainflowOptions& options) {
  double total = 0;
  for (const LoadCycle& cycle : channel.cycles) total += cycle.count;
  const Classes classes = ClassesOfRanges(channel.cycles, options.classes);
  const Eigen::VectorXd pairs = RangePairs(channel.cycles, classes);
  nlohmann::json histogram = nlohmann::json::array();
  for (Eigen::Index i = 0; i < pairs.size(); ++i) {
    if (pairs(i) == 0) continue;
    histogram.push_back({{"range", classes.Middle(static_cast<size_t>(i))}, {"count", pairs(i)}});
  }
  const double damage = PseudoDamage(channel.cycles, options.slope);
  return {{"name", channel.name},
          {"unit", channel.unit},
          {"cycles", total},
          {"largest_range", channel.cycles.empty() ? 0 : classes.high},
          {"pseudo_damage", damage},
          {"equivalent_range", total > 0 ? EquivalentRange(damage, options.slope, total) : 0},
          {"class_width", classes.Width()},
          {"range_pairs", histogram}};
}

ExitCode Rainflow(const RainflowOptions& options, const Console& console) {
  options.outputs.Check(ExpandFiles(options.input.files));
  const RainflowSettings settings{ResidueOfName(options.residue), options.gate};
  nlohmann::json json = {{"residue", options.residue},
                         {"gate", options.gate},
                         {"slope", options.slope},
                         {"channels", nlohmann::json::array()}};
  console.Print("{:40} {:8} {:>12} {:>14} {:>14} {:>16}", "channel", "unit", "cycles",
                "largest range", "equivalent", "pseudo-damage");
  std::vector<report::NamedCycles> counted;
  for (const Channel& channel : LoadFiniteSignals(options.input, console)) {
    counted.push_back({channel.name, channel.unit, CountRainflow(channel.samples, settings).cycles,
                       ClassesOfSamples(channel.samples, 20)});
    json["channels"].push_back(CyclesJson(counted.back(), options));
    const nlohmann::json& row = json["channels"].back();
    console.Print("{:40} {:8} {:12.1f} {:14.6g} {:14.6g} {:16.6g}", channel.name, channel.unit,
                  row["cycles"].get<double>(), row["largest_range"].get<double>(),
                  row["equivalent_range"].get<double>(), row["pseudo_damage"].get<double>());
  }
  if (options.output.ends_with(".csv")) {
    WriteTextFile(options.output, CyclesCsv(counted));
  } else if (!options.output.empty()) {
    report::WritePage(report::MakeRainflowPage(counted, options.classes, options.slope),
                      options.output);
  }
  json["output"] = options.output;
  console.PrintJson(json);
  return ExitCode::kDone;
}

}  // namespace

SignalAction DeclareSignalRainflow(CLI::App& app) {
  auto options = std::make_shared<RainflowOptions>();
  DeclareSignalInput(app, &options->input);
  options->outputs.AddFile(app, "-o,--output", &options->output, {".html", ".csv"},
                           "Page (.html) or all cycles (.csv)");
  options->outputs.Declare(app);
  app.add_option("--residue", options->residue,
                 "half (ASTM E1049, 5.4.4), repeat (5.4.5) or ignore")
      ->capture_default_str()
      ->check(CLI::IsMember({"half", "repeat", "ignore"}, CLI::ignore_case));
  app.add_option("--gate", options->gate, "Reversals smaller than this are noise")
      ->check(ZeroOrMore());
  app.add_option("--slope", options->slope, "Of the Woehler line, for pseudo-damage")
      ->capture_default_str()
      ->check(AboveZero());
  app.add_option("--classes", options->classes, "Classes of ranges")
      ->capture_default_str()
      ->check(CLI::Range(1, 4096));
  return [options](const Console& console) { return Rainflow(*options, console); };
}

}  // namespace jounce
