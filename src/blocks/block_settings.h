// The description of any block, as plain data: what a model file says, in SI units.
#ifndef JOUNCE_BLOCKS_BLOCK_SETTINGS_H_
#define JOUNCE_BLOCKS_BLOCK_SETTINGS_H_

#include <string>
#include <vector>

#include "blocks/kind_field.h"

namespace jounce {

struct BlockSettings {
  std::string kind;                 // a word of BlockKinds(), or "library" (block_kinds.h)
  std::vector<std::string> inputs;  // formulas
  FieldValues values;
  LibraryKind library;

  friend bool operator==(const BlockSettings&, const BlockSettings&) = default;

  bool Has(const std::string& field) const { return values.Has(field); }
  double Number(const std::string& field, double otherwise) const {
    return values.Number(field, otherwise);
  }
  std::vector<double> Numbers(const std::string& field) const { return values.Numbers(field); }
};

}  // namespace jounce

#endif  // JOUNCE_BLOCKS_BLOCK_SETTINGS_H_
