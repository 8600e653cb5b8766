// The keys of a model file: what model/model.h holds, in an engineer's words. The names are the
// same in the file, the schema and docs/model.md.
#ifndef JOUNCE_IO_MODEL_FIELDS_H_
#define JOUNCE_IO_MODEL_FIELDS_H_

#include "io/fields.h"
#include "model/model.h"

namespace jounce {

void Describe(Fields& fields, Model& model);

}  // namespace jounce

#endif  // JOUNCE_IO_MODEL_FIELDS_H_
