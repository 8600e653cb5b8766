// The keys of a beam in a model file (model/beam.h).
#ifndef JOUNCE_IO_BEAM_FIELDS_H_
#define JOUNCE_IO_BEAM_FIELDS_H_

#include "io/fields.h"
#include "model/beam.h"

namespace jounce {

// Makes the names of its nodes, ends and elements known, so that others can refer to them.
void Describe(Fields& fields, Beam& beam);

}  // namespace jounce

#endif  // JOUNCE_IO_BEAM_FIELDS_H_
