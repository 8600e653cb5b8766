// The kinds of elements that act on frames (`elements` of a model). The reader of model files, the
// writer, the schema, the reference, the check, sensors, pages and the run time follow from this
// table: a new kind is one file that describes it and one line in ElementKinds(). The kind
// "library" is one that a shared library holds (library_element.h).
#ifndef JOUNCE_ELEMENTS_ELEMENT_KINDS_H_
#define JOUNCE_ELEMENTS_ELEMENT_KINDS_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "blocks/kind_field.h"
#include "elements/element_settings.h"
#include "elements/force_model.h"

namespace jounce {

// An input, state or output of a kind.
struct KindScalar {
  const char* name;
  const char* meaning;
  Quantity quantity = quantity::kNumber;
  double size = 1;   // what is usual
  bool odd = false;  // changes its sign in a mirrored sub-assembly
};

struct ElementKind {
  const char* word;
  const char* meaning;
  std::vector<const char*> frames;  // what each is
  bool mirrors;                     // it may stand in a mirrored sub-assembly
  std::vector<KindField> fields;
  std::vector<KindScalar> inputs, states, outputs;
  int switches;
  // Throws InputError where the values make no sense. Required ones are there, and all within their
  // ranges.
  std::function<std::unique_ptr<const ForceModel>(const ElementSettings&)> make;
  bool on_road = false;     // it stands on the road of the model
  bool reads_tyre = false;  // its `file` is a tyre property file

  ForceModel::Sizes sizes() const;
};

inline constexpr char kLibraryElement[] = "library";

const std::vector<const ElementKind*>& ElementKinds();
// That of the table with this word; null where it has none.
const ElementKind* FindElementKind(const std::string& word);

// That of the settings. Throws InputError for a word that is none, and with FileError what
// OpenElementKind (library_element.h) throws.
std::shared_ptr<const ElementKind> KindOf(const ElementSettings& settings);

// Throws InputError for an unknown kind, a field that is missing or out of its range, one that the
// kind does not have, and for what the kind itself refuses.
std::unique_ptr<const ForceModel> MakeForceModel(const ElementSettings& settings);

// Each in the file of its name.
extern const ElementKind kHydraulicActuator;
extern const ElementKind kDiscBrake;
// In tyre_kinds.cc.
extern const ElementKind kTyre, kLinearTyre, kBrushTyre;

}  // namespace jounce

#endif  // JOUNCE_ELEMENTS_ELEMENT_KINDS_H_
