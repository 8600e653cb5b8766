// Vectors of a scene, and where its bodies are between frames.
#ifndef JOUNCE_REPORT_SCENE_POSES_H_
#define JOUNCE_REPORT_SCENE_POSES_H_

#include <Eigen/Core>
#include <vector>

#include "report/scene.h"

namespace jounce::report {

inline Vec3 ToVec3(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

// At a time between those of poses, which ascend: straight on from one to the next and about one
// axis; before the first and behind the last they stand still.
ScenePose PoseAt(const std::vector<double>& times, const std::vector<ScenePose>& poses,
                 double time);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_SCENE_POSES_H_
