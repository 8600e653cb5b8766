// A file that is either written whole or not at all: it grows under a temporary name in the same
// folder and takes its real name in Commit. Whatever goes wrong before, an older file of that name
// stays as it was and nothing is left behind.
#ifndef JOUNCE_SIGNALS_OUTPUT_FILE_H_
#define JOUNCE_SIGNALS_OUTPUT_FILE_H_

#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

namespace jounce {

class OutputFile {
 public:
  // Throws a FileError where the folder does not exist or may not be written to.
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Append. A full disk is a FileError.
  void Write(std::span<const std::byte> bytes);
  void Write(std::string_view text);

  // Gives the file its name; nothing can be written afterwards.
  void Commit();

  // Where the bytes lie until then, for libraries that write files themselves.
  const std::string& temporary_path() const { return temporary_path_; }

 private:
  std::string path_;
  std::string temporary_path_;
  std::FILE* file_ = nullptr;
};

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_OUTPUT_FILE_H_
