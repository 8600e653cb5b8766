// Makes one flat model of a model with sub-assemblies.
//
// Every item of a sub-assembly gets a name of its own, "front_left/lower_arm"; its ports become the
// bodies or frames that the model around connects them to; everything is mirrored, turned and moved
// as Placement (placement.h) says. Sub-assemblies nest. Gravity, the initial motion and solver
// settings are those of the outermost model.
//
// What a mirror does, besides to points and axes: rotations about an axis change their sign (the
// functions of motions, the ratios of couplers), laws become their images (laws/mirror_law.h), and
// so do sections of beams and flexible parts. A frame on a port is placed in ground axes, as where
// the sub-assembly stands alone and the port is the ground; a port that is connected to a frame and
// used without a place of its own is that frame, which no placement moves.
#ifndef JOUNCE_MODEL_FLATTEN_H_
#define JOUNCE_MODEL_FLATTEN_H_

#include "model/model.h"

namespace jounce {

// `model` has the models of its subsystems attached, theirs too. Mistakes (ports that are unknown
// or not connected, names with a '/', what has no image) go to `diagnostics`.
Model Flatten(const Model& model, Diagnostics* diagnostics);

}  // namespace jounce

#endif  // JOUNCE_MODEL_FLATTEN_H_
