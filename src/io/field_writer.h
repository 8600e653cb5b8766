// Writes settings as YAML in chosen units, so that what Jounce found can be read again and edited.
#ifndef JOUNCE_IO_FIELD_WRITER_H_
#define JOUNCE_IO_FIELD_WRITER_H_

#include <functional>
#include <string>

#include "io/fields.h"
#include "math/units.h"

namespace jounce {

// The YAML text of what `describe` describes; starts with the comment lines and the units. Paths
// are written as seen from `folder`, or as they are.
std::string WriteFields(const std::function<void(Fields&)>& describe, const UnitSystem& units,
                        const std::string& comment = "", const std::string& folder = "");

template <class S>
std::string WriteFields(S& settings, const UnitSystem& units, const std::string& comment = "",
                        const std::string& folder = "") {
  return WriteFields([&settings](Fields& fields) { Describe(fields, settings); }, units, comment,
                     folder);
}

}  // namespace jounce

#endif  // JOUNCE_IO_FIELD_WRITER_H_
