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

BetweenFrames FramesAround(const std::vector<double>& times, double time) {
  const auto after = std::upper_bound(times.begin(), times.end(), time);
  if (after == times.begin()) return {};
  const auto next = static_cast<size_t>(after - times.begin());
  if (after == times.end()) return {next - 1, next - 1, 0};
  return {next - 1, next, (time - times[next - 1]) / (times[next] - times[next - 1])};
}

ScenePose PoseAt(const std::vector<double>& times, const std::vector<ScenePose>& poses,
                 double time) {
  const auto [before, after, part] = FramesAround(times, time);
  return before == after ? poses[before] : PartWay(poses[before], poses[after], part);
}

}  // namespace jounce::report
