// The YAML model reader must answer any text with a document or with diagnostics.
#include <cstddef>
#include <cstdint>
#include <string>

#include "io/document.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  jounce::Diagnostics diagnostics;
  const jounce::Document document =
      jounce::Document::Parse(text, "fuzz.yaml", {{"rear", "a"}, {"k", "3 N"}}, &diagnostics);
  for (const jounce::YamlNode::Entry& entry : document.root().entries) {
    document.ReadNumber(entry.value, jounce::quantity::kStiffness, entry.key, &diagnostics);
  }
  return 0;
}
