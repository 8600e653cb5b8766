// Fits laws one after the other, each from its own start values and from the laws that it holds
// (nesting.h): a larger law never fits worse than a smaller one that was fitted before it.
#ifndef JOUNCE_IDENTIFY_NESTED_FIT_H_
#define JOUNCE_IDENTIFY_NESTED_FIT_H_

#include <deque>
#include <vector>

#include "identify/determine.h"

namespace jounce::identify {

class NestedFit {
 public:
  // `batch` must outlive it.
  NestedFit(const Batch& batch, const SearchOptions& options) : batch_(batch), options_(options) {}

  // `start` has the start values. The result is kept for the laws that follow.
  const FittedLaw& Fit(const CandidateLaw& start);

  double seconds() const { return seconds_; }
  int evaluations() const { return evaluations_; }

 private:
  // The laws among those fitted that `start` holds, the best first.
  std::vector<const FittedLaw*> Held(const CandidateLaw& start) const;
  // The best of several searches, the first of those that are equally good.
  FittedLaw BestOf(const std::vector<SearchTask>& tasks);
  // Takes the smaller law itself where no search with the added parts got below it.
  void Keep(const CandidateLaw& model, FittedLaw* best);

  const Batch& batch_;
  SearchOptions options_;
  std::deque<FittedLaw> fitted_;
  double seconds_ = 0;
  int evaluations_ = 0;
};

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_NESTED_FIT_H_
