// Where the nodes of a beam are: its line divided into elements of equal length (for each leg of a
// poly-line), and the axes of the section there.
#ifndef JOUNCE_MODEL_BEAM_LINE_H_
#define JOUNCE_MODEL_BEAM_LINE_H_

#include <vector>

#include "math/pose.h"
#include "model/beam.h"

namespace jounce {

struct BeamNode {
  // The section at the end of the element before and at the begin of the one after; the two differ
  // where a poly-line has a corner.
  Pose before, after;
  double station = 0;  // length of the line up to here, m
  int leg = 0;         // the leg that ends here
};

// Straight legs of a poly-line; a spline is one leg. At least one element a leg. Throws InputError
// where points coincide, elements are too few, or z has no direction.
std::vector<BeamNode> LayOutBeam(const Beam& beam);

}  // namespace jounce

#endif  // JOUNCE_MODEL_BEAM_LINE_H_
