// Where everything is at the start: names resolved to body numbers, ends to frames on bodies.
#ifndef JOUNCE_MODEL_GEOMETRY_H_
#define JOUNCE_MODEL_GEOMETRY_H_

#include <map>
#include <string>
#include <vector>

#include "math/pose.h"
#include "model/model.h"

namespace jounce {

// A frame fixed on a body: H_BF, the frame in the body's axes.
struct BodyFrame {
  int body = 0;
  Pose frame;
};

struct FramePair {
  BodyFrame first, second;
};

class ModelGeometry {
 public:
  // Throws InputError where an orientation makes no sense.
  explicit ModelGeometry(const Model& model);

  // Bodies count from 0 in the order of the model; the ground comes last, at the origin.
  int ground() const { return static_cast<int>(poses_.size()) - 1; }
  // -1 for an unknown name.
  int BodyIndex(const std::string& name) const;

  const Pose& BodyPose(int body) const { return poses_[body]; }
  Pose FramePose(const BodyFrame& frame) const { return poses_[frame.body] * frame.frame; }

  // Throws InputError for unknown names, with the nearest known one.
  FramePair Resolve(const Ends& ends) const;
  // The frame on which a load acts: `at` with the body's own axes, or a frame as it is.
  BodyFrame ResolveLoad(const Load& load) const;

 private:
  BodyFrame ResolveEnd(const std::string& name, const Ends& ends,
                       const std::optional<Eigen::Vector3d>& point, const Pose* other) const;

  std::vector<Pose> poses_;
  std::map<std::string, int> bodies_;
  std::map<std::string, BodyFrame> frames_;
};

}  // namespace jounce

#endif  // JOUNCE_MODEL_GEOMETRY_H_
