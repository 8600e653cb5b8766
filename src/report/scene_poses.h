// Vectors of a scene, and where its bodies are between frames.
#ifndef JOUNCE_REPORT_SCENE_POSES_H_
#define JOUNCE_REPORT_SCENE_POSES_H_

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "report/scene.h"

namespace jounce::report {

inline Vec3 ToVec3(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

// A time as the part of the way from one frame to the next; at the first and the last one frame is both.
struct BetweenFrames {
  std::size_t before = 0, after = 0;
  double part = 0;  // 0 to 1
};

// `times` ascend; before the first and behind the last everything stands still.
BetweenFrames FramesAround(const std::vector<double>& times, double time);

// At a time between those of poses: straight on from one to the next and about one axis.
ScenePose PoseAt(const std::vector<double>& times, const std::vector<ScenePose>& poses,
                 double time);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_SCENE_POSES_H_
