#include "io/fatigue_file.h"

#include "io/field_reader.h"

namespace jounce {
namespace {

constexpr Range kShare{.least = 0, .most = 1, .least_excluded = true, .most_excluded = true};
constexpr Range kBelowZero{.most = 0, .most_excluded = true};
constexpr Range kFromOne{.least = 1};
constexpr Quantity kEnergyPerArea = quantity::kForce / quantity::kLength;
constexpr Quantity kPerLength{.length = -1};

// Amplitude or range, one of them.
void DescribeLine(Fields& f, WoehlerLine& line, const Quantity& load) {
  double range = 2 * line.amplitude;
  const bool by_range = f.Visit({"range", ""}, false);
  const bool by_amplitude = f.Visit({"amplitude", ""}, true);
  if (by_amplitude) {
    f.Number({"amplitude", "at the knee: half the range"}, line.amplitude, load, kPositive);
  }
  if (by_range) {
    f.Number({"range", "at the knee: twice the amplitude"}, range, load, kPositive);
    if (by_amplitude && !f.ForSchema()) {
      f.Problem("range", "both an amplitude and a range are given", "give one of them");
    }
    if (!f.ForSchema()) line.amplitude = 0.5 * range;
  }
  if (!by_range && !by_amplitude) {
    f.Problem("", "neither `amplitude` nor `range` is given", "a line has a knee");
  }
  f.Number({"cycles", "at the knee; cycles, not reversals", kRequired}, line.cycles,
           quantity::kNumber, kPositive);
  f.Number({"slope", "k of N = cycles (S/amplitude)^-k", kRequired}, line.slope, quantity::kNumber,
           kPositive);
  f.Number({"slope_below", "of the line below its knee, for --miner own; none: endurance limit"},
           line.slope_below, quantity::kNumber, kNotNegative);
  f.Number({"strength_scatter", "T_S = S(10 %)/S(90 %) as a ratio above 1"}, line.scatter,
           quantity::kNumber, kFromOne);
  f.Number({"life_scatter", "T_N likewise, of the lives"}, line.life_scatter, quantity::kNumber,
           kFromOne);
  f.Number({"failure_probability", "that the line was written for"}, line.failure,
           quantity::kNumber, kShare);
}

void DescribeLineGroup(Fields& f, const Key& key, const char* type,
                       std::optional<WoehlerLine>& line, const Quantity& load) {
  WoehlerLine inner = line.value_or(WoehlerLine{});
  if (f.Typed(key, type, line.has_value(), [&](Fields& g) { DescribeLine(g, inner, load); })) {
    line = inner;
  }
}

}  // namespace

void Describe(Fields& f, StrainLifeLine& s) {
  f.Number({"fatigue_strength_coefficient", "sigma_f'", kRequired}, s.strength, quantity::kStress,
           kPositive);
  f.Number({"fatigue_strength_exponent", "b, of reversals", kRequired}, s.strength_exponent,
           quantity::kNumber, kBelowZero);
  f.Number({"fatigue_ductility_coefficient", "epsilon_f'", kRequired}, s.ductility,
           quantity::kNumber, kPositive);
  f.Number({"fatigue_ductility_exponent", "c, of reversals", kRequired}, s.ductility_exponent,
           quantity::kNumber, kBelowZero);
}

void Describe(Fields& f, CrackGrowthLaw& c) {
  f.Number({"rate", "r_c: growth a cycle at the critical energy", kRequired}, c.rate,
           quantity::kLength, kPositive);
  f.Number({"critical_energy", "T_c, per area", kRequired}, c.critical_energy, kEnergyPerArea,
           kPositive);
  f.Number({"exponent", "F of dc/dN = r_c (T/T_c)^F at R = 0", kRequired}, c.exponent,
           quantity::kNumber, kPositive);
  f.Number({"r_ratio_factor", "F_4 of F(R) = F exp(F_4 R)"}, c.r_ratio_factor, quantity::kNumber,
           kNotNegative);
  f.Number({"threshold", "T_0, below which nothing grows"}, c.threshold, kEnergyPerArea,
           kNotNegative);
  f.Number({"first_crack", "c_0: length of the flaw at the start", kRequired}, c.first_crack,
           quantity::kLength, kPositive);
  f.Number({"last_crack", "c_f: length at the end of life", kRequired}, c.last_crack,
           quantity::kLength, kPositive);
  if (!f.ForSchema() && c.last_crack > 0 && c.last_crack <= c.first_crack) {
    f.Problem("last_crack", "the last crack is not longer than the first", "");
  }
}

void Describe(Fields& f, WeldClass& w) {
  f.Number({"class", "FAT: stress range at two million cycles, 97.7 % survival", kRequired},
           w.range, quantity::kStress, kPositive);
  f.Number({"slope", "above the knee"}, w.slope, quantity::kNumber, kPositive);
  f.Number({"cycles", "at the knee; cycles, not reversals"}, w.cycles, quantity::kNumber,
           kPositive);
  f.Number({"slope_below", "below the knee; 0: none"}, w.slope_below, quantity::kNumber,
           kNotNegative);
  f.Number({"thickness", "of the plate"}, w.thickness, quantity::kLength, kPositive);
  f.Number({"nugget_diameter", "of a spot weld"}, w.nugget, quantity::kLength, kPositive);
  f.Number({"reference_thickness", "above which plates bear less"}, w.reference_thickness,
           quantity::kLength, kPositive);
  f.Number({"thickness_exponent", "n of (t_ref/t)^n"}, w.thickness_exponent, quantity::kNumber,
           kNotNegative);
}

// The formulas of the guideline are in MPa, mm and um.
void Describe(Fields& f, FkmSettings& s) {
  static constexpr const char* kGroups[] = {"steel", "cast_steel", "wrought_aluminium"};
  DescribeChoice(f, {"group", "of materials"}, kGroups, s.group);
  double roughness = s.roughness * 1e-6, area = s.highly_loaded_area * 1e-6;
  double gradient = s.stress_gradient * 1e3;
  f.Number({"roughness", "R_z"}, roughness, quantity::kLength, kNotNegative);
  f.Number({"roughness_factor", "K_R,P in place of what R_z gives"}, s.roughness_factor,
           quantity::kNumber, kPositive);
  f.Number({"highly_loaded_area", "A_sigma"}, area, quantity::kArea, kPositive);
  f.Number({"stress_gradient", "G, related to the stress"}, gradient, kPerLength, kNotNegative);
  f.Number({"collapse_ratio", "K_p: load at plastic collapse over that at first yield", kRequired},
           s.collapse_ratio, quantity::kNumber, kFromOne);
  f.Number({"failure_probability", "P_A; 0.5: no statistics"}, s.failure_probability,
           quantity::kNumber, {.least = 0, .most = 0.5, .least_excluded = true});
  f.Number({"load_probability", "P_L: 0.5 or 0.025"}, s.load_probability, quantity::kNumber,
           {.least = 0.025, .most = 0.5});
  f.Number({"load_deviation", "s_L of normal loads, a stress before --factor, in MPa"},
           s.load_deviation, quantity::kNumber, kNotNegative);
  f.Number({"load_log_deviation", "LSD_s of log-normal loads"}, s.load_log_deviation,
           quantity::kNumber, kNotNegative);
  s.roughness = roughness * 1e6;
  s.highly_loaded_area = area * 1e6;
  s.stress_gradient = gradient * 1e-3;
}

void Describe(Fields& f, FatigueMaterial& m) {
  f.Text({"name", "of the material"}, m.name);
  f.Text({"source", "where the numbers come from"}, m.source);
  f.Number({"young_modulus", "E"}, m.young, quantity::kStress, kPositive);
  f.Number({"poisson_ratio", "nu"}, m.poisson, quantity::kNumber,
           {.least = 0, .most = 0.5, .most_excluded = true});
  f.Number({"tensile_strength", "R_m"}, m.mean_stress.tensile_strength, quantity::kStress,
           kPositive);
  f.Number({"yield_strength", "R_e"}, m.mean_stress.yield_strength, quantity::kStress, kPositive);
  f.Number({"fatigue_strength_coefficient", "sigma_f' for Morrow's rule on stresses"},
           m.mean_stress.fatigue_strength, quantity::kStress, kPositive);
  f.Number({"walker_exponent", "gamma"}, m.mean_stress.walker_exponent, quantity::kNumber,
           {.least = 0, .most = 1, .least_excluded = true});
  f.Number({"mean_stress_sensitivity", "M of FKM, R <= 0"}, m.mean_stress.sensitivity,
           quantity::kNumber, {.least = 0, .most = 1});
  f.Number({"mean_stress_sensitivity_tension", "M2 of FKM, 0 < R < 1; M/3 without it"},
           m.mean_stress.sensitivity_tension, quantity::kNumber, {.least = -1, .most = 1});
  f.Number({"findley_k", "weight of the normal stress"}, m.findley_k, quantity::kNumber,
           kNotNegative);
  f.Number({"fatemi_socie_k", "weight of the normal stress"}, m.fatemi_socie_k, quantity::kNumber,
           kNotNegative);
  DescribeLineGroup(f, {"stress_life", "Woehler line by stress"}, "stress_life", m.stress_life,
                    quantity::kStress);
  DescribeLineGroup(f, {"force_life", "Woehler line of a part by its force"}, "force_life",
                    m.force_life, quantity::kForce);
  DescribeLineGroup(f, {"elongation_life", "Woehler line of rubber by its strain"},
                    "elongation_life", m.elongation_life, quantity::kNumber);
  DescribeOptional(f, {"strain_life", "Coffin-Manson-Basquin line"}, "strain_life", m.strain_life);
  f.Number({"cyclic_strength", "K' of Ramberg-Osgood"}, m.cyclic_strength, quantity::kStress,
           kPositive);
  f.Number({"cyclic_exponent", "n' of Ramberg-Osgood"}, m.cyclic_exponent, quantity::kNumber,
           {.least = 0, .most = 1, .least_excluded = true});
  DescribeOptional(f, {"crack_growth", "of rubber by tearing energy"}, "crack_growth",
                   m.crack_growth);
  DescribeOptional(f, {"weld", "by structural stress"}, "weld", m.weld);
  DescribeOptional(f, {"component", "of the nonlinear FKM assessment"}, "component", m.component);
}

void Describe(Fields& f, ScheduleEvent& e) {
  f.Where(e.place);
  f.Path({"file", "histories or result of one pass; none: of the command line"}, e.file);
  f.Number({"length", "of one pass"}, e.length, quantity::kLength, kPositive);
  f.Number({"share", "of the distance of the schedule"}, e.share, quantity::kNumber,
           {.least = 0, .most = 1});
  f.Number({"repetitions", "in one schedule, in place of a share"}, e.repetitions,
           quantity::kNumber, kPositive);
}

void Describe(Fields& f, Schedule& s) {
  f.Text({"name", "of the schedule"}, s.name);
  f.Number({"distance", "of one whole schedule"}, s.distance, quantity::kLength, kPositive);
  DescribeMap(f, {"events", "roads at payloads, by name", kRequired}, "schedule_event", s.events);
}

static FatigueMaterial ReadMaterial(const Document& document, const std::string& path,
                                    Diagnostics* diagnostics) {
  FatigueMaterial material;
  NameBook names;
  ReadFields(document, &names, diagnostics, &material);
  diagnostics->ThrowIfErrors();
  material.file = path;
  if (material.strain_life) {
    material.strain_life->young = material.young;
    if (!(material.young > 0)) {
      diagnostics->Error({path}, "strain_life needs `young_modulus`", "add it to the file");
    }
    if (!(material.mean_stress.fatigue_strength > 0)) {
      material.mean_stress.fatigue_strength = material.strain_life->strength;
    }
  }
  if (material.component) {
    material.component->tensile_strength = material.mean_stress.tensile_strength * 1e-6;
    if (!(material.mean_stress.tensile_strength > 0)) {
      diagnostics->Error({path}, "component needs `tensile_strength`", "add it to the file");
    }
  }
  diagnostics->ThrowIfErrors();
  return material;
}

FatigueMaterial LoadFatigueMaterial(const std::string& path, const Assignments& assignments) {
  Diagnostics diagnostics;
  return ReadMaterial(Document::Load(path, assignments, &diagnostics), path, &diagnostics);
}

FatigueMaterial ParseFatigueMaterial(const std::string& text, const std::string& path) {
  Diagnostics diagnostics;
  return ReadMaterial(Document::Parse(text, path, {}, &diagnostics), path, &diagnostics);
}

Schedule LoadSchedule(const std::string& path, const Assignments& assignments) {
  Diagnostics diagnostics;
  const Document document = Document::Load(path, assignments, &diagnostics);
  Schedule schedule;
  NameBook names;
  ReadFields(document, &names, &diagnostics, &schedule);
  diagnostics.ThrowIfErrors();
  schedule.Resolve(&diagnostics);
  diagnostics.ThrowIfErrors();
  return schedule;
}

}  // namespace jounce
