// Bars on one straight line, their mass lumped on the nodes, have no inertia about the line: as a
// free body they could spin without limit, and a reduction finds five rigid motions instead of six.
#ifndef JOUNCE_FLEX_LUMPED_LINE_H_
#define JOUNCE_FLEX_LUMPED_LINE_H_

#include "base/error.h"
#include "flex/mesh.h"

namespace jounce::flex {

// Gives such a mesh the consistent mass of its elements, and says so.
void GiveSpinInertia(Mesh* mesh, Diagnostics* diagnostics);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_LUMPED_LINE_H_
