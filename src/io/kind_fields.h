// The fields of kinds of blocks and elements (blocks/kind_field.h), and where a kind comes from a
// shared library, which.
#ifndef JOUNCE_IO_KIND_FIELDS_H_
#define JOUNCE_IO_KIND_FIELDS_H_

#include <functional>
#include <vector>

#include "blocks/kind_field.h"
#include "io/fields.h"

namespace jounce {

void DescribeFields(Fields& fields, const std::vector<KindField>& kind, FieldValues& values);

// `file` and `kind`. Then `open` opens it and gives its fields, which stand under `constants`; what
// it throws is a problem of the file. Returns whether it could be opened. A schema knows no library:
// `open` is not called.
bool DescribeLibrary(Fields& fields, LibraryKind& library, FieldValues& values,
                     const std::function<std::vector<KindField>()>& open);

}  // namespace jounce

#endif  // JOUNCE_IO_KIND_FIELDS_H_
