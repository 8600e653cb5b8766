// Elements of a model file. Their keys follow from their kind (elements/element_kinds.h).
#ifndef JOUNCE_IO_ELEMENT_FIELDS_H_
#define JOUNCE_IO_ELEMENT_FIELDS_H_

#include "io/fields.h"
#include "model/model.h"

namespace jounce {

void Describe(Fields& fields, ElementItem& element);

}  // namespace jounce

#endif  // JOUNCE_IO_ELEMENT_FIELDS_H_
