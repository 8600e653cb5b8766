#include "cli/stress_summary.h"

namespace jounce {

void PrintStresses(const std::vector<RunSummary::Stress>& stresses, const Console& console) {
  for (const RunSummary::Stress& stress : stresses) {
    console.Print("  largest von Mises stress of {}: {:.6g} MPa at t = {:.6g} s, {}", stress.body,
                  1e-6 * stress.von_mises, stress.time, stress.Place());
  }
}

}  // namespace jounce
