// Climbs from simple laws to rich ones and chooses: each family grows until the error on series
// that the fit has not seen stops falling; of all rungs the one with the fewest parameters is taken
// whose held-out error is within a few per cent of the best.
#ifndef JOUNCE_IDENTIFY_LADDER_H_
#define JOUNCE_IDENTIFY_LADDER_H_

#include <functional>
#include <vector>

#include "identify/identify.h"

namespace jounce::identify {

// Fits one shape to the series that are not held out.
using FitRung = std::function<Rung(const LawShape&)>;

// `chosen` is set on exactly one rung. Stops early when progress asks to.
std::vector<Rung> ClimbLadder(const FitRung& fit, Progress* progress);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_LADDER_H_
