#include "io/gltf_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "io/base64.h"

namespace jounce {
namespace {

using nlohmann::json;

// A tetrahedron with the legs 3, 4, 5 along x, y, z, of volume 10, whose faces look outward.
constexpr float kCorners[4][3] = {{0, 0, 0}, {3, 0, 0}, {0, 4, 0}, {0, 0, 5}};
constexpr int kFaces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};

template <typename Number>
void Append(Number value, std::string* bytes) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes->append(raw, sizeof value);
}

std::string PositionBytes(size_t stride = 12) {
  std::string bytes;
  for (const auto& corner : kCorners) {
    for (const float x : corner) Append(x, &bytes);
    bytes.append(stride - 12, 'n');  // what stands between them: normals, say
  }
  return bytes;
}

template <typename Index>
std::string IndexBytes() {
  std::string bytes;
  for (const int i : kFaces) Append(static_cast<Index>(i), &bytes);
  return bytes;
}

// The file as its standard describes it: 48 bytes of positions, then the corners.
json Tetrahedron(const std::string& uri, int index_type = 5123, size_t index_size = 2) {
  return {{"asset", {{"version", "2.0"}}},
          {"scene", 0},
          {"scenes", {{{"nodes", {0}}}}},
          {"nodes", {{{"mesh", 0}}}},
          {"meshes", {{{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 1}}}}}}},
          {"accessors",
           {{{"bufferView", 0}, {"componentType", 5126}, {"count", 4}, {"type", "VEC3"}},
            {{"bufferView", 1}, {"componentType", index_type}, {"count", 12}, {"type", "SCALAR"}}}},
          {"bufferViews",
           {{{"buffer", 0}, {"byteLength", 48}},
            {{"buffer", 0}, {"byteOffset", 48}, {"byteLength", 12 * index_size}}}},
          {"buffers", {{{"byteLength", 48 + 12 * index_size}, {"uri", uri}}}}};
}

std::string DataUri(const std::string& bytes) {
  return "data:application/octet-stream;base64," + EncodeBase64(bytes);
}

json Whole() { return Tetrahedron(DataUri(PositionBytes() + IndexBytes<uint16_t>())); }

std::string NoNeighbour(const std::string& name) { throw FileError(name, "does not exist"); }

TriangleSurface Read(const json& file) { return ParseGltf(file.dump(), "a.gltf", &NoNeighbour); }

// (x, y, z) of the file is (x, -z, y) here.
void ExpectTetrahedron(const TriangleSurface& surface) {
  const SolidIntegrals solid = IntegrateSolid(surface);
  EXPECT_NEAR(solid.volume, 10, 1e-13);
  EXPECT_LT((solid.centre - Eigen::Vector3d(0.75, -1.25, 1)).norm(), 1e-13);
}

// What a file of one's own, changed by `change`, is refused with.
template <typename Change>
std::string Refusal(const Change& change) {
  json file = Whole();
  change(file);
  try {
    Read(file);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

std::string Glb(const json& file, const std::string& binary) {
  std::string text = file.dump(), out = "glTF", numbers = binary;
  text.resize((text.size() + 3) / 4 * 4, ' ');
  numbers.resize((numbers.size() + 3) / 4 * 4, '\0');
  Append(uint32_t{2}, &out);
  Append(static_cast<uint32_t>(12 + 8 + text.size() + 8 + numbers.size()), &out);
  Append(static_cast<uint32_t>(text.size()), &out);
  out += "JSON" + text;
  Append(static_cast<uint32_t>(numbers.size()), &out);
  out += std::string("BIN\0", 4) + numbers;
  return out;
}

// As one types it: no program wrote this one. 0 0 0, 1 0 0, 0 1 0 as floats, corners 0 1 2 as bytes.
TEST(GltfReader, AFileWrittenByHand) {
  const char kText[] = R"({
    "asset": {"version": "2.0"},
    "nodes": [{"mesh": 0, "translation": [10, 20, 30]}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": 4}]}],
    "accessors": [
      {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
      {"bufferView": 0, "byteOffset": 36, "componentType": 5121, "count": 3, "type": "SCALAR"}],
    "bufferViews": [{"buffer": 0, "byteLength": 39}],
    "buffers": [{"byteLength": 39, "uri":
      "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAEC"}]
  })";
  const TriangleSurface surface = ParseGltf(kText, "hand.gltf", &NoNeighbour);
  ASSERT_EQ(surface.triangles.size(), 1u);
  EXPECT_EQ(surface.triangles[0], (std::array<int, 3>{0, 1, 2}));
  ASSERT_EQ(surface.vertices.size(), 3u);
  const Eigen::Vector3d kExpected[] = {{10, -30, 20}, {11, -30, 20}, {10, -30, 21}};
  for (int i = 0; i < 3; ++i) EXPECT_LT((surface.vertices[i] - kExpected[i]).norm(), 1e-13);
}

TEST(GltfReader, IndicesOfAllWidthsAndPlaces) {
  ExpectTetrahedron(Read(Whole()));
  ExpectTetrahedron(Read(Tetrahedron(DataUri(PositionBytes() + IndexBytes<uint8_t>()), 5121, 1)));
  const std::string words = PositionBytes() + IndexBytes<uint32_t>();
  ExpectTetrahedron(Read(Tetrahedron(DataUri(words), 5125, 4)));
  json binary = Tetrahedron("", 5125, 4);
  binary["buffers"][0].erase("uri");
  ExpectTetrahedron(ParseGltf(Glb(binary, words), "a.glb", &NoNeighbour));
  const auto neighbour = [&](const std::string& name) {
    EXPECT_EQ(name, "my numbers.bin");
    return words;
  };
  const json beside = Tetrahedron("my%20numbers.bin", 5125, 4);
  ExpectTetrahedron(ParseGltf(beside.dump(), "a.gltf", neighbour));
}

TEST(GltfReader, PositionsBetweenOtherNumbersAndWithoutIndices) {
  json file = Tetrahedron(DataUri(PositionBytes(24) + IndexBytes<uint16_t>()));
  file["bufferViews"][0] = {{"buffer", 0}, {"byteLength", 96}, {"byteStride", 24}};
  file["bufferViews"][1]["byteOffset"] = 96;
  file["buffers"][0]["byteLength"] = 120;
  ExpectTetrahedron(Read(file));
  std::string loose;
  for (const int i : kFaces) {
    for (const float x : kCorners[i]) Append(x, &loose);
  }
  json soup = Tetrahedron(DataUri(loose));
  soup["accessors"][0]["count"] = 12;
  soup["bufferViews"][0]["byteLength"] = loose.size();
  soup["buffers"][0]["byteLength"] = loose.size();
  soup["meshes"][0]["primitives"][0].erase("indices");
  ExpectTetrahedron(Read(soup));
}

// A node within a node: first scaled by 2, 1 and 1 and turned by a right angle about y, then moved.
TEST(GltfReader, NodesPlaceTheirMeshes) {
  json file = Whole();
  const double half = std::sqrt(0.5);
  file["nodes"] = {{{"children", {1}}, {"translation", {1, 2, 3}}},
                   {{"mesh", 0}, {"rotation", {0, half, 0, half}}, {"scale", {2, 1, 1}}}};
  // The centre (0.75, 1, 1.25) becomes (1.5, 1, 1.25), (1.25, 1, -1.5), (2.25, 3, 1.5).
  const SolidIntegrals turned = IntegrateSolid(Read(file));
  EXPECT_NEAR(turned.volume, 20, 1e-12);
  EXPECT_LT((turned.centre - Eigen::Vector3d(2.25, -1.5, 3)).norm(), 1e-12);
  // The same as a matrix, column by column.
  file["nodes"][1] = {{"mesh", 0}, {"matrix", {0, 0, -2, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1}}};
  EXPECT_LT((IntegrateSolid(Read(file)).centre - turned.centre).norm(), 1e-12);
  // A reflection is no inside-out: its volume stays positive.
  file["nodes"][1] = {{"mesh", 0}, {"scale", {-1, 1, 1}}};
  EXPECT_NEAR(IntegrateSolid(Read(file)).volume, 10, 1e-12);
}

TEST(GltfReader, AllPrimitivesAndNodesOfTheSceneAreRead) {
  json file = Whole();
  json& primitives = file["meshes"][0]["primitives"];
  primitives.push_back(primitives[0]);
  file["nodes"] = {{{"mesh", 0}}, {{"mesh", 0}, {"translation", {9, 0, 0}}}, {{"mesh", 0}}};
  file["scenes"][0]["nodes"] = {0, 1};  // the third is in no scene
  EXPECT_EQ(Read(file).triangles.size(), 16u);
}

TEST(GltfReader, WhatIsNotReadIsNamed) {
  const auto says = [](const std::string& text, const auto& change) {
    const std::string refusal = Refusal(change);
    EXPECT_NE(refusal.find(text), std::string::npos) << text << " is not in: " << refusal;
  };
  says("mesh 0, primitive 0: is a triangle strip; only separate triangles are read",
       [](json& f) { f["meshes"][0]["primitives"][0]["mode"] = 5; });
  says("mesh 0, primitive 0: is lines",
       [](json& f) { f["meshes"][0]["primitives"][0]["mode"] = 1; });
  says("extension 'KHR_draco_mesh_compression'",
       [](json& f) { f["extensionsRequired"] = {"KHR_draco_mesh_compression"}; });
  says("accessor 0: is sparse", [](json& f) { f["accessors"][0]["sparse"] = json::object(); });
  says("node 0: its mesh hangs on a skin", [](json& f) { f["nodes"][0]["skin"] = 0; });
  says("says no version 2", [](json& f) { f["asset"]["version"] = "1.0"; });
  says("accessor 0: positions are no floats",
       [](json& f) { f["accessors"][0]["componentType"] = 5123; });
  json looks = Whole();
  looks["extensionsRequired"] = {"KHR_materials_unlit"};
  ExpectTetrahedron(Read(looks));
}

TEST(GltfReader, HostileFilesAreRefused) {
  const auto says = [](const std::string& text, const auto& change) {
    const std::string refusal = Refusal(change);
    EXPECT_NE(refusal.find(text), std::string::npos) << text << " is not in: " << refusal;
  };
  says("accessor 0: goes on behind the end", [](json& f) { f["accessors"][0]["count"] = 5; });
  says("accessor 0: goes on behind the end", [](json& f) { f["accessors"][0]["byteOffset"] = 48; });
  says("accessor 0: goes on behind the end",
       [](json& f) { f["accessors"][0]["count"] = int64_t{1} << 39; });
  says("'count' is no count", [](json& f) { f["accessors"][0]["count"] = -1; });
  says("'count' is no count", [](json& f) { f["accessors"][0]["count"] = 1.5; });
  says("'count' is no count",
       [](json& f) { f["accessors"][0]["count"] = 18446744073709551615ULL; });
  says("bufferView 1: goes on behind the end",
       [](json& f) { f["bufferViews"][1]["byteOffset"] = 49; });
  says("bufferView 0: 'byteStride' is too small",
       [](json& f) { f["bufferViews"][0]["byteStride"] = 0; });
  says("buffer 0: has 72 of 73 bytes", [](json& f) { f["buffers"][0]["byteLength"] = 73; });
  says("a corner is vertex 3 of 3", [](json& f) { f["accessors"][0]["count"] = 3; });
  says("which are no whole triangles", [](json& f) { f["accessors"][1]["count"] = 11; });
  says("there is no accessors 7", [](json& f) { f["meshes"][0]["primitives"][0]["indices"] = 7; });
  says("there is no meshes 4", [](json& f) { f["nodes"][0]["mesh"] = 4; });
  says("comes twice", [](json& f) { f["nodes"][0]["children"] = {0}; });
  says("'rotation' is no quaternion", [](json& f) { f["nodes"][0]["rotation"] = {0, 0, 0, 0}; });
  says("'translation' is not 3 numbers", [](json& f) { f["nodes"][0]["translation"] = {1, "2"}; });
  says("its data URI is no base64", [](json& f) { f["buffers"][0]["uri"] = "data:;base64,!!"; });
  says("has no triangles", [](json& f) { f["nodes"][0].erase("mesh"); });
  for (const char* elsewhere : {"/etc/passwd", "../secret.bin", "%2e%2e/secret.bin",
                                "http://example.org/a.bin", "file:///etc/passwd", "..\\a.bin"}) {
    says("is no file beside this one", [&](json& f) { f["buffers"][0]["uri"] = elsewhere; });
  }
  // A hundred thousand nodes of a mesh of a few bytes would be a hundred thousand meshes.
  says("more than 5000000 triangles", [](json& f) {
    json& primitives = f["meshes"][0]["primitives"];
    for (int i = 0; i < 999; ++i) primitives.push_back(primitives[0]);
    for (int i = 1; i < 3000; ++i) {
      f["nodes"].push_back({{"mesh", 0}});
      f["scenes"][0]["nodes"].push_back(i);
    }
  });
  for (const std::string& content : {std::string("hello"), std::string("glTF"), std::string("[1]"),
                                     Glb(Whole(), "").substr(0, 60)}) {
    EXPECT_THROW(ParseGltf(content, "a.glb", &NoNeighbour), FileError);
  }
}

}  // namespace
}  // namespace jounce
