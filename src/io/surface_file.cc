#include "io/surface_file.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <sstream>

#include "base/error.h"
#include "io/gltf_reader.h"
#include "io/text_file.h"
#include "math/units.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

std::string EndingOf(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending;
}

double NumberAt(std::istringstream* words, const std::string& path, int line) {
  std::string word;
  *words >> word;
  const char* begin = word.data() + (word.starts_with('+') ? 1 : 0);
  const char* const end = word.data() + word.size();
  double value = 0;
  const auto [rest, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) {
    throw FileError(path, fmt::format("line {}: '{}' is not a number", line, word));
  }
  return value;
}

Vector3d PointAt(std::istringstream* words, const std::string& path, int line) {
  Vector3d p;
  for (double& x : p) x = NumberAt(words, path, line);
  return p;
}

void AddTriangle(const std::array<Vector3d, 3>& corners, TriangleSurface* surface) {
  const int first = static_cast<int>(surface->vertices.size());
  surface->vertices.insert(surface->vertices.end(), corners.begin(), corners.end());
  surface->triangles.push_back({first, first + 1, first + 2});
}

// An 80-byte head, the number of triangles, 50 bytes each: normal, three corners, two bytes.
constexpr size_t kHead = 84, kTriangle = 50;

uint32_t WordAt(const std::string& content, size_t at) {
  uint32_t word = 0;
  for (size_t i = 4; i-- > 0;) word = word << 8 | static_cast<unsigned char>(content[at + i]);
  return word;
}

bool IsBinaryStl(const std::string& content) {
  return content.size() >= kHead && content.size() == kHead + kTriangle * WordAt(content, 80);
}

TriangleSurface ParseBinaryStl(const std::string& content, const std::string& path) {
  TriangleSurface surface;
  for (size_t at = kHead; at < content.size(); at += kTriangle) {
    std::array<Vector3d, 3> corners;
    for (size_t i = 0; i < 9; ++i) {
      const auto x = std::bit_cast<float>(WordAt(content, at + 12 + 4 * i));
      if (!std::isfinite(x)) {
        throw FileError(path, fmt::format("triangle {} has a corner that is no number",
                                          surface.triangles.size() + 1));
      }
      corners[i / 3][static_cast<int>(i % 3)] = x;
    }
    AddTriangle(corners, &surface);
  }
  return surface;
}

TriangleSurface ParseTextStl(const std::string& content, const std::string& path) {
  TriangleSurface surface;
  std::istringstream lines(content);
  std::array<Vector3d, 3> corners;
  size_t count = 0;
  bool is_stl = false;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line);
    std::string word;
    words >> word;
    is_stl = is_stl || word == "solid";
    if (word != "vertex") {
      if (word == "endloop" && count != 3) {
        throw FileError(path, fmt::format("line {}: a loop has {} vertices, not 3", number, count));
      }
      if (word == "outer" || word == "endloop") count = 0;
      continue;
    }
    const Vector3d p = PointAt(&words, path, number);
    if (count < 3) corners[count] = p;
    if (++count == 3) AddTriangle(corners, &surface);
  }
  if (!is_stl || surface.triangles.empty()) {
    throw FileError(path, "is no STL file, neither a whole binary one nor text with triangles");
  }
  return surface;
}

// "7", "7/1", "7//3" or, counted from the end, "-1".
int VertexNumber(const std::string& word, size_t vertices, const std::string& path, int line) {
  int number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  const int count = static_cast<int>(vertices);
  if (number < 0) number += count + 1;
  if (number >= 1 && number <= count) return number - 1;
  throw FileError(
      path, fmt::format("line {}: '{}' is none of the {} vertices so far", line, word, vertices));
}

TriangleSurface ParseObj(const std::string& content, const std::string& path) {
  TriangleSurface surface;
  std::istringstream lines(content);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "v") surface.vertices.push_back(PointAt(&words, path, number));
    if (word != "f") continue;
    std::vector<int> corners;
    while (words >> word) {
      corners.push_back(VertexNumber(word, surface.vertices.size(), path, number));
    }
    for (size_t i = 1; i + 1 < corners.size(); ++i) {
      surface.triangles.push_back({corners[0], corners[i], corners[i + 1]});
    }
  }
  return surface;
}

}  // namespace

bool IsSurfaceFile(const std::string& path) {
  const std::string ending = EndingOf(path);
  return ending == ".stl" || ending == ".obj" || ending == ".gltf" || ending == ".glb";
}

TriangleSurface ParseSurface(const std::string& content, const std::string& path) {
  const std::string ending = EndingOf(path);
  if (ending == ".gltf" || ending == ".glb") {
    return ParseGltf(content, path, [&](const std::string& name) {
      return ReadTextFile((std::filesystem::path(path).parent_path() / name).string());
    });
  }
  if (ending == ".obj") return ParseObj(content, path);
  return IsBinaryStl(content) ? ParseBinaryStl(content, path) : ParseTextStl(content, path);
}

double LengthUnit(const std::string& text) {
  const Unit unit = ParseUnit(text);
  if (unit.dimension != quantity::kLength.ToDimension()) {
    throw InputError(fmt::format("units: '{}' is not a unit of length", text),
                     "a surface has one, e.g. mm");
  }
  return unit.ToSi(1);
}

TriangleSurface ReadSurface(const std::string& path, const std::string& unit) {
  const double length = LengthUnit(unit);
  if (!IsSurfaceFile(path)) throw FileError(path, "is no surface: .stl, .obj, .gltf and .glb are");
  const TriangleSurface read = ParseSurface(ReadTextFile(path), path);
  // An STL file has three of its own for each triangle.
  TriangleSurface joined;
  std::map<std::array<double, 3>, int> known;
  std::vector<int> number;
  for (const Vector3d& vertex : read.vertices) {
    const auto [it, is_new] = known.try_emplace({vertex.x(), vertex.y(), vertex.z()},
                                                static_cast<int>(joined.vertices.size()));
    if (is_new) joined.vertices.push_back(length * vertex);
    number.push_back(it->second);
  }
  for (const auto& [a, b, c] : read.triangles) {
    joined.triangles.push_back({number[a], number[b], number[c]});
  }
  return joined;
}

}  // namespace jounce
