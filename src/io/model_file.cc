#include "io/model_file.h"

#include "io/field_reader.h"
#include "io/model_fields.h"
#include "model/check.h"

namespace jounce {

LoadedModel LoadModel(const std::string& path, const Assignments& assignments) {
  LoadedModel loaded;
  const Document document = Document::Load(path, assignments, &loaded.diagnostics);
  if (document.root().entries.empty() && !loaded.diagnostics.HasErrors()) {
    loaded.diagnostics.Error({path, 1, 1}, "there is no model in this file",
                             "a model has bodies: {arm: {mass: 3, ...}}, joints, connections, ...");
  }
  NameBook names;
  ReadFields(document, &names, &loaded.diagnostics, &loaded.model);
  // What the mechanics say of a model makes sense only once it could be read.
  if (!loaded.diagnostics.HasErrors()) CheckModel(loaded.model, &loaded.diagnostics);
  loaded.diagnostics.ThrowIfErrors();
  loaded.files = document.files();
  loaded.files.insert(loaded.files.end(), names.files().begin(), names.files().end());
  loaded.choices = document.choices();
  return loaded;
}

FileKind KindOf(const Document& document) {
  return document.root().Find("law") ? FileKind::kLaw : FileKind::kModel;
}

}  // namespace jounce
