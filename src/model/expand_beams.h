// Turns each beam of a model into what the engine knows: a body at each node, a beam element
// between two, and loads at the nodes.
//
// Mass is lumped so that it costs nothing and loses no order. Half an element's mass acts at each
// of its nodes, at the distance of the node that makes total mass, centre and inertia of a straight
// beam exact; where two halves of equal elements meet, their centre is the node. Together with the
// stiffness of MakeElement() (beam_section.h) the frequencies of bending are then of third
// order in the number of elements. An element whose law is the user's keeps the plain strain and
// has half rods in place of point masses, with the same effect.
//
// With `mass: consistent` the bodies have half of each element beside them, as if it were at the
// node, and a shared inertia for each element adds what makes it that of the line between
// (beam_inertia.h). The bodies' masses are then still those of the beam.
//
// Loads on a line go to the nodes as those of cubic deflections, at the distance that gives the
// moment of the fixed end.
#ifndef JOUNCE_MODEL_EXPAND_BEAMS_H_
#define JOUNCE_MODEL_EXPAND_BEAMS_H_

#include "model/model.h"

namespace jounce {

// The model with the beams' bodies, frames, connections and loads added. Beams that are expanded
// already stay as they are. Throws InputError with everything that is wrong with beams.
Model ExpandBeams(const Model& model);

}  // namespace jounce

#endif  // JOUNCE_MODEL_EXPAND_BEAMS_H_
