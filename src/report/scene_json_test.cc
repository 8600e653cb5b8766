#include "report/scene_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace jounce::report {
namespace {

template <class T>
T At(const Blob& blob, const nlohmann::json& byte, std::size_t index) {
  T value;
  std::memcpy(&value, blob.bytes().data() + byte.get<std::size_t>() + index * sizeof(T), sizeof(T));
  return value;
}

Scene Moving(std::size_t frames) {
  Scene scene;
  SceneBody body{.name = "b", .shapes = {{.kind = ShapeKind::kSphere, .size = {0.2, 0, 0}}}};
  SceneConnection spring{.name = "s", .kind = SceneConnectionKind::kSpring, .b = {.body = 0}};
  for (std::size_t f = 0; f < frames; ++f) {
    const double t = static_cast<double>(f);
    scene.times.push_back(0.1 * t);
    body.poses.push_back({.position = {t, 0, 1}, .quaternion = {std::cos(t), 0, std::sin(t), 0}});
    spring.load.push_back(f == 777 ? -90 : 1);
  }
  scene.bodies = {body, {.name = "still", .poses = {{}}}};
  scene.connections = {spring};
  return scene;
}

TEST(SceneJson, PosesAreFloatsAndSmallIntegers) {
  Blob blob;
  const nlohmann::json json = SceneToJson(Moving(10), 1 << 20, &blob);
  EXPECT_EQ(json["frames"], 10);
  EXPECT_EQ(json["times"]["kind"], "grid");
  const nlohmann::json& poses = json["bodies"][0]["poses"];
  EXPECT_EQ(poses["frames"], 10);
  EXPECT_EQ(At<float>(blob, poses["positions"], 3 * 4), 4.0F);
  EXPECT_NEAR(At<std::int16_t>(blob, poses["quaternions"], 4 * 2 + 2) / 32767.0, std::sin(2), 2e-5);
  EXPECT_EQ(json["bodies"][1]["poses"]["frames"], 1);
  EXPECT_EQ(json["connections"][0]["kind"], "spring");
  EXPECT_TRUE(json["connections"][0]["axes"].empty());
}

TEST(SceneJson, AFieldHasAValueAPoint) {
  Scene scene;
  SceneShape mesh{.kind = ShapeKind::kMesh, .points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  mesh.triangles = {{0, 1, 2}};
  scene.bodies = {{.name = "arm", .shapes = {mesh}, .poses = {{}}}};
  Blob blob;
  EXPECT_FALSE(
      SceneToJson(scene, 1 << 20, &blob)["bodies"][0]["shapes"][0]["mesh"].contains("field"));
  scene.bodies[0].shapes[0].field = {"log10 of damage", {-9, -7.5, -6}, -9, -6};
  const nlohmann::json json = SceneToJson(scene, 1 << 20, &blob);
  const nlohmann::json& field = json["bodies"][0]["shapes"][0]["mesh"]["field"];
  EXPECT_EQ(field["title"], "log10 of damage");
  EXPECT_EQ(At<float>(blob, field["values"], 1), -7.5F);
  EXPECT_EQ(field["high"], -6);
}

// A tube bends as the axes of its sections turn: they are in the page for a beam.
TEST(SceneJson, BeamsHaveTheAxesOfTheirEnds) {
  Scene scene = Moving(2);
  scene.connections[0].kind = SceneConnectionKind::kBeam;
  scene.connections[0].axes = {{1, 0, 0, 0}, {0.6, 0, 0.8, 0}};
  Blob blob;
  const nlohmann::json json = SceneToJson(scene, 1 << 20, &blob);
  const nlohmann::json& axes = json["connections"][0]["axes"];
  ASSERT_EQ(axes.size(), 2u);
  EXPECT_EQ(axes[1], nlohmann::json({0.6, 0.0, 0.8, 0.0}));
}

// An hour at 100 frames a second does not fit: fewer frames, but the highest load is there.
TEST(SceneJson, LongMotionsAreDecimatedWithoutLosingLoads) {
  Blob blob;
  const Scene scene = Moving(360'000);
  const nlohmann::json json = SceneToJson(scene, 100'000, &blob);
  const std::size_t frames = json["frames"];
  EXPECT_LE(blob.bytes().size(), 101'000u);
  EXPECT_GT(frames, 3000u);
  EXPECT_EQ(json["fullFrames"], 360'000);
  float most = 0;
  for (std::size_t f = 0; f < frames; ++f) {
    const float load = At<float>(blob, json["connections"][0]["load"], f);
    if (std::abs(load) > std::abs(most)) most = load;
  }
  EXPECT_EQ(most, -90.0F);
}

TEST(SceneJson, PosesOfAFailedRunDoNotStopThePage) {
  Scene scene{
      .bodies = {{.name = "b",
                  .poses = {{.position = {NAN, 0, 0}, .quaternion = {NAN, INFINITY, 2, -2}}}}}};
  Blob blob;
  const nlohmann::json json = SceneToJson(scene, 1000, &blob);
  const nlohmann::json& quaternions = json["bodies"][0]["poses"]["quaternions"];
  EXPECT_EQ(At<std::int16_t>(blob, quaternions, 0), 0);
  EXPECT_EQ(At<std::int16_t>(blob, quaternions, 1), 0);
  EXPECT_EQ(At<std::int16_t>(blob, quaternions, 2), 32767);
  EXPECT_EQ(At<std::int16_t>(blob, quaternions, 3), -32767);
}

TEST(SceneJson, MeshesModesAndForces) {
  Scene scene{.bodies = {{.name = "b", .poses = {{}}}}};
  scene.bodies[0].shapes = {{.kind = ShapeKind::kMesh,
                             .points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                             .triangles = {{0, 1, 2}}}};
  scene.modes = {{.name = "m", .frequency = 2, .motion = {{1, 0, {0, 3}, 0, 0, 0}}}};
  scene.forces = {{.name = "f", .at = {.body = 0}, .force = {{0, 0, 5}}}};
  Blob blob;
  const nlohmann::json json = SceneToJson(scene, 1000, &blob);
  const nlohmann::json& mesh = json["bodies"][0]["shapes"][0]["mesh"];
  EXPECT_EQ(mesh["triangleCount"], 1);
  EXPECT_EQ(At<std::uint32_t>(blob, mesh["triangles"], 2), 2u);
  EXPECT_EQ(At<float>(blob, json["modes"][0]["motion"], 5), 3.0F);
  EXPECT_EQ(At<float>(blob, json["forces"][0]["vectors"], 2), 5.0F);
  EXPECT_TRUE(json["times"].is_null());
}

}  // namespace
}  // namespace jounce::report
