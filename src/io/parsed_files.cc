#include "io/parsed_files.h"

namespace jounce {

YamlNode ParsedFiles::Parse(const std::string& text, const std::string& file,
                            Diagnostics* diagnostics) {
  {
    const std::scoped_lock lock(mutex_);
    const auto found = files_.find(file);
    if (found != files_.end() && found->second.text == text) return found->second.tree;
  }
  const size_t complaints = diagnostics->all().size();
  YamlNode tree = ParseYaml(text, file, diagnostics);
  if (diagnostics->all().size() == complaints) {
    const std::scoped_lock lock(mutex_);
    files_[file] = {text, tree};
  }
  return tree;
}

}  // namespace jounce
