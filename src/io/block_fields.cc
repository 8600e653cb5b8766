#include "io/block_fields.h"

#include <algorithm>

#include "blocks/block_kinds.h"
#include "io/model_fields.h"

namespace jounce {
namespace {

void DescribeField(Fields& f, const BlockField& field, BlockSettings& s) {
  const Key key = {field.name, field.meaning, field.required ? kRequired : kOptional};
  if (!field.required && !f.Visit(key, s.Has(field.name))) return;
  std::vector<double>& numbers = s.numbers[field.name];
  switch (field.form) {
    case BlockField::kNumber:
      numbers.resize(1);
      f.Number(key, numbers[0], field.quantity);
      break;
    case BlockField::kNumbers:
      f.Numbers(key, numbers, field.quantity);
      break;
    case BlockField::kRows: {
      const Quantity columns[] = {quantity::kNumber, quantity::kNumber};
      f.Table(key, numbers, columns, {2});
      break;
    }
    case BlockField::kChoice: {
      numbers.resize(1);
      int index = static_cast<int>(numbers[0]);
      f.Choice(key, field.words, index);
      numbers[0] = index;
      break;
    }
  }
  if (f.ForSchema()) s.numbers.erase(field.name);
}

void DescribeBlock(Fields& f, const BlockKind& kind, BlockSettings& s) {
  const Key of = {"of", "its inputs: signals, channels of sensors, or formulas of them", kRequired};
  f.Texts(of, s.inputs,
          {static_cast<size_t>(kind.least_inputs), static_cast<size_t>(kind.most_inputs)});
  for (const BlockField& field : kind.fields) DescribeField(f, field, s);
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
    f.OneOf(block, alternatives, [&s] {
      const auto& kinds = BlockKinds();
      const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const BlockKind* kind) {
        return s.block->kind == kind->word;
      });
      return static_cast<size_t>(found - kinds.begin());
    });
  }
  f.Text({"unit", "of its values, SI; what it drives must have the same"}, s.unit);
  DescribeFunction(f, s.function, quantity::kNumber);
}

}  // namespace jounce
