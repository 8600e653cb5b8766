#include "io/block_fields.h"

#include <algorithm>

#include "blocks/block_kinds.h"
#include "io/kind_fields.h"
#include "io/model_fields.h"
#include "io/vector_fields.h"

namespace jounce {
namespace {

void DescribeInputs(Fields& f, const Count& count, BlockSettings& s) {
  f.Texts({"of", "its inputs: signals, channels of sensors, or formulas of them", kRequired},
          s.inputs, count);
}

void DescribeBlock(Fields& f, const BlockKind& kind, BlockSettings& s) {
  DescribeInputs(f, {static_cast<size_t>(kind.least_inputs), static_cast<size_t>(kind.most_inputs)},
                 s);
  DescribeFields(f, kind.fields, s.values);
}

void DescribeLibraryBlock(Fields& f, BlockSettings& s) {
  std::shared_ptr<const BlockKind> kind;
  const bool opened = DescribeLibrary(f, s.library, s.values, [&] {
    kind = KindOf(s);
    return kind->fields;
  });
  const auto inputs = opened ? static_cast<size_t>(kind->least_inputs) : 0;
  DescribeInputs(f, opened ? Count{inputs, inputs} : Count(), s);
}

}  // namespace

void Describe(Fields& f, Signal& s) {
  f.Where(s.place);
  OptionalNumber(f, {"input", "from outside: its value until a program gives another"}, s.input,
                 quantity::kNumber);
  const Key block = {"block", "what it does with its inputs"};
  if (f.Visit(block, s.block.has_value())) {
    if (!s.block) s.block.emplace();
    std::vector<Fields::Alternative> alternatives;
    for (const BlockKind* kind : BlockKinds()) {
      alternatives.push_back(
          {kind->word, kind->meaning, [&s, kind] { s.block->kind = kind->word; },
           [&s, kind](Fields& inner) { DescribeBlock(inner, *kind, *s.block); }});
    }
    alternatives.push_back({kLibraryBlock, "a kind from a shared library (jounce/plugin.h)",
                            [&s] { s.block->kind = kLibraryBlock; },
                            [&s](Fields& inner) { DescribeLibraryBlock(inner, *s.block); }});
    f.OneOf(block, alternatives, [&s] {
      const auto& kinds = BlockKinds();
      const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const BlockKind* kind) {
        return s.block->kind == kind->word;
      });
      // After those of the table comes the library's, then none.
      const bool none = found == kinds.end() && s.block->kind != kLibraryBlock;
      return static_cast<size_t>(found - kinds.begin()) + (none ? 1 : 0);
    });
  }
  f.Text({"unit", "of its values, SI; what it drives must have the same"}, s.unit);
  DescribeFunction(f, s.function, quantity::kNumber);
}

}  // namespace jounce
