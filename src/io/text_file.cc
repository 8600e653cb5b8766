#include "io/text_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/output_file.h"

namespace jounce {

std::string ReadTextFile(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw FileError(path, "is a folder, a file is expected");
  }
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    throw FileError(path, "is not a regular file");  // a device may never end
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw FileError(path, std::string("cannot be read: ") + std::strerror(errno));
  std::ostringstream text;
  text << stream.rdbuf();
  if (stream.bad()) throw FileError(path, "cannot be read to its end");
  return text.str();
}

void WriteTextFile(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.Write(text);
  file.Commit();
}

}  // namespace jounce
