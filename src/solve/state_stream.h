// Numbers of a state to bytes and back, for runs that go on where another one ended.
//
// One function of each class, Exchange(), names what is to be kept; whether the stream reads or
// writes, it is the same list in the same order, so that the two cannot disagree. Bytes are those
// of this kind of machine: saved states are for going on, not for archives.
#ifndef JOUNCE_SOLVE_STATE_STREAM_H_
#define JOUNCE_SOLVE_STATE_STREAM_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace jounce {

class StateStream {
 public:
  // Writes.
  StateStream() = default;
  // Reads these bytes.
  explicit StateStream(std::vector<std::byte> bytes) : bytes_(std::move(bytes)), reading_(true) {}

  bool reading() const { return reading_; }
  // All that was written.
  std::vector<std::byte> Take() { return std::move(bytes_); }
  // Whether all was read.
  bool AtEnd() const { return at_ == bytes_.size(); }

  template <class T>
  void Value(T* value) {
    Bytes(value, sizeof(T));
  }

  // As many as there are: the size is the model's. Elements hold numbers and nothing else.
  template <class Array>
  void Values(Array* values) {
    auto size = static_cast<std::uint64_t>(values->size());
    const std::uint64_t expected = size;
    Value(&size);
    if (size != expected) Refuse();
    Bytes(values->data(), sizeof(*values->data()) * size);
  }

  // Text of any length.
  void Text(std::string* text) {
    auto size = static_cast<std::uint64_t>(text->size());
    Value(&size);
    if (reading_ && size > bytes_.size() - at_) Refuse();
    text->resize(size);
    Bytes(text->data(), size);
  }

 private:
  void Bytes(void* data, std::size_t size) {
    if (size == 0) return;
    if (!reading_) {
      const auto* first = static_cast<const std::byte*>(data);
      bytes_.insert(bytes_.end(), first, first + size);
      return;
    }
    if (size > bytes_.size() - at_) Refuse();
    std::memcpy(data, bytes_.data() + at_, size);
    at_ += size;
  }

  [[noreturn]] static void Refuse() {
    throw InputError("the saved state is not one of this model", "run it from its start");
  }

  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
  bool reading_ = false;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_STATE_STREAM_H_
