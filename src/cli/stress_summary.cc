#include "cli/stress_summary.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/names.h"

namespace jounce {

void PrintStresses(const std::vector<RunSummary::Stress>& stresses, const Console& console) {
  for (const RunSummary::Stress& stress : stresses) {
    console.Print("  largest von Mises stress of {}: {:.6g} MPa at t = {:.6g} s, {}", stress.body,
                  1e-6 * stress.von_mises, stress.time, stress.Place());
  }
}

int FindStressedBody(const std::string& part, const std::string& file, const System& system) {
  std::vector<std::string> names;
  int found = -1;
  for (int i = 0; i < system.body_count(); ++i) {
    const Body& body = system.model().bodies[i];
    if (!body.flexible.bends() || body.flexible.part->stress_points.empty()) continue;
    names.push_back(body.name);
    if (part.empty() || part == body.name) found = i;
  }
  if (names.empty()) {
    throw InputError(file + ": no body of the model has stresses",
                     "they are those of flexible bodies whose part holds stress points");
  }
  if (found < 0) {
    throw InputError(fmt::format("no flexible body is called '{}'", part),
                     SuggestName(part, names));
  }
  if (part.empty() && names.size() > 1) {
    throw InputError("several bodies bend", fmt::format("say which: --part {}", names.front()));
  }
  return found;
}

}  // namespace jounce
