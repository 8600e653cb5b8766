#include "elements/element_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/names.h"
#include "elements/differential.h"
#include "elements/library_element.h"
#include "elements/spinning_wheel.h"

namespace jounce {

const std::vector<const ElementKind*>& ElementKinds() {
  static const std::vector<const ElementKind*> kinds = {
      &kTyre,      &kLinearTyre,   &kBrushTyre,        &kWheel, &kLinearWheel, &kBrushWheel,
      &kDiscBrake, &kDifferential, &kHydraulicActuator};
  return kinds;
}

const ElementKind* FindElementKind(const std::string& word) {
  for (const ElementKind* kind : ElementKinds()) {
    if (word == kind->word) return kind;
  }
  return nullptr;
}

ForceModel::Sizes ElementKind::sizes() const {
  const auto count = [](const auto& list) { return static_cast<int>(list.size()); };
  return {count(frames), count(inputs), count(states), count(outputs), switches};
}

std::shared_ptr<const ElementKind> KindOf(const ElementSettings& settings) {
  if (settings.kind == kLibraryElement) return OpenElementKind(settings.library);
  const ElementKind* found = FindElementKind(settings.kind);
  if (found) return {std::shared_ptr<const ElementKind>(), found};
  std::vector<std::string> words = {kLibraryElement};
  for (const ElementKind* kind : ElementKinds()) words.emplace_back(kind->word);
  throw InputError(fmt::format("no element is called '{}'", settings.kind),
                   SuggestName(settings.kind, words));
}

std::unique_ptr<const ForceModel> MakeForceModel(const ElementSettings& settings) {
  const std::shared_ptr<const ElementKind> kind = KindOf(settings);
  Diagnostics wrong;
  std::vector<std::string> known;
  for (const KindField& field : kind->fields) {
    known.emplace_back(field.name);
    if (!settings.values.Has(field.name)) {
      if (field.required) {
        wrong.Error({}, fmt::format("the element {} needs `{}`", kind->word, field.name),
                    field.meaning);
      }
      continue;
    }
    for (double value : settings.values.Numbers(field.name)) {
      if (value >= field.least && value <= field.most && std::isfinite(value)) continue;
      wrong.Error({}, fmt::format("{} = {} is out of range", field.name, value),
                  fmt::format("between {:g} and {:g}", field.least, field.most));
    }
  }
  const auto check = [&](const std::string& name) {
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    wrong.Error({}, fmt::format("the element {} has no '{}'", kind->word, name),
                SuggestName(name, known));
  };
  for (const auto& [name, value] : settings.values.numbers) check(name);
  for (const auto& [name, value] : settings.values.files) check(name);
  wrong.ThrowIfErrors();
  return kind->make(settings);
}

}  // namespace jounce
