// The trees of YAML files, kept for when the same text is read again: to tell what a file is, with
// other numbers, in another case. Parsing is most of the time that reading takes.
#ifndef JOUNCE_IO_PARSED_FILES_H_
#define JOUNCE_IO_PARSED_FILES_H_

#include <map>
#include <mutex>
#include <string>

#include "io/yaml_tree.h"

namespace jounce {

class ParsedFiles {
 public:
  // As ParseYaml, whose complaints are told each time: a text with any is not kept. May be called by
  // several threads at once.
  YamlNode Parse(const std::string& text, const std::string& file, Diagnostics* diagnostics);

 private:
  struct Kept {
    std::string text;
    YamlNode tree;
  };

  std::mutex mutex_;
  std::map<std::string, Kept> files_;
};

}  // namespace jounce

#endif  // JOUNCE_IO_PARSED_FILES_H_
