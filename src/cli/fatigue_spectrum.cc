// Spectra of `jounce fatigue`.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/fatigue_options.h"
#include "fatigue/spectral_damage.h"
#include "io/fatigue_file.h"
#include "signals/channel_units.h"

namespace jounce {
namespace {

// Factor to Pa^2/Hz: from the unit of the density, or from --unit of the stress.
double DensityFactor(const DensityTable::Column& column, const FatigueArguments& options) {
  const std::string what = fmt::format("{}: column '{}'", options.psd, column.name);
  const Quantity density = quantity::kStress * quantity::kStress / quantity::kFrequency;
  if (!column.unit.empty()) {
    const Unit unit = ParseChannelUnit(column.unit);
    if (unit.dimension == density.ToDimension()) return unit.scale;
    throw InputError(fmt::format("{} is in {}, which is no density of a stress", what, column.unit),
                     "MPa^2/Hz, for example");
  }
  if (options.unit.empty()) {
    throw InputError(what + " has no unit",
                     "name it in the head, 'density [MPa^2/Hz]', or say "
                     "--unit MPa");
  }
  const double stress = SiFactor(options.unit, quantity::kStress, what);
  return stress * stress;
}

}  // namespace

ExitCode FatigueOfSpectrum(const FatigueArguments& options, const Console& console) {
  options.outputs.Check({options.psd, options.material});
  const FatigueMaterial material = LoadFatigueMaterial(options.material);
  const DensityTable table = ReadDensityTable(options.psd);
  WoehlerLine line = material.StressLife();
  if (options.failure > 0) line = line.ForFailure(options.failure);
  // Of the line without knee, in MPa: N = C S^-k.
  const double constant = line.cycles * std::pow(line.amplitude * 1e-6, line.slope);
  nlohmann::json json = {{"material", material.name}, {"spectra", nlohmann::json::array()}};
  console.Print("{:28} {:20} {:>14} {:>16} {:>14}", "spectrum", "method", "damage a second",
                "damage a pass", "passes");
  for (const DensityTable::Column& column : table.columns) {
    std::vector<double> density = column.density;
    const double factor = DensityFactor(column, options) * 1e-12;
    for (double& g : density) g *= factor * options.factor * options.factor;
    const StressMoments m = MomentsOfDensity(table.frequency, density);
    nlohmann::json spectrum = {{"name", column.name},
                               {"unit", "MPa"},
                               {"moments", {m.m0, m.m1, m.m2, m.m3, m.m4}},
                               {"rms", std::sqrt(m.m0)},
                               {"duration", options.duration},
                               {"damage_per_second", nlohmann::json::object()},
                               {"damage", nlohmann::json::object()}};
    if (m.m0 > 0) spectrum["irregularity"] = m.Irregularity();
    for (const SpectralMethod method : AllSpectralMethods()) {
      if (options.spectral != "all" && SpectralMethodOfName(options.spectral) != method) continue;
      const double rate = SpectralDamage(m, method, line.slope, constant);
      const double pass = rate * options.duration;
      console.Print("{:28} {:20} {:14.6g} {:16.6g} {:>14}", column.name, NameOf(method), rate, pass,
                    LifeText(pass > 0 ? 1 / pass : INFINITY));
      spectrum["damage_per_second"][NameOf(method)] = rate;
      spectrum["damage"][NameOf(method)] = pass;
      spectrum["passes"][NameOf(method)] = LifeJson(pass > 0 ? 1 / pass : INFINITY);
    }
    json["spectra"].push_back(spectrum);
  }
  if (json["spectra"].size() == 1) json.update(json["spectra"][0]);
  console.PrintJson(json);
  return ExitCode::kDone;
}

}  // namespace jounce
