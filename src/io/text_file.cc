#include "io/text_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"

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
  const std::string temporary = path + ".part";
  {
    std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
    if (!stream) throw FileError(path, std::string("cannot be written: ") + std::strerror(errno));
    stream << text;
    stream.flush();
    if (!stream) {
      const std::string reason = std::strerror(errno);
      stream.close();
      std::error_code ignored;
      std::filesystem::remove(temporary, ignored);
      throw FileError(path, "cannot be written: " + reason);
    }
  }
  std::error_code error;
  std::filesystem::rename(temporary, path, error);
  if (error) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw FileError(path, "cannot be written: " + error.message());
  }
}

}  // namespace jounce
