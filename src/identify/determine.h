// What is not determined is not in the answer: terms and parts of a fitted law that lie at a bound
// or that the data do not hold are left out, one after the other, and the rest is fitted again,
// until every parameter that is left is known.
#ifndef JOUNCE_IDENTIFY_DETERMINE_H_
#define JOUNCE_IDENTIFY_DETERMINE_H_

#include <string>
#include <vector>

#include "identify/search.h"
#include "identify/trust.h"

namespace jounce::identify {

// A law with the values that were found for it.
struct FittedLaw {
  CandidateLaw model;  // values: those found
  SearchResult found;
};

// True when every free parameter is determined and lies inside its bounds.
bool IsDetermined(const Trust& trust);

// `fitted` without what the data do not determine; `left_out` gets the names, in the order in which
// they went.
FittedLaw Determine(const Batch& batch, const FittedLaw& fitted, const SearchOptions& options,
                    std::vector<std::string>* left_out);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_DETERMINE_H_
