#include "solve/step_formula.h"

#include "solve/generalized_alpha.h"
#include "solve/multistep.h"

namespace jounce {

std::unique_ptr<StepFormula> MakeStepFormula(const SolverSettings& settings) {
  switch (settings.integrator) {
    case IntegratorKind::kGeneralizedAlpha:
      return std::make_unique<GeneralizedAlpha>(settings.rho);
    case IntegratorKind::kMultistep:
      return std::make_unique<Multistep>(settings.rho);
  }
  return nullptr;
}

}  // namespace jounce
