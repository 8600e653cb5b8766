// What was read of the files of a model, kept for when it is read again with other numbers: by studies,
// sensitivities and correlations, whose models differ in a few. A file is read again only with other
// assignments, and what it says is then the same to the last bit. Files that change meanwhile are not
// seen.
#ifndef JOUNCE_IO_MODEL_MEMORY_H_
#define JOUNCE_IO_MODEL_MEMORY_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "io/document.h"
#include "io/model_attachments.h"
#include "io/parsed_files.h"
#include "model/model.h"

namespace jounce {

class ModelMemory {
 public:
  // A file that was read without any complaint: not yet with its sub-assemblies.
  struct ReadFile {
    Document document;
    Model model;
    std::vector<std::string> named_files;
  };

  // That of this path with these assignments; null where it is not known. May be called by several
  // threads at once, as all of these.
  std::shared_ptr<const ReadFile> Find(const std::string& path, const Assignments& assignments,
                                       const std::string& case_name);
  // Those that were not asked for longest are forgotten.
  void Keep(const std::string& path, const Assignments& assignments, const std::string& case_name,
            std::shared_ptr<const ReadFile> file);

  // Files as they stand, before assignments.
  ParsedFiles& parsed() { return parsed_; }

  // Parts, surfaces and tyres.
  AttachedFiles attached();
  void KeepAttached(AttachedFiles files);

 private:
  struct Kept {
    std::shared_ptr<const ReadFile> file;
    std::uint64_t last_use = 0;
  };

  std::mutex mutex_;
  std::map<std::string, Kept> files_;
  std::uint64_t uses_ = 0;
  AttachedFiles attached_;
  ParsedFiles parsed_;
};

}  // namespace jounce

#endif  // JOUNCE_IO_MODEL_MEMORY_H_
