// What kind of part loops come from, by their look: which laws `--law auto` tries.
#ifndef JOUNCE_IDENTIFY_DATA_NATURE_H_
#define JOUNCE_IDENTIFY_DATA_NATURE_H_

#include <vector>

#include "identify/series.h"

namespace jounce::identify {

enum class DataNature {
  kRubber,    // none of the others
  kAbsorber,  // force follows the velocity: the loss angle of half of the series is above 45 degrees
  kOneSided   // force is not odd: its second harmonic is a seventh of the first in the slowest test
};

// `data` from Prepare.
DataNature NatureOf(const std::vector<Series>& data);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_DATA_NATURE_H_
