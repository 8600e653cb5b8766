// Says all that is wrong with a model, by name and place, before anything is computed.
#ifndef JOUNCE_MODEL_CHECK_H_
#define JOUNCE_MODEL_CHECK_H_

#include "base/error.h"
#include "model/model.h"

namespace jounce {

// Errors: no or doubled names, unknown references, masses and inertias that no body can have, axes
// without direction, items attached to themselves, laws that are missing or of the wrong dimension,
// numbers that are not finite, solver settings out of range. Warnings: see cautions.h.
void CheckModel(const Model& model, Diagnostics* diagnostics);

// Throws InputError with everything found.
void CheckModel(const Model& model);

}  // namespace jounce

#endif  // JOUNCE_MODEL_CHECK_H_
