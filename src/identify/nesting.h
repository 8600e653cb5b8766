// Laws inside laws: a law with more parts can do what one with fewer of them does. So its search
// begins there too, and never ends with a worse fit.
//
// A part holds another where a limit of it is the other: a fluid element without mass and a row
// that never slips are Maxwell branches, a row that never relaxes is a friction element.
#ifndef JOUNCE_IDENTIFY_NESTING_H_
#define JOUNCE_IDENTIFY_NESTING_H_

#include <optional>
#include <vector>

#include "identify/candidate_law.h"

namespace jounce::identify {

struct Embedding {
  // The larger law: parts of the smaller one with its values (and what it leaves out), the others
  // with their own start values. Bounds are widened where they would cut the smaller law off.
  CandidateLaw model;
  std::vector<bool> added;  // one per part: not in the smaller law
};

// Nothing where `larger` does not hold `smaller`.
std::optional<Embedding> Embed(const CandidateLaw& smaller, const CandidateLaw& larger);

// The larger law with nothing in its added parts: the smaller law.
CandidateLaw WithoutAddedParts(const Embedding& embedding);

// Fixes a part, or a term of it, at zero.
void LeaveOutPart(int part, CandidateLaw* model);
void LeaveOutTerm(int parameter, CandidateLaw* model);

// The law without the parts that were left out; `kept` gets the places of its parameters in `model`.
CandidateLaw WithoutEmptyParts(const CandidateLaw& model, std::vector<int>* kept);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_NESTING_H_
