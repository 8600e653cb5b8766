#include "io/result_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "base/error.h"

namespace jounce {
namespace {

constexpr const char* kBusy =
    "is being written by another run: wait until it ends, or choose another name";

// Whether somebody else holds the lock. A file system without locks says no.
bool IsBusy(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

bool IsBusy(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return false;
  const bool busy = IsBusy(descriptor);
  ::close(descriptor);  // and gives back a lock that it got
  return busy;
}

// Between opening and locking, the file may have got its name from another run.
bool IsStill(int descriptor, const std::string& path) {
  struct stat opened = {}, named = {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

}  // namespace

ResultLock::ResultLock(const std::string& path, const std::string& shown, bool is_ours)
    : path_(path), shown_(shown), unfinished_path_(path + ".part") {
  descriptor_ = ::open(unfinished_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    throw FileError(shown_, fmt::format("cannot be written: {}", std::strerror(errno)));
  }
  if (IsBusy(descriptor_) || !IsStill(descriptor_, unfinished_path_)) {
    ::close(std::exchange(descriptor_, -1));
    throw FileError(shown_, kBusy);
  }
  if (!is_ours && IsBusy(path_)) {
    Release();
    throw FileError(shown_, kBusy);
  }
}

ResultLock::~ResultLock() { Release(); }

ResultLock::ResultLock(ResultLock&& other) noexcept { *this = std::move(other); }

ResultLock& ResultLock::operator=(ResultLock&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(shown_, other.shown_);
  std::swap(unfinished_path_, other.unfinished_path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(named_, other.named_);
  return *this;
}

void ResultLock::TakeName() {
  if (std::rename(unfinished_path_.c_str(), path_.c_str()) != 0) {
    throw FileError(shown_, fmt::format("cannot be written: {}", std::strerror(errno)));
  }
  named_ = true;
}

void ResultLock::Release() {
  if (descriptor_ < 0) return;
  if (!named_) std::remove(unfinished_path_.c_str());
  ::close(std::exchange(descriptor_, -1));
}

bool CopyResultBytes(int from, int to, size_t more_bytes) {
  struct stat status = {};
  if (::fstat(from, &status) != 0 || ::ftruncate(to, 0) != 0) return false;
  // HDF5 does not survive a disk that is full. Not every file system knows this.
  const off_t room = status.st_size + static_cast<off_t>(more_bytes);
  if (::fallocate(to, FALLOC_FL_KEEP_SIZE, 0, room) != 0 && errno != EOPNOTSUPP &&
      errno != ENOSYS) {
    return false;
  }
  std::vector<char> piece(1 << 20);
  for (off_t at = 0; at < status.st_size;) {
    const ssize_t count = ::pread(from, piece.data(), piece.size(), at);
    if (count <= 0 || ::pwrite(to, piece.data(), static_cast<size_t>(count), at) != count) {
      return false;
    }
    at += count;
  }
  return true;
}

}  // namespace jounce
