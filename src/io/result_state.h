// The states from which a run can go on, in its result file: two of them, written in turn, so that
// a kill in the middle leaves the older one. Each has a checksum.
//
//   /state/bytes   uint8 [2, room]
//   /state/heads   uint64 [2, 5]: number of the state, its bytes, rows of the result before it,
//                  checksum of the bytes, checksum of this head
#ifndef JOUNCE_IO_RESULT_STATE_H_
#define JOUNCE_IO_RESULT_STATE_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/hdf5_handle.h"
#include "io/result_file.h"

namespace jounce {

class ResultStateSlots {
 public:
  ResultStateSlots() = default;
  // Allocates them on disk.
  ResultStateSlots(hid_t file, size_t room, const std::string& path);

  // Goes on in another file that has them, if this one has.
  void Reopen(hid_t file);

  bool Fits(size_t bytes) const { return bytes > 0 && bytes <= room_; }
  void Write(std::span<const std::byte> state, size_t rows);
  // Takes them out of the file, where they are in it.
  void Remove(hid_t file);

  std::vector<hid_t> Datasets() const;
  void Close();
  void Abandon();

 private:
  std::string path_;
  size_t room_ = 0;
  uint64_t number_ = 0;
  Hdf5Handle bytes_, heads_;
};

// The last state that was written whole; nothing where there is none.
std::optional<ResultState> ReadResultState(hid_t file, const std::string& path);

}  // namespace jounce

#endif  // JOUNCE_IO_RESULT_STATE_H_
