#include "report/temporary_folder.h"

#include <stdlib.h>

#include <filesystem>

#include "base/error.h"

namespace jounce::report {

TemporaryFolder::TemporaryFolder(const std::string& name)
    : path_((std::filesystem::temp_directory_path() / (name + "-XXXXXX")).string()) {
  if (!::mkdtemp(path_.data())) throw FileError(path_, "cannot be made");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // what stays is swept away with the others
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace jounce::report
