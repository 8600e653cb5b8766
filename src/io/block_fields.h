// Signals of a model file: functions, inputs from outside and blocks. The keys of a block follow
// from its kind (blocks/block_kinds.h).
#ifndef JOUNCE_IO_BLOCK_FIELDS_H_
#define JOUNCE_IO_BLOCK_FIELDS_H_

#include "io/fields.h"
#include "model/model.h"

namespace jounce {

void Describe(Fields& fields, Signal& signal);

}  // namespace jounce

#endif  // JOUNCE_IO_BLOCK_FIELDS_H_
