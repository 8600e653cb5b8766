#include "flex/gmsh_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace jounce::flex {
namespace {

constexpr long kMostCount = 100'000'000;

bool IsBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

int CheckedCount(long value) {
  if (value < 0 || value > kMostCount) throw MalformedGmsh{"a count cannot be this"};
  return static_cast<int>(value);
}

}  // namespace

std::string_view GmshSource::Word() {
  while (at_ < text_.size() && IsBlank(text_[at_])) line_ += text_[at_++] == '\n';
  const size_t begin = at_;
  while (at_ < text_.size() && !IsBlank(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

std::string_view GmshSource::RestOfLine() {
  const size_t end = std::min(text_.find('\n', at_), text_.size());
  const std::string_view rest = text_.substr(at_, end - at_);
  at_ = end;
  return rest;
}

long GmshSource::TextInteger() {
  const std::string_view word = Word();
  long value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) {
    throw MalformedGmsh{
        fmt::format("'{}' is found where an integer is wanted", word.substr(0, 40))};
  }
  return value;
}

double GmshSource::TextReal() {
  std::string_view word = Word();
  if (!word.empty() && word[0] == '+') word.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) {
    throw MalformedGmsh{fmt::format("'{}' is found where a number is wanted", word.substr(0, 40))};
  }
  return value;
}

void GmshSource::SkipLineEnd() {
  while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  if (at_ < text_.size()) ++at_;
}

void GmshSource::BeginBinary() {
  SkipLineEnd();
  binary_ = true;
  const auto mark = Bytes<int32_t>();
  if (mark == 1) return;
  swapped_ = true;
  at_ -= sizeof(int32_t);
  if (Bytes<int32_t>() != 1) {
    throw MalformedGmsh{"the mark of the byte order is missing in a binary file"};
  }
}

template <class Value>
Value GmshSource::Bytes() {
  if (text_.size() - at_ < sizeof(Value)) throw MalformedGmsh{"the file ends too early"};
  char bytes[sizeof(Value)];
  std::memcpy(bytes, text_.data() + at_, sizeof(Value));
  if (swapped_) std::reverse(bytes, bytes + sizeof(Value));
  at_ += sizeof(Value);
  Value value;
  std::memcpy(&value, bytes, sizeof(Value));
  return value;
}

int GmshSource::Integer() {
  if (binary_) return Bytes<int32_t>();
  const long value = TextInteger();
  if (std::abs(value) > 2'000'000'000) throw MalformedGmsh{"a number is out of range"};
  return static_cast<int>(value);
}

long GmshSource::Size() { return binary_ ? static_cast<long>(Bytes<int64_t>()) : TextInteger(); }

double GmshSource::Real() {
  if (!binary_) return TextReal();
  const auto value = Bytes<double>();
  if (!std::isfinite(value)) throw MalformedGmsh{"a coordinate is not finite"};
  return value;
}

int GmshSource::Count() { return CheckedCount(Size()); }

int GmshSource::IntegerCount() { return CheckedCount(Integer()); }

}  // namespace jounce::flex
