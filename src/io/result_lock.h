// Who writes a result file. Until its structure is complete the file is NAME.part, locked by its
// writer; then it takes its name, and the lock stays on it. What a killed run leaves of NAME.part
// has no lock and is simply used again.
#ifndef JOUNCE_IO_RESULT_LOCK_H_
#define JOUNCE_IO_RESULT_LOCK_H_

#include <cstddef>
#include <string>

namespace jounce {

class ResultLock {
 public:
  ResultLock() = default;
  // Makes and locks the unfinished file. Throws FileError, which speaks of `shown`, where another
  // run writes either of the two or the folder cannot be written to.
  // With `is_ours` the caller holds the lock on the result that this is to replace.
  ResultLock(const std::string& path, const std::string& shown, bool is_ours = false);
  ~ResultLock();
  ResultLock(ResultLock&& other) noexcept;
  ResultLock& operator=(ResultLock&& other) noexcept;
  ResultLock(const ResultLock&) = delete;
  ResultLock& operator=(const ResultLock&) = delete;

  const std::string& path() const { return path_; }
  const std::string& unfinished_path() const { return unfinished_path_; }
  int descriptor() const { return descriptor_; }  // of the file, for reading and writing
  bool named() const { return named_; }           // the file has its name

  // The unfinished file becomes the result, instead of what stood there.
  void TakeName();

  // Gives the lock back, and removes the file where it has not got its name.
  void Release();

 private:
  std::string path_, shown_, unfinished_path_;
  int descriptor_ = -1;
  bool named_ = false;
};

// Copies all bytes of an open result into an open file that is empty, with room for so many more.
// False where that cannot be, such as on a disk without room.
bool CopyResultBytes(int from, int to, size_t more_bytes);

}  // namespace jounce

#endif  // JOUNCE_IO_RESULT_LOCK_H_
