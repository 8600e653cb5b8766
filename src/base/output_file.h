// A file that is either written whole or not at all: it grows in the same folder without a name,
// where the file system can do so, or under a temporary one, and takes its real name in Commit.
// Whatever goes wrong before, an older file of that name stays as it was and nothing is left
// behind.
//
// What is not a regular file (/dev/null, /dev/stdout, a pipe) is never replaced but written
// through, byte after byte; behind a symbolic link it is the target that is written.
#ifndef JOUNCE_BASE_OUTPUT_FILE_H_
#define JOUNCE_BASE_OUTPUT_FILE_H_

#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

namespace jounce {

// Where bytes for a path end up.
struct OutputTarget {
  std::string path;     // symbolic links followed
  bool exists = false;  // as a regular file
  bool streams = false;
  int descriptor = -1;  // of this process where the path is its standard output or error
};

// Throws FileError where nothing can be written: a folder, links in a circle.
OutputTarget FindOutputTarget(const std::string& path);

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

 private:
  void OpenStream();
  void OpenBeside();
  [[noreturn]] void Fail() const;

  std::string path_;  // as the user says it
  OutputTarget target_;
  std::string temporary_path_;  // none for what is written through
  bool nameless_ = false;       // until Commit: even a kill leaves nothing
  std::FILE* file_ = nullptr;
};

}  // namespace jounce

#endif  // JOUNCE_BASE_OUTPUT_FILE_H_
