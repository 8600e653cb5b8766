// From description to law.
#ifndef JOUNCE_LAWS_MAKE_LAW_H_
#define JOUNCE_LAWS_MAKE_LAW_H_

#include <memory>
#include <string>

#include "laws/law.h"
#include "laws/law_settings.h"

namespace jounce {

// Dimension that a law of this description has: 1, 3 or 6.
int DimensionOf(const LawSettings& settings);

// Reports all that is wrong with a description, parts and modifiers included, each by its name;
// `name` is how messages call the law, e.g. "bushing 'front lower'"; empty for the kind alone.
void Validate(const LawSettings& settings, const std::string& name, Diagnostics* diagnostics);

// The law. Throws InputError with everything that Validate reports.
//
// A factor per direction multiplies the force of a law whose directions are independent: it goes to
// each direction of `axes`, through `parallel` to its parts, and scales the matrices of `linear` so
// that symmetry is kept, sqrt(s_i) K_ij sqrt(s_j). Other laws of several directions refuse it.
std::unique_ptr<Law> MakeLaw(const LawSettings& settings, const std::string& name = "");

}  // namespace jounce

#endif  // JOUNCE_LAWS_MAKE_LAW_H_
