// What a model may be, but seldom is meant to be: warnings, where check.h has errors.
#ifndef JOUNCE_MODEL_CAUTIONS_H_
#define JOUNCE_MODEL_CAUTIONS_H_

#include "base/error.h"
#include "model/model.h"

namespace jounce {

// Warnings: masses without inertia that are free to turn, bushings from a frame to a point elsewhere,
// tolerances that let the solver do as it likes, results that do not fall on steps. For a model without errors.
void WarnOfModel(const Model& model, Diagnostics* diagnostics);

}  // namespace jounce

#endif  // JOUNCE_MODEL_CAUTIONS_H_
