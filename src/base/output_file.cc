#include "base/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/error.h"

namespace jounce {
namespace {

constexpr int kMostLinks = 40;  // as the kernel has it

// The name at the end of a chain of links, which need not exist.
std::string FollowLinks(const std::string& path) {
  namespace fs = std::filesystem;
  fs::path name = path;
  std::error_code ignored;
  for (int i = 0; i < kMostLinks; ++i) {
    if (!fs::is_symlink(fs::symlink_status(name, ignored))) return name.string();
    name = name.parent_path() / fs::read_symlink(name, ignored);
  }
  throw FileError(path, "cannot be written: its symbolic links never end");
}

// 1 or 2 where the file is what this process prints to, else -1.
int StandardDescriptor(const struct stat& file) {
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat open = {};
    if (::fstat(descriptor, &open) == 0 && open.st_dev == file.st_dev &&
        open.st_ino == file.st_ino) {
      return descriptor;
    }
  }
  return -1;
}

// Through which a file without a name can get one (open(2), O_TMPFILE).
std::string LinkOf(int descriptor) { return fmt::format("/proc/self/fd/{}", descriptor); }

// A new file without a name in the folder of `path`; -1 where there are no such files.
int OpenNameless(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int descriptor =
      ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0 || ::access(LinkOf(descriptor).c_str(), F_OK) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

}  // namespace

OutputTarget FindOutputTarget(const std::string& path) {
  struct stat file = {};
  if (::stat(path.c_str(), &file) != 0) return {.path = FollowLinks(path)};
  if (S_ISDIR(file.st_mode)) throw FileError(path, "cannot be written: it is a folder");
  const int descriptor = StandardDescriptor(file);
  if (descriptor >= 0) return {.path = path, .streams = true, .descriptor = descriptor};
  if (!S_ISREG(file.st_mode)) return {.path = path, .streams = true};
  return {.path = FollowLinks(path), .exists = true};
}

OutputFile::OutputFile(const std::string& path) : path_(path), target_(FindOutputTarget(path)) {
  if (target_.streams) {
    OpenStream();
  } else {
    OpenBeside();
  }
}

void OutputFile::OpenStream() {
  if (target_.descriptor == STDOUT_FILENO) std::fflush(stdout);  // what was printed comes first
  const int descriptor = target_.descriptor >= 0 ? ::dup(target_.descriptor)
                                                 : ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) Fail();
  file_ = ::fdopen(descriptor, "wb");
  if (!file_) Fail();
}

void OutputFile::OpenBeside() {
  static std::atomic<int> count = 0;
  temporary_path_ = fmt::format("{}.{}-{}.part", target_.path, ::getpid(), count++);
  const int nameless = OpenNameless(target_.path);
  nameless_ = nameless >= 0;
  file_ = nameless_ ? ::fdopen(nameless, "wb") : std::fopen(temporary_path_.c_str(), "wbx");
  if (!file_) Fail();
  // The new file may be read by those who may read the old one.
  struct stat old = {};
  if (target_.exists && ::stat(target_.path.c_str(), &old) == 0) {
    static_cast<void>(::fchmod(::fileno(file_), old.st_mode & 07777));
  }
}

OutputFile::~OutputFile() {
  if (file_) std::fclose(file_);
  // After Commit there is no such file any more.
  if (!temporary_path_.empty()) std::remove(temporary_path_.c_str());
}

void OutputFile::Write(std::span<const std::byte> bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) Fail();
}

void OutputFile::Write(std::string_view text) { Write(std::as_bytes(std::span(text))); }

void OutputFile::Commit() {
  if (nameless_) {
    const std::string link = LinkOf(::fileno(file_));
    if (std::fflush(file_) != 0 || ::linkat(AT_FDCWD, link.c_str(), AT_FDCWD,
                                            temporary_path_.c_str(), AT_SYMLINK_FOLLOW) != 0) {
      Fail();
    }
  }
  const bool closed = std::fclose(file_) == 0;
  file_ = nullptr;
  if (!closed) Fail();
  if (temporary_path_.empty()) return;
  if (std::rename(temporary_path_.c_str(), target_.path.c_str()) != 0) Fail();
}

void OutputFile::Fail() const {
  throw FileError(path_, fmt::format("cannot be written: {}", std::strerror(errno)));
}

}  // namespace jounce
