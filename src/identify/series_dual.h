// What the parts that run in all lanes of a group at once share.
#ifndef JOUNCE_IDENTIFY_SERIES_DUAL_H_
#define JOUNCE_IDENTIFY_SERIES_DUAL_H_

#include "identify/batch.h"
#include "math/dual.h"

// The loops over a period are the inner loops of identification: everything they call is to be
// inlined, also where the compiler's own limits say no.
#define JOUNCE_FLATTEN __attribute__((flatten))

namespace jounce::identify {

template <int N>
using SeriesDual = Dual<N, SeriesLanes>;

inline int Steps(const Group& group) { return static_cast<int>(group.displacement.size()) - 1; }

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_SERIES_DUAL_H_
