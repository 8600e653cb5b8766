// Reads and writes a law file: the keys of io/law_fields.h at the top of the file.
#ifndef JOUNCE_IO_LAW_FILE_H_
#define JOUNCE_IO_LAW_FILE_H_

#include <string>
#include <vector>

#include "io/document.h"
#include "laws/law_settings.h"

namespace jounce {

// Throws InputError with all mistakes, those of the law itself included, or FileError. `files` gets
// all that was read, `warnings` the rest of what was found.
LawSettings LoadLaw(const std::string& path, const Assignments& assignments = {},
                    std::vector<std::string>* files = nullptr, Diagnostics* warnings = nullptr);

// The same from text; `path` is for messages and relative paths.
LawSettings ParseLaw(const std::string& text, const std::string& path,
                     const Assignments& assignments = {});

// The law as YAML in these units, after the comment.
std::string WriteLaw(const LawSettings& law, const UnitSystem& units,
                     const std::string& comment = "");

}  // namespace jounce

#endif  // JOUNCE_IO_LAW_FILE_H_
