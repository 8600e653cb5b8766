#include "io/gltf_reader.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "io/base64.h"
#include "signals/byte_order.h"

namespace jounce {
namespace {

using nlohmann::json;

// Codes of the standard.
constexpr int64_t kUnsignedByte = 5121, kUnsignedShort = 5123, kUnsignedInt = 5125, kFloat = 5126;
constexpr int64_t kTriangles = 4;
constexpr std::string_view kMagic = "glTF", kJsonChunk = "JSON";
constexpr std::string_view kBinaryChunk("BIN\0", 4);
constexpr size_t kGlbHead = 12, kChunkHead = 8;

// A small file can name one mesh in many nodes; no picture needs more.
constexpr size_t kMostTriangles = 5'000'000;

size_t WordOf(std::string_view bytes, size_t at) {
  return LoadNumber<uint32_t>(reinterpret_cast<const std::byte*>(bytes.data()) + at,
                              ByteOrder::kLittle);
}

// "%20" is a space.
std::string Unescaped(std::string_view uri) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 87 : -1;
  };
  std::string out;
  for (size_t i = 0; i < uri.size(); ++i) {
    const bool escape =
        uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) >= 0 && digit(uri[i + 2]) >= 0;
    out += escape ? static_cast<char>(16 * digit(uri[i + 1]) + digit(uri[i + 2])) : uri[i];
    if (escape) i += 2;
  }
  return out;
}

// Only what lies beside the file is read: no other folder, no address.
bool IsNeighbour(const std::string& name) {
  return !name.empty() && name.front() != '/' && name.find("..") == std::string::npos &&
         name.find_first_of(std::string_view(":\\\0", 3)) == std::string::npos;
}

// Extensions that change no triangle.
bool IsAboutLooks(const std::string& extension) {
  for (const char* beginning : {"KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_"}) {
    if (extension.starts_with(beginning)) return true;
  }
  return false;
}

// Where the numbers of an accessor stand.
struct Numbers {
  const std::string* bytes = nullptr;
  size_t at = 0, stride = 0, count = 0;

  const std::byte* operator[](size_t i) const {
    return reinterpret_cast<const std::byte*>(bytes->data()) + at + stride * i;
  }
};

struct Primitive {
  std::vector<Eigen::Vector3d> points;
  std::vector<std::array<int, 3>> triangles;
};

class GltfParser {
 public:
  GltfParser(const std::string& path, const NeighbourReader& read)
      : path_(path), neighbour_(read) {}

  TriangleSurface Parse(const std::string& content) {
    root_ = ParseJson(TextOf(content));
    CheckAsset();
    for (const auto& [node, place] : Placed()) AddMesh(node, place);
    if (surface_.triangles.empty()) Fail("its scene has no triangles");
    return std::move(surface_);
  }

 private:
  [[noreturn]] void Fail(const std::string& reason) const { throw FileError(path_, reason); }

  // ---- The file -----------------------------------------------------------------------------------

  // The JSON of the file; the binary chunk is kept.
  std::string_view TextOf(const std::string& content) {
    if (!content.starts_with(kMagic)) return content;
    if (content.size() < kGlbHead + kChunkHead) Fail("is cut off within its head");
    if (WordOf(content, 4) != 2) {
      Fail(fmt::format("is glTF of version {}; version 2 is read", WordOf(content, 4)));
    }
    if (WordOf(content, 8) > content.size()) {
      Fail(fmt::format("is cut off: {} of {} bytes", content.size(), WordOf(content, 8)));
    }
    std::string_view text;
    for (size_t at = kGlbHead; at + kChunkHead <= content.size();) {
      const size_t size = WordOf(content, at);
      const std::string_view type = std::string_view(content).substr(at + 4, 4);
      at += kChunkHead;
      if (size > content.size() - at) Fail("has a chunk that goes on behind its end");
      const std::string_view chunk = std::string_view(content).substr(at, size);
      if (text.empty() && type == kJsonChunk) text = chunk;
      if (!binary_ && type == kBinaryChunk) binary_ = std::string(chunk);
      at += size;
    }
    return text;
  }

  json ParseJson(std::string_view text) const {
    json root = json::parse(text.begin(), text.end(), nullptr, false);
    if (!root.is_object()) Fail("is no glTF file, neither its text (JSON) nor a binary one");
    return root;
  }

  void CheckAsset() const {
    const json& asset = MemberOf(root_, "asset");
    const json& version = asset.is_object() ? MemberOf(asset, "version") : asset;
    if (!version.is_string() || !version.get_ref<const std::string&>().starts_with("2.")) {
      Fail("says no version 2 of glTF in its 'asset'");
    }
    for (const json& extension : MemberOf(root_, "extensionsRequired")) {
      const std::string name = extension.is_string() ? extension.get<std::string>() : "?";
      if (!IsAboutLooks(name)) {
        Fail(
            fmt::format("cannot be read without the extension '{}', which is not known here; "
                        "write it without (compression off)",
                        name));
      }
    }
  }

  // ---- Items --------------------------------------------------------------------------------------

  // Null where there is none.
  static const json& MemberOf(const json& object, const char* key) {
    static const json kNone;
    const auto found = object.find(key);
    return found == object.end() ? kNone : *found;
  }

  // A whole number that is not negative; nothing where there is none.
  std::optional<size_t> CountOf(const json& object, const char* key,
                                const std::string& item) const {
    const json& value = MemberOf(object, key);
    if (value.is_null()) return std::nullopt;
    constexpr int64_t kMost = int64_t{1} << 40;
    if (!value.is_number_integer() || value.get<int64_t>() < 0 || value.get<int64_t>() > kMost) {
      Fail(fmt::format("{}: '{}' is no count", item, key));
    }
    return static_cast<size_t>(value.get<int64_t>());
  }

  size_t Needed(const json& object, const char* key, const std::string& item) const {
    const std::optional<size_t> value = CountOf(object, key, item);
    if (!value) Fail(fmt::format("{}: has no '{}'", item, key));
    return *value;
  }

  // The i-th of a list of the file, as "accessor 3" of `accessors`.
  const json& ItemAt(const char* list, size_t i, const std::string& asked_by) const {
    const json& all = MemberOf(root_, list);
    if (!all.is_array() || i >= all.size() || !all[i].is_object()) {
      Fail(fmt::format("{}: there is no {} {}", asked_by, list, i));
    }
    return all[i];
  }

  template <int size>
  std::optional<Eigen::Matrix<double, size, 1>> VectorOf(const json& object, const char* key,
                                                         const std::string& item) const {
    const json& value = MemberOf(object, key);
    if (value.is_null()) return std::nullopt;
    Eigen::Matrix<double, size, 1> out;
    const bool whole = value.is_array() && value.size() == size;
    for (int i = 0; i < size; ++i) {
      const bool good = whole && value[i].is_number() && std::isfinite(value[i].get<double>());
      if (!good) Fail(fmt::format("{}: '{}' is not {} numbers", item, key, size));
      out[i] = value[i].get<double>();
    }
    return out;
  }

  // ---- Nodes --------------------------------------------------------------------------------------

  Eigen::Affine3d PlaceOf(const json& node, const std::string& item) const {
    Eigen::Affine3d place = Eigen::Affine3d::Identity();
    if (const auto matrix = VectorOf<16>(node, "matrix", item)) {
      const Eigen::Map<const Eigen::Matrix4d> columns(matrix->data());
      if (columns.row(3) != Eigen::RowVector4d(0, 0, 0, 1)) {
        Fail(fmt::format("{}: the last row of 'matrix' is not 0 0 0 1", item));
      }
      place.matrix() = columns;
      return place;
    }
    if (const auto shift = VectorOf<3>(node, "translation", item)) place.translate(*shift);
    if (const auto turn = VectorOf<4>(node, "rotation", item)) {
      const Eigen::Quaterniond q((*turn)[3], (*turn)[0], (*turn)[1], (*turn)[2]);
      if (!(q.norm() > 1e-6)) Fail(fmt::format("{}: 'rotation' is no quaternion", item));
      place.rotate(q.normalized());
    }
    if (const auto scale = VectorOf<3>(node, "scale", item)) place.scale(*scale);
    return place;
  }

  using PlacedNode = std::pair<size_t, Eigen::Affine3d>;

  // Numbers in a list of nodes.
  void Push(const json& numbers, const Eigen::Affine3d& place, const std::string& item,
            std::vector<PlacedNode>* waiting) const {
    if (numbers.is_null()) return;
    for (const json& number : numbers) {
      if (!number.is_number_unsigned()) Fail(fmt::format("{}: a node is no number", item));
      waiting->push_back({number.get<size_t>(), place});
    }
  }

  // Those that nobody has as a child, where the file has no scene.
  json Roots() const {
    const json& nodes = MemberOf(root_, "nodes");
    std::vector<bool> is_child(nodes.size(), false);
    for (const json& node : nodes) {
      if (!node.is_object()) continue;
      for (const json& child : MemberOf(node, "children")) {
        if (child.is_number_unsigned() && child.get<size_t>() < is_child.size()) {
          is_child[child.get<size_t>()] = true;
        }
      }
    }
    json roots = json::array();
    for (size_t i = 0; i < is_child.size(); ++i) {
      if (!is_child[i]) roots.push_back(i);
    }
    return roots;
  }

  // All nodes of the scene with their places, z up.
  std::vector<PlacedNode> Placed() const {
    const Eigen::Affine3d upright(Eigen::AngleAxisd(M_PI / 2, Eigen::Vector3d::UnitX()));
    std::vector<PlacedNode> waiting, placed;
    if (MemberOf(root_, "scenes").is_null()) {
      Push(Roots(), upright, "nodes", &waiting);
    } else {
      const size_t scene = CountOf(root_, "scene", "scene").value_or(0);
      Push(MemberOf(ItemAt("scenes", scene, "scene"), "nodes"), upright, "scene", &waiting);
    }
    std::vector<bool> seen(MemberOf(root_, "nodes").size(), false);
    while (!waiting.empty()) {
      const auto [number, above] = waiting.back();
      waiting.pop_back();
      const json& node = ItemAt("nodes", number, "scene");
      const std::string item = fmt::format("node {}", number);
      if (seen[number]) Fail(fmt::format("{}: comes twice in the tree of nodes", item));
      seen[number] = true;
      placed.push_back({number, above * PlaceOf(node, item)});
      Push(MemberOf(node, "children"), placed.back().second, item, &waiting);
    }
    return placed;
  }

  // ---- Numbers ------------------------------------------------------------------------------------

  const std::string& BufferAt(size_t i, const std::string& asked_by) {
    const json& buffer = ItemAt("buffers", i, asked_by);
    const json& uri = MemberOf(buffer, "uri");
    const std::string item = fmt::format("buffer {}", i);
    if (buffers_.size() <= i) buffers_.resize(i + 1);
    if (buffers_[i]) return *buffers_[i];
    if (uri.is_string()) {
      buffers_[i] = Fetch(uri.get_ref<const std::string&>(), item);
    } else if (i == 0 && binary_) {
      buffers_[i] = std::move(*binary_);
    } else {
      Fail(fmt::format("{}: has no 'uri'", item));
    }
    const size_t size = Needed(buffer, "byteLength", item);
    if (buffers_[i]->size() < size) {
      Fail(fmt::format("{}: has {} of {} bytes", item, buffers_[i]->size(), size));
    }
    return *buffers_[i];
  }

  std::string Fetch(const std::string& uri, const std::string& item) const {
    if (uri.starts_with("data:")) {
      const size_t comma = uri.find(',');
      std::optional<std::string> bytes;
      if (comma != std::string::npos && uri.substr(0, comma).ends_with(";base64")) {
        bytes = DecodeBase64(std::string_view(uri).substr(comma + 1));
      }
      if (!bytes) Fail(fmt::format("{}: its data URI is no base64", item));
      return std::move(*bytes);
    }
    const std::string name = Unescaped(uri);
    if (!IsNeighbour(name)) {
      Fail(fmt::format("{}: '{}' is no file beside this one", item, name));
    }
    return neighbour_(name);
  }

  // `width` bytes each, all of them within the buffer.
  Numbers NumbersOf(const json& accessor, size_t width, const std::string& item) {
    if (!MemberOf(accessor, "sparse").is_null()) {
      Fail(fmt::format("{}: is sparse, which is not read", item));
    }
    const size_t view_number = Needed(accessor, "bufferView", item);
    const json& view = ItemAt("bufferViews", view_number, item);
    const std::string view_item = fmt::format("bufferView {}", view_number);
    Numbers numbers;
    numbers.bytes = &BufferAt(Needed(view, "buffer", view_item), view_item);
    numbers.count = Needed(accessor, "count", item);
    numbers.stride = CountOf(view, "byteStride", view_item).value_or(width);
    const size_t begin = CountOf(view, "byteOffset", view_item).value_or(0);
    const size_t length = Needed(view, "byteLength", view_item);
    const size_t offset = CountOf(accessor, "byteOffset", item).value_or(0);
    // All of these are below 2^40, so that no sum overflows; the product is never made.
    if (begin + length > numbers.bytes->size()) {
      Fail(fmt::format("{}: goes on behind the end of its buffer", view_item));
    }
    if (numbers.stride < width) Fail(fmt::format("{}: 'byteStride' is too small", view_item));
    const bool fits =
        numbers.count == 0 || (offset + width <= length &&
                               (numbers.count - 1) <= (length - offset - width) / numbers.stride);
    if (!fits) Fail(fmt::format("{}: goes on behind the end of its bufferView", item));
    numbers.at = begin + offset;
    return numbers;
  }

  void CheckType(const json& accessor, const char* type, const std::string& item) const {
    if (MemberOf(accessor, "type") != json(type)) {
      Fail(fmt::format("{}: its 'type' is not {}", item, type));
    }
  }

  std::vector<Eigen::Vector3d> PointsOf(size_t number, const std::string& asked_by) {
    const json& accessor = ItemAt("accessors", number, asked_by);
    const std::string item = fmt::format("accessor {}", number);
    CheckType(accessor, "VEC3", item);
    if (Needed(accessor, "componentType", item) != kFloat) {
      Fail(fmt::format("{}: positions are no floats", item));
    }
    const Numbers numbers = NumbersOf(accessor, 12, item);
    std::vector<Eigen::Vector3d> points(numbers.count);
    for (size_t i = 0; i < numbers.count; ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        points[i][axis] = LoadNumber<float>(numbers[i] + 4 * axis, ByteOrder::kLittle);
      }
      if (!points[i].allFinite()) {
        Fail(fmt::format("{}: position {} is no number", item, i));
      }
    }
    return points;
  }

  std::vector<uint32_t> CornersOf(size_t number, const std::string& asked_by) {
    const json& accessor = ItemAt("accessors", number, asked_by);
    const std::string item = fmt::format("accessor {}", number);
    CheckType(accessor, "SCALAR", item);
    const size_t kind = Needed(accessor, "componentType", item);
    const size_t width = kind == kUnsignedByte    ? 1
                         : kind == kUnsignedShort ? 2
                         : kind == kUnsignedInt   ? 4
                                                  : 0;
    if (width == 0) Fail(fmt::format("{}: indices are no unsigned numbers", item));
    const Numbers numbers = NumbersOf(accessor, width, item);
    std::vector<uint32_t> corners(numbers.count);
    for (size_t i = 0; i < numbers.count; ++i) {
      corners[i] = width == 1   ? LoadNumber<uint8_t>(numbers[i], ByteOrder::kLittle)
                   : width == 2 ? LoadNumber<uint16_t>(numbers[i], ByteOrder::kLittle)
                                : LoadNumber<uint32_t>(numbers[i], ByteOrder::kLittle);
    }
    return corners;
  }

  // ---- Meshes -------------------------------------------------------------------------------------

  Primitive PrimitiveOf(const json& given, const std::string& item) {
    const size_t mode = CountOf(given, "mode", item).value_or(kTriangles);
    if (mode != kTriangles) {
      constexpr const char* kModes[] = {"points",        "lines", "a line loop",
                                        "a line strip",  "",      "a triangle strip",
                                        "a triangle fan"};
      Fail(fmt::format("{}: is {}; only separate triangles are read", item,
                       mode < std::size(kModes) ? kModes[mode] : "of no known mode"));
    }
    const json& attributes = MemberOf(given, "attributes");
    if (!attributes.is_object()) Fail(fmt::format("{}: has no 'attributes'", item));
    Primitive primitive;
    primitive.points = PointsOf(Needed(attributes, "POSITION", item), item);
    std::vector<uint32_t> corners;
    if (const auto indices = CountOf(given, "indices", item)) {
      corners = CornersOf(*indices, item);
    } else {
      for (uint32_t i = 0; i < primitive.points.size(); ++i) corners.push_back(i);
    }
    if (corners.size() % 3 != 0) {
      Fail(fmt::format("{}: has {} corners, which are no whole triangles", item, corners.size()));
    }
    for (const uint32_t corner : corners) {
      if (corner >= primitive.points.size()) {
        Fail(fmt::format("{}: a corner is vertex {} of {}", item, corner, primitive.points.size()));
      }
    }
    const auto at = [&](size_t i) { return static_cast<int>(corners[i]); };
    for (size_t i = 0; i < corners.size(); i += 3) {
      primitive.triangles.push_back({at(i), at(i + 1), at(i + 2)});
    }
    return primitive;
  }

  const std::vector<Primitive>& MeshAt(size_t number, const std::string& asked_by) {
    const json& mesh = ItemAt("meshes", number, asked_by);
    if (meshes_.size() <= number) meshes_.resize(number + 1);
    if (meshes_[number]) return *meshes_[number];
    const json& primitives = MemberOf(mesh, "primitives");
    std::vector<Primitive> read;
    for (size_t i = 0; primitives.is_array() && i < primitives.size(); ++i) {
      const std::string item = fmt::format("mesh {}, primitive {}", number, i);
      if (!primitives[i].is_object()) Fail(fmt::format("{}: is none", item));
      read.push_back(PrimitiveOf(primitives[i], item));
      read_ += read.back().triangles.size() + read.back().points.size();
      if (read_ > 4 * kMostTriangles) TooMany();
    }
    return meshes_[number].emplace(std::move(read));
  }

  [[noreturn]] void TooMany() const {
    Fail(fmt::format("has more than {} triangles, which no picture needs", kMostTriangles));
  }

  void AddMesh(size_t number, const Eigen::Affine3d& place) {
    const std::string item = fmt::format("node {}", number);
    const json& node = ItemAt("nodes", number, "scene");
    const std::optional<size_t> mesh = CountOf(node, "mesh", item);
    if (!mesh) return;
    if (!MemberOf(node, "skin").is_null()) {
      Fail(fmt::format("{}: its mesh hangs on a skin, which is not read", item));
    }
    // A reflection turns triangles inside out.
    const bool mirrored = place.linear().determinant() < 0;
    for (const Primitive& primitive : MeshAt(*mesh, item)) {
      const size_t triangles = surface_.triangles.size() + primitive.triangles.size();
      const size_t points = surface_.vertices.size() + primitive.points.size();
      if (triangles > kMostTriangles || points > 3 * kMostTriangles) TooMany();
      const int first = static_cast<int>(surface_.vertices.size());
      for (const Eigen::Vector3d& point : primitive.points) {
        surface_.vertices.push_back(place * point);
        if (!surface_.vertices.back().allFinite()) {
          Fail(fmt::format("{}: puts its mesh where no number reaches", item));
        }
      }
      for (const auto& [a, b, c] : primitive.triangles) {
        surface_.triangles.push_back(
            {first + a, first + (mirrored ? c : b), first + (mirrored ? b : c)});
      }
    }
  }

  const std::string& path_;
  const NeighbourReader& neighbour_;
  json root_;
  std::optional<std::string> binary_;  // chunk of a binary file
  std::vector<std::optional<std::string>> buffers_;
  std::vector<std::optional<std::vector<Primitive>>> meshes_;
  size_t read_ = 0;  // triangles and points of all meshes
  TriangleSurface surface_;
};

}  // namespace

TriangleSurface ParseGltf(const std::string& content, const std::string& path,
                          const NeighbourReader& read_neighbour) {
  return GltfParser(path, read_neighbour).Parse(content);
}

}  // namespace jounce
