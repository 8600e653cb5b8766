// The description of an element by its kind, as plain data: what a model file says, in SI units.
#ifndef JOUNCE_ELEMENTS_ELEMENT_SETTINGS_H_
#define JOUNCE_ELEMENTS_ELEMENT_SETTINGS_H_

#include <string>

#include "blocks/kind_field.h"

namespace jounce {

struct ElementSettings {
  std::string kind;  // a word of ElementKinds(), or "library" (element_kinds.h)
  FieldValues values;
  LibraryKind library;

  friend bool operator==(const ElementSettings&, const ElementSettings&) = default;
};

}  // namespace jounce

#endif  // JOUNCE_ELEMENTS_ELEMENT_SETTINGS_H_
