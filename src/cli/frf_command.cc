// `jounce frf`: the answer of a model at rest to a harmonic load or motion, over frequency.
#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/number_check.h"
#include "cli/outputs.h"
#include "io/model_file.h"
#include "report/frf_page.h"
#include "solve/frequency_response.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

struct FrfArguments {
  std::string file;
  Assignments assignments;
  std::string case_name;
  std::string input;
  double first = 0.5, last = 100;
  int count = 400;
  bool linear = false;
  std::string page;
  Outputs outputs;
};

nlohmann::json ToJson(const FrequencyResponse& response, const std::string& input) {
  nlohmann::json result = {{"status", "done"},
                           {"input", {{"name", input}, {"unit", response.input_unit}}},
                           {"frequency", response.frequency},
                           {"channels", nlohmann::json::array()}};
  for (size_t i = 0; i < response.channels.size(); ++i) {
    std::vector<double> real, imaginary;
    for (size_t row = 0; row < response.frequency.size(); ++row) {
      real.push_back(response.Value(row, i).real());
      imaginary.push_back(response.Value(row, i).imag());
    }
    result["channels"].push_back({{"name", response.channels[i].name},
                                  {"unit", response.channels[i].unit + "/" + response.input_unit},
                                  {"real", real},
                                  {"imaginary", imaginary}});
  }
  return result;
}

// The largest amplitude of each channel and where it is.
void PrintPeaks(const FrequencyResponse& response, const Console& console) {
  console.Print("{:32} {:>14} {:>14}  unit", "sensor", "largest", "at/Hz");
  for (size_t i = 0; i < response.channels.size(); ++i) {
    size_t peak = 0;
    for (size_t row = 0; row < response.frequency.size(); ++row) {
      if (std::abs(response.Value(row, i)) > std::abs(response.Value(peak, i))) peak = row;
    }
    console.Print("{:32} {:>14.6g} {:>14.6g}  {}/{}", response.channels[i].name,
                  std::abs(response.Value(peak, i)), response.frequency[peak],
                  response.channels[i].unit, response.input_unit);
  }
}

void WarnOfLeftOut(const FrequencyResponse& response, const Console& console) {
  if (!response.left_out.empty()) {
    std::vector<std::string> names;
    for (const ProbeChannel& channel : response.left_out) names.push_back(channel.name);
    console.Warn(fmt::format("left out, since they do not follow a small motion linearly: {}",
                             fmt::join(names, ", ")));
  }
  if (response.channels.empty()) {
    console.Warn("the model has no sensors that follow a motion: nothing to show");
  }
}

// The only one that there is, where none was named.
std::string ChooseInput(const FrfArguments& options, const Model& model) {
  if (!options.input.empty()) return options.input;
  const std::vector<std::string> names = ResponseInputs(model);
  if (names.size() == 1) return names[0];
  throw InputError(names.empty() ? "the model has neither loads nor motions: nothing drives it"
                                 : fmt::format("{} things can drive the model", names.size()),
                   names.empty() ? "add one; its direction counts, not its size"
                                 : fmt::format("choose with --input: {}", fmt::join(names, ", ")));
}

ExitCode Compute(const FrfArguments& options, const Console& console) {
  if (!(options.last >= options.first)) {
    throw InputError(fmt::format("frequencies from {} to {} Hz", options.first, options.last),
                     "--to is at least --from");
  }
  const LoadedModel loaded = LoadModel(options.file, options.assignments, options.case_name);
  console.Warn(loaded.diagnostics);
  options.outputs.Check(loaded.files);
  const std::string input = ChooseInput(options, loaded.model);
  Simulation simulation(loaded.model);
  const RunStatus status = simulation.FindEquilibrium();
  console.Warn(simulation.warnings());
  if (!status.ok) {
    console.PrintJson({{"status", "failed"}, {"reason", status.reason}});
    console.Warn(fmt::format("{} ({})", status.reason, status.remedy));
    return ExitCode::kRunFailed;
  }
  const FrequencyResponse response = ComputeFrequencyResponse(
      simulation.system(), simulation.evaluation(), input,
      FrequencyAxis(options.first, options.last, options.count, !options.linear));
  WarnOfLeftOut(response, console);
  console.PrintJson(ToJson(response, input));
  PrintPeaks(response, console);
  if (!options.page.empty()) {
    report::WritePage(
        report::MakeFrfPage({loaded.model.name.empty() ? options.file : loaded.model.name,
                             fmt::format("Answer of {} to {}", options.file, input), response}),
        options.page);
    console.Print("page: {}", options.page);
  }
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclareFrf(CLI::App& app) {
  auto options = std::make_shared<FrfArguments>();
  app.add_option("file", options->file, "Model file (YAML)")->required();
  app.add_option("-i,--input", options->input,
                 "Load, motion, input signal or moving frame (road.z) that drives it, with "
                 "amplitude 1; needed "
                 "where there are several");
  app.add_option("--from", options->first, "First frequency [Hz]")->check(NumberFrom(1e-6, 1e9));
  app.add_option("--to", options->last, "Last frequency [Hz]")->check(NumberFrom(1e-6, 1e9));
  app.add_option("-n,--count", options->count, "How many frequencies")
      ->check(CLI::Range(1, 100000));
  app.add_flag("--linear", options->linear, "Evenly spaced instead of by their logarithm");
  options->outputs.AddFile(app, "-p,--page", &options->page, {".html"},
                           "Page to write (HTML): amplitude and phase");
  options->outputs.Declare(app);
  AddSetOption(app, &options->assignments);
  AddCaseOption(app, &options->case_name);
  return [options](const Console& console) { return Compute(*options, console); };
}

}  // namespace

extern const Command kFrfCommand;
const Command kFrfCommand = {
    "frf", "Frequency response of the sensors about equilibrium",
    "  jounce frf car.yaml --input shaker --from 1 --to 50 --page frf.html\n"
    "  jounce frf car.yaml --input shaker --count 200 --linear --json\n",
    &DeclareFrf};

}  // namespace jounce
