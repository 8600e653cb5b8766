#include "report/scene_poses.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace jounce::report {
namespace {

ScenePose PartWay(const ScenePose& a, const ScenePose& b, double part) {
  const auto turn = [](const ScenePose& pose) {
    const auto& [w, x, y, z] = pose.quaternion;
    return Eigen::Quaterniond(w, x, y, z);
  };
  const Eigen::Quaterniond q = turn(a).slerp(part, turn(b)).normalized();
  ScenePose out{.position = {}, .quaternion = {q.w(), q.x(), q.y(), q.z()}};
  for (int i = 0; i < 3; ++i) {
    out.position[i] = (1 - part) * a.position[i] + part * b.position[i];
  }
  return out;
}

}  // namespace

ScenePose PoseAt(const std::vector<double>& times, const std::vector<ScenePose>& poses,
                 double time) {
  const auto after = std::upper_bound(times.begin(), times.end(), time);
  if (after == times.begin()) return poses.front();
  if (after == times.end()) return poses.back();
  const auto next = static_cast<size_t>(after - times.begin());
  return PartWay(poses[next - 1], poses[next],
                 (time - times[next - 1]) / (times[next] - times[next - 1]));
}

}  // namespace jounce::report
