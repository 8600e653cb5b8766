// What every named item of a model has.
#ifndef JOUNCE_MODEL_ITEM_H_
#define JOUNCE_MODEL_ITEM_H_

#include <string>

#include "base/error.h"

namespace jounce {

struct Item {
  std::string name;
  Place place;  // where the user wrote it
};

}  // namespace jounce

#endif  // JOUNCE_MODEL_ITEM_H_
