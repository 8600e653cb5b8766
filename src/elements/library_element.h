// A kind of element from a shared library (jounce/plugin.h says what it must offer).
#ifndef JOUNCE_ELEMENTS_LIBRARY_ELEMENT_H_
#define JOUNCE_ELEMENTS_LIBRARY_ELEMENT_H_

#include <memory>

#include "elements/element_kinds.h"

namespace jounce {

// Open as long as a copy, or an element that it made, lives. Throws FileError where the library
// cannot be opened, InputError where it does not hold such a kind, or describes it wrongly.
std::shared_ptr<const ElementKind> OpenElementKind(const LibraryKind& library);

}  // namespace jounce

#endif  // JOUNCE_ELEMENTS_LIBRARY_ELEMENT_H_
