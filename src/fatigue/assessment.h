// From a history, or the cycles counted in it, to the life of a material: one way for all methods.
// SI units; amplitudes are half the range; lives are cycles; damage is that of one pass.
#ifndef JOUNCE_FATIGUE_ASSESSMENT_H_
#define JOUNCE_FATIGUE_ASSESSMENT_H_

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "fatigue/material.h"
#include "math/units.h"

namespace jounce {

enum class LifeMethod {
  kStress,       // Woehler line by stress
  kStrain,       // Coffin-Manson-Basquin, loops with memory
  kForce,        // Woehler line of a part by force
  kElongation,   // Woehler line of rubber by strain
  kWeld,         // structural stress
  kCrackGrowth,  // rubber, by energy density
  kFkmRam,
  kFkmRaj
};
// "stress", "strain", "force", "elongation", "weld", "crack-growth", "fkm-ram", "fkm-raj".
LifeMethod LifeMethodOfName(std::string_view name);
const char* NameOf(LifeMethod method);
// What its histories are, and the unit that people read.
const Quantity& LoadQuantity(LifeMethod method);
const char* ShownUnit(LifeMethod method);

struct AssessmentSettings {
  LifeMethod method = LifeMethod::kStress;
  MeanStressRule mean = MeanStressRule::kNone;
  MinerRule miner = MinerRule::kElementary;
  Residue residue = Residue::kHalfCycles;
  double gate = 0;     // range below which reversals are noise
  double failure = 0;  // probability; 0: that of the line
  NotchRule notch = NotchRule::kElastic;
  double collapse_ratio = 0;  // K_p of the notch rules
  double stretch = 1;         // of rubber, for the energy of a crack
  double factor = 1;          // on the loads; for FKM after their scatter
};

struct Assessment {
  double cycles = 0;
  double damage = 0;  // of one pass
  double passes = 0;  // to failure; infinite without damage
  double life = 0;    // cycles to failure: passes times cycles
  double largest_amplitude = 0;
  // The constant amplitude at R = -1 that does the same damage in as many cycles; 0 where the method
  // has no line of amplitudes.
  double equivalent_amplitude = 0;
  std::vector<LoadLevel> levels;  // counted
  std::vector<Hysteresis> loops;  // of methods with memory
  std::vector<double> parameter;  // P_RAM or P_RAJ of the loops
  std::vector<double> loop_damage;
};

// Whether damage adds up cycle by cycle, so that a history is counted piece by piece in constant
// memory. Methods with memory of the material need the whole pass.
bool CountsPieceByPiece(LifeMethod method);

// Counts a history piece by piece. Levels are kept where asked for; else only what the residue needs.
class AssessmentStream {
 public:
  // The method must be one that CountsPieceByPiece; `material` must outlive this.
  AssessmentStream(const FatigueMaterial& material, const AssessmentSettings& settings,
                   bool keeps_levels);

  void Add(std::span<const double> samples);
  // The history ends. Call it once.
  Assessment End();

 private:
  void Take();

  const FatigueMaterial& material_;
  AssessmentSettings settings_;
  bool keeps_levels_;
  std::optional<CycleDamage> damage_;  // none for the growth of a crack
  RainflowCounter counter_;
  std::vector<LoadCycle> cycles_;
  Assessment result_;
};

// Of one pass. Samples must be numbers.
Assessment AssessSamples(std::span<const double> samples, const FatigueMaterial& material,
                         const AssessmentSettings& settings);
// Of cycles counted before. FKM needs histories and refuses them.
Assessment AssessLevels(std::span<const LoadLevel> levels, const FatigueMaterial& material,
                        const AssessmentSettings& settings);

// The damage of cycles of a scalar stress, for those who count by themselves (planes, parts).
CycleDamage StressDamage(const FatigueMaterial& material, const AssessmentSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_ASSESSMENT_H_
