// The description of an element by its kind, as plain data: what a model file says, in SI units.
#ifndef JOUNCE_ELEMENTS_ELEMENT_SETTINGS_H_
#define JOUNCE_ELEMENTS_ELEMENT_SETTINGS_H_

#include <memory>
#include <string>

#include "blocks/kind_field.h"

namespace jounce {

class Road;
class Tyre;

struct ElementSettings {
  std::string kind;  // a word of ElementKinds(), or "library" (element_kinds.h)
  FieldValues values;
  LibraryKind library;
  // Attached, for kinds that need them: the tyre of the file that they name, and the road of the
  // model. Without a road the ground is the plane z = 0.
  std::shared_ptr<const Tyre> tyre;
  std::shared_ptr<const Road> road;

  friend bool operator==(const ElementSettings&, const ElementSettings&) = default;
};

}  // namespace jounce

#endif  // JOUNCE_ELEMENTS_ELEMENT_SETTINGS_H_
