// What a law may be, but seldom is meant to be: springs that push away from where they are, dampers
// that feed energy, curves that fall.
#ifndef JOUNCE_LAWS_LAW_WARNINGS_H_
#define JOUNCE_LAWS_LAW_WARNINGS_H_

#include <string>

#include "base/error.h"
#include "laws/law_settings.h"

namespace jounce {

// Warnings on a law that Validate (make_law.h) found right, parts included; `name` as there.
void WarnOfLaw(const LawSettings& settings, const std::string& name, Diagnostics* diagnostics);

// Whether some force of it falls where the strain or its rate grows. In a row such a part has no
// balance with the others.
bool Falls(const LawSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_LAWS_LAW_WARNINGS_H_
