// Changes that any law can carry, without touching it:
//
//   f = force_scale law(strain_scale (e + prestrain + offset)) - f_offset + preload
//
//   preload       a constant force added [N, N m]
//   prestrain     strain that the part already has where the connection has none
//   offset        working point: as prestrain, but the force it takes at rest is subtracted, so
//                 that the force is zero at zero (a curve measured about a preloaded state)
//   scales        another size of the same part, or other units
//   signs         1 or -1 per direction: the law's own strains and forces are these times those
//                 outside, before all else; the mirror image of a law (mirror_law.h)
//   temperature   time-temperature shift of Williams, Landel and Ferry (WLF),
//                 log10 a_T = -c1 (T - T0)/(c2 + T - T0): at T all happens a_T times as slowly, so
//                 the law sees steps h/a_T and rates e' a_T; K*(w) becomes K*(w a_T). Masses inside
//                 the law would be shifted too: use it for laws of rubber alone.
//
// Reference: M. L. Williams, R. F. Landel, J. D. Ferry, The temperature dependence of relaxation
// mechanisms in amorphous polymers, J. Am. Chem. Soc. 77 (1955).
#ifndef JOUNCE_LAWS_MODIFIED_LAW_H_
#define JOUNCE_LAWS_MODIFIED_LAW_H_

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "laws/law.h"
#include "laws/parameter_check.h"

namespace jounce {

struct TemperatureSettings {
  double temperature = 293.15;  // T of the part [K]
  double reference = 293.15;    // T0 at which the law's parameters hold [K]
  double c1 = 8.86;             // universal constants of the paper, for T0 = Tg + 50
  double c2 = 101.6;            // [K]

  friend bool operator==(const TemperatureSettings&, const TemperatureSettings&) = default;
};

// One entry per direction in each list; empty means none.
struct LawModifiers {
  std::vector<double> preload, prestrain, offset;
  std::vector<double> factor;  // of the force, per direction; see make_law.h
  std::vector<double> signs;   // 1 or -1
  double strain_scale = 1, force_scale = 1;
  std::optional<TemperatureSettings> temperature;

  // True if they leave the law as it is.
  bool empty() const;

  friend bool operator==(const LawModifiers&, const LawModifiers&) = default;
};

void Validate(const LawModifiers& modifiers, int dimension, const ParameterCheck& check);

// a_T.
double TimeShift(const TemperatureSettings& settings);

class ModifiedLaw : public Law {
 public:
  // `modifiers.factor` is not looked at: it has been worked into the law.
  ModifiedLaw(std::unique_ptr<const Law> law, const LawModifiers& modifiers);

  int dimension() const override { return law_->dimension(); }
  int state_size() const override { return law_->state_size(); }
  bool remembers() const override { return law_->remembers(); }
  void Start(const double* strain, double* state) const override;
  void SetMoving(const double* rate, const double* acceleration, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  bool differentiates() const override { return law_->differentiates(); }
  void Differentiate(const LawStep& step, const double* state,
                     const StepSlopes& slopes) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  using Vector = std::array<double, kMaxLawDimension>;
  // Strain as the law sees it.
  Vector Inside(const double* strain) const;

  std::unique_ptr<const Law> law_;
  Vector shift_{};  // prestrain + offset
  Vector added_{};  // preload - f_offset
  Vector signs_;    // from the strain outside to that of the law, and back for forces
  double strain_scale_, force_scale_, time_shift_;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_MODIFIED_LAW_H_
