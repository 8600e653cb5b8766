// The reference cases of ../shared/benchmarks/fatigue_cases: input and result of published examples
// and closed forms, all of whatever the table holds, by the name of their group. The README there
// names the sources; all were recomputed by an independent program.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "fatigue/critical_plane.h"
#include "fatigue/cycle_damage.h"
#include "fatigue/rubber_life.h"
#include "fatigue/spectral_damage.h"
#include "shared_data.h"
#include "signals/rainflow.h"

namespace jounce {
namespace {

using Json = nlohmann::json;

struct ReferenceCase {
  std::string id, group;
  Json input, result;
  double tolerance = 0;
};

// Fields of a line of CSV, in which quotes are doubled.
std::vector<std::string> FieldsOf(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

std::vector<ReferenceCase> ReadCases() {
  std::ifstream file(testing::SharedPath("benchmarks/fatigue_cases/cases.csv"));
  std::vector<ReferenceCase> cases;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const std::vector<std::string> f = FieldsOf(line);
    if (f.size() < 5) continue;
    cases.push_back({f[0], f[1], Json::parse(f[2]), Json::parse(f[3]), std::stod(f[4])});
  }
  return cases;
}

CyclicCurve CurveOf(const Json& in) { return {in["E"], in["K"], in["n"]}; }

StrainLifeLine StrainLineOf(const Json& in) {
  return {in["E"], in["sf"], in["b"], in["ef"], in["c"]};
}

Json NotchCase(NotchRule rule, const Json& in) {
  const StressStrain at = Notch(rule, CurveOf(in)).First(in["pseudo_stress"]);
  return {{"stress", at.stress}, {"strain", at.strain}};
}

std::vector<LoadLevel> SpectrumOf(const Json& in) {
  std::vector<LoadLevel> levels;
  for (const Json& row : in["spectrum"]) levels.push_back({row[0], 0, row[1]});
  return levels;
}

Json MeanStressCase(const Json& in) {
  const MeanStressData data{in.value("Su", 0.0), in.value("Sy_soderberg", 0.0),
                            in.value("sigma_f", 0.0), in.value("walker_gamma", 0.0)};
  Json out;
  for (const char* rule : {"goodman", "gerber", "soderberg", "morrow", "swt", "walker"}) {
    out[rule] = MeanStressCorrection(MeanStressRuleOfName(rule), data)
                    .EquivalentAmplitude(in["Sa"], in["Sm"]);
  }
  return out;
}

// The group says its sensitivities: "FKM-Goodman, M=0.5, M2=M/3, R_goal=-1".
Json FkmCase(const Json& in, const std::string& group) {
  const double m = std::stod(group.substr(group.find("M=") + 2));
  const MeanStressCorrection fkm(MeanStressRule::kFkm, {.sensitivity = m});
  Json out = Json::array();
  for (size_t i = 0; i < in["Sa"].size(); ++i) {
    out.push_back(fkm.EquivalentAmplitude(in["Sa"][i], in["Sm"][i]));
  }
  return out;
}

WoehlerLine LineOf(const Json& in) { return {in["SD"], in["ND"], in["k"]}; }

// Cycles to D = 1 of a spectrum whose levels are parts of the largest.
double MinerCase(const Json& in, MinerRule rule) {
  std::vector<LoadLevel> levels;
  double cycles = 0;
  if (in.contains("cumulative_cycles")) {
    double before = 0;
    for (size_t i = 0; i < in["amplitudes"].size(); ++i) {
      const double upto = in["cumulative_cycles"][i];
      levels.push_back({in["amplitudes"][i], 0, upto - before});
      before = upto;
    }
  } else {
    for (size_t i = 0; i < in["counts"].size(); ++i) {
      const double part = in["relative_amplitudes"][i];
      levels.push_back({part * in["load_level"].get<double>(), 0, in["counts"][i]});
    }
  }
  for (const LoadLevel& level : levels) cycles += level.cycles;
  return cycles / DamageOf(levels, LineOf(in), rule);
}

// Two periods of tension and torsion with a phase between, each a sine.
std::vector<Vector6> TensionTorsion(double sa, double ta, double phase) {
  std::vector<Vector6> history;
  const int n = 1440;
  for (int i = 0; i <= 2 * n; ++i) {
    Vector6 stress = Vector6::Zero();
    const double t = 2 * M_PI * i / n;
    stress[0] = sa * std::sin(t);
    stress[3] = ta * std::sin(t + phase);
    history.push_back(stress);
  }
  return history;
}

// Any line will do: the plane of the largest parameter is asked for.
CycleDamage AnyLine() { return {WoehlerLine{100, 1e6, 5}, MinerRule::kElementary, {}}; }

double FindleyCase(const Json& in, bool surface) {
  PlaneSettings settings{.method = PlaneMethod::kFindley, .k = in["k"]};
  settings.free_surface = surface;
  settings.inclined = false;
  settings.residue = Residue::kRepeat;  // a steady state: no half cycles of its start
  const double phase = in.value("phase_deg", 0.0) * M_PI / 180;
  const auto history = TensionTorsion(in.value("sa", 0.0), in.value("ta", 0.0), phase);
  return FindCriticalPlane(history, settings, AnyLine()).parameter;
}

Json BrownMillerCase(const Json& in) {
  const double young = 206e3, strain = in["strain_amplitude"];
  const PlaneSettings settings{
      .method = PlaneMethod::kBrownMiller, .young = young, .poisson = in["nu"]};
  const PlaneResult found =
      FindCriticalPlane(TensionTorsion(young * strain, 0, 0), settings, AnyLine());
  return {{"gamma_a", found.shear_amplitude},
          {"eps_n_a", found.normal_part},
          {"parameter_half_gamma_plus_epsn", found.parameter}};
}

Json SpectralCase(const Json& in) {
  const double low = in["f_low"], high = in["f_high"];
  const double density = in["variance"].get<double>() / (high - low);
  const StressMoments m = MomentsOfDensity(std::vector{low, high}, std::vector{density, density});
  Json out = {{"moments", {m.m0, m.m1, m.m2, m.m3, m.m4}}};
  for (const SpectralMethod method : AllSpectralMethods()) {
    std::string name = NameOf(method);
    std::replace(name.begin(), name.end(), '-', '_');
    out[name] = SpectralDamage(m, method, in["k"], in["C"]);
  }
  return out;
}

Json CrackCase(const Json& in) {
  CrackGrowthLaw law;
  law.rate = in["rc_m_per_cycle"];
  law.critical_energy = in["Tc_J_per_m2"];
  law.exponent = in["F"];
  law.first_crack = in["c0_m"];
  law.last_crack = in["cf_m"];
  law.r_ratio_factor = in.value("F4", 0.0);
  return law.Life(in["W_J_per_m3"], in["stretch"], in.value("R", 0.0));
}

Json FourPointCase(const Json& in) {
  const RainflowResult counted =
      CountRainflow(in["reversals"].get<std::vector<double>>(), {Residue::kIgnore});
  Json cycles = Json::array();
  for (const LoadCycle& cycle : counted.cycles) cycles.push_back({cycle.from, cycle.to});
  return {{"cycles", cycles}, {"residue", counted.residue}};
}

Json HalfCycleCase(const Json& in) {
  std::map<double, double> totals;
  for (const LoadCycle& c : CountRainflow(in["series"].get<std::vector<double>>()).cycles) {
    totals[c.Range()] += c.count;
  }
  Json out = Json::object();
  for (const auto& [range, count] : totals) out[Json(range).dump()] = count;
  return out;
}

double ForceLifeCase(const Json& in) {
  const WoehlerLine line{in["F_ref"], in["N_ref"], in["k"]};
  return DamageOf(SpectrumOf(in), line, MinerRule::kElementary);
}

// What belongs to a group, by how its name begins.
std::vector<std::pair<std::string, std::function<Json(const Json&, const std::string&)>>> Groups() {
  const auto plain = [](auto function) {
    return [function](const Json& in, const std::string&) -> Json { return function(in); };
  };
  return {
      {"rainflow 4-point", plain(FourPointCase)},
      {"rainflow ASTM", plain(HalfCycleCase)},
      {"Ramberg-Osgood strain",
       plain([](const Json& in) { return CurveOf(in).Strain(in["stress"]); })},
      {"Ramberg-Osgood stress",
       plain([](const Json& in) { return CurveOf(in).Stress(in["strain"]); })},
      {"Masing branch strain",
       plain([](const Json& in) { return CurveOf(in).StrainRange(in["stress_range"]); })},
      {"Neuber (pseudo", plain([](const Json& in) { return NotchCase(NotchRule::kNeuber, in); })},
      {"Glinka", plain([](const Json& in) { return NotchCase(NotchRule::kEsed, in); })},
      {"Neuber extended (FKM", plain([](const Json& in) {
         return Notch(NotchRule::kExtendedNeuber, CurveOf(in), in["K_p"]).First(in["load"]).stress;
       })},
      {"Neuber extended, range", plain([](const Json& in) {
         const Notch notch(NotchRule::kExtendedNeuber, CurveOf(in), in["K_p"]);
         return notch.Range(in["load_range"]).stress;
       })},
      {"Seeger-Beste", plain([](const Json& in) {
         return Notch(NotchRule::kSeegerBeste, CurveOf(in), in["K_p"]).First(in["load"]).stress;
       })},
      {"mean stress", plain(MeanStressCase)},
      {"FKM-Goodman", FkmCase},
      {"Miner elementary",
       plain([](const Json& in) { return MinerCase(in, MinerRule::kElementary); })},
      {"Miner Haibach", plain([](const Json& in) { return MinerCase(in, MinerRule::kHaibach); })},
      {"Miner original", plain([](const Json& in) { return MinerCase(in, MinerRule::kOriginal); })},
      {"Coffin-Manson",
       plain([](const Json& in) { return StrainLineOf(in).Life(in["strain_amplitude"]); })},
      {"Morrow", plain([](const Json& in) {
         return StrainLineOf(in).Life(in["strain_amplitude"], in["mean_stress"]);
       })},
      {"SWT", plain([](const Json& in) {
         const double top = in.contains("max_stress") ? in["max_stress"] : in["stress_max"];
         return StrainLineOf(in).SwtLife(top, in["strain_amplitude"]);
       })},
      {"Findley, 90", plain([](const Json& in) { return FindleyCase(in, true); })},
      {"Findley",
       [](const Json& in, const std::string& group) -> Json {
         return FindleyCase(in, group.find("normal to the surface") != std::string::npos);
       }},
      {"Brown-Miller", plain(BrownMillerCase)},
      {"spectral damage", plain(SpectralCase)},
      {"damage-equivalent", plain([](const Json& in) {
         return EquivalentAmplitude(SpectrumOf(in), in["k"], in["N_eq"]);
       })},
      {"edit by damage",
       plain([](const Json& in) { return ShareKept(SpectrumOf(in), in["k"], in["threshold"]); })},
      {"rubber crack", plain(CrackCase)},
      {"rubber Woehler", plain(ForceLifeCase)},
  };
}

// Every number of the expected result is met; what is computed besides is not asked for.
void ExpectSame(const Json& got, const Json& expected, double tolerance, const std::string& where) {
  if (expected.is_number()) {
    ASSERT_TRUE(got.is_number()) << where;
    const double value = expected;
    EXPECT_NEAR(got.get<double>(), value, tolerance * std::abs(value) + 1e-12 * std::abs(value))
        << where;
  } else if (expected.is_object()) {
    for (const auto& [key, value] : expected.items()) {
      ASSERT_TRUE(got.contains(key)) << where << " " << key << " in " << got.dump();
      ExpectSame(got[key], value, tolerance, where + " " + key);
    }
  } else {
    ASSERT_EQ(got.size(), expected.size()) << where << " " << got.dump();
    for (size_t i = 0; i < expected.size(); ++i) {
      ExpectSame(got[i], expected[i], tolerance, where + " " + std::to_string(i));
    }
  }
}

TEST(FatigueCasesTest, AllWithinTheirTolerance) {
  JOUNCE_NEEDS_SHARED("benchmarks/fatigue_cases/cases.csv");
  const auto groups = Groups();
  const std::vector<ReferenceCase> cases = ReadCases();
  ASSERT_GE(cases.size(), 30u);
  for (const ReferenceCase& reference : cases) {
    bool known = false;
    for (const auto& [begin, compute] : groups) {
      if (!reference.group.starts_with(begin)) continue;
      known = true;
      ExpectSame(compute(reference.input, reference.group), reference.result, reference.tolerance,
                 reference.id);
      break;
    }
    EXPECT_TRUE(known) << reference.id << ": " << reference.group;
  }
}

}  // namespace
}  // namespace jounce
