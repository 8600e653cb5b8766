// How far a reduced part is from its full mesh: frequencies free and held, deflections under unit
// loads, as one checks a reduction before one trusts it [Wood 2003, 4.6.5 to 4.6.8].
#ifndef JOUNCE_FLEX_VERIFY_H_
#define JOUNCE_FLEX_VERIFY_H_

#include <Eigen/Core>
#include <string>
#include <vector>

#include "base/progress.h"
#include "flex/make_part.h"

namespace jounce::flex {

struct Comparison {
  std::string what;  // "free", "held at 154", "deflection of 44 along z, held at 154"
  std::string unit;  // "Hz", "m/N"
  std::vector<double> full;
  std::vector<double> reduced;
};

// Of the lowest `count` frequencies.
std::vector<Comparison> Verify(const Mesh& mesh, const ReducedPart& reduced, int count,
                               Progress* progress);

// Largest relative difference of a comparison.
double LargestDifference(const Comparison& comparison);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_VERIFY_H_
