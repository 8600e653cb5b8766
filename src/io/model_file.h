// Reads a model file: document, keys, references, then the checks of the model itself.
#ifndef JOUNCE_IO_MODEL_FILE_H_
#define JOUNCE_IO_MODEL_FILE_H_

#include <map>
#include <string>
#include <vector>

#include "io/document.h"
#include "model/model.h"

namespace jounce {

struct LoadedModel {
  Model model;
  std::vector<std::string> files;              // all that was read
  std::map<std::string, std::string> choices;  // of the variants
  Diagnostics diagnostics;                     // warnings
};

// Throws InputError with all mistakes, or FileError.
LoadedModel LoadModel(const std::string& path, const Assignments& assignments = {});

// What a file describes, told by its keys.
enum class FileKind { kModel, kLaw };
FileKind KindOf(const Document& document);

}  // namespace jounce

#endif  // JOUNCE_IO_MODEL_FILE_H_
