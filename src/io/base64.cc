#include "io/base64.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace jounce {
namespace {

constexpr std::string_view kSigns =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::array<int, 256> ValuesOfSigns() {
  std::array<int, 256> value;
  value.fill(-1);
  for (size_t i = 0; i < kSigns.size(); ++i) {
    value[static_cast<unsigned char>(kSigns[i])] = static_cast<int>(i);
  }
  return value;
}

}  // namespace

std::string EncodeBase64(std::string_view bytes) {
  const auto byte = [&](size_t i) -> uint32_t {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0;
  };
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t left = bytes.size() - i;
    const uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    out += kSigns[group >> 18];
    out += kSigns[group >> 12 & 63];
    out += left > 1 ? kSigns[group >> 6 & 63] : '=';
    out += left > 2 ? kSigns[group & 63] : '=';
  }
  return out;
}

std::optional<std::string> DecodeBase64(std::string_view text) {
  static const std::array<int, 256> kValues = ValuesOfSigns();
  for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  uint32_t held = 0;
  int bits = 0;
  for (const char c : text) {
    const int six = kValues[static_cast<unsigned char>(c)];
    if (six < 0) return std::nullopt;
    held = (held << 6 | static_cast<uint32_t>(six)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(held >> bits & 0xff);
  }
  return bytes;
}

}  // namespace jounce
