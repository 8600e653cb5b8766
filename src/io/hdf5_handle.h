// HDF5 identifiers that close themselves, and errors that throw.
#ifndef JOUNCE_IO_HDF5_HANDLE_H_
#define JOUNCE_IO_HDF5_HANDLE_H_

#include <hdf5.h>

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace jounce {

class Hdf5Handle {
 public:
  using Closer = herr_t (*)(hid_t);
  Hdf5Handle() = default;
  // Throws FileError "path: what" if the id is invalid.
  Hdf5Handle(hid_t id, Closer closer, const std::string& path, const char* what)
      : id_(id), closer_(closer) {
    if (id < 0) throw FileError(path, what);
  }
  ~Hdf5Handle() { Reset(); }
  Hdf5Handle(Hdf5Handle&& other) noexcept
      : id_(std::exchange(other.id_, -1)), closer_(other.closer_) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    if (this != &other) {
      Reset();
      id_ = std::exchange(other.id_, -1);
      closer_ = other.closer_;
    }
    return *this;
  }
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;

  void Reset() {
    if (id_ >= 0) closer_(id_);
    id_ = -1;
  }
  // Forgets the id without closing it.
  void Abandon() { id_ = -1; }
  bool IsOpen() const { return id_ >= 0; }
  hid_t get() const { return id_; }

 private:
  hid_t id_ = -1;
  Closer closer_ = nullptr;
};

// Before any use of HDF5: it prints its error stack by default, ours are thrown instead; and at the
// end of the program it would close what was abandoned.
inline void SilenceHdf5() {
  static const herr_t once = H5dont_atexit();
  static_cast<void>(once);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

inline void CheckHdf5(herr_t status, const std::string& path, const char* what) {
  if (status < 0) throw FileError(path, what);
}

inline constexpr const char* kCannotWrite = "cannot be written (is the disk full?)";

// Text attributes and datasets of variable length, UTF-8.
void WriteTextAttribute(hid_t object, const char* name, const std::string& text,
                        const std::string& path);
std::string ReadTextAttribute(hid_t object, const char* name);
void WriteTextDataset(hid_t location, const char* name, const std::vector<std::string>& texts,
                      const std::string& path);
std::vector<std::string> ReadTextDataset(hid_t location, const char* name);

}  // namespace jounce

#endif  // JOUNCE_IO_HDF5_HANDLE_H_
