// What a material file says: each method takes its part of it. SI units; amplitudes are half the
// range, lives are cycles, in all of it.
#ifndef JOUNCE_FATIGUE_MATERIAL_H_
#define JOUNCE_FATIGUE_MATERIAL_H_

#include <optional>
#include <string>

#include "fatigue/cycle_damage.h"
#include "fatigue/fkm_nonlinear.h"
#include "fatigue/rubber_life.h"

namespace jounce {

// A weld by its structural stress: the class (FAT) is the stress range [Pa] that 97.7 % survive for
// two million cycles, whatever the mean stress [IIW, XIII-1539]. Thicker plates bear less:
// FAT (t_ref/t)^n beyond t_ref. A spot weld has a class of its own, and slope, by the structural
// stress around its nugget.
struct WeldClass {
  double range = 0;  // Pa at 2e6 cycles
  double slope = 3;
  double cycles = 1e7;  // at the knee
  double slope_below = 5;
  double thickness = 0;  // m; 0: not looked at
  double nugget = 0;     // diameter of a spot weld, m; 0: not known
  double reference_thickness = 0.025;
  double thickness_exponent = 0.25;

  WoehlerLine Line() const;
};

struct FatigueMaterial {
  std::string file;
  std::string name;
  std::string source;
  double young = 0;
  double poisson = 0.3;
  double findley_k = 0.3;
  double fatemi_socie_k = 1;
  MeanStressData mean_stress;
  std::optional<WoehlerLine> stress_life;      // Pa
  std::optional<WoehlerLine> force_life;       // N
  std::optional<WoehlerLine> elongation_life;  // strain, or length over length, of rubber
  std::optional<StrainLifeLine> strain_life;
  double cyclic_strength = 0;  // K'
  double cyclic_exponent = 0;  // n'
  std::optional<CrackGrowthLaw> crack_growth;
  std::optional<WeldClass> weld;
  std::optional<FkmSettings> component;  // MPa, mm, um; tensile strength is filled in from above

  // Elastic where K' and n' are not given.
  CyclicCurve Curve() const;

  // What these methods need; throw InputErrors that name what the file has not.
  const WoehlerLine& StressLife() const;
  const WoehlerLine& ForceLife() const;
  const WoehlerLine& ElongationLife() const;
  const StrainLifeLine& StrainLife() const;
  const CrackGrowthLaw& CrackGrowth() const;
  const WeldClass& Weld() const;
  const FkmSettings& Component() const;
};

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_MATERIAL_H_
