// Welds of `jounce fatigue` whose loads are known: structural stress first, then the weld's class.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/fatigue_options.h"
#include "fatigue/weld_stress.h"
#include "io/fatigue_file.h"
#include "signals/channel_units.h"

namespace jounce {
namespace {

struct WeldLoads {
  std::vector<std::vector<double>> channels;  // SI
  std::string file;
};

WeldLoads LoadsOf(const FatigueArguments& options, const std::vector<Quantity>& quantities,
                  const char* order, const Console& console) {
  SignalInput input = options.input;
  if (!(input.csv.sample_rate > 0)) input.csv.sample_rate = 1;
  const std::vector<Channel> channels = LoadFiniteSignals(input, console);
  if (channels.size() != quantities.size()) {
    throw InputError(fmt::format("{} channels for the loads of a weld", channels.size()),
                     fmt::format("choose {} in this order with -c", order));
  }
  WeldLoads loads{{}, input.files.front()};
  for (size_t c = 0; c < channels.size(); ++c) {
    const std::string what = fmt::format("{}: channel '{}'", loads.file, channels[c].name);
    if (channels[c].unit.empty()) {
      throw InputError(what + " has no unit", fmt::format("loads are forces and moments; in SI: {}",
                                                          quantities[c].SiUnit()));
    }
    const double factor = options.factor * SiFactor(channels[c].unit, quantities[c], what);
    loads.channels.push_back(channels[c].samples);
    for (double& x : loads.channels.back()) x *= factor;
    if (loads.channels[c].size() != loads.channels[0].size()) {
      throw InputError(what + " is of another length than the first one");
    }
  }
  return loads;
}

struct WeldPlace {
  std::string name;
  std::vector<double> stress;
};

std::vector<WeldPlace> SeamPlaces(const WeldLoads& loads, const WeldClass& weld) {
  std::vector<WeldPlace> places;
  for (const int side : {1, -1}) {
    places.push_back({side > 0 ? "side that the moment pulls" : "other side", {}});
    for (size_t i = 0; i < loads.channels[0].size(); ++i) {
      places.back().stress.push_back(
          SeamStress(loads.channels[0][i], loads.channels[1][i], weld.thickness, side));
    }
  }
  return places;
}

std::vector<WeldPlace> SpotPlaces(const WeldLoads& loads, const WeldClass& weld) {
  std::vector<WeldPlace> places;
  for (int degrees = 0; degrees < 360; degrees += 10) {
    places.push_back({fmt::format("{} deg", degrees), {}});
    for (size_t i = 0; i < loads.channels[0].size(); ++i) {
      const SpotWeldLoad load{loads.channels[0][i], loads.channels[1][i], loads.channels[2][i],
                              loads.channels[3][i], loads.channels[4][i]};
      places.back().stress.push_back(
          SpotWeldStress(load, weld.nugget, weld.thickness, degrees * M_PI / 180));
    }
  }
  return places;
}

}  // namespace

ExitCode FatigueOfWeld(const FatigueArguments& options, const Console& console) {
  options.outputs.Check(ExpandFiles(options.input.files));
  const FatigueMaterial material = LoadFatigueMaterial(options.material);
  const WeldClass& weld = material.Weld();
  const bool spot = options.weld == "spot";
  if (!(weld.thickness > 0) || (spot && !(weld.nugget > 0))) {
    throw InputError({{Severity::kError,
                       {options.material},
                       fmt::format("the loads of a {} weld make stresses by its {}", options.weld,
                                   weld.thickness > 0 ? "`nugget_diameter`" : "`thickness`"),
                       "add it to `weld`"}});
  }
  const Quantity moment = quantity::kForce * quantity::kLength;
  const WeldLoads loads =
      spot
          ? LoadsOf(options, {quantity::kForce, quantity::kForce, quantity::kForce, moment, moment},
                    "Fx, Fy, Fz, Mx and My of the nugget", console)
          : LoadsOf(options, {quantity::kForce / quantity::kLength, quantity::kForce},
                    "the force and the moment of each length of the seam", console);
  AssessmentSettings settings = SettingsOf(options, material, "MPa", loads.file);
  settings.method = LifeMethod::kWeld;
  settings.factor = 1;
  Assessment worst;
  std::string place;
  for (const WeldPlace& candidate : spot ? SpotPlaces(loads, weld) : SeamPlaces(loads, weld)) {
    Assessment found = AssessSamples(candidate.stress, material, settings);
    if (!place.empty() && found.damage <= worst.damage) continue;
    worst = std::move(found);
    place = candidate.name;
  }
  console.Print("{} weld, worst at {}: {:.6g} cycles, damage {:.6g} a pass, {} passes",
                options.weld, place, worst.cycles, worst.damage, LifeText(worst.passes));
  nlohmann::json json = AssessmentJson(worst, settings, options);
  json["material"] = material.name;
  json["weld"] = options.weld;
  json["place"] = place;
  TellRig(worst.levels, worst.damage, settings, options, material, console, &json);
  console.PrintJson(json);
  return ExitCode::kDone;
}

}  // namespace jounce
