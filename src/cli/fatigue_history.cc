// Histories, tables of cycles and tensors of `jounce fatigue`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/fatigue_options.h"
#include "fatigue/critical_plane.h"
#include "fatigue/racetrack.h"
#include "io/any_signals.h"
#include "io/fatigue_file.h"
#include "io/text_file.h"
#include "math/stress_tensor.h"
#include "signals/channel_units.h"

namespace jounce {
namespace {

// One pass of a channel in one event.
struct FatigueCounted {
  std::string channel;
  AssessmentSettings settings;
  Assessment found;
};

// Factor to SI. A strain becomes the pseudo stress that strain life counts.
double FactorOf(const std::string& unit, const FatigueMaterial& material,
                const AssessmentSettings& settings, const std::string& what) {
  const bool is_strain =
      settings.method == LifeMethod::kStrain && settings.notch == NotchRule::kStrain;
  return is_strain ? SiFactor(unit, quantity::kNumber, what) * material.young
                   : SiFactor(unit, LoadQuantity(settings.method), what);
}

// Piece by piece, in constant memory, where the method allows it and nobody asks for the cycles.
Assessment AssessChannel(const SignalSource& source, size_t channel, double factor,
                         const FatigueMaterial& material, const AssessmentSettings& settings,
                         bool keeps_levels) {
  if (!CountsPieceByPiece(settings.method)) {
    std::vector<double> loads = source.ReadChannel(channel).samples;
    for (double& load : loads) load *= factor;
    return AssessSamples(loads, material, settings);
  }
  AssessmentStream stream(material, settings, keeps_levels);
  std::vector<double> loads;
  ForEachPiece(source, channel, [&](size_t, std::span<const double> samples) {
    loads.assign(samples.begin(), samples.end());
    for (double& load : loads) load *= factor;
    stream.Add(loads);
    return true;
  });
  return stream.End();
}

// What has no damage is told apart: nothing moves, or nothing moves enough.
void RemarkEndless(const Assessment& found, const std::string& what, const Console& console) {
  if (found.largest_amplitude == 0) {
    console.Warn(what + " is constant: no cycles, an endless life");
  } else if (found.damage == 0) {
    console.Warn(what + " has cycles, but none that does damage by this method: an endless life");
  }
}

// CSV files need no time to be counted.
SignalInput WithoutTime(const FatigueArguments& options, const std::vector<std::string>& files) {
  SignalInput input = options.input;
  input.files = files;
  if (!(input.csv.sample_rate > 0)) input.csv.sample_rate = 1;
  return input;
}

std::vector<FatigueCounted> CountFile(const std::string& file, const FatigueArguments& options,
                                      const FatigueMaterial& material, const Console& console) {
  std::vector<FatigueCounted> counted;
  const bool keeps_levels = !options.output.empty() || options.blocks > 0;
  for (const OpenedSignals& opened : OpenSignalInput(WithoutTime(options, {file}), console)) {
    RequireFinite(*opened.source, opened.path);
    for (size_t c = 0; c < opened.source->NumChannels(); ++c) {
      const ChannelHead& channel = opened.source->Head(c);
      const std::string what = fmt::format("{}: channel '{}'", opened.path, channel.name);
      const std::string unit = UnitOf(channel, options, opened.path);
      AssessmentSettings settings = SettingsOf(options, material, unit, what);
      const double factor = FactorOf(unit, material, settings, what);
      settings.gate = options.gate * factor;
      counted.push_back(
          {channel.name, settings,
           AssessChannel(*opened.source, c, factor, material, settings, keeps_levels)});
      RemarkEndless(counted.back().found, what, console);
    }
  }
  return counted;
}

std::string CyclesText(const std::vector<FatigueCounted>& counted) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  const bool loops = !counted.empty() && !counted.front().found.loops.empty();
  text.append(std::string_view(
      loops ? "channel,pass,count,load_min,load_max,stress_min [MPa],stress_max [MPa],strain_min,"
              "strain_max,damage\n"
            : "channel,unit,amplitude,mean,count\n"));
  for (const FatigueCounted& channel : counted) {
    const char* unit = ShownUnit(channel.settings.method);
    const double scale = 1 / ParseUnit(unit).scale;
    // FKM works in MPa already.
    const double stress = channel.found.parameter.empty() ? 1e-6 : 1;
    for (size_t i = 0; loops && i < channel.found.loops.size(); ++i) {
      const Hysteresis& loop = channel.found.loops[i];
      fmt::format_to(out, "\"{}\",{},{},{},{},{},{},{},{},{}\n", channel.channel, loop.pass,
                     loop.count(), stress * loop.load_min, stress * loop.load_max,
                     stress * loop.stress_min, stress * loop.stress_max, loop.strain_min,
                     loop.strain_max, channel.found.loop_damage[i]);
    }
    for (size_t i = 0; !loops && i < channel.found.levels.size(); ++i) {
      const LoadLevel& level = channel.found.levels[i];
      fmt::format_to(out, "\"{}\",{},{},{},{}\n", channel.channel, unit, scale * level.amplitude,
                     scale * level.mean, level.cycles);
    }
  }
  return fmt::to_string(text);
}

void PrintCounted(const FatigueCounted& row, const Console& console) {
  const double scale = 1 / ParseUnit(ShownUnit(row.settings.method)).scale;
  console.Print("{:32} {:12} {:6} {:12.6g} {:14.6g} {:14.6g} {:14.6g} {:>12}", row.channel,
                NameOf(row.settings.method), ShownUnit(row.settings.method), row.found.cycles,
                scale * row.found.largest_amplitude, scale * row.found.equivalent_amplitude,
                row.found.damage, LifeText(row.found.passes));
}

void PrintHeads(const Console& console) {
  console.Print("{:32} {:12} {:6} {:>12} {:>14} {:>14} {:>14} {:>12}", "channel", "method", "unit",
                "cycles", "largest ampl.", "equiv. ampl.", "damage a pass", "passes");
}

ExitCode AssessTable(const FatigueArguments& options, const FatigueMaterial& material,
                     const Console& console) {
  const CycleTable table = ReadCycleTable(options.cycles);
  const std::string unit = UnitOf({.name = "cycles", .unit = table.unit}, options, options.cycles);
  AssessmentSettings settings = SettingsOf(options, material, unit, options.cycles);
  const double factor = FactorOf(unit, material, settings, options.cycles);
  std::vector<LoadLevel> levels = table.levels;
  for (LoadLevel& level : levels) {
    level.amplitude *= factor;
    level.mean *= factor;
  }
  const FatigueCounted row{options.cycles, settings, AssessLevels(levels, material, settings)};
  PrintHeads(console);
  PrintCounted(row, console);
  nlohmann::json json = AssessmentJson(row.found, settings, options);
  TellRig(row.found.levels, row.found.damage, settings, options, material, console, &json);
  json["material"] = material.name;
  if (!options.output.empty()) WriteTextFile(options.output, CyclesText({row}));
  console.PrintJson(json);
  return ExitCode::kDone;
}

// The history for a rig, at one sample a reversal.
void WriteEdited(const FatigueArguments& options, const FatigueMaterial& material,
                 const Console& console, nlohmann::json* json) {
  std::vector<Channel> edited;
  for (const OpenedSignals& opened :
       OpenSignalInput(WithoutTime(options, ExpandFiles(options.input.files)), console)) {
    for (Channel channel : opened.source->ReadAll()) {
      const std::string unit = UnitOf(channel, options, opened.path);
      const AssessmentSettings settings =
          SettingsOf(options, material, unit, fmt::format("channel '{}'", channel.name));
      const size_t before = TurningPoints(channel.samples).size();
      EditedHistory kept =
          KeepDamage(channel.samples, SlopeOf(material, settings.method), options.keep);
      console.Print("  {}: {} of {} reversals keep {:.4g} % of the damage (gate {:.6g} {})",
                    channel.name, kept.points.size(), before, 100 * kept.kept, kept.gate, unit);
      (*json)["edited"].push_back({{"name", channel.name},
                                   {"reversals", kept.points.size()},
                                   {"reversals_before", before},
                                   {"kept_damage", kept.kept},
                                   {"gate", kept.gate}});
      channel.samples = std::move(kept.points);
      channel.sample_rate = 1;
      channel.start = 0;
      edited.push_back(std::move(channel));
    }
  }
  if (edited.size() != 1) {
    throw InputError("--edit makes a history of one channel", "choose one with -c");
  }
  WriteSignals(options.edit, MemorySource(std::move(edited)));
  console.Print("  history: {}", options.edit);
}

// The cycles of a channel in one whole schedule.
std::vector<LoadLevel> LevelsOfSchedule(const Schedule& schedule,
                                        const std::vector<std::vector<FatigueCounted>>& events,
                                        size_t channel) {
  std::vector<LoadLevel> levels;
  for (size_t e = 0; e < events.size(); ++e) {
    for (LoadLevel level : events[e][channel].found.levels) {
      level.cycles *= schedule.events[e].repetitions;
      levels.push_back(level);
    }
  }
  return levels;
}

// Events in columns: each channel must be in all of them.
ExitCode AssessSchedule(const FatigueArguments& options, const FatigueMaterial& material,
                        const Console& console) {
  const Schedule schedule = ScheduleOf(options);
  std::vector<std::string> inputs;
  for (const ScheduleEvent& event : schedule.events) inputs.push_back(event.file);
  options.outputs.Check(inputs);
  std::vector<std::vector<FatigueCounted>> events;
  for (const ScheduleEvent& event : schedule.events) {
    events.push_back(CountFile(event.file, options, material, console));
    if (events.back().size() == events.front().size()) continue;
    throw InputError({{Severity::kError, event.place,
                       fmt::format("event '{}' has {} channels, the first event {}", event.name,
                                   events.back().size(), events.front().size()),
                       "choose channels that all events have with -c"}});
  }
  nlohmann::json json = {{"material", material.name}, {"channels", nlohmann::json::array()}};
  std::vector<FatigueCounted> cycles;  // of one whole schedule
  for (size_t c = 0; c < events.front().size(); ++c) {
    std::vector<double> damage;
    for (const auto& event : events) damage.push_back(event[c].found.damage);
    const ScheduleLife life = LifeOf(schedule, damage, options.negligible);
    const FatigueCounted& first = events.front()[c];
    console.Print("{} ({})", first.channel, NameOf(first.settings.method));
    PrintSchedule(life, console);
    nlohmann::json channel = ScheduleJson(life);
    channel["name"] = first.channel;
    FatigueCounted all{first.channel, first.settings, {}};
    all.found.levels = LevelsOfSchedule(schedule, events, c);
    TellRig(all.found.levels, life.damage, first.settings, options, material, console, &channel);
    if (!options.output.empty()) cycles.push_back(std::move(all));
    json["channels"].push_back(channel);
  }
  if (!options.output.empty()) WriteTextFile(options.output, CyclesText(cycles));
  console.PrintJson(json);
  return ExitCode::kDone;
}

std::vector<Vector6> TensorsOf(const std::vector<Channel>& channels,
                               const FatigueArguments& options, const std::string& file) {
  std::vector<Vector6> history(channels.front().samples.size(), Vector6(Vector6::Zero()));
  for (int c = 0; c < 6; ++c) {
    const Channel& channel = channels[static_cast<size_t>(c)];
    const std::string what = fmt::format("{}: channel '{}'", file, channel.name);
    const std::string unit = UnitOf(channel, options, file);
    if (unit.empty()) throw InputError(what + " has no unit", "say it with --unit MPa");
    const double factor = options.factor * SiFactor(unit, quantity::kStress, what);
    if (channel.samples.size() != history.size()) {
      throw InputError(what + " is of another length than the first one");
    }
    for (size_t i = 0; i < history.size(); ++i) history[i][c] = factor * channel.samples[i];
  }
  return history;
}

}  // namespace

ExitCode FatigueOfHistories(const FatigueArguments& options, const Console& console) {
  const std::vector<std::string> files = ExpandFiles(options.input.files);
  std::vector<std::string> inputs = files;
  for (const std::string& path : {options.material, options.cycles, options.schedule}) {
    if (!path.empty()) inputs.push_back(path);
  }
  options.outputs.Check(inputs);
  const FatigueMaterial material = LoadFatigueMaterial(options.material);
  if (!options.cycles.empty()) return AssessTable(options, material, console);
  if (!options.schedule.empty()) return AssessSchedule(options, material, console);
  nlohmann::json json = {{"material", material.name}, {"channels", nlohmann::json::array()}};
  std::vector<FatigueCounted> all;
  for (const std::string& file : files) {
    for (FatigueCounted& row : CountFile(file, options, material, console)) {
      if (all.empty()) PrintHeads(console);
      PrintCounted(row, console);
      nlohmann::json channel = AssessmentJson(row.found, row.settings, options);
      TellRig(row.found.levels, row.found.damage, row.settings, options, material, console,
              &channel);
      channel["name"] = row.channel;
      channel["file"] = file;
      json["channels"].push_back(channel);
      all.push_back(std::move(row));
    }
  }
  // The one channel that most ask for, at hand.
  if (json["channels"].size() == 1) json.update(json["channels"][0]);
  if (!options.edit.empty()) WriteEdited(options, material, console, &json);
  if (!options.output.empty()) WriteTextFile(options.output, CyclesText(all));
  console.PrintJson(json);
  return ExitCode::kDone;
}

ExitCode FatigueOfTensors(const FatigueArguments& options, const Console& console) {
  const std::vector<std::string> files = ExpandFiles(options.input.files);
  options.outputs.Check(files);
  const FatigueMaterial material = LoadFatigueMaterial(options.material);
  const std::vector<Channel> channels = LoadFiniteSignals(WithoutTime(options, files), console);
  if (channels.size() != 6) {
    throw InputError(fmt::format("a stress tensor has six channels, not {}", channels.size()),
                     "choose xx, yy, zz, xy, yz and zx in this order with -c");
  }
  const std::vector<Vector6> history = TensorsOf(channels, options, files.front());
  AssessmentSettings settings = SettingsOf(options, material, "MPa", files.front());
  settings.factor = 1;
  const Proportionality shape = AssessProportionality(history);
  nlohmann::json json;
  const std::string method = options.multiaxial;
  if (method == "signed-von-mises" || method == "absolute-principal") {
    std::vector<double> scalar;
    for (const Vector6& stress : history) {
      scalar.push_back(method == "signed-von-mises" ? SignedVonMises(stress)
                                                    : AbsoluteMaximumPrincipal(stress));
    }
    settings.gate = options.gate * 1e6;
    const Assessment found = AssessSamples(scalar, material, settings);
    json = AssessmentJson(found, settings, options);
    TellRig(found.levels, found.damage, settings, options, material, console, &json);
    console.Print("{}: {:.6g} cycles, damage {:.6g} a pass, {} passes", method, found.cycles,
                  found.damage, LifeText(found.passes));
  } else {
    PlaneSettings planes;
    planes.method = PlaneMethodOfName(method);
    planes.k =
        planes.method == PlaneMethod::kFatemiSocie ? material.fatemi_socie_k : material.findley_k;
    planes.young = material.young;
    planes.poisson = material.poisson;
    planes.yield = material.mean_stress.yield_strength;
    planes.free_surface = options.surface;
    planes.residue = settings.residue;
    if (planes.method == PlaneMethod::kBrownMiller && settings.mean == MeanStressRule::kNone) {
      settings.mean = MeanStressRule::kMorrow;
    }
    const PlaneResult found = FindCriticalPlane(history, planes, StressDamage(material, settings));
    // Strain parameters are numbers, those of stress in MPa.
    const bool strains =
        planes.method == PlaneMethod::kFatemiSocie || planes.method == PlaneMethod::kBrownMiller;
    const double scale = strains ? 1 : 1e-6;
    const double passes = found.damage > 0 ? 1 / found.damage : INFINITY;
    json = {{"method", method},
            {"damage", found.damage},
            {"passes", LifeJson(passes)},
            {"cycles", found.cycles},
            {"life_cycles", LifeJson(passes * found.cycles)},
            {"largest_amplitude", 1e-6 * found.largest},
            {"unit", "MPa"},
            {"parameter", scale * found.parameter},
            {"normal", {found.normal.x(), found.normal.y(), found.normal.z()}},
            {"slip", {found.slip.x(), found.slip.y(), found.slip.z()}}};
    console.Print("{}: {:.6g} cycles, damage {:.6g} a pass, {} passes", method, found.cycles,
                  found.damage, LifeText(passes));
    console.Print("  plane with normal ({:.4f}, {:.4f}, {:.4f}), parameter {:.6g}{}",
                  found.normal.x(), found.normal.y(), found.normal.z(), scale * found.parameter,
                  strains ? "" : " MPa");
  }
  json["biaxiality"] = shape.biaxiality;
  json["biaxiality_deviation"] = shape.biaxiality_deviation;
  json["mobility_deg"] = shape.mobility;
  json["proportionality"] = shape.Verdict();
  console.Print("  biaxiality {:.3f} +- {:.3f}, mobility {:.1f} deg: {}", shape.biaxiality,
                shape.biaxiality_deviation, shape.mobility, shape.Verdict());
  console.PrintJson(json);
  return ExitCode::kDone;
}

}  // namespace jounce
