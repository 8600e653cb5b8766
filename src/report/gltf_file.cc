#include "report/gltf_file.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace jounce::report {
namespace {

using nlohmann::json;

// Codes of the standard.
constexpr int kFloat = 5126, kUnsignedInt = 5125, kArrayBuffer = 34962, kElementBuffer = 34963;
constexpr std::uint32_t kMagic = 0x46546C67, kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

constexpr int kSides = 24;
constexpr double kBall = 0.015, kBar = 0.006;  // radius of bushings and bars, of the model's size

// Okabe and Ito, as the pages have them, in linear light.
constexpr std::array<std::array<double, 3>, 7> kColours = {{{0, 0.168, 0.445},
                                                            {0.665, 0.112, 0},
                                                            {0, 0.227, 0.115},
                                                            {0.392, 0.061, 0.254},
                                                            {0.479, 0.188, 0},
                                                            {0.026, 0.275, 0.552},
                                                            {0.105, 0.115, 0.133}}};

struct Solid {
  std::vector<float> points, normals;  // x, y, z of each
  std::vector<std::uint32_t> corners;
};

void AddPoint(const Eigen::Vector3d& point, const Eigen::Vector3d& normal, Solid* solid) {
  for (int i = 0; i < 3; ++i) {
    solid->points.push_back(static_cast<float>(point[i]));
    solid->normals.push_back(static_cast<float>(normal[i]));
  }
}

// A side of a box and the like: its four corners around, seen from outside.
void AddQuad(const std::array<Eigen::Vector3d, 4>& corners, const Eigen::Vector3d& normal,
             Solid* solid) {
  const auto first = static_cast<std::uint32_t>(solid->points.size() / 3);
  for (const Eigen::Vector3d& corner : corners) AddPoint(corner, normal, solid);
  for (const std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) solid->corners.push_back(first + i);
}

// Of unit edges, about its centre.
Solid UnitBox() {
  Solid box;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {0.5, -0.5}) {
      const Eigen::Vector3d n = 2 * side * Eigen::Vector3d::Unit(axis);
      const Eigen::Vector3d u = 0.5 * Eigen::Vector3d::Unit((axis + 1) % 3);
      const Eigen::Vector3d v = 0.5 * n.cross(2 * u);
      const Eigen::Vector3d c = 0.5 * n;
      AddQuad({c - u - v, c + u - v, c + u + v, c - u + v}, n, &box);
    }
  }
  return box;
}

Eigen::Vector3d OnCircle(int i, double radius, double z) {
  const double angle = 2 * M_PI * i / kSides;
  return {radius * std::cos(angle), radius * std::sin(angle), z};
}

// Of unit radius and length, along z.
Solid UnitCylinder() {
  Solid cylinder;
  for (int i = 0; i < kSides; ++i) {
    const Eigen::Vector3d normal = OnCircle(i, 1, 0);
    for (const double z : {-0.5, 0.5}) AddPoint(OnCircle(i, 1, z), normal, &cylinder);
  }
  for (std::uint32_t i = 0; i < kSides; ++i) {
    const std::uint32_t a = 2 * i, b = 2 * ((i + 1) % kSides);
    for (const std::uint32_t k : {a, b, b + 1, a, b + 1, a + 1}) cylinder.corners.push_back(k);
  }
  for (const double side : {0.5, -0.5}) {
    const auto middle = static_cast<std::uint32_t>(cylinder.points.size() / 3);
    const Eigen::Vector3d normal(0, 0, 2 * side);
    AddPoint({0, 0, side}, normal, &cylinder);
    for (int i = 0; i < kSides; ++i) AddPoint(OnCircle(i, 1, side), normal, &cylinder);
    for (std::uint32_t i = 0; i < kSides; ++i) {
      const std::uint32_t a = middle + 1 + i, b = middle + 1 + (i + 1) % kSides;
      for (const std::uint32_t k : {middle, side > 0 ? a : b, side > 0 ? b : a}) {
        cylinder.corners.push_back(k);
      }
    }
  }
  return cylinder;
}

Solid UnitSphere() {
  Solid sphere;
  constexpr int kRings = kSides / 2;
  for (int ring = 0; ring <= kRings; ++ring) {
    const double angle = M_PI * ring / kRings;
    const double radius =
        ring == kRings ? 0 : std::sin(angle);  // closed at the top, to the last digit
    for (int i = 0; i < kSides; ++i) {
      const Eigen::Vector3d point = OnCircle(i, radius, -std::cos(angle));
      AddPoint(point, point, &sphere);
    }
  }
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    for (std::uint32_t i = 0; i < kSides; ++i) {
      const std::uint32_t a = ring * kSides + i, b = ring * kSides + (i + 1) % kSides;
      for (const std::uint32_t k : {a, b, b + kSides, a, b + kSides, a + kSides}) {
        sphere.corners.push_back(k);
      }
    }
  }
  return sphere;
}

// Without normals: a reader shades its faces flat.
Solid SolidOf(const SceneShape& mesh) {
  Solid solid;
  for (const Vec3& point : mesh.points) {
    for (const double v : point) solid.points.push_back(static_cast<float>(v));
  }
  for (const auto& triangle : mesh.triangles) {
    for (const int corner : triangle) solid.corners.push_back(static_cast<std::uint32_t>(corner));
  }
  return solid;
}

Eigen::Vector3d ToEigen(const Vec3& v) { return {v[0], v[1], v[2]}; }
Eigen::Quaterniond TurnOf(const ScenePose& pose) {
  return Eigen::Quaterniond(pose.quaternion[0], pose.quaternion[1], pose.quaternion[2],
                            pose.quaternion[3]);
}

// A time history of what places a node.
struct Track {
  std::vector<float> translation, rotation, scale;
};

void AddPlace(const Eigen::Vector3d& place, Eigen::Quaterniond turn, Track* track) {
  // The same turn as before, the short way round, or a reader would spin between two frames.
  const size_t n = track->rotation.size();
  if (n > 0) {
    const float* before = track->rotation.data() + n - 4;
    const double dot =
        turn.x() * before[0] + turn.y() * before[1] + turn.z() * before[2] + turn.w() * before[3];
    if (dot < 0) turn.coeffs() = -turn.coeffs();
  }
  for (int i = 0; i < 3; ++i) track->translation.push_back(static_cast<float>(place[i]));
  for (int i = 0; i < 4; ++i) track->rotation.push_back(static_cast<float>(turn.coeffs()[i]));
}

class GltfWriter {
 public:
  explicit GltfWriter(const Scene& scene) : scene_(scene) {
    root_ = {{"asset", {{"version", "2.0"}, {"generator", "Jounce"}}},
             {"scene", 0},
             {"scenes", {{{"nodes", {0}}}}}};
    // From z up to y up.
    const double half = std::sqrt(0.5);
    nodes_.push_back({{"name", scene.title.empty() ? "model" : scene.title},
                      {"rotation", {-half, 0, 0, half}},
                      {"children", json::array()}});
    for (const auto& colour : kColours) {
      materials_.push_back({{"pbrMetallicRoughness",
                             {{"baseColorFactor", {colour[0], colour[1], colour[2], 1}},
                              {"metallicFactor", 0.1},
                              {"roughnessFactor", 0.7}}},
                            {"doubleSided", true}});
    }
  }

  std::string Bytes() {
    if (scene_.times.size() > 1) times_ = Floats(ToFloats(scene_.times), "SCALAR", true);
    for (size_t i = 0; i < scene_.bodies.size(); ++i) AddBody(i);
    for (const SceneConnection& connection : scene_.connections) AddConnection(connection);
    root_["nodes"] = nodes_;
    root_["materials"] = materials_;
    if (!meshes_.empty()) root_["meshes"] = meshes_;
    if (!channels_.empty()) {
      root_["animations"] = {
          {{"name", "motion"}, {"channels", channels_}, {"samplers", samplers_}}};
    }
    if (!binary_.empty()) {
      root_["accessors"] = accessors_;
      root_["bufferViews"] = views_;
      root_["buffers"] = {{{"byteLength", binary_.size()}}};
    }
    return Container();
  }

 private:
  static std::vector<float> ToFloats(const std::vector<double>& values) {
    return {values.begin(), values.end()};
  }

  // ---- Numbers ------------------------------------------------------------------------------------

  int AddView(const void* data, size_t bytes, int target) {
    json view = {{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", bytes}};
    if (target != 0) view["target"] = target;
    views_.push_back(std::move(view));
    binary_.append(static_cast<const char*>(data), bytes);
    return static_cast<int>(views_.size()) - 1;
  }

  int Floats(const std::vector<float>& values, const char* type, bool with_range, int target = 0) {
    const size_t width = std::strcmp(type, "SCALAR") == 0 ? 1
                         : std::strcmp(type, "VEC3") == 0 ? 3
                                                          : 4;
    json accessor = {{"bufferView", AddView(values.data(), 4 * values.size(), target)},
                     {"componentType", kFloat},
                     {"count", values.size() / width},
                     {"type", type}};
    if (with_range && !values.empty()) {
      std::vector<float> low(values.begin(), values.begin() + static_cast<long>(width)), high = low;
      for (size_t i = 0; i < values.size(); ++i) {
        low[i % width] = std::min(low[i % width], values[i]);
        high[i % width] = std::max(high[i % width], values[i]);
      }
      accessor["min"] = low;
      accessor["max"] = high;
    }
    accessors_.push_back(std::move(accessor));
    return static_cast<int>(accessors_.size()) - 1;
  }

  // ---- Solids -------------------------------------------------------------------------------------

  json PrimitiveOf(const Solid& solid) {
    json primitive = {
        {"attributes", {{"POSITION", Floats(solid.points, "VEC3", true, kArrayBuffer)}}}};
    if (!solid.normals.empty()) {
      primitive["attributes"]["NORMAL"] = Floats(solid.normals, "VEC3", false, kArrayBuffer);
    }
    accessors_.push_back(
        {{"bufferView", AddView(solid.corners.data(), 4 * solid.corners.size(), kElementBuffer)},
         {"componentType", kUnsignedInt},
         {"count", solid.corners.size()},
         {"type", "SCALAR"}});
    primitive["indices"] = accessors_.size() - 1;
    return primitive;
  }

  int MeshOf(json primitive, int colour) {
    primitive["material"] = colour;
    meshes_.push_back({{"primitives", {std::move(primitive)}}});
    return static_cast<int>(meshes_.size()) - 1;
  }

  // Of unit solids one mesh a colour; all of them share their numbers.
  int UnitMesh(ShapeKind kind, int colour) {
    const auto [mesh, is_new] = unit_meshes_.try_emplace({kind, colour}, 0);
    if (!is_new) return mesh->second;
    const auto [primitive, first] = unit_solids_.try_emplace(kind);
    if (first) {
      primitive->second = PrimitiveOf(kind == ShapeKind::kBox      ? UnitBox()
                                      : kind == ShapeKind::kSphere ? UnitSphere()
                                                                   : UnitCylinder());
    }
    return mesh->second = MeshOf(primitive->second, colour);
  }

  // ---- Nodes --------------------------------------------------------------------------------------

  int AddNode(json node, int parent) {
    nodes_.push_back(std::move(node));
    const int index = static_cast<int>(nodes_.size()) - 1;
    nodes_[parent]["children"].push_back(index);
    return index;
  }

  void AddSolid(int mesh, const Eigen::Vector3d& place, const Eigen::Quaterniond& turn,
                const Eigen::Vector3d& scale, int parent) {
    AddNode({{"mesh", mesh},
             {"translation", {place.x(), place.y(), place.z()}},
             {"rotation", {turn.x(), turn.y(), turn.z(), turn.w()}},
             {"scale", {scale.x(), scale.y(), scale.z()}}},
            parent);
  }

  void AddShape(const SceneShape& shape, int colour, int parent) {
    const Eigen::Vector3d place = ToEigen(shape.pose.position), size = ToEigen(shape.size);
    const Eigen::Quaterniond turn = TurnOf(shape.pose);
    const Eigen::Vector3d ball = Eigen::Vector3d::Constant(size[0]);
    const auto add = [&](ShapeKind kind, double along, const Eigen::Vector3d& scale) {
      AddSolid(UnitMesh(kind, colour), place + turn * Eigen::Vector3d(0, 0, along), turn, scale,
               parent);
    };
    switch (shape.kind) {
      case ShapeKind::kBox:
        return add(ShapeKind::kBox, 0, size);
      case ShapeKind::kSphere:
        return add(ShapeKind::kSphere, 0, ball);
      case ShapeKind::kMesh:
        if (shape.triangles.empty()) return;
        return AddSolid(MeshOf(PrimitiveOf(SolidOf(shape)), colour), place, turn,
                        Eigen::Vector3d::Ones(), parent);
      case ShapeKind::kCapsule:
        add(ShapeKind::kSphere, 0.5 * size[1], ball);
        add(ShapeKind::kSphere, -0.5 * size[1], ball);
        break;
      case ShapeKind::kCylinder:
      case ShapeKind::kWheel:
        break;
    }
    add(ShapeKind::kCylinder, 0, {size[0], size[0], size[1]});
  }

  // Places a node at the start, for readers that know no motion, and at all times.
  void Move(const Track& track, json* node, int index) {
    const auto one = [&](const char* path, const std::vector<float>& values, size_t width) {
      if (values.empty()) return;
      (*node)[path] = std::vector<float>(values.begin(), values.begin() + static_cast<long>(width));
      if (values.size() == width || times_ < 0) return;
      samplers_.push_back({{"input", times_},
                           {"output", Floats(values, width == 4 ? "VEC4" : "VEC3", false)},
                           {"interpolation", "LINEAR"}});
      channels_.push_back(
          {{"sampler", samplers_.size() - 1}, {"target", {{"node", index}, {"path", path}}}});
    };
    one("translation", track.translation, 3);
    one("rotation", track.rotation, 4);
    one("scale", track.scale, 3);
  }

  void AddBody(size_t i) {
    const SceneBody& body = scene_.bodies[i];
    const int index = AddNode({{"name", body.name}}, 0);
    bodies_.push_back(index);
    Track track;
    for (const ScenePose& pose : body.poses) AddPlace(ToEigen(pose.position), TurnOf(pose), &track);
    Move(track, &nodes_[index], index);
    const int colour = static_cast<int>((body.colour >= 0 ? body.colour : i) % kColours.size());
    for (const SceneShape& shape : body.shapes) AddShape(shape, colour, index);
  }

  Eigen::Vector3d PointAt(const SceneAttachment& at, size_t frame) const {
    if (at.body == kGround) return ToEigen(at.point);
    const auto& poses = scene_.bodies[at.body].poses;
    if (poses.empty()) return ToEigen(at.point);
    const ScenePose& pose = poses[std::min(frame, poses.size() - 1)];
    return ToEigen(pose.position) + TurnOf(pose) * ToEigen(at.point);
  }

  // How far what is attached reaches at the start.
  double Size() const {
    Eigen::AlignedBox3d box;
    for (const SceneBody& body : scene_.bodies) {
      if (!body.poses.empty()) box.extend(ToEigen(body.poses.front().position));
    }
    for (const SceneConnection& connection : scene_.connections) {
      box.extend(PointAt(connection.a, 0));
      box.extend(PointAt(connection.b, 0));
    }
    return box.isEmpty() || box.diagonal().norm() == 0 ? 1 : box.diagonal().norm();
  }

  void AddConnection(const SceneConnection& connection) {
    constexpr int kColour = 0;
    if (connection.kind == SceneConnectionKind::kBushing) {
      const int parent = connection.a.body == kGround ? 0 : bodies_[connection.a.body];
      AddSolid(UnitMesh(ShapeKind::kSphere, kColour), ToEigen(connection.a.point),
               Eigen::Quaterniond::Identity(), Eigen::Vector3d::Constant(kBall * size_), parent);
      nodes_.back()["name"] = connection.name;
      return;
    }
    Track track;
    const double radius = connection.radius > 0 ? connection.radius : kBar * size_;
    for (size_t frame = 0; frame < std::max<size_t>(1, scene_.times.size()); ++frame) {
      const Eigen::Vector3d a = PointAt(connection.a, frame), b = PointAt(connection.b, frame);
      AddPlace(0.5 * (a + b), Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), b - a),
               &track);
      for (const double v : {radius, radius, std::max((b - a).norm(), 1e-9)}) {
        track.scale.push_back(static_cast<float>(v));
      }
    }
    const int index =
        AddNode({{"name", connection.name}, {"mesh", UnitMesh(ShapeKind::kCylinder, kColour)}}, 0);
    Move(track, &nodes_[index], index);
  }

  // ---- File ---------------------------------------------------------------------------------------

  static void Append(std::uint32_t value, std::string* bytes) {
    for (int i = 0; i < 4; ++i) bytes->push_back(static_cast<char>(value >> (8 * i) & 255));
  }

  // Chunks of whole words: text ends with spaces, numbers with zeros.
  static void AppendChunk(std::uint32_t type, std::string chunk, char filler, std::string* bytes) {
    chunk.resize((chunk.size() + 3) / 4 * 4, filler);
    Append(static_cast<std::uint32_t>(chunk.size()), bytes);
    Append(type, bytes);
    *bytes += chunk;
  }

  std::string Container() const {
    std::string chunks;
    AppendChunk(kJsonChunk, root_.dump(-1, ' ', false, json::error_handler_t::replace), ' ',
                &chunks);
    if (!binary_.empty()) AppendChunk(kBinaryChunk, binary_, '\0', &chunks);
    std::string bytes;
    Append(kMagic, &bytes);
    Append(2, &bytes);
    Append(static_cast<std::uint32_t>(12 + chunks.size()), &bytes);
    return bytes + chunks;
  }

  const Scene& scene_;
  const double size_ = Size();
  json root_;
  std::vector<json> nodes_, materials_, meshes_, accessors_, views_, samplers_, channels_;
  std::map<ShapeKind, json> unit_solids_;
  std::map<std::pair<ShapeKind, int>, int> unit_meshes_;
  std::vector<int> bodies_;
  int times_ = -1;
  std::string binary_;
};

}  // namespace

std::string GltfOf(const Scene& scene) { return GltfWriter(scene).Bytes(); }

}  // namespace jounce::report
