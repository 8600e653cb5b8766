#include "report/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>

#include "base/error.h"
#include "io/text_file.h"

namespace jounce::report {
namespace {

constexpr std::size_t kStlHeader = 84;  // 80 bytes of text, the number of facets.
constexpr std::size_t kStlFacet = 50;   // Normal and three points as floats, two bytes unused.

[[noreturn]] void Fail(const std::string& name, int line, const std::string& message) {
  throw InputError({Diagnostic{Severity::kError, Place{name, line}, message, ""}});
}

// Splits a text into lines and those into words.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  // The words of the next line that has any; false at the end.
  bool NextLine(std::vector<std::string_view>* words) {
    words->clear();
    while (words->empty() && !rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      Split(rest_.substr(0, end), words);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++line_;
    }
    return !words->empty();
  }

  int line() const { return line_; }

 private:
  static void Split(std::string_view line, std::vector<std::string_view>* words) {
    constexpr std::string_view kSpace = " \t\r\v\f";
    while (true) {
      const std::size_t begin = line.find_first_not_of(kSpace);
      if (begin == std::string_view::npos) return;
      const std::size_t end = std::min(line.find_first_of(kSpace, begin), line.size());
      words->push_back(line.substr(begin, end - begin));
      line.remove_prefix(end);
    }
  }

  std::string_view rest_;
  int line_ = 0;
};

template <class T>
std::optional<T> ParseNumber(std::string_view word) {
  if (!word.empty() && word[0] == '+') word.remove_prefix(1);
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

// Three coordinates from words[first] on.
Vec3 ParsePoint(const std::vector<std::string_view>& words, std::size_t first, double scale,
                const std::string& name, int line) {
  Vec3 point{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto value =
        first + i < words.size() ? ParseNumber<double>(words[first + i]) : std::optional<double>();
    if (!value || !std::isfinite(*value)) Fail(name, line, "a point needs three finite numbers");
    point[i] = scale * *value;
  }
  return point;
}

// Collects facets, joining equal points.
class FacetJoiner {
 public:
  void Add(const std::array<Vec3, 3>& facet) {
    std::array<int, 3> triangle{};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto [found, fresh] = known_.try_emplace(facet[i], static_cast<int>(known_.size()));
      if (fresh) shape_.points.push_back(facet[i]);
      triangle[i] = found->second;
    }
    shape_.triangles.push_back(triangle);
  }

  SceneShape Take() {
    shape_.kind = ShapeKind::kMesh;
    return std::move(shape_);
  }

 private:
  SceneShape shape_;
  std::map<Vec3, int> known_;
};

std::uint32_t FacetCount(std::string_view content) {
  std::uint32_t count = 0;
  std::memcpy(&count, content.data() + kStlHeader - sizeof(count), sizeof(count));
  return count;
}

// Binary files may begin with "solid" too; their length tells them apart.
bool IsBinaryStl(std::string_view content) {
  return content.size() >= kStlHeader &&
         content.size() == kStlHeader + kStlFacet * std::size_t{FacetCount(content)};
}

SceneShape ParseBinaryStl(std::string_view content, const std::string& name, double scale) {
  FacetJoiner joiner;
  for (std::size_t f = 0; f < FacetCount(content); ++f) {
    std::array<float, 12> numbers{};
    std::memcpy(numbers.data(), content.data() + kStlHeader + f * kStlFacet, sizeof(numbers));
    std::array<Vec3, 3> facet{};
    for (std::size_t i = 0; i < 9; ++i) {
      if (!std::isfinite(numbers[3 + i])) {
        Fail(name, 0, fmt::format("facet {} has a number that is not finite", f + 1));
      }
      facet[i / 3][i % 3] = scale * static_cast<double>(numbers[3 + i]);
    }
    joiner.Add(facet);
  }
  return joiner.Take();
}

SceneShape ParseTextStl(std::string_view content, const std::string& name, double scale) {
  Words reader(content);
  std::vector<std::string_view> words;
  FacetJoiner joiner;
  std::array<Vec3, 3> facet{};
  std::size_t corner = 0;
  bool solid = false;
  while (reader.NextLine(&words)) {
    if (words[0] == "solid") {
      solid = true;
    } else if (words[0] == "vertex") {
      if (corner == 3) Fail(name, reader.line(), "a facet has more than three points");
      facet[corner++] = ParsePoint(words, 1, scale, name, reader.line());
    } else if (words[0] == "endfacet") {
      if (corner != 3) Fail(name, reader.line(), "a facet needs three points");
      joiner.Add(facet);
      corner = 0;
    }
  }
  if (!solid)
    Fail(name, 1,
         "this is not an STL file: it neither begins with 'solid' nor has the "
         "length that a binary one would have");
  if (corner != 0) Fail(name, reader.line(), "the file ends within a facet");
  return joiner.Take();
}

// The index of a point in `f 3/1/2`: the first number, from 1, or from the end if negative.
int ParseCorner(std::string_view word, std::size_t points, const std::string& name, int line) {
  const auto index = ParseNumber<long long>(word.substr(0, word.find('/')));
  const auto size = static_cast<long long>(points);
  if (!index || *index == 0 || *index > size || *index < -size) {
    Fail(name, line, fmt::format("'{}' names none of the {} points before it", word, points));
  }
  return static_cast<int>(*index > 0 ? *index - 1 : size + *index);
}

}  // namespace

SceneShape ParseStl(std::string_view content, const std::string& name, double scale) {
  return IsBinaryStl(content) ? ParseBinaryStl(content, name, scale)
                              : ParseTextStl(content, name, scale);
}

SceneShape ParseObj(std::string_view content, const std::string& name, double scale) {
  Words reader(content);
  std::vector<std::string_view> words;
  SceneShape shape{.kind = ShapeKind::kMesh};
  while (reader.NextLine(&words)) {
    if (words[0] == "v") {
      shape.points.push_back(ParsePoint(words, 1, scale, name, reader.line()));
    } else if (words[0] == "f") {
      if (words.size() < 4) Fail(name, reader.line(), "a face needs three points at least");
      const auto corner = [&](std::size_t i) {
        return ParseCorner(words[i], shape.points.size(), name, reader.line());
      };
      for (std::size_t i = 3; i < words.size(); ++i) {
        shape.triangles.push_back({corner(1), corner(i - 1), corner(i)});
      }
    }
  }
  if (shape.triangles.empty()) Fail(name, 0, "this is not an OBJ file: it has no faces");
  return shape;
}

SceneShape ReadMeshFile(const std::string& path, double scale) {
  const auto ends_with = [&](std::string_view ending) {
    if (path.size() < ending.size()) return false;
    return std::equal(
        ending.begin(), ending.end(), path.end() - static_cast<long>(ending.size()),
        [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
  };
  if (ends_with(".stl")) return ParseStl(ReadTextFile(path), path, scale);
  if (ends_with(".obj")) return ParseObj(ReadTextFile(path), path, scale);
  throw InputError(fmt::format("'{}' is no mesh that can be read", path),
                   "give a file that ends with .stl or .obj");
}

}  // namespace jounce::report
