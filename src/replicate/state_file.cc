#include "replicate/state_file.h"

#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"

namespace jounce {
namespace {

constexpr std::string_view kMark = "JOUNCE replicate 2\n";

std::uint64_t Checksum(std::string_view bytes) {
  std::uint64_t value = 0xcbf29ce484222325;  // Fowler, Noll and Vo
  for (const char c : bytes) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return value;
}

// One list of members for writing and reading.
class Writer {
 public:
  template <class T>
  void Number(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  template <class C>
  void Size(const C& items) {
    Number(static_cast<std::uint64_t>(items.size()));
  }
  void Items(const std::string& text) {
    Size(text);
    bytes_ += text;
  }
  void Items(const std::vector<double>& numbers) {
    Size(numbers);
    bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  }
  void Items(const Lines& lines) {
    Size(lines);
    bytes_.append(reinterpret_cast<const char*>(lines.data()), lines.size() * sizeof(lines[0]));
  }
  std::string& bytes() { return bytes_; }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  void Number(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(&value, Take(sizeof(T)).data(), sizeof(T));
  }
  // Each item takes at least as many bytes as one number of it, in records and histories 8: a size
  // that is too large for what is left is damage.
  template <class C>
  void Size(C& items) {
    constexpr size_t kLeast = std::is_same_v<C, std::string> ? 1 : 8;
    std::uint64_t size = 0;
    Number(size);
    if (size > bytes_.size() / kLeast) throw InputError("its sizes are wrong");
    items.resize(static_cast<size_t>(size));
  }
  void Items(std::string& text) {
    Size(text);
    text = Take(text.size());
  }
  void Items(std::vector<double>& numbers) {
    Size(numbers);
    const std::string_view raw = Take(numbers.size() * sizeof(double));
    if (!raw.empty()) std::memcpy(numbers.data(), raw.data(), raw.size());
  }
  void Items(Lines& lines) {
    Size(lines);
    const std::string_view raw = Take(lines.size() * sizeof(lines[0]));
    if (!raw.empty()) std::memcpy(static_cast<void*>(lines.data()), raw.data(), raw.size());
  }
  bool done() const { return bytes_.empty(); }

 private:
  std::string_view Take(size_t count) {
    if (count > bytes_.size()) throw InputError("it ends early");
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

  std::string_view bytes_;
};

template <class Stream, class State>
void Exchange(Stream* stream, State& state) {
  stream->Size(state.records);
  for (auto& record : state.records) {
    stream->Number(record.number);
    stream->Number(record.step);
    stream->Items(record.errors);
    stream->Number(record.error);
    char kept = record.kept ? 1 : 0;
    stream->Number(kept);
    if constexpr (!std::is_const_v<State>) record.kept = kept == 1;
    stream->Items(record.note);
    stream->Items(record.limits);
  }
  stream->Number(state.step);
  stream->Number(state.error);
  stream->Items(state.errors);
  stream->Number(state.strayed_error);
  for (auto* histories :
       {&state.drives, &state.responses, &state.strayed_drives, &state.strayed_responses}) {
    stream->Size(*histories);
    for (auto& history : *histories) stream->Items(history);
  }
  stream->Items(state.matrix);
}

}  // namespace

std::string EncodeState(const IterationState& state, std::uint64_t fingerprint) {
  Writer writer;
  writer.bytes() = kMark;
  writer.Number(fingerprint);
  Exchange(&writer, state);
  writer.Number(Checksum(writer.bytes()));
  return std::move(writer.bytes());
}

IterationState DecodeState(const std::string& bytes, std::uint64_t fingerprint,
                           const std::string& name) {
  const std::string again = "say --force to begin anew";
  const std::string_view all = bytes;
  std::uint64_t checksum = 0;
  if (!all.starts_with(kMark) || all.size() < kMark.size() + 2 * sizeof checksum) {
    throw InputError("'" + name + "' is no state of a replication", again);
  }
  const std::string_view body = all.substr(0, all.size() - sizeof checksum);
  std::memcpy(&checksum, all.data() + body.size(), sizeof checksum);
  if (checksum != Checksum(body)) throw InputError("'" + name + "' is damaged", again);
  Reader reader(body.substr(kMark.size()));
  std::uint64_t owner = 0;
  reader.Number(owner);
  if (owner != fingerprint) {
    throw InputError("'" + name + "' belongs to another plan, model or other targets", again);
  }
  IterationState state;
  try {
    Exchange(&reader, state);
  } catch (const InputError& error) {
    throw InputError("'" + name + "' is damaged: " + error.what(), again);
  }
  if (!reader.done()) throw InputError("'" + name + "' is damaged: it is too long", again);
  return state;
}

}  // namespace jounce
