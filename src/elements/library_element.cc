#include "elements/library_element.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "base/error.h"
#include "blocks/plugin_kinds.h"

namespace jounce {
namespace {

class LibraryElement final : public ForceModel {
 public:
  LibraryElement(const JounceElementPlugin& plugin, std::shared_ptr<void> object,
                 const Sizes& sizes)
      : ForceModel(sizes), plugin_(plugin), object_(std::move(object)) {}

  void Start(const JounceElementPoint& at, double* states) const override {
    if (plugin_.start) plugin_.start(object_.get(), &at, states);
  }
  void Evaluate(const JounceElementPoint& at, JounceElementAnswer* answer) const override {
    plugin_.evaluate(object_.get(), &at, answer);
  }
  bool Slopes(const JounceElementPoint& at, double* slopes) const override {
    if (!plugin_.slopes) return false;
    plugin_.slopes(object_.get(), &at, slopes);
    return true;
  }
  void Outputs(const JounceElementPoint& at, double* values) const override {
    plugin_.outputs_at(object_.get(), &at, values);
  }
  void Switches(const JounceElementPoint& at, double* values) const override {
    plugin_.switches_at(object_.get(), &at, values);
  }

 private:
  const JounceElementPlugin& plugin_;
  std::shared_ptr<void> object_;  // keeps the library open
};

std::vector<KindScalar> ScalarsOf(const JounceScalar* scalars, int count) {
  std::vector<KindScalar> list;
  for (int i = 0; i < count; ++i) {
    const JounceScalar& s = scalars[i];
    list.push_back(
        {s.name, s.meaning ? s.meaning : "", QuantityOfPlugin(s.unit), s.size, s.odd != 0});
  }
  return list;
}

void CheckPlugin(const JounceElementPlugin& p, const std::string& file) {
  const auto refuse = [&](const char* what) {
    throw InputError(fmt::format("element '{}' of library '{}' {}", p.name, file, what),
                     "jounce/plugin.h says what it must have");
  };
  if (p.frames < 1) refuse("acts on no frame");
  if (p.parameter_count < 0 || p.input_count < 0 || p.state_count < 0 || p.output_count < 0 ||
      p.switch_count < 0) {
    refuse("has a negative number of something");
  }
  if (!p.create || !p.destroy || !p.evaluate) refuse("lacks create, destroy or evaluate");
  if (p.output_count > 0 && !p.outputs_at) refuse("has outputs, but no outputs_at");
  if (p.switch_count > 0 && !p.switches_at) refuse("has switches, but no switches_at");
}

// With what keeps its words alive.
struct OpenKind : ElementKind {
  std::shared_ptr<void> library;
};

}  // namespace

std::shared_ptr<const ElementKind> OpenElementKind(const LibraryKind& library) {
  const std::shared_ptr<void> opened = OpenSharedLibrary(library.file);
  const auto& plugin = FindPlugin<JounceElementPlugin>(opened, library, "jounce_element_plugin");
  CheckPlugin(plugin, library.file);
  auto kind = std::make_shared<OpenKind>();
  kind->library = opened;
  kind->word = plugin.name;
  kind->meaning = plugin.meaning ? plugin.meaning : "";
  kind->frames.assign(plugin.frames, "a frame");
  kind->mirrors = plugin.mirrors != 0;
  kind->fields = FieldsOf(plugin.parameters, plugin.parameter_count);
  kind->inputs = ScalarsOf(plugin.inputs, plugin.input_count);
  kind->states = ScalarsOf(plugin.states, plugin.state_count);
  kind->outputs = ScalarsOf(plugin.outputs, plugin.output_count);
  kind->switches = plugin.switch_count;
  const ForceModel::Sizes sizes = kind->sizes();
  kind->make = [&plugin, opened, sizes](const ElementSettings& settings) {
    return std::make_unique<LibraryElement>(plugin, CreateFrom(plugin, opened, settings.values),
                                            sizes);
  };
  return kind;
}

}  // namespace jounce
