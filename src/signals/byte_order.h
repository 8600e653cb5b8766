// Numbers as they lie in binary files of either byte order.
#ifndef JOUNCE_SIGNALS_BYTE_ORDER_H_
#define JOUNCE_SIGNALS_BYTE_ORDER_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

namespace jounce {

enum class ByteOrder { kLittle, kBig };

inline constexpr ByteOrder kNativeOrder =
    std::endian::native == std::endian::little ? ByteOrder::kLittle : ByteOrder::kBig;

template <typename Number>
Number SwapBytes(Number value) {
  static_assert(std::is_trivially_copyable_v<Number>);
  auto bytes = std::bit_cast<std::array<std::byte, sizeof(Number)>>(value);
  std::reverse(bytes.begin(), bytes.end());
  return std::bit_cast<Number>(bytes);
}

// The number whose first byte is `*bytes`.
template <typename Number>
Number LoadNumber(const std::byte* bytes, ByteOrder order) {
  Number value;
  std::memcpy(&value, bytes, sizeof(Number));
  return order == kNativeOrder ? value : SwapBytes(value);
}

template <typename Number>
void StoreNumber(Number value, ByteOrder order, std::byte* bytes) {
  if (order != kNativeOrder) value = SwapBytes(value);
  std::memcpy(bytes, &value, sizeof(Number));
}

// out[i] = scale * the i-th number of `bytes`, which holds out.size() of them.
template <typename Number>
void DecodeScaled(const std::byte* bytes, ByteOrder order, double scale, std::span<double> out) {
  const auto decode = [&](auto swap) {
    for (size_t i = 0; i < out.size(); ++i) {
      Number value;
      std::memcpy(&value, bytes + i * sizeof(Number), sizeof(Number));
      if constexpr (decltype(swap)::value) value = SwapBytes(value);
      out[i] = scale * static_cast<double>(value);
    }
  };
  if (order == kNativeOrder) {
    decode(std::false_type());
  } else {
    decode(std::true_type());
  }
}

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_BYTE_ORDER_H_
