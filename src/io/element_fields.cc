#include "io/element_fields.h"

#include <algorithm>
#include <string>
#include <utility>

#include "elements/element_kinds.h"
#include "io/kind_fields.h"
#include "io/model_fields.h"

namespace jounce {
namespace {

void DescribeFrames(Fields& f, ElementItem& s, const std::string& what, const Count& count) {
  f.References({"frames", what.c_str(), kRequired}, s.frames, "body|frame", count);
}

// Frames and inputs.
void DescribeEnds(Fields& f, ElementItem& s, const ElementKind& kind) {
  std::string what = "bodies or frames that it acts on: ";
  for (size_t i = 0; i < kind.frames.size(); ++i) {
    what += (i == 0 ? "" : ", ") + std::string(kind.frames[i]);
  }
  DescribeFrames(f, s, what, {kind.frames.size(), kind.frames.size()});
  if (kind.inputs.empty()) return;
  const std::string type = std::string(kind.word) + " inputs";
  f.Typed({"inputs", "what drives it, each zero by default"}, type.c_str(), !s.inputs.empty(),
          [&](Fields& inner) {
            for (const KindScalar& input : kind.inputs) {
              const auto found = std::find_if(s.inputs.begin(), s.inputs.end(),
                                              [&](const auto& i) { return i.first == input.name; });
              const bool given = found != s.inputs.end();
              TimeFunctionSettings function = given ? found->second : TimeFunctionSettings();
              const std::string function_type = type + " " + input.name;
              const bool there =
                  inner.Typed({input.name, input.meaning}, function_type.c_str(), given,
                              [&](Fields& of_function) {
                                DescribeFunction(of_function, function, input.quantity);
                              });
              if (there && !given && !inner.ForSchema()) {
                s.inputs.emplace_back(input.name, std::move(function));
              }
            }
          });
}

void DescribeLibraryElement(Fields& f, ElementItem& s) {
  std::shared_ptr<const ElementKind> kind;
  const bool opened = DescribeLibrary(f, s.settings.library, s.settings.values, [&] {
    kind = KindOf(s.settings);
    return kind->fields;
  });
  if (opened) return DescribeEnds(f, s, *kind);
  DescribeFrames(f, s, "bodies or frames that it acts on", {1});
  std::vector<std::pair<std::string, TimeFunctionSettings>> any;
  std::pair<std::string, TimeFunctionSettings> blank;
  const Key inputs = {"inputs", "what drives it, by name"};
  if (!f.ForSchema()) {
    f.Visit(inputs, false);
    return;
  }
  f.Map(inputs, "library input",
        {[&] { return any.size(); },
         [&](const std::string& name) {
           any.push_back({name, {}});
         },
         [&](size_t i) -> const std::string& { return any[i].first; },
         [&](Fields& inner, size_t) { DescribeFunction(inner, blank.second, quantity::kNumber); }});
}

}  // namespace

Quantity QuantityOfInput(const ElementItem& element, const std::string& name) {
  const std::shared_ptr<const ElementKind> kind = KindOf(element.settings);
  for (const KindScalar& input : kind->inputs) {
    if (name == input.name) return input.quantity;
  }
  return quantity::kNumber;
}

void Describe(Fields& f, ElementItem& s) {
  f.Where(s.place);
  std::vector<Fields::Alternative> alternatives;
  for (const ElementKind* kind : ElementKinds()) {
    alternatives.push_back({kind->word, kind->meaning, [&s, kind] { s.settings.kind = kind->word; },
                            [&s, kind](Fields& inner) {
                              DescribeFields(inner, kind->fields, s.settings.values);
                              DescribeEnds(inner, s, *kind);
                            }});
  }
  alternatives.push_back({kLibraryElement, "a kind from a shared library (jounce/plugin.h)",
                          [&s] { s.settings.kind = kLibraryElement; },
                          [&s](Fields& inner) { DescribeLibraryElement(inner, s); }});
  f.OneOf({"element", "kind of the element", kRequired}, alternatives, [&s] {
    const auto& kinds = ElementKinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const ElementKind* kind) {
      return s.settings.kind == kind->word;
    });
    // After those of the table comes the library's, then none.
    const bool none = found == kinds.end() && s.settings.kind != kLibraryElement;
    return static_cast<size_t>(found - kinds.begin()) + (none ? 1 : 0);
  });
}

}  // namespace jounce
