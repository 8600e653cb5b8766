#include "report/blob.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <string_view>

#include "io/base64.h"

namespace jounce::report {
namespace {

static_assert(std::endian::native == std::endian::little, "pages are written as little-endian");

constexpr std::size_t kAlignment = 8;
constexpr std::size_t kWorthSharing = 64;  // numbers or bytes

// What to take off before rounding to float: nothing, unless the values vary little about a large
// one (a pressure about 101325 Pa) and would lose their digits.
double Offset(std::span<const double> v, std::span<const std::size_t> index) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const std::size_t i : index) {
    if (!std::isfinite(v[i])) continue;
    low = std::min(low, v[i]);
    high = std::max(high, v[i]);
  }
  const double largest = std::max(std::abs(low), std::abs(high));
  return std::isfinite(largest) && largest > 100 * (high - low) ? low : 0;
}

template <class T>
std::vector<T> Differences(std::span<const std::size_t> index) {
  std::vector<T> differences(index.size());
  std::size_t last = 0;
  for (std::size_t i = 0; i < index.size(); ++i) {
    differences[i] = static_cast<T>(index[i] - last);
    last = index[i];
  }
  return differences;
}

}  // namespace

bool IsUniform(std::span<const double> v, double* step) {
  if (v.size() < 3) return false;
  *step = (v.back() - v.front()) / static_cast<double>(v.size() - 1);
  if (!std::isfinite(*step) || *step == 0) return false;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double expected = v.front() + *step * static_cast<double>(i);
    if (!(std::abs(v[i] - expected) <= 1e-6 * std::abs(*step))) return false;
  }
  return true;
}

nlohmann::json Blob::Add(std::span<const double> v, std::span<const std::size_t> index) {
  double step = 0;
  if (IsUniform(v, &step)) {
    if (index.size() == v.size()) return {{"kind", "grid"}, {"from", v.front()}, {"step", step}};
    return AddSteps(index, v.front(), step);
  }
  nlohmann::json known = AddKnown(v, index);
  return known.is_null() ? AddFloats(v, index) : known;
}

nlohmann::json Blob::AddKnown(std::span<const double> v, std::span<const std::size_t> index) {
  if (v.size() < kWorthSharing || !std::is_sorted(v.begin(), v.end())) return nullptr;
  const auto known = std::find_if(known_.begin(), known_.end(), [&](const Known& k) {
    return std::equal(k.values.begin(), k.values.end(), v.begin(), v.end());
  });
  if (known == known_.end()) {
    known_.push_back({{v.begin(), v.end()}, nullptr});
    return nullptr;
  }
  if (known->whole.is_null()) {
    std::vector<std::size_t> all(v.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    known->whole = AddFloats(v, all);
  }
  if (index.size() == v.size()) return known->whole;
  const nlohmann::json steps = AddSteps(index, 0, 1);
  return {{"kind", "pick"},
          {"of", known->whole},
          {"count", v.size()},
          {"at", steps["at"]},
          {"width", steps["width"]}};
}

nlohmann::json Blob::AddFloats(std::span<const double> v, std::span<const std::size_t> index) {
  const double from = Offset(v, index);
  std::vector<float> values(index.size());
  for (std::size_t i = 0; i < index.size(); ++i) {
    values[i] = static_cast<float>(v[index[i]] - from);
  }
  return {{"kind", "f32"}, {"from", from}, {"at", AddRaw(values)}};
}

nlohmann::json Blob::Add(std::span<const double> v) {
  std::vector<std::size_t> all(v.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return Add(v, all);
}

nlohmann::json Blob::AddSteps(std::span<const std::size_t> index, double from, double step) {
  std::size_t widest = 0, last = 0;
  for (const std::size_t i : index) {
    widest = std::max(widest, i - last);
    last = i;
  }
  nlohmann::json described = {{"kind", "steps"}, {"from", from}, {"step", step}};
  if (widest <= std::numeric_limits<std::uint8_t>::max()) {
    const auto differences = Differences<std::uint8_t>(index);
    described["at"] = Append(differences.data(), differences.size());
    described["width"] = 1;
  } else if (widest <= std::numeric_limits<std::uint16_t>::max()) {
    const auto differences = Differences<std::uint16_t>(index);
    described["at"] = Append(differences.data(), differences.size() * 2);
    described["width"] = 2;
  } else {
    described["at"] = AddRaw(Differences<std::uint32_t>(index));
    described["width"] = 4;
  }
  return described;
}

std::size_t Blob::AddRaw(std::span<const float> v) { return Append(v.data(), v.size_bytes()); }
std::size_t Blob::AddRaw(std::span<const std::int16_t> v) {
  return Append(v.data(), v.size_bytes());
}
std::size_t Blob::AddRaw(std::span<const std::uint32_t> v) {
  return Append(v.data(), v.size_bytes());
}

std::size_t Blob::Append(const void* data, std::size_t size) {
  const std::string_view given(static_cast<const char*>(data), size);
  const std::size_t hash = std::hash<std::string_view>()(given);
  if (size >= kWorthSharing) {
    const auto [begin, end] = places_.equal_range(hash);
    for (auto place = begin; place != end; ++place) {
      const bool fits = place->second + size <= bytes_.size();
      if (fits && std::memcmp(bytes_.data() + place->second, data, size) == 0) return place->second;
    }
  }
  const std::size_t at = (bytes_.size() + kAlignment - 1) / kAlignment * kAlignment;
  if (size >= kWorthSharing) places_.emplace(hash, at);
  bytes_.resize(at + size);
  if (size > 0) std::memcpy(bytes_.data() + at, data, size);
  return at;
}

std::string Blob::ToBase64() const {
  return EncodeBase64({reinterpret_cast<const char*>(bytes_.data()), bytes_.size()});
}

}  // namespace jounce::report
