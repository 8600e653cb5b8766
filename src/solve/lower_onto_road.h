// Wheels in the air hold nothing, and statics that begin there have no way to go. Where none of a
// model's wheels touches the road as drawn, the whole model is lowered until they carry its weight.
#ifndef JOUNCE_SOLVE_LOWER_ONTO_ROAD_H_
#define JOUNCE_SOLVE_LOWER_ONTO_ROAD_H_

#include "mechanics/system.h"

namespace jounce {

// Leaves all as it is where a wheel touches, where there are none, and where the road is farther
// below than the model is large.
void LowerOntoRoad(const System& system, SystemState* state);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_LOWER_ONTO_ROAD_H_
