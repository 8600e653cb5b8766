// Reads and writes model files.
#ifndef JOUNCE_IO_MODEL_FILE_H_
#define JOUNCE_IO_MODEL_FILE_H_

#include <map>
#include <string>
#include <vector>

#include "io/document.h"
#include "model/model.h"

namespace jounce {

class ModelMemory;  // io/model_memory.h

struct LoadedModel {
  Model model;                        // flat (model/flatten.h), parts and signals attached, masses
                                      // resolved (model/mass_properties.h), checked
  Model written;                      // as the user wrote it, with its sub-assemblies
  std::vector<std::string> files;     // all that was read
  std::vector<std::string> computed;  // bodies whose mass is that of shapes, payloads, a remainder
  std::map<std::string, std::string> choices;  // of the variants
  std::vector<std::string> cases;              // that the outermost file knows
  // Parameters, points and cells of sheets by the names that `--set` knows, as used.
  std::map<std::string, ParameterValue> parameters;
  UnitSystem units;         // of plain numbers of the outermost file
  Diagnostics diagnostics;  // warnings
};

// Reads a file and the sub-assemblies, parts and signals that it names, and checks the whole.
// An assignment "front_left/spring=45 N/mm" goes to that sub-assembly. The case of this name, one
// of the outermost file's, is applied before the assignments. Throws InputError with all mistakes,
// or FileError where the file itself cannot be read.
// What `memory` knows of its files is not read again.
LoadedModel LoadModel(const std::string& path, const Assignments& assignments = {},
                      const std::string& case_name = "", ModelMemory* memory = nullptr);

// The same from text; `path` is for messages and relative paths, and not among the files.
LoadedModel ParseModel(const std::string& text, const std::string& path,
                       const Assignments& assignments = {}, const std::string& case_name = "");

// Each of these cases of a file ("": the file as it stands); throws with the mistakes of all.
std::vector<LoadedModel> LoadCases(const std::string& path, const Assignments& assignments,
                                   const std::vector<std::string>& names,
                                   ModelMemory* memory = nullptr);

// The model as a file in SI units, after the comment; paths as seen from `folder`. Read again, it
// gives the same numbers to the last bit. Sub-assemblies are written as such, by their files.
std::string WriteModel(const Model& model, const std::string& folder,
                       const std::string& comment = "");

// A flat model as WriteModel(model, "/") has written it. Parts are read; signals are opened only
// `with_signals`, else what they drive stands still: enough to look at a model, not to run it.
// Throws InputError; `name` stands for the text in messages. The files that were read are appended
// to `files`.
Model ReadFlatModel(const std::string& text, const std::string& name, bool with_signals,
                    std::vector<std::string>* files);

// Whether two models say the same, wherever it was written.
bool SameModel(const Model& a, const Model& b);

// What a file describes, told by its keys.
enum class FileKind { kModel, kLaw };
FileKind KindOf(const Document& document);

}  // namespace jounce

#endif  // JOUNCE_IO_MODEL_FILE_H_
