#include "io/model_memory.h"

#include <algorithm>
#include <utility>

namespace jounce {
namespace {

// A vehicle has some ten sub-assemblies, each of which may be varied.
constexpr size_t kMostKept = 64;

std::string KeyOf(const std::string& path, const Assignments& assignments,
                  const std::string& case_name) {
  // No text of a file holds this.
  constexpr char kEnd = '\0';
  std::string key = path + kEnd + case_name + kEnd;
  for (const Assignment& assignment : assignments) {
    key += assignment.name + kEnd + assignment.text + kEnd + assignment.place.ToString() + kEnd;
  }
  return key;
}

}  // namespace

std::shared_ptr<const ModelMemory::ReadFile> ModelMemory::Find(const std::string& path,
                                                               const Assignments& assignments,
                                                               const std::string& case_name) {
  const std::scoped_lock lock(mutex_);
  const auto found = files_.find(KeyOf(path, assignments, case_name));
  if (found == files_.end()) return nullptr;
  found->second.last_use = ++uses_;
  return found->second.file;
}

void ModelMemory::Keep(const std::string& path, const Assignments& assignments,
                       const std::string& case_name, std::shared_ptr<const ReadFile> file) {
  const std::scoped_lock lock(mutex_);
  if (files_.size() >= kMostKept) {
    files_.erase(std::min_element(files_.begin(), files_.end(), [](const auto& a, const auto& b) {
      return a.second.last_use < b.second.last_use;
    }));
  }
  files_[KeyOf(path, assignments, case_name)] = {std::move(file), ++uses_};
}

AttachedFiles ModelMemory::attached() {
  const std::scoped_lock lock(mutex_);
  return attached_;
}

void ModelMemory::KeepAttached(AttachedFiles files) {
  const std::scoped_lock lock(mutex_);
  attached_ = std::move(files);
}

}  // namespace jounce
