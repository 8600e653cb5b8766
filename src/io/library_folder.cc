#include "io/library_folder.h"

#include <filesystem>

namespace jounce {
namespace {

namespace fs = std::filesystem;

// The first of the folders above the program that holds the file.
std::string FindAboveProgram(const fs::path& relative) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return "";
  for (fs::path folder = program.parent_path(); folder != folder.parent_path();
       folder = folder.parent_path()) {
    for (const char* place : {"share/jounce", ""}) {
      const fs::path file = folder / place / relative;
      if (fs::exists(file, error)) return file.string();
    }
  }
  return "";
}

}  // namespace

std::string FindInLibrary(const std::string& path, const std::string& from) {
  std::error_code error;
  if (fs::exists(path, error)) return path;
  const fs::path relative = fs::path(path).lexically_relative(fs::path(from).parent_path());
  if (relative.empty() || *relative.begin() != "library") return path;
  const std::string found = FindAboveProgram(relative);
  return found.empty() ? path : found;
}

}  // namespace jounce
