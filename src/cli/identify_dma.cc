// DMA tables: Prony series and master curves.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/identify_arguments.h"
#include "identify/superposition.h"
#include "identify/temperatures.h"
#include "identify/to_law.h"
#include "report/identify_page.h"

namespace jounce::identify {
namespace {

const Sweep& NearestSweep(const std::vector<Sweep>& sweeps, double temperature) {
  const Sweep* nearest = &sweeps[0];
  for (const Sweep& sweep : sweeps) {
    if (std::abs(sweep.temperature - temperature) < std::abs(nearest->temperature - temperature)) {
      nearest = &sweep;
    }
  }
  return *nearest;
}

// Of a sweep eight branches at most, of a master curve three a decade, with faster ones for losses
// that rise towards its end.
PronyOptions BranchesFor(const std::vector<ModulusPoint>& points, bool master, int wanted) {
  constexpr double kFaster = 1.5, kADecade = 3;
  constexpr int kOfASweep = 8;
  PronyOptions prony{.most_branches = wanted > 0 ? wanted : kOfASweep};
  if (!master || points.empty()) return prony;
  prony.faster = kFaster;
  const double decades = std::log10(points.back().frequency / points.front().frequency) + kFaster;
  if (wanted <= 0 && std::isfinite(decades)) {
    prony.most_branches = std::max(kOfASweep, static_cast<int>(kADecade * decades));
  }
  return prony;
}

nlohmann::json ShiftsToJson(const MasterCurve& curve, const std::vector<double>& errors) {
  return {{"c1", OrNull(curve.c1)},
          {"c2", OrNull(curve.c2)},
          {"reference", curve.reference},
          {"temperatures", curve.temperatures},
          {"log_shift", curve.log_shift},
          {"log_vertical_shift", curve.log_vertical},
          {"errors", errors},
          {"shift_error", OrNull(curve.shift_error)},
          {"arrhenius_below", OrNull(curve.glass)},
          {"activation_energy", OrNull(curve.activation_energy)}};
}

void PrintShifts(const MasterCurve& curve, const std::vector<double>& errors,
                 const Console& console) {
  console.Print("  {:>12} {:>10} {:>15} {:>8}", "degC", "log10 a_T", "vertical factor", "error");
  for (size_t i = 0; i < errors.size(); ++i) {
    console.Print("  {:12.4g} {:10.3f} {:15.3f} {:6.2f} %", curve.temperatures[i],
                  curve.log_shift[i], std::pow(10.0, curve.log_vertical[i]), 100 * errors[i]);
  }
  if (!std::isfinite(curve.c2)) {
    console.Warn(
        fmt::format("the shifts do not follow Williams, Landel and Ferry: the law holds at "
                    "{:.3g} degC alone; "
                    "sweeps below the glass transition do not obey it",
                    curve.reference));
    return;
  }
  console.Print("WLF at {:.3g} degC: C1 = {:.4g}, C2 = {:.4g} K; shifts lie within {:.2g} decades",
                curve.reference, curve.c1, curve.c2, curve.shift_error);
  if (std::isfinite(curve.glass)) {
    console.Print("  below {:.3g} degC Arrhenius, {:.4g} kJ/mol: the law is not to be used there",
                  curve.glass, 1e-3 * curve.activation_energy);
  }
}

void RefuseUncertainty(const IdentifyArguments& options, const char* data) {
  if (options.uncertainty.empty()) return;
  throw InputError("--uncertainty is of laws that are found at one temperature",
                   fmt::format("leave it out for {}", data));
}

// What is swept: moduli, or stiffnesses of a part.
struct Swept {
  const char* symbol;
  std::string quantity, unit;
  double scale;
  LawMotion motion = LawMotion::kTranslation;
};

ExitCode IdentifySweeps(const std::vector<Sweep>& sweeps, const Swept& swept,
                        const IdentifyArguments& options, const Console& console) {
  const bool shift =
      options.master_curve || (std::isnan(options.temperature) && sweeps.size() >= 3);
  const double wanted = std::isnan(options.temperature) ? 20 : options.temperature;
  MasterCurve curve;
  if (shift) {
    curve = MakeMasterCurve(sweeps, {.reference = wanted, .vertical = !options.no_vertical});
  }
  const std::vector<ModulusPoint>& points =
      shift ? curve.points : NearestSweep(sweeps, wanted).points;
  const ModulusFit fit = FitProny(points, BranchesFor(points, shift, options.branches));
  nlohmann::json terms = nlohmann::json::array();
  for (const PronyTerm& term : fit.terms) terms.push_back({term.modulus, term.time});
  nlohmann::json json = {{"law", "prony"},
                         {"rms_error", fit.rms_error},
                         {"r_squared_storage", fit.r_squared_storage},
                         {"r_squared_loss", fit.r_squared_loss},
                         {"seconds", fit.seconds},
                         {"parameters", {{"relaxed", fit.relaxed}, {"terms", terms}}}};
  console.Print(
      "Prony series of {0} branches: rms error of {1}* {2:.3f} %, R2 of {1}' {3:.6f}, {4:.1f} ms",
      fit.terms.size(), swept.symbol, 100 * fit.rms_error, fit.r_squared_storage,
      1e3 * fit.seconds);
  if (shift) {
    const std::vector<double> errors = SweepErrors(sweeps, curve, fit);
    json["wlf"] = ShiftsToJson(curve, errors);
    PrintShifts(curve, errors, console);
  }
  console.PrintJson(json);
  LawSettings law = ToLaw(fit, options.shape_factor, shift ? &curve : nullptr);
  law.motion = swept.motion;
  WriteLawFile(law,
               fmt::format("Prony series from {}, rms error of the {} {:.3f} %.",
                           std::filesystem::path(options.data).filename().string(), swept.quantity,
                           100 * fit.rms_error),
               options, console);
  WritePageFile(report::MakeDmaPage({.title = options.data,
                                     .data = &points,
                                     .fit = &fit,
                                     .curve = shift ? &curve : nullptr,
                                     .quantity = swept.quantity,
                                     .unit = swept.unit,
                                     .scale = swept.scale}),
                options, console);
  return ExitCode::kDone;
}

}  // namespace

ExitCode IdentifyDma(const DataTable& table, const IdentifyArguments& options,
                     const Console& console) {
  options.outputs.Check({options.data});
  RefuseUncertainty(options, "DMA data");
  return IdentifySweeps(ReadDma(table, options.read), {"E", "modulus", "MPa", 1e-6}, options,
                        console);
}

ExitCode IdentifyTemperatures(const std::vector<Series>& tests, const IdentifyArguments& options,
                              const Console& console) {
  RefuseUncertainty(options, "tests at several temperatures");
  Swept swept{"K", "stiffness", "N/mm", 1e-3};
  if (tests.front().rotation) swept = {"K", "stiffness", "Nm/rad", 1, LawMotion::kRotation};
  return IdentifySweeps(SweepsOfLoops(tests), swept, options, console);
}

}  // namespace jounce::identify
