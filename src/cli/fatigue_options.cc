#include "cli/fatigue_options.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "io/fatigue_file.h"
#include "signals/channel_units.h"

namespace jounce {

// Stress life where there is one; else what the material has for stresses.
static LifeMethod MethodForStress(const FatigueMaterial& material) {
  if (material.stress_life) return LifeMethod::kStress;
  if (material.weld) return LifeMethod::kWeld;
  if (material.strain_life) return LifeMethod::kStrain;
  return LifeMethod::kStress;
}

static LifeMethod MethodFor(const FatigueArguments& options, const FatigueMaterial& material,
                            const std::string& unit) {
  if (!options.method.empty()) return LifeMethodOfName(options.method);
  if (unit.empty()) return MethodForStress(material);
  const Dimension dimension = ParseChannelUnit(unit).dimension;
  if (dimension == quantity::kForce.ToDimension()) return LifeMethod::kForce;
  if (dimension.IsNone()) {
    return material.elongation_life ? LifeMethod::kElongation : LifeMethod::kStrain;
  }
  return MethodForStress(material);
}

AssessmentSettings SettingsOf(const FatigueArguments& options, const FatigueMaterial& material,
                              const std::string& unit, const std::string& what) {
  AssessmentSettings settings;
  settings.method = MethodFor(options, material, unit);
  settings.mean = MeanStressRuleOfName(options.mean);
  settings.miner = MinerRuleOfName(options.miner);
  settings.residue = ResidueOfName(options.residue);
  settings.failure = options.failure;
  settings.collapse_ratio = options.collapse_ratio;
  settings.stretch = options.stretch;
  settings.factor = options.factor;
  const bool is_strain = !unit.empty() && ParseChannelUnit(unit).dimension.IsNone();
  if (!options.notch.empty()) {
    settings.notch = NotchRuleOfName(options.notch);
  } else if (settings.method == LifeMethod::kStrain) {
    // Strains are as measured; stresses are pseudo-elastic where the material can yield.
    settings.notch = is_strain                      ? NotchRule::kStrain
                     : material.cyclic_strength > 0 ? NotchRule::kNeuber
                                                    : NotchRule::kElastic;
  }
  if (unit.empty()) {
    throw InputError(
        fmt::format("{} has no unit", what),
        fmt::format("say it with --unit, for example --unit {}", ShownUnit(settings.method)));
  }
  return settings;
}

double SiFactor(const std::string& unit, const Quantity& quantity, const std::string& what) {
  const Unit parsed = ParseChannelUnit(unit);
  if (!(parsed.dimension == quantity.ToDimension())) {
    std::string kind = "quantity in " + quantity.SiUnit();
    if (quantity == quantity::kStress) kind = "stress";
    if (quantity == quantity::kForce) kind = "force";
    throw InputError(fmt::format("{} is in {}, which is no {}", what, unit, kind),
                     "choose another channel, --method or --unit");
  }
  return parsed.scale;
}

std::string UnitOf(const ChannelHead& channel, const FatigueArguments& options,
                   const std::string& file) {
  if (channel.unit.empty() || channel.unit == "-") return options.unit;
  if (options.unit.empty() || options.unit == channel.unit) return channel.unit;
  throw InputError(fmt::format("{}: channel '{}' is in {}, not in {}", file, channel.name,
                               channel.unit, options.unit),
                   "leave --unit out, or convert the file with `jounce signal convert`");
}

nlohmann::json LifeJson(double life) {
  return std::isfinite(life) ? nlohmann::json(life) : nlohmann::json();
}

std::string LifeText(double life) {
  return std::isfinite(life) ? fmt::format("{:.6g}", life) : std::string("endless");
}

nlohmann::json AssessmentJson(const Assessment& found, const AssessmentSettings& settings,
                              const FatigueArguments& options) {
  const double scale = 1 / ParseUnit(ShownUnit(settings.method)).scale;
  return {{"method", NameOf(settings.method)},
          {"mean", options.mean},
          {"miner", options.miner},
          {"unit", ShownUnit(settings.method)},
          {"cycles", found.cycles},
          {"damage", found.damage},
          {"passes", LifeJson(found.passes)},
          {"life_cycles", LifeJson(found.life)},
          {"largest_amplitude", scale * found.largest_amplitude},
          {"equivalent_amplitude", scale * found.equivalent_amplitude}};
}

double SlopeOf(const FatigueMaterial& material, LifeMethod method) {
  if (method == LifeMethod::kForce) return material.ForceLife().slope;
  if (method == LifeMethod::kElongation) return material.ElongationLife().slope;
  if (method == LifeMethod::kWeld) return material.Weld().slope;
  return material.stress_life ? material.stress_life->slope : 5;
}

void TellRig(const std::vector<LoadLevel>& levels, double damage,
             const AssessmentSettings& settings, const FatigueArguments& options,
             const FatigueMaterial& material, const Console& console, nlohmann::json* json) {
  const char* unit = ShownUnit(settings.method);
  const double scale = 1 / ParseUnit(unit).scale;
  if (options.equivalent_cycles > 0 && damage > 0) {
    if (!CountsPieceByPiece(settings.method) || settings.method == LifeMethod::kCrackGrowth) {
      throw InputError(fmt::format("method '{}' has no line of amplitudes for --equivalent-cycles",
                                   NameOf(settings.method)),
                       "stress, force, elongation and weld have one");
    }
    const CycleDamage line = StressDamage(material, settings);
    const double amplitude =
        line.line().AmplitudeFor(options.equivalent_cycles / damage, line.rule());
    (*json)["equivalent"] = {{"cycles", options.equivalent_cycles},
                             {"amplitude", scale * amplitude}};
    console.Print("  equivalent load: amplitude {:.6g} {} in {:.6g} cycles", scale * amplitude,
                  unit, options.equivalent_cycles);
  }
  if (options.blocks == 0 || levels.empty()) return;
  nlohmann::json blocks = nlohmann::json::array();
  console.Print("  block programme: {:>14} {:>14} {:>14}", fmt::format("amplitude [{}]", unit),
                "mean", "cycles");
  for (const LoadLevel& block :
       BlockProgramme(levels, SlopeOf(material, settings.method), options.blocks)) {
    blocks.push_back({{"amplitude", scale * block.amplitude},
                      {"mean", scale * block.mean},
                      {"cycles", block.cycles}});
    console.Print("  {:>17}{:14.6g} {:14.6g} {:14.6g}", "", scale * block.amplitude,
                  scale * block.mean, block.cycles);
  }
  (*json)["blocks"] = blocks;
}

static bool SameFile(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return a == b || std::filesystem::equivalent(a, b, ignored);
}

Schedule ScheduleOf(const FatigueArguments& options) {
  Schedule schedule = LoadSchedule(options.schedule);
  const std::vector<std::string> files = ExpandFiles(options.input.files);
  std::set<std::string> used;
  for (ScheduleEvent& event : schedule.events) {
    for (const std::string& file : files) {
      const bool named = std::filesystem::path(file).stem().string() == event.name;
      if (event.file.empty() && (named || files.size() == 1)) event.file = file;
      if (SameFile(event.file, file)) used.insert(file);
    }
    if (event.file.empty()) {
      throw InputError(
          {{Severity::kError, event.place, fmt::format("event '{}' has no file", event.name),
            "give `file` here, or the file on the command line"}});
    }
  }
  for (const std::string& file : files) {
    if (used.contains(file)) continue;
    throw InputError(fmt::format("{} is no event of {}", file, options.schedule),
                     "leave it out, or name its event after it");
  }
  return schedule;
}

nlohmann::json ScheduleJson(const ScheduleLife& life) {
  nlohmann::json events = nlohmann::json::array();
  for (const EventShare& event : life.events) {
    events.push_back({{"name", event.name},
                      {"repetitions", event.repetitions},
                      {"damage", event.damage},
                      {"share", event.share},
                      {"can_be_left_out", event.droppable}});
  }
  nlohmann::json json = {
      {"damage", life.damage},
      {"schedules", LifeJson(life.schedules)},
      {"events", events},
      {"accelerated", {{"kept_damage", life.kept_damage}, {"kept_distance", life.kept_distance}}}};
  if (life.distance > 0) json["distance_km"] = LifeJson(life.distance / 1000);
  return json;
}

void PrintSchedule(const ScheduleLife& life, const Console& console) {
  console.Print("  schedule: damage {:.6g}, {} schedules{}", life.damage, LifeText(life.schedules),
                life.distance > 0 ? fmt::format(", {} km", LifeText(life.distance / 1000)) : "");
  for (const EventShare& event : life.events) {
    console.Print("    {:30} x {:<10.6g} damage {:12.6g}  {:6.2f} %{}", event.name,
                  event.repetitions, event.damage, 100 * event.share,
                  event.droppable ? "  can be left out" : "");
  }
  console.Print("  accelerated: {:.2f} % of the damage in {:.2f} % of the schedule",
                100 * life.kept_damage, 100 * life.kept_distance);
}

}  // namespace jounce
