#include "io/law_file.h"

#include "io/field_reader.h"
#include "io/field_writer.h"
#include "io/law_fields.h"
#include "laws/law_warnings.h"
#include "laws/make_law.h"

namespace jounce {
namespace {

LawSettings Read(const Document& document, Diagnostics* diagnostics,
                 std::vector<std::string>* files = nullptr) {
  LawSettings law;
  NameBook names;
  ReadFields(document, &names, diagnostics, &law);
  // The law's own rules make sense only once its keys could be read.
  if (!diagnostics->HasErrors()) Validate(law, "", diagnostics);
  diagnostics->ThrowIfErrors();
  if (files) {
    *files = document.files();
    files->insert(files->end(), names.files().begin(), names.files().end());
  }
  WarnOfLaw(law, "", diagnostics);
  return law;
}

}  // namespace

LawSettings LoadLaw(const std::string& path, const Assignments& assignments,
                    std::vector<std::string>* files, Diagnostics* warnings) {
  Diagnostics own;
  Diagnostics* diagnostics = warnings ? warnings : &own;
  return Read(Document::Load(path, assignments, diagnostics), diagnostics, files);
}

LawSettings ParseLaw(const std::string& text, const std::string& path,
                     const Assignments& assignments) {
  Diagnostics diagnostics;
  return Read(Document::Parse(text, path, assignments, &diagnostics), &diagnostics);
}

std::string WriteLaw(const LawSettings& law, const UnitSystem& units, const std::string& comment) {
  LawSettings copy = law;
  return WriteFields(copy, units, comment);
}

}  // namespace jounce
