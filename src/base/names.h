// Names as users type them: the nearest known one for "did you mean".
#ifndef JOUNCE_BASE_NAMES_H_
#define JOUNCE_BASE_NAMES_H_

#include <string>
#include <string_view>
#include <vector>

namespace jounce {

// Number of single-letter insertions, deletions, substitutions and swaps of neighbours between two
// words (optimal string alignment), ignoring case.
int EditDistance(std::string_view a, std::string_view b);

// The candidate nearest to `name`, or "" where none is near enough to be meant.
std::string NearestName(std::string_view name, const std::vector<std::string>& candidates);

// "did you mean 'stiffness'?", or "known: a, b, c" where nothing is near.
std::string SuggestName(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace jounce

#endif  // JOUNCE_BASE_NAMES_H_
