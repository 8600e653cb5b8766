// The assessment of the nonlinear FKM guideline: from the tensile strength, the surface and the
// pseudo-elastic stresses of a notch to its life, by the damage parameters P_RAM and P_RAJ.
//
// The formulas have dimensions: MPa, mm and um, as in the guideline. They are those of 2019 with
// the corrections of its authors (d_RAJ = -0.63, a_PZ,RAJ = 10, b_PZ,RAJ = 0.826 for steel), which
// is why example 2.10.1 gives 54,868 cycles by P_RAJ where the first print had 31,000.
//
// Reference: [FKM 2019] FKM guideline nonlinear (notch.h).
#ifndef JOUNCE_FATIGUE_FKM_NONLINEAR_H_
#define JOUNCE_FATIGUE_FKM_NONLINEAR_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fatigue/cyclic_curve.h"
#include "fatigue/hysteresis.h"

namespace jounce {

enum class FkmGroup { kSteel, kCastSteel, kWroughtAluminium };

struct FkmSettings {
  FkmGroup group = FkmGroup::kSteel;
  double tensile_strength = 0;       // R_m [MPa]
  double roughness = 1;              // R_z [um]; up to 1: polished
  double roughness_factor = 0;       // K_R,P, in place of what follows from R_z; 0: from it
  double highly_loaded_area = 500;   // A_sigma [mm2]
  double reference_area = 500;       // A_ref [mm2]
  double stress_gradient = 0;        // G, related to the stress [1/mm]
  double collapse_ratio = 0;         // K_p
  double failure_probability = 0.5;  // P_A; 0.5: no statistics
  double load_probability = 0.5;     // P_L, 0.5 or 0.025
  double load_deviation = 0;         // s_L of normally distributed loads, in units of the loads
  double load_log_deviation = 0;     // LSD_s of log-normal ones
  double stress_per_load = 1;        // c [MPa per unit of the loads]
};

// Young's modulus and the cyclic curve that follows from the tensile strength [FKM 2019, 2.5-13].
CyclicCurve FkmCyclicCurve(const FkmSettings& settings);

// Factor on the loads for their scatter, gamma_L [FKM 2019, 2.3].
double FkmLoadFactor(const FkmSettings& settings, double largest_load);

// The line of the component, all of which the factors of roughness, support and safety are in.
struct FkmLine {
  double at_1000 = 0;      // P_RAM,Z at N = 1000; P_RAJ,Z at N = 1
  double endurance = 0;    // P_RAM,D; P_RAJ,D,0
  double slope = 0;        // d1; d
  double slope_below = 0;  // d2 beyond N = 1000, of P_RAM
};
FkmLine FkmRamLine(const FkmSettings& settings);
FkmLine FkmRajLine(const FkmSettings& settings);

struct FkmResult {
  bool infinite = false;   // all loops of the second pass are below the endurance limit
  double cycles = 0;       // loops to failure
  double passes = 0;       // of the history; 0 where it fails within the first two
  double load_factor = 1;  // gamma_L
  FkmLine line;
  std::vector<Hysteresis> loops;
  std::vector<double> parameter;  // P_RAM or P_RAJ [MPa or N/mm] of each
  std::vector<double> damage;     // of each
};

// `loads` is one pass in units of load. Throws an InputError where a setting makes no sense.
FkmResult AssessFkmRam(std::span<const double> loads, const FkmSettings& settings);
FkmResult AssessFkmRaj(std::span<const double> loads, const FkmSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_FKM_NONLINEAR_H_
