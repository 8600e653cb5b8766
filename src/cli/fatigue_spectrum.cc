// Spectra of `jounce fatigue`.
#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/fatigue_options.h"
#include "fatigue/spectral_damage.h"
#include "io/fatigue_file.h"
#include "signals/channel_units.h"

namespace jounce {
namespace {

using Cross = Eigen::Matrix<double, 6, 6>;
constexpr std::array<const char*, 6> kStressNames = {"xx", "yy", "zz", "xy", "yz", "zx"};

int ComponentOf(const std::string& name) {
  const auto found = std::find(kStressNames.begin(), kStressNames.end(), name);
  return found == kStressNames.end() ? -1 : static_cast<int>(found - kStressNames.begin());
}

std::string ColumnText(const std::string& path, const DensityTable::Column& column) {
  return fmt::format("{}: column '{}'", path, column.name);
}

// Factor to Pa^2/Hz: from the unit of the density, or from --unit of the stress.
double DensityFactor(const DensityTable::Column& column, const FatigueArguments& options) {
  const std::string what = ColumnText(options.psd, column);
  const Quantity density = quantity::kStress * quantity::kStress / quantity::kFrequency;
  if (!column.unit.empty()) {
    const Unit unit = ParseChannelUnit(column.unit);
    if (unit.dimension == density.ToDimension()) return unit.scale;
    throw InputError(fmt::format("{} is in {}, which is no density of a stress", what, column.unit),
                     "MPa^2/Hz, for example; of accelerations with --transfer");
  }
  if (options.unit.empty()) {
    throw InputError(what + " has no unit",
                     "name it in the head, 'density [MPa^2/Hz]', or say "
                     "--unit MPa");
  }
  const double stress = SiFactor(options.unit, quantity::kStress, what);
  return stress * stress;
}

// Straight between the lines of a table, nothing beyond them.
double Between(const std::vector<double>& x, const std::vector<double>& y, double at) {
  if (x.empty() || at < x.front() || at > x.back()) return 0;
  const auto right = std::upper_bound(x.begin(), x.end(), at);
  if (right == x.end()) return y.back();
  const auto i = static_cast<size_t>(right - x.begin());
  return y[i - 1] + (y[i] - y[i - 1]) * (at - x[i - 1]) / (x[i] - x[i - 1]);
}

// A stress over frequency for each unit of an acceleration (or of another input).
struct StressResponse {
  std::string name;
  std::vector<double> real, imaginary;  // SI
};

// Amplitudes and, where they are there, phases.
std::vector<StressResponse> ResponsesOf(const DensityTable& table, const Dimension& per,
                                        const std::string& path) {
  std::vector<StressResponse> responses;
  for (const DensityTable::Column& column : table.columns) {
    if (column.name.ends_with(" phase")) continue;
    const std::string what = ColumnText(path, column);
    if (column.unit.empty()) {
      throw InputError(what + " has no unit", "name it in the head: xx [MPa/(m/s^2)]");
    }
    const Unit unit = ParseChannelUnit(column.unit);
    if (!(unit.dimension * per == quantity::kStress.ToDimension())) {
      throw InputError(fmt::format("{} is in {}, which is no stress for each unit of the input",
                                   what, column.unit),
                       "MPa/(m/s^2) of an acceleration in (m/s^2)^2/Hz");
    }
    StressResponse response{column.name, column.density, {}};
    response.imaginary.assign(column.density.size(), 0);
    const auto phase =
        std::find_if(table.columns.begin(), table.columns.end(),
                     [&](const auto& other) { return other.name == column.name + " phase"; });
    for (size_t i = 0; i < column.density.size(); ++i) {
      const bool has_phase = phase != table.columns.end();
      const double turn = has_phase && phase->unit != "rad" ? M_PI / 180 : 1;
      const double angle = has_phase ? turn * phase->density[i] : 0;
      response.real[i] = unit.scale * column.density[i] * std::cos(angle);
      response.imaginary[i] = unit.scale * column.density[i] * std::sin(angle);
    }
    responses.push_back(std::move(response));
  }
  return responses;
}

// The spectra of stresses that an input of one spectrum makes, G_ij = Re(H_i conj(H_j)) G, at the
// frequencies of both tables: each alone, and those of two components.
DensityTable StressOfInput(const DensityTable& input, const FatigueArguments& options) {
  if (input.columns.size() != 1) {
    throw InputError(
        fmt::format("{}: {} spectra for one --transfer", options.psd, input.columns.size()),
        "one input, with frequency and density");
  }
  const std::string& input_unit = input.columns[0].unit;
  if (input_unit.empty()) {
    throw InputError(ColumnText(options.psd, input.columns[0]) + " has no unit",
                     "name it in the head: density [(m/s^2)^2/Hz]");
  }
  const Unit density = ParseChannelUnit(input_unit);
  const Unit acceleration = ParseUnit("m/s^2");
  const Dimension squared = acceleration.dimension * acceleration.dimension;
  if (!(density.dimension == squared / quantity::kFrequency.ToDimension())) {
    throw InputError(fmt::format("{} is in {}, which is no density of an acceleration",
                                 ColumnText(options.psd, input.columns[0]), input_unit),
                     "(m/s^2)^2/Hz, for example");
  }
  const DensityTable table = ReadDensityTable(options.transfer, /*any_numbers=*/true);
  const std::vector<StressResponse> responses =
      ResponsesOf(table, acceleration.dimension, options.transfer);
  DensityTable stresses;
  stresses.frequency = input.frequency;
  stresses.frequency.insert(stresses.frequency.end(), table.frequency.begin(),
                            table.frequency.end());
  // Nothing is known beyond either table, and nothing is made up on the way there.
  const double low = std::max(input.frequency.front(), table.frequency.front());
  const double high = std::min(input.frequency.back(), table.frequency.back());
  std::erase_if(stresses.frequency, [&](double f) { return f < low || f > high; });
  if (!(high > low)) {
    throw InputError(
        fmt::format("{} and {} have no frequencies in common", options.psd, options.transfer));
  }
  std::sort(stresses.frequency.begin(), stresses.frequency.end());
  stresses.frequency.erase(std::unique(stresses.frequency.begin(), stresses.frequency.end()),
                           stresses.frequency.end());
  for (size_t a = 0; a < responses.size(); ++a) {
    for (size_t b = a; b < responses.size(); ++b) {
      const StressResponse &first = responses[a], &second = responses[b];
      DensityTable::Column column{
          a == b ? first.name : first.name + "*" + second.name, "Pa^2/Hz", {}};
      for (const double f : stresses.frequency) {
        const double g = density.scale * Between(input.frequency, input.columns[0].density, f);
        column.density.push_back(g * (Between(table.frequency, first.real, f) *
                                          Between(table.frequency, second.real, f) +
                                      Between(table.frequency, first.imaginary, f) *
                                          Between(table.frequency, second.imaginary, f)));
      }
      stresses.columns.push_back(std::move(column));
    }
  }
  return stresses;
}

// One spectrum of six components and those of two of them: von Mises in the frequency domain.
DensityTable EquivalentOf(const DensityTable& table, const FatigueArguments& options) {
  std::vector<Cross> cross(table.frequency.size(), Cross(Cross::Zero()));
  for (const DensityTable::Column& column : table.columns) {
    const size_t star = column.name.find('*');
    const int a = ComponentOf(column.name.substr(0, star));
    const int b = star == std::string::npos ? a : ComponentOf(column.name.substr(star + 1));
    if (a < 0 || b < 0) {
      throw InputError(ColumnText(options.psd, column) + " is no component of a stress",
                       "xx, yy, zz, xy, yz, zx, and those of two, xx*yy");
    }
    const double factor = DensityFactor(column, options);
    for (size_t i = 0; i < cross.size(); ++i) {
      cross[i](a, b) = cross[i](b, a) = factor * column.density[i];
    }
  }
  DensityTable::Column equivalent{"von Mises", "Pa^2/Hz", {}};
  for (size_t i = 0; i < cross.size(); ++i) {
    const double density = EquivalentDensity(cross[i]);
    if (density < -1e-9 * cross[i].trace()) {
      throw InputError(
          fmt::format("{}: at {} Hz the spectra of two components are larger than those "
                      "of each allow",
                      options.psd, table.frequency[i]),
          "no process has them: |G_ab|^2 <= G_aa G_bb");
    }
    equivalent.density.push_back(std::max(density, 0.0));
  }
  return {table.frequency, {equivalent}};
}

// The spectra that are assessed: those of the table, or what --transfer and --multiaxial make of it.
DensityTable SpectraOf(const FatigueArguments& options) {
  DensityTable table = ReadDensityTable(options.psd);
  if (!options.transfer.empty()) table = StressOfInput(table, options);
  if (options.multiaxial == "von-mises") return EquivalentOf(table, options);
  if (!options.multiaxial.empty()) {
    throw InputError(fmt::format("spectra are not assessed by '{}'", options.multiaxial),
                     "--multiaxial von-mises");
  }
  std::erase_if(table.columns, [](const DensityTable::Column& column) {
    return column.name.find('*') != std::string::npos;
  });
  if (table.columns.empty()) throw InputError(options.psd + ": no spectrum of one stress");
  return table;
}

}  // namespace

ExitCode FatigueOfSpectrum(const FatigueArguments& options, const Console& console) {
  std::vector<std::string> inputs = {options.psd, options.material};
  if (!options.transfer.empty()) inputs.push_back(options.transfer);
  options.outputs.Check(inputs);
  const FatigueMaterial material = LoadFatigueMaterial(options.material);
  const DensityTable table = SpectraOf(options);
  WoehlerLine line = material.StressLife();
  if (options.failure > 0) line = line.ForFailure(options.failure);
  // Of the line without knee, in MPa: N = C S^-k.
  const double constant = line.cycles * std::pow(line.amplitude * 1e-6, line.slope);
  std::vector<double> factors;  // all units are known before anything is said
  for (const DensityTable::Column& column : table.columns) {
    factors.push_back(DensityFactor(column, options) * 1e-12);
  }
  nlohmann::json json = {{"material", material.name}, {"spectra", nlohmann::json::array()}};
  console.Print("{:28} {:20} {:>14} {:>16} {:>14}", "spectrum", "method", "damage a second",
                "damage a pass", "passes");
  for (size_t c = 0; c < table.columns.size(); ++c) {
    const DensityTable::Column& column = table.columns[c];
    std::vector<double> density = column.density;
    for (double& g : density) g *= factors[c] * options.factor * options.factor;
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
