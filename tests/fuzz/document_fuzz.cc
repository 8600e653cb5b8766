// The YAML readers must answer any text with a model or law, or with diagnostics.
#include <cstddef>
#include <cstdint>
#include <string>

#include "io/field_reader.h"
#include "io/law_file.h"
#include "io/model_fields.h"
#include "model/check.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace jounce;
  const std::string text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  const Document document =
      Document::Parse(text, "fuzz.yaml", {{"rear", "a"}, {"k", "3 N"}}, &diagnostics);
  NameBook names;
  Model model;
  ReadFields(document, &names, &diagnostics, &model);
  if (!diagnostics.HasErrors()) CheckModel(model, &diagnostics);
  try {
    ParseLaw(text, "fuzz.yaml");
  } catch (const InputError&) {
  }
  return 0;
}
