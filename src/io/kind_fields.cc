#include "io/kind_fields.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "base/error.h"

namespace jounce {
namespace {

void DescribeField(Fields& f, const KindField& field, FieldValues& values) {
  const Key key = {field.name, field.meaning, field.required ? kRequired : kOptional};
  if (!field.required && !f.Visit(key, values.Has(field.name))) return;
  if (field.form == KindField::kFile) {
    std::string file = values.Has(field.name) ? values.files[field.name] : "";
    f.Path(key, file);
    if (!f.ForSchema()) values.files[field.name] = file;
    return;
  }
  const Range range = {field.least, field.most};
  std::vector<double>& numbers = values.numbers[field.name];
  switch (field.form) {
    case KindField::kNumber:
      numbers.resize(1);
      f.Number(key, numbers[0], field.quantity, range);
      break;
    case KindField::kNumbers:
      f.Numbers(key, numbers, field.quantity, {}, range);
      break;
    case KindField::kRows: {
      const Quantity columns[] = {quantity::kNumber, quantity::kNumber};
      f.Table(key, numbers, columns, {2});
      break;
    }
    case KindField::kChoice: {
      numbers.resize(1);
      int index = static_cast<int>(numbers[0]);
      f.Choice(key, field.words, index);
      numbers[0] = index;
      break;
    }
    case KindField::kFile:
      break;
  }
  if (f.ForSchema()) values.numbers.erase(field.name);
}

}  // namespace

void DescribeFields(Fields& f, const std::vector<KindField>& kind, FieldValues& values) {
  for (const KindField& field : kind) DescribeField(f, field, values);
}

bool DescribeLibrary(Fields& f, LibraryKind& library, FieldValues& values,
                     const std::function<std::vector<KindField>()>& open) {
  const Key constants = {"constants", "its parameters by name"};
  f.Path({"file", "the shared library", kRequired}, library.file);
  f.Text({"kind", "which of its kinds, where it holds several"}, library.name);
  if (f.ForSchema()) {
    std::vector<std::pair<std::string, std::string>> any;
    f.Pairs(constants, any, nullptr);
    return false;
  }
  std::error_code ignored;
  if (std::filesystem::exists(library.file, ignored)) f.Uses(library.file);
  std::vector<KindField> fields;
  try {
    if (library.file.empty()) return false;  // reported already
    fields = open();
  } catch (const InputError& error) {
    f.Visit(constants, false);
    for (const Diagnostic& d : error.diagnostics()) f.Problem("file", d.message, d.remedy);
    return false;
  } catch (const FileError& error) {
    f.Visit(constants, false);
    f.Problem("file", error.what());
    return false;
  }
  const bool required = std::any_of(fields.begin(), fields.end(),
                                    [](const KindField& field) { return field.required; });
  f.Typed({constants.name, constants.meaning, required ? kRequired : kOptional}, "constants",
          !values.numbers.empty(), [&](Fields& inner) { DescribeFields(inner, fields, values); });
  return true;
}

}  // namespace jounce
