#include "report/scene_json.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>

namespace jounce::report {
namespace {

using nlohmann::json;

constexpr std::size_t kPoseBytes = 3 * sizeof(float) + 4 * sizeof(std::int16_t);

const char* ToString(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::kCylinder:
      return "cylinder";
    case ShapeKind::kSphere:
      return "sphere";
    case ShapeKind::kCapsule:
      return "capsule";
    case ShapeKind::kWheel:
      return "wheel";
    case ShapeKind::kMesh:
      return "mesh";
    case ShapeKind::kBox:
      break;
  }
  return "box";
}

const char* ToString(SceneConnectionKind kind) {
  switch (kind) {
    case SceneConnectionKind::kSpring:
      return "spring";
    case SceneConnectionKind::kDamper:
      return "damper";
    case SceneConnectionKind::kStop:
      return "stop";
    case SceneConnectionKind::kRod:
      return "rod";
    case SceneConnectionKind::kBeam:
      return "beam";
    case SceneConnectionKind::kBushing:
      break;
  }
  return "bushing";
}

std::size_t FrameNear(const std::vector<double>& times, double time) {
  const auto after = std::lower_bound(times.begin(), times.end(), time);
  if (after == times.begin()) return 0;
  const std::size_t next = static_cast<std::size_t>(after - times.begin());
  return after == times.end() || time - times[next - 1] < *after - time ? next - 1 : next;
}

// Indices of the frames that are shipped: every stride-th, so that all of them fit, and those of the
// moments.
std::vector<std::size_t> ChooseFrames(const Scene& scene, std::size_t max_bytes) {
  std::size_t frame_bytes = sizeof(float);  // At most, for its time.
  for (const SceneBody& body : scene.bodies) {
    if (body.poses.size() > 1) frame_bytes += kPoseBytes;
  }
  frame_bytes += sizeof(float) * (scene.connections.size() + 3 * scene.forces.size());
  const std::size_t frames = std::max<std::size_t>(1, scene.times.size());
  const std::size_t affordable = std::max<std::size_t>(2, max_bytes / frame_bytes);
  const std::size_t stride = (frames + affordable - 1) / affordable;
  std::set<std::size_t> chosen;
  for (std::size_t i = 0; i < frames; i += stride) chosen.insert(i);
  for (const SceneMoment& moment : scene.moments) {
    if (!scene.times.empty()) chosen.insert(FrameNear(scene.times, moment.time));
  }
  return {chosen.begin(), chosen.end()};
}

// A pose of a failed run may be no number: the body is then shown unturned.
std::int16_t Quantize(double unit) {
  if (!std::isfinite(unit)) return 0;
  return static_cast<std::int16_t>(std::lround(std::clamp(unit, -1.0, 1.0) * 32767));
}

json PosesToJson(const std::vector<ScenePose>& poses, const std::vector<std::size_t>& frames,
                 Blob* blob) {
  const std::size_t count = poses.size() > 1 ? frames.size() : 1;
  std::vector<float> positions;
  std::vector<std::int16_t> quaternions;
  for (std::size_t f = 0; f < count; ++f) {
    const ScenePose& pose = poses[count > 1 ? frames[f] : 0];
    for (const double p : pose.position) positions.push_back(static_cast<float>(p));
    for (const double q : pose.quaternion) quaternions.push_back(Quantize(q));
  }
  return {{"frames", count},
          {"positions", blob->AddRaw(positions)},
          {"quaternions", blob->AddRaw(quaternions)}};
}

json ModesToJson(const MeshModes& modes, const std::vector<std::size_t>& frames, Blob* blob) {
  const std::size_t count = static_cast<std::size_t>(modes.count);
  std::vector<float> amplitudes;
  for (const std::size_t f : frames) {
    for (std::size_t i = 0; i < count && (f + 1) * count <= modes.amplitudes.size(); ++i) {
      amplitudes.push_back(static_cast<float>(modes.amplitudes[f * count + i]));
    }
  }
  return {{"count", modes.count},
          {"shapes", blob->AddRaw(modes.shapes)},
          {"stresses", modes.stresses.empty() ? json(nullptr) : json(blob->AddRaw(modes.stresses))},
          {"amplitudes", blob->AddRaw(amplitudes)},
          {"frames", count > 0 ? amplitudes.size() / count : 0},
          {"largest", modes.largest}};
}

json FieldToJson(const MeshField& field, Blob* blob) {
  const std::vector<float> values(field.values.begin(), field.values.end());
  return {{"title", field.title},
          {"values", blob->AddRaw(values)},
          {"low", field.low},
          {"high", field.high}};
}

json ShapeToJson(const SceneShape& shape, const std::vector<std::size_t>& frames, Blob* blob) {
  json out = {{"kind", ToString(shape.kind)},
              {"position", shape.pose.position},
              {"quaternion", shape.pose.quaternion},
              {"size", shape.size}};
  if (shape.kind == ShapeKind::kMesh) {
    std::vector<float> points;
    for (const Vec3& point : shape.points) {
      for (const double p : point) points.push_back(static_cast<float>(p));
    }
    std::vector<std::uint32_t> indices;
    for (const auto& triangle : shape.triangles) {
      for (const int i : triangle) indices.push_back(static_cast<std::uint32_t>(i));
    }
    out["mesh"] = {{"points", blob->AddRaw(points)},
                   {"pointCount", shape.points.size()},
                   {"triangles", blob->AddRaw(indices)},
                   {"triangleCount", shape.triangles.size()}};
    if (shape.modes.count > 0) out["mesh"]["modes"] = ModesToJson(shape.modes, frames, blob);
    if (!shape.field.values.empty()) out["mesh"]["field"] = FieldToJson(shape.field, blob);
  }
  return out;
}

json ToJson(const SceneAttachment& at) { return {{"body", at.body}, {"point", at.point}}; }

// The load of greatest magnitude among the frames that each shipped one stands for.
json LoadToJson(const std::vector<double>& load, const std::vector<std::size_t>& frames,
                Blob* blob) {
  if (load.empty()) return nullptr;
  std::vector<float> peaks;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const std::size_t end = f + 1 < frames.size() ? frames[f + 1] : load.size();
    double peak = 0;
    for (std::size_t i = frames[f]; i < end; ++i) {
      if (std::abs(load[i]) > std::abs(peak)) peak = load[i];
    }
    peaks.push_back(static_cast<float>(peak));
  }
  return blob->AddRaw(peaks);
}

json ForceToJson(const SceneForce& force, const std::vector<std::size_t>& frames, Blob* blob) {
  std::vector<float> vectors;
  for (const std::size_t f : frames) {
    for (const double v : force.force[f]) vectors.push_back(static_cast<float>(v));
  }
  return {{"name", force.name}, {"at", ToJson(force.at)}, {"vectors", blob->AddRaw(vectors)}};
}

// For each body six complex numbers, real part first.
json ModeToJson(const SceneMode& mode, Blob* blob) {
  std::vector<float> motion;
  for (const auto& body : mode.motion) {
    for (const std::complex<double>& c : body) {
      motion.push_back(static_cast<float>(c.real()));
      motion.push_back(static_cast<float>(c.imag()));
    }
  }
  return {{"name", mode.name},
          {"frequency", mode.frequency},
          {"damping", mode.damping},
          {"motion", blob->AddRaw(motion)}};
}

}  // namespace

json SceneToJson(const Scene& scene, std::size_t max_bytes, Blob* blob) {
  const std::vector<std::size_t> frames = ChooseFrames(scene, max_bytes);
  // Of the amplitudes of meshes: a frame each, or the real and imaginary parts of each mode.
  std::vector<std::size_t> rows = frames;
  if (!scene.modes.empty()) {
    rows.resize(2 * scene.modes.size());
    std::iota(rows.begin(), rows.end(), 0);
  }
  json out = {{"title", scene.title},
              {"link", scene.link},
              {"height", scene.height},
              {"note", scene.note},
              {"forceUnit", scene.force_unit},
              {"frames", frames.size()},
              {"fullFrames", scene.times.size()},
              {"times", scene.times.empty() ? json(nullptr) : blob->Add(scene.times, frames)},
              {"bodies", json::array()},
              {"joints", json::array()},
              {"connections", json::array()},
              {"forces", json::array()},
              {"moments", json::array()},
              {"runs", scene.runs},
              {"rearward", scene.rearward},
              {"modes", json::array()}};
  for (const SceneBody& body : scene.bodies) {
    json shapes = json::array();
    for (const SceneShape& shape : body.shapes) shapes.push_back(ShapeToJson(shape, rows, blob));
    out["bodies"].push_back({{"name", body.name},
                             {"colour", body.colour},
                             {"shapes", std::move(shapes)},
                             {"poses", PosesToJson(body.poses, frames, blob)}});
    if (body.scenery) out["bodies"].back()["scenery"] = true;
    if (body.run > 0) out["bodies"].back()["run"] = body.run;
  }
  for (const SceneJoint& joint : scene.joints) {
    out["joints"].push_back({{"name", joint.name},
                             {"kind", joint.kind},
                             {"at", ToJson(joint.at)},
                             {"axis", joint.axis}});
  }
  for (const SceneConnection& connection : scene.connections) {
    out["connections"].push_back({{"name", connection.name},
                                  {"kind", ToString(connection.kind)},
                                  {"a", ToJson(connection.a)},
                                  {"b", ToJson(connection.b)},
                                  {"radius", connection.radius},
                                  {"axes", connection.axes},
                                  {"lane", connection.lane},
                                  {"load", LoadToJson(connection.load, frames, blob)}});
    if (connection.run > 0) out["connections"].back()["run"] = connection.run;
  }
  for (const SceneForce& force : scene.forces) {
    out["forces"].push_back(ForceToJson(force, frames, blob));
  }
  for (const SceneMoment& moment : scene.moments) {
    out["moments"].push_back({{"name", moment.name}, {"time", moment.time}});
  }
  for (const SceneMode& mode : scene.modes) out["modes"].push_back(ModeToJson(mode, blob));
  return out;
}

}  // namespace jounce::report
