// `jounce sensitivity`: how the channels of a model change with its parameters.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/history_file.h"
#include "cli/number_check.h"
#include "cli/outputs.h"
#include "io/varied_model.h"

namespace jounce {
namespace {

struct SensitivityArguments {
  std::string file;
  Assignments assignments;
  std::string case_name;
  std::vector<std::string> parameters, channels;
  bool from_equilibrium = false, statics = false;
  double end_time = 0;
  std::string output;
  Outputs outputs;
};

// The derivative by the logarithm of the parameter: its hundredth is what one per cent of the
// parameter does. By the parameter itself where that is zero.
double ScaleOf(const VariedParameter& parameter) {
  return parameter.value == 0 ? 1 : std::abs(parameter.value);
}

double Rms(const std::vector<double>& values, size_t first, size_t stride) {
  double sum = 0;
  size_t count = 0;
  for (size_t i = first; i < values.size(); i += stride, ++count) sum += values[i] * values[i];
  return count == 0 ? 0 : std::sqrt(sum / static_cast<double>(count));
}

// A table for people, and the same for programs.
nlohmann::json Summarize(const SensitivityRecording& found, const VariedModel& varied, bool statics,
                         const Console& console) {
  nlohmann::json result = {{"status", "done"}};
  const size_t channels = found.run.channels.size();
  console.Print(
      "{:32} {:>12}  {}", "channel", statics ? "value" : "rms",
      statics ? "change by 1 % of a parameter" : "rms of the change by 1 % of a parameter");
  for (size_t c = 0; c < channels; ++c) {
    const ProbeChannel& channel = found.run.channels[c];
    nlohmann::json& one = result["channels"][channel.name];
    const double size = statics ? found.run.Value(0, c) : Rms(found.run.values, c, channels);
    one = {{"unit", channel.unit}, {statics ? "value" : "rms", size}};
    std::vector<std::pair<double, std::string>> effects;
    for (size_t k = 0; k < found.slopes.size(); ++k) {
      const VariedParameter& parameter = varied.parameters()[k];
      const double scale = ScaleOf(parameter);
      const double effect =
          scale * (statics ? found.slopes[k][c] : Rms(found.slopes[k], c, channels));
      one["by_logarithm"][parameter.name] = effect;
      effects.emplace_back(std::abs(effect),
                           fmt::format("{} {:.3g}", parameter.name, 0.01 * effect));
    }
    std::sort(effects.rbegin(), effects.rend());
    std::string text;
    for (const auto& [unused, part] : effects) text += (text.empty() ? "" : ", ") + part;
    console.Print("{:32} {:>12.5g}  {} [{}]", channel.name, size, text, channel.unit);
  }
  for (const VariedParameter& parameter : varied.parameters()) {
    result["parameters"][parameter.name] = {{"value", parameter.value}, {"unit", parameter.unit}};
  }
  return result;
}

std::vector<Channel> ChannelsOf(const SensitivityRecording& found, const VariedModel& varied) {
  std::vector<Channel> all;
  const size_t channels = found.run.channels.size();
  const auto add = [&](const std::string& name, const std::string& unit,
                       const std::vector<double>& values, size_t c, double scale) {
    Channel channel;
    channel.name = name;
    channel.unit = unit;
    for (size_t i = c; i < values.size(); i += channels)
      channel.samples.push_back(scale * values[i]);
    all.push_back(std::move(channel));
  };
  for (size_t c = 0; c < channels; ++c) {
    const ProbeChannel& channel = found.run.channels[c];
    add(channel.name, channel.unit, found.run.values, c, 1);
    for (size_t k = 0; k < found.slopes.size(); ++k) {
      const VariedParameter& parameter = varied.parameters()[k];
      add(fmt::format("{} by {}", channel.name, parameter.name), channel.unit, found.slopes[k], c,
          ScaleOf(parameter));
    }
  }
  return all;
}

ExitCode Differentiate(const SensitivityArguments& options, const Console& console) {
  const VariedModel varied(options.file, options.assignments, options.case_name,
                           options.parameters);
  console.Warn(varied.loaded().diagnostics);
  options.outputs.Check(varied.loaded().files);
  const auto prepare = [&](Model* model) {
    if (options.end_time > 0) model->solver.end_time = options.end_time;
    if (options.channels.empty()) return;
    model->channels.list.clear();
    for (const std::string& name : options.channels) {
      ChannelChoice choice;
      choice.name = name;
      model->channels.list.push_back(choice);
    }
  };
  std::vector<double> values;
  for (const VariedParameter& parameter : varied.parameters()) values.push_back(parameter.value);
  Model model = varied.loaded().model;
  prepare(&model);
  const std::vector<ModelVariation> variations = varied.Variations(values, prepare);
  SensitivityRecording found;
  const auto progress = console.StartProgress("run");
  const RunStatus status = options.statics
                               ? StaticSensitivities(model, variations, &found)
                               : RunWithSensitivities(model, variations, options.from_equilibrium,
                                                      &found, progress.get());
  if (!status.ok) {
    console.PrintJson({{"status", "failed"}, {"reason", status.reason}});
    console.Warn(fmt::format("{} ({})", status.reason, status.remedy));
    return status.interrupted ? kInterrupted : ExitCode::kRunFailed;
  }
  nlohmann::json result = Summarize(found, varied, options.statics, console);
  result["cpu_seconds"] = {{"start", found.seconds_of_start}, {"run", found.seconds_of_run}};
  console.Print(
      "  {:.3g} s of CPU time for the pairs of models, {:.3g} s for the run with {} slopes",
      found.seconds_of_start, found.seconds_of_run, found.slopes.size());
  console.PrintJson(result);
  if (!options.output.empty()) {
    for (const std::string& file :
         WriteHistory(found.run.time, ChannelsOf(found, varied), options.output, options.outputs,
                      varied.loaded().files)) {
      console.Print("histories: {}", file);
    }
  }
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclareSensitivity(CLI::App& app) {
  auto options = std::make_shared<SensitivityArguments>();
  app.add_option("file", options->file, "Model file (YAML)")->required();
  app.add_option("-P,--parameters", options->parameters,
                 "Numbers of the model by their names for --set, or patterns that are scaled "
                 "together: coil,tyre  front_*/coil_rate  lca.z")
      ->delimiter(',')
      ->required();
  app.add_option("-c,--channels", options->channels,
                 "Channels of sensors, with * for any text; else those of the model")
      ->delimiter(',');
  CLI::Option* equilibrium =
      app.add_flag("--equilibrium", options->from_equilibrium, "Start in static equilibrium");
  CLI::Option* end =
      app.add_option("--end-time", options->end_time, "End of the run [s]")->check(AboveZero());
  app.add_flag("--static", options->statics, "Of the static equilibrium, without a run")
      ->excludes(equilibrium)
      ->excludes(end);
  options->outputs.AddHistory(app, "-o,--output", &options->output,
                              "Channels and their derivatives by the logarithms of the parameters");
  options->outputs.Declare(app);
  AddSetOption(app, &options->assignments);
  AddCaseOption(app, &options->case_name);
  return [options](const Console& console) { return Differentiate(*options, console); };
}

}  // namespace

extern const Command kSensitivityCommand;
const Command kSensitivityCommand = {
    "sensitivity", "How the channels of a run or an equilibrium change with parameters",
    "  jounce sensitivity car.yaml -P coil,tyre -c chassis_acceleration.z --equilibrium\n"
    "  jounce sensitivity car.yaml -P 'front_*/coil_rate' -o slopes.csv\n"
    "  jounce sensitivity car.yaml -P coil,payload --static --json\n",
    &DeclareSensitivity};

}  // namespace jounce
