// Lowers the objective: Levenberg-Marquardt (Ceres) in the logarithms of the free parameters,
// inside their bounds, ending with a loss so sharp that it lowers phi itself.
#ifndef JOUNCE_IDENTIFY_SEARCH_H_
#define JOUNCE_IDENTIFY_SEARCH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "identify/objective.h"

namespace jounce::identify {

enum class LossKind { kLeastSquares, kRobust, kAbsolute };

struct SearchOptions {
  LossKind loss = LossKind::kAbsolute;
  double robust_scale = 0.01;  // of kRobust: errors beyond this share of the peak count linearly
  int starts = 1;              // the start values, and starts-1 random ones around them
  double spread = 0.7;         // of the random starts, in natural logarithms
  std::uint32_t seed = 1;
  int most_iterations = 200;
  double tolerance = 1e-4;  // relative change of the cost at which the last stage ends
  int threads = 1;
  bool near = false;  // the start is near the end: the coarse stages of the loss are left out
};

struct SearchResult {
  std::vector<double> values;
  double phi = 0;
  double cost = 0;
  int evaluations = 0;
  double seconds = 0;
  std::vector<bool> at_bound;  // one per parameter
  std::string stopped;         // why the last stage ended
};

// `model` gives start values, bounds, what is fixed and what is tied.
SearchResult Search(const Batch& batch, const CandidateLaw& model, const SearchOptions& options);

// Several searches, side by side where there are threads for it; each with the options of its own.
struct SearchTask {
  CandidateLaw model;
  SearchOptions options;
};
std::vector<SearchResult> SearchAll(const Batch& batch, const std::vector<SearchTask>& tasks,
                                    int threads);

// Is `a` the better fit, in what the search lowers?
bool IsBetter(const SearchResult& a, const SearchResult& b, LossKind loss);

// Which free variable moves each parameter, -1 for fixed ones; tied parameters share one.
std::vector<int> FreeVariables(const CandidateLaw& model, int* count);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_SEARCH_H_
