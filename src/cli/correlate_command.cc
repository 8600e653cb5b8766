// `jounce correlate`: numbers of a model from what was measured.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/outputs.h"
#include "correlate/correlate.h"
#include "io/text_file.h"
#include "report/correlate_page.h"
#include "report/page.h"

namespace jounce {
namespace {

using correlate::ComparedItem;
using correlate::Correlated;
using correlate::FoundParameter;

struct CorrelateArguments {
  std::string plan, output, page;
  Outputs outputs;
};

nlohmann::json ToJson(const ChannelCorrelation& c) {
  return {{"max_error_percent", c.max_error_percent},
          {"rms_error_percent", c.rms_error_percent},
          {"psd_error_percent", c.psd_error_percent},
          {"psd_error_frequency", c.psd_error_frequency},
          {"relative_damage", c.relative_damage}};
}

nlohmann::json ToJson(const Correlated& outcome) {
  nlohmann::json result = {{"status", outcome.converged ? "done" : "not converged"},
                           {"iterations", outcome.iterations},
                           {"evaluations", outcome.evaluations},
                           {"cost", {{"before", outcome.first_cost}, {"after", outcome.cost}}}};
  for (const FoundParameter& p : outcome.parameters) {
    result["parameters"][p.name] = {{"number", p.number},
                                    {"unit", p.unit},
                                    {"before", p.before},
                                    {"value", p.value},
                                    {"interval", {p.lower, p.upper}},
                                    {"spread", p.spread},
                                    {"determined", p.determined},
                                    {"at_bound", p.at_bound}};
  }
  for (const ComparedItem& item : outcome.items) {
    nlohmann::json one = {{"event", item.event},
                          {"name", item.name},
                          {"unit", item.unit},
                          {"held_out", item.held_out},
                          {"rms_left", {{"before", item.rms_before}, {"after", item.rms_after}}}};
    if (item.is_history) {
      one["before"] = ToJson(item.history_before);
      one["after"] = ToJson(item.history_after);
    } else {
      one["measured"] = item.measured;
      one["before"] = item.before;
      one["after"] = item.after;
    }
    result["items"].push_back(std::move(one));
  }
  return result;
}

void Print(const Correlated& outcome, const Console& console) {
  console.Print("{:24} {:>12} {:>12} {:>26}  {}", "parameter", "before", "found", "95 % interval",
                "unit");
  for (const FoundParameter& p : outcome.parameters) {
    const char* remark = !p.determined ? " (not determined)" : p.at_bound ? " (at its bound)" : "";
    console.Print("{:24} {:>12.6g} {:>12.6g} {:>12.6g} ..{:>12.6g}  {}{}", p.name, p.before,
                  p.value, p.lower, p.upper, p.unit, remark);
  }
  console.Print("{:32} {:>22} {:>22} {:>22}", "before > after", "largest error/%", "rms error/%",
                "PSD error/%");
  for (const ComparedItem& item : outcome.items) {
    const std::string name =
        fmt::format("{}: {}{}", item.event, item.name, item.held_out ? " (held out)" : "");
    if (!item.is_history) {
      console.Print("{:32} {:.6g} > {:.6g}, measured {:.6g} {}", name, item.before, item.after,
                    item.measured, item.unit);
      continue;
    }
    const ChannelCorrelation &a = item.history_before, &b = item.history_after;
    console.Print("{:32} {:>10.3g} >{:>10.3g} {:>10.3g} >{:>10.3g} {:>10.3g} >{:>10.3g}", name,
                  a.max_error_percent, b.max_error_percent, a.rms_error_percent,
                  b.rms_error_percent, a.psd_error_percent, b.psd_error_percent);
  }
}

// What was found, as a file that a model can include.
std::string ParametersFile(const Correlated& outcome, const std::string& plan) {
  std::string text = fmt::format("# Found by `jounce correlate {}`.\nfound:\n", plan);
  for (const FoundParameter& p : outcome.parameters) {
    text += fmt::format(
        "  \"{}\": {{number: \"{}\", value: \"{}{}{}\", factor: {}, lower: {}, upper: "
        "{}, determined: {}}}\n",
        p.name, p.number, p.value, p.unit.empty() ? "" : " ", p.unit, p.value / p.before,
        p.lower / p.before, p.upper / p.before, p.determined);
  }
  return text;
}

ExitCode Find(const CorrelateArguments& options, const Console& console) {
  const correlate::Plan plan = correlate::LoadPlan(options.plan);
  options.outputs.Check(plan.files);
  const auto progress = console.StartProgress("correlate");
  const Correlated outcome = correlate::Correlate(plan, progress.get());
  console.Warn(outcome.warnings);
  if (!outcome.ok) {
    console.PrintJson({{"status", "failed"}, {"reason", outcome.reason}});
    console.Warn(outcome.reason);
    return progress->StopRequested() ? kInterrupted : ExitCode::kRunFailed;
  }
  Print(outcome, console);
  console.PrintJson(ToJson(outcome));
  if (!options.output.empty()) {
    WriteTextFile(options.output, ParametersFile(outcome, options.plan));
    console.Print("found: {}", options.output);
  }
  if (!options.page.empty()) {
    report::WritePage(report::MakeCorrelatePage(outcome, options.plan), options.page);
    console.Print("page: {}", options.page);
  }
  return outcome.converged ? ExitCode::kDone : ExitCode::kRunFailed;
}

std::function<ExitCode(const Console&)> DeclareCorrelate(CLI::App& app) {
  auto options = std::make_shared<CorrelateArguments>();
  app.add_option("plan", options->plan, "Plan (YAML): model, parameters, what was measured")
      ->required();
  options->outputs.AddFile(app, "-o,--output", &options->output, {".yaml"},
                           "File to write (YAML): what was found, with intervals");
  options->outputs.AddFile(app, "-p,--page", &options->page, {".html"},
                           "Page to write (HTML): measured channels beside those before and after");
  options->outputs.Declare(app);
  return [options](const Console& console) { return Find(*options, console); };
}

}  // namespace

extern const Command kCorrelateCommand;
const Command kCorrelateCommand = {"correlate", "Find numbers of a model by what was measured",
                                   "  jounce correlate plan.yaml -o found.yaml --page fit.html\n"
                                   "  jounce correlate plan.yaml --json\n",
                                   &DeclareCorrelate};

}  // namespace jounce
