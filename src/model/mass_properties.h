// Gives every body its mass, centre and inertia, from whatever the user said of them:
//   given numbers + shapes               summed, as one rigid body
//   remainder_of                         the whole less its parts, each without payloads
//   payloads                             added last: no measured whole holds them
// The inertia of a sum is taken about one point, by parallel axes.
#ifndef JOUNCE_MODEL_MASS_PROPERTIES_H_
#define JOUNCE_MODEL_MASS_PROPERTIES_H_

#include <string>
#include <vector>

#include "model/model.h"

namespace jounce {

// Shapes, payloads and the remainder become mass, centre, inertia and products of their bodies and
// are gone; bodies without any stay as they are. The model is flat, with meshes attached. Mistakes
// go to `diagnostics`. Returns the names of the bodies that were computed.
std::vector<std::string> ResolveMasses(Model* model, Diagnostics* diagnostics);

}  // namespace jounce

#endif  // JOUNCE_MODEL_MASS_PROPERTIES_H_
