// The least of an output under limits, over ranges and lists. For each combination of the lists
// (variants, cases) an evolution strategy of its own (cma_es.h) goes over the ranges; generations of
// all combinations are run together. What is drawn follows from the seed and from outcomes alone, so
// that an optimization that was stopped finds what is known and goes on as it would have.
//
// A run that keeps its limits is better than one that does not; of those that do the output decides,
// of the others by how much they break them, as parts of the limits in sum [Deb 2000].
//
// Reference: K. Deb, An efficient constraint handling method for genetic algorithms, Comput. Methods
// Appl. Mech. Eng. 186 (2000) 311-338.
#ifndef JOUNCE_STUDY_OPTIMIZE_H_
#define JOUNCE_STUDY_OPTIMIZE_H_

#include <functional>
#include <string>
#include <vector>

#include "study/outcome.h"
#include "study/plan.h"

namespace jounce::study {

// How good a run is: smaller is better, limits first.
struct Merit {
  double violation = 0;  // infinite: it has no result
  double value = 0;

  friend auto operator<=>(const Merit&, const Merit&) = default;
};
Merit MeritOf(const Study& study, const Outcome* outcome);

struct OptimizationResult {
  std::vector<Run> runs;  // all, in the order in which they were asked for
  int best = -1;          // of them; -1: none has a result
  Merit merit;
  bool whole = true;  // false: it was stopped
};

// Makes sure that these runs have outcomes; false where it was stopped.
using BatchRunner = std::function<bool(const std::vector<Run>& all, size_t first_new)>;
using OutcomeFinder = std::function<const Outcome*(const std::string& key)>;

OptimizationResult Optimize(const Study& study, const BatchRunner& run, const OutcomeFinder& find);

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_OPTIMIZE_H_
