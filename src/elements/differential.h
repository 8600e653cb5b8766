// In differential.cc.
#ifndef JOUNCE_ELEMENTS_DIFFERENTIAL_H_
#define JOUNCE_ELEMENTS_DIFFERENTIAL_H_

#include "elements/element_kinds.h"

namespace jounce {

extern const ElementKind kDifferential;

}  // namespace jounce

#endif  // JOUNCE_ELEMENTS_DIFFERENTIAL_H_
