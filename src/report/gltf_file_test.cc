#include "report/gltf_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "io/gltf_reader.h"
#include "math/solid_integrals.h"

namespace jounce::report {
namespace {

std::uint32_t Word(const std::string& bytes, size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, 4);
  return value;
}

// The two chunks of a file, by the layout that the standard gives (section 4.4).
struct Glb {
  explicit Glb(const std::string& bytes) {
    EXPECT_EQ(bytes.substr(0, 4), "glTF");
    EXPECT_EQ(Word(bytes, 4), 2u);
    EXPECT_EQ(Word(bytes, 8), bytes.size());
    const size_t text = Word(bytes, 12);
    EXPECT_EQ(bytes.substr(16, 4), "JSON");
    json = nlohmann::json::parse(bytes.substr(20, text));
    EXPECT_EQ(bytes.substr(24 + text, 3), "BIN");
    numbers = bytes.substr(28 + text);
    EXPECT_EQ(Word(bytes, 20 + text), numbers.size());
  }

  // Number i of an accessor of floats.
  float Number(const nlohmann::json& accessor, size_t i) const {
    const nlohmann::json& one = json["accessors"][accessor.get<size_t>()];
    const nlohmann::json& view = json["bufferViews"][one["bufferView"].get<size_t>()];
    float value = 0;
    std::memcpy(&value, numbers.data() + view["byteOffset"].get<size_t>() + 4 * i, 4);
    return value;
  }

  nlohmann::json json;
  std::string numbers;
};

// A wheel that rises by 1 m in 2 s and turns by a half about z, and a spring of 3 m that it shortens.
Scene RisingWheel() {
  Scene scene{.title = "lift", .times = {0, 1, 2}};
  SceneBody wheel{.name = "wheel <&>",
                  .shapes = {{.kind = ShapeKind::kWheel, .size = {0.3, 0.2, 0}},
                             {.kind = ShapeKind::kBox, .size = {1, 2, 3}},
                             {.kind = ShapeKind::kBox, .size = {1, 1, 1}}}};
  for (const double t : scene.times) {
    const double half = M_PI / 4 * t;
    wheel.poses.push_back({{0, 0, t / 2}, {std::cos(half), 0, 0, std::sin(half)}});
  }
  scene.bodies = {wheel};
  scene.connections = {{.name = "spring",
                        .kind = SceneConnectionKind::kSpring,
                        .a = {kGround, {0, 0, 3}},
                        .b = {0, {0, 0, 0}}},
                       {.name = "bush", .a = {0, {0.1, 0, 0}}, .b = {0, {0.1, 0, 0}}}};
  return scene;
}

TEST(GltfFile, TheMotionIsAnAnimation) {
  const Glb glb(GltfOf(RisingWheel()));
  const nlohmann::json& nodes = glb.json["nodes"];
  EXPECT_EQ(nodes[1]["name"], "wheel <&>");
  ASSERT_EQ(glb.json["animations"].size(), 1u);
  const nlohmann::json& animation = glb.json["animations"][0];
  size_t found = 0;
  for (const nlohmann::json& channel : animation["channels"]) {
    const nlohmann::json& sampler = animation["samplers"][channel["sampler"].get<size_t>()];
    EXPECT_EQ(glb.Number(sampler["input"], 2), 2.0F);
    const std::string name = nodes[channel["target"]["node"].get<size_t>()]["name"];
    const std::string path = channel["target"]["path"];
    if (name == "spring" && path == "scale") {
      EXPECT_FLOAT_EQ(glb.Number(sampler["output"], 2), 3);
      EXPECT_FLOAT_EQ(glb.Number(sampler["output"], 8), 2) << "1 m shorter at the end";
      ++found;
    }
    if (name == "spring" || path == "scale") continue;
    if (path == "translation") {
      EXPECT_FLOAT_EQ(glb.Number(sampler["output"], 8), 1);
    } else {
      EXPECT_NEAR(glb.Number(sampler["output"], 10), 1, 1e-6) << "x, y, z, w: a half turn about z";
    }
    ++found;
  }
  EXPECT_EQ(found, 3u);
}

// Every view lies in the buffer and at a whole word, every accessor in its view, corners are corners.
TEST(GltfFile, WhatRefersToSomethingFindsIt) {
  const Glb glb(GltfOf(RisingWheel()));
  const nlohmann::json& json = glb.json;
  const size_t bytes = json["buffers"][0]["byteLength"];
  EXPECT_LE(bytes, glb.numbers.size());
  for (const nlohmann::json& accessor : json["accessors"]) {
    const nlohmann::json& view = json["bufferViews"][accessor["bufferView"].get<size_t>()];
    const size_t at = view["byteOffset"], size = view["byteLength"];
    EXPECT_EQ(at % 4, 0u);
    EXPECT_LE(at + size, bytes);
    const std::string type = accessor["type"];
    const size_t width = type == "SCALAR" ? 1 : type == "VEC3" ? 3 : 4;
    EXPECT_EQ(4 * width * accessor["count"].get<size_t>(), size);
  }
  for (const nlohmann::json& mesh : json["meshes"]) {
    const nlohmann::json& primitive = mesh["primitives"][0];
    const size_t position = primitive["attributes"]["POSITION"];
    const nlohmann::json& corners = json["accessors"][primitive["indices"].get<size_t>()];
    const size_t points = json["accessors"][position]["count"];
    const size_t view = json["bufferViews"][corners["bufferView"].get<size_t>()]["byteOffset"];
    for (size_t i = 0; i < corners["count"].get<size_t>(); i += 3) {
      float volume = 0;  // of a triangle with the centre: outward, where the solid is convex
      float p[3][3];
      for (size_t k = 0; k < 3; ++k) {
        const std::uint32_t corner = Word(glb.numbers, view + 4 * (i + k));
        ASSERT_LT(corner, points);
        for (size_t axis = 0; axis < 3; ++axis)
          p[k][axis] = glb.Number(position, 3 * corner + axis);
      }
      for (int a = 0; a < 3; ++a) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        volume += p[0][a] * (p[1][b] * p[2][c] - p[1][c] * p[2][b]);
      }
      EXPECT_GE(volume, -1e-6);
    }
  }
  // Two boxes share one mesh; wheel and spring are cylinders of two colours or of one.
  EXPECT_LE(json["meshes"].size(), 4u);
}

// The reader of meshes finds the solids where the scene has them at its start, z up again.
TEST(GltfFile, IsReadBackAsASurface) {
  Scene scene = RisingWheel();
  scene.bodies[0].shapes = {{.kind = ShapeKind::kBox, .size = {1, 2, 3}}};
  scene.connections.clear();
  for (ScenePose& pose : scene.bodies[0].poses) pose.position[2] += 7;
  const std::string bytes = GltfOf(scene);
  const TriangleSurface surface =
      ParseGltf(bytes, "lift.glb", [](const std::string&) { return std::string(); });
  const SolidIntegrals solid = IntegrateSolid(surface);
  EXPECT_NEAR(solid.volume, 6, 1e-6);
  EXPECT_LT((solid.centre - Eigen::Vector3d(0, 0, 7)).norm(), 1e-6);
  EXPECT_NEAR(solid.inertia(0, 0), 6.0 / 12 * (4 + 9), 1e-5) << "2 along y, 3 along z";
  // All kinds of solids come back, each closed and facing outward: a ball of 24 sides has 0.977 of
  // the volume of a round one.
  scene.bodies[0].shapes = {{.kind = ShapeKind::kSphere, .size = {1, 0, 0}}};
  const double ball = IntegrateSolid(ParseGltf(GltfOf(scene), "lift.glb", [](const std::string&) {
                        return std::string();
                      })).volume;
  EXPECT_NEAR(ball / (4.0 / 3 * M_PI), 0.977, 0.01);
}

TEST(GltfFile, AStillModelHasNoAnimation) {
  Scene scene = RisingWheel();
  scene.times.clear();
  scene.bodies[0].poses.resize(1);
  const Glb glb(GltfOf(scene));
  EXPECT_FALSE(glb.json.contains("animations"));
}

}  // namespace
}  // namespace jounce::report
