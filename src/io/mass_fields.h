// The keys of what a body's mass is made of (model/mass_shapes.h), and of its drawing.
#ifndef JOUNCE_IO_MASS_FIELDS_H_
#define JOUNCE_IO_MASS_FIELDS_H_

#include "io/fields.h"
#include "model/model.h"

namespace jounce {

// Mass, centre, inertia and all that adds to them.
void DescribeMass(Fields& fields, Body& body);
// What it looks like (model/drawn_shapes.h).
void DescribeDrawing(Fields& fields, Body& body);

}  // namespace jounce

#endif  // JOUNCE_IO_MASS_FIELDS_H_
