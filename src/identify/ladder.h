// Climbs from simple laws to rich ones and chooses: each family grows until the error on series
// that the fit has not seen stops falling; of all rungs whose parameters the data determine the one
// with the fewest is taken whose held-out error is within a few per cent of the best.
#ifndef JOUNCE_IDENTIFY_LADDER_H_
#define JOUNCE_IDENTIFY_LADDER_H_

#include <functional>
#include <vector>

#include "identify/data_nature.h"
#include "identify/identify.h"

namespace jounce::identify {

// Fits one shape to the series that are not held out.
using FitRung = std::function<Rung(const LawShape&)>;

// `chosen` is set on exactly one rung. Stops early when progress asks to. Friction is left to data
// with several amplitudes: with one, it cannot be told from loss that does not change with
// amplitude. Which families are tried is a matter of the data's nature.
std::vector<Rung> ClimbLadder(const FitRung& fit, DataNature nature, bool several_amplitudes,
                              Progress* progress);

// The shapes of the ladder that are smaller than `shape` and of its family, smallest first.
std::vector<LawShape> SmallerShapes(const LawShape& shape);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_LADDER_H_
