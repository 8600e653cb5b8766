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
  bool modes = false, undamped = false;
  int count = 10;
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

// By the logarithms of parameters.
using Effects = std::vector<std::pair<std::string, double>>;

// "coil 0.012, tyre -0.003": what one per cent of each does.
std::string LargestFirst(Effects effects) {
  std::stable_sort(effects.begin(), effects.end(), [](const auto& a, const auto& b) {
    return std::abs(a.second) > std::abs(b.second);
  });
  std::string text;
  for (const auto& [name, effect] : effects) {
    text += fmt::format("{}{} {:.3g}", text.empty() ? "" : ", ", name, 0.01 * effect);
  }
  return text;
}

void AddParameters(const VariedModel& varied, nlohmann::json* result) {
  for (const VariedParameter& parameter : varied.parameters()) {
    (*result)["parameters"][parameter.name] = {{"value", parameter.value},
                                               {"unit", parameter.unit}};
  }
}

ExitCode Fail(const RunStatus& status, const Console& console) {
  console.PrintJson({{"status", "failed"}, {"reason", status.reason}});
  console.Warn(fmt::format("{} ({})", status.reason, status.remedy));
  return status.interrupted ? kInterrupted : ExitCode::kRunFailed;
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
    Effects effects;
    for (size_t k = 0; k < found.slopes.size(); ++k) {
      const VariedParameter& parameter = varied.parameters()[k];
      const double scale = ScaleOf(parameter);
      const double effect =
          scale * (statics ? found.slopes[k][c] : Rms(found.slopes[k], c, channels));
      one["by_logarithm"][parameter.name] = effect;
      effects.push_back({parameter.name, effect});
    }
    console.Print("{:32} {:>12.5g}  {} [{}]", channel.name, size, LargestFirst(effects),
                  channel.unit);
  }
  AddParameters(varied, &result);
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

// What is told of a mode: its values, and how they change.
struct ModeValue {
  const char *name, *unit;
  double scale;  // from JSON to what people read
  double Mode::*value;
  double ModeSlope::*slope;
};
constexpr ModeValue kFrequency = {"frequency", "Hz", 1, &Mode::frequency, &ModeSlope::frequency};
constexpr ModeValue kDamping = {"damping", "%", 100, &Mode::damping, &ModeSlope::damping};
constexpr ModeValue kTimeConstant = {"time_constant", "s", 1, &Mode::time_constant,
                                     &ModeSlope::time_constant};

nlohmann::json Summarize(const ModeWithSlopes& mode, const VariedModel& varied, bool undamped,
                         const Console& console) {
  nlohmann::json one = {{"mode", mode.number}};
  std::vector<ModeValue> values = {kTimeConstant};
  if (mode.mode.swings()) values = {kFrequency, kDamping};
  if (mode.mode.swings() && undamped) values.pop_back();
  if (!mode.why_none.empty()) one["no_slopes"] = mode.why_none;
  for (const ModeValue& value : values) {
    one[value.name] = mode.mode.*value.value;
    Effects effects;
    for (size_t k = 0; k < mode.slopes.size(); ++k) {
      const VariedParameter& parameter = varied.parameters()[k];
      const double effect = ScaleOf(parameter) * (mode.slopes[k].*value.slope);
      one["by_logarithm"][parameter.name][value.name] = effect;
      effects.push_back({parameter.name, value.scale * effect});
    }
    console.Print("{:>4} {:14} {:>12.5g}  {} [{}]", mode.number, value.name,
                  value.scale * (mode.mode.*value.value),
                  mode.why_none.empty() ? LargestFirst(effects) : "none: " + mode.why_none,
                  value.unit);
  }
  return one;
}

ExitCode DifferentiateModes(const SensitivityArguments& options, const Model& model,
                            const std::vector<ModelVariation>& variations,
                            const VariedModel& varied, const Console& console) {
  std::vector<ModeWithSlopes> modes;
  const RunStatus status =
      ModeSensitivities(model, variations, options.undamped, options.count, &modes);
  if (!status.ok) return Fail(status, console);
  nlohmann::json result = {{"status", "done"}, {"modes", nlohmann::json::array()}};
  console.Print("{:>4} {:14} {:>12}  change by 1 % of a parameter", "mode", "", "value");
  for (const ModeWithSlopes& mode : modes) {
    result["modes"].push_back(Summarize(mode, varied, options.undamped, console));
  }
  AddParameters(varied, &result);
  console.PrintJson(result);
  return ExitCode::kDone;
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
  if (options.modes) return DifferentiateModes(options, model, variations, varied, console);
  SensitivityRecording found;
  const auto progress = console.StartProgress("run");
  const RunStatus status = options.statics
                               ? StaticSensitivities(model, variations, &found)
                               : RunWithSensitivities(model, variations, options.from_equilibrium,
                                                      &found, progress.get());
  if (!status.ok) return Fail(status, console);
  nlohmann::json result = Summarize(found, varied, options.statics, console);
  if (!options.statics) {
    result["cpu_seconds"] = {{"start", found.seconds_of_start}, {"run", found.seconds_of_run}};
    console.Print(
        "  {:.3g} s of CPU time for the pairs of models, {:.3g} s for the run with {} slopes",
        found.seconds_of_start, found.seconds_of_run, found.slopes.size());
  }
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
  CLI::Option* statics =
      app.add_flag("--static", options->statics, "Of the static equilibrium, without a run")
          ->excludes(equilibrium)
          ->excludes(end);
  CLI::Option* output =
      options->outputs.AddHistory(app, "-o,--output", &options->output,
                                  "Channels and their derivatives by the logarithms of the "
                                  "parameters");
  CLI::Option* modes =
      app.add_flag("--modes", options->modes,
                   "Of frequencies and damping of the modes about the static equilibrium")
          ->excludes(equilibrium)
          ->excludes(end)
          ->excludes(statics)
          ->excludes(output);
  app.add_flag("--undamped", options->undamped, "Modes with relaxed stiffness and no damping")
      ->needs(modes);
  app.add_option("-n,--count", options->count,
                 "Most modes to show, of those that swing and of those that do not")
      ->check(CLI::Range(1, 100000))
      ->needs(modes);
  options->outputs.Declare(app);
  AddSetOption(app, &options->assignments);
  AddCaseOption(app, &options->case_name);
  return [options](const Console& console) { return Differentiate(*options, console); };
}

}  // namespace

extern const Command kSensitivityCommand;
const Command kSensitivityCommand = {
    "sensitivity", "How the channels of a run or an equilibrium, or modes, change with parameters",
    "  jounce sensitivity car.yaml -P coil,tyre -c chassis_acceleration.z --equilibrium\n"
    "  jounce sensitivity car.yaml -P 'front_*/coil_rate' -o slopes.csv\n"
    "  jounce sensitivity car.yaml -P coil,payload --static --json\n"
    "  jounce sensitivity car.yaml -P coil,payload --modes --count 6\n",
    &DeclareSensitivity};

}  // namespace jounce
