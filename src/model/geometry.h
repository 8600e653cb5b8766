// Where everything is at the start: names resolved to body numbers, ends to frames on bodies.
//
// What carries frames has a number: bodies from 0 in the order of the model, then the ground at the
// origin, then the interface nodes of flexible bodies, which move on their own, then the frames on
// the ground that move, where they are drawn.
#ifndef JOUNCE_MODEL_GEOMETRY_H_
#define JOUNCE_MODEL_GEOMETRY_H_

#include <map>
#include <string>
#include <vector>

#include "math/pose.h"
#include "model/model.h"

namespace jounce {

// A frame fixed on a body or node: H_BF, the frame in the body's axes.
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

  int ground() const { return ground_; }

  // An interface node of a flexible body that bends.
  struct Node {
    int body = 0;
    const InterfaceNode* interface = nullptr;
  };
  // The first has the number ground() + 1.
  const std::vector<Node>& nodes() const { return nodes_; }

  // Numbers among the model's frames of those that move; the first of them has the number
  // first_moving().
  const std::vector<int>& moving_frames() const { return moving_frames_; }
  int first_moving() const { return ground_ + 1 + static_cast<int>(nodes_.size()); }
  // Bodies, the ground, nodes and moving frames.
  int carrier_count() const { return static_cast<int>(poses_.size()); }
  // Whether it is the ground or a frame that moves on it: what no force moves.
  bool IsPrescribed(int carrier) const { return carrier == ground_ || carrier >= first_moving(); }

  // -1 for an unknown name.
  int BodyIndex(const std::string& name) const;

  const Pose& BodyPose(int body) const { return poses_[body]; }
  Pose FramePose(const BodyFrame& frame) const { return poses_[frame.body] * frame.frame; }

  // Throws InputError for unknown names, with the nearest known one.
  FramePair Resolve(const Ends& ends) const;
  // Of a sensor: the second end with its point and axes, the first as it is, so that what is seen
  // from there is a place.
  FramePair ResolveSensor(const Ends& ends) const;
  // A body, frame or node as it is.
  BodyFrame ResolveName(const std::string& name) const {
    return ResolveEnd(name, Ends(), std::nullopt, nullptr);
  }
  // The frame on which a load acts: `at` with the body's own axes, or a frame as it is.
  BodyFrame ResolveLoad(const Load& load) const;

 private:
  void AddNodes(const Body& body, int index);
  void AddMovingFrames(const std::vector<Frame>& frames);
  bool IsPlaced(const std::string& name) const {
    return frames_.contains(name) || interfaces_.contains(name);
  }
  BodyFrame ResolveEnd(const std::string& name, const Ends& ends,
                       const std::optional<Eigen::Vector3d>& point, const Pose* other) const;

  int ground_ = 0;
  std::vector<Pose> poses_;
  std::vector<Node> nodes_;
  std::vector<int> moving_frames_;
  std::map<std::string, int> bodies_;
  std::map<std::string, BodyFrame> frames_;
  std::map<std::string, BodyFrame> interfaces_;  // "body.node", in the axes of the body
};

}  // namespace jounce

#endif  // JOUNCE_MODEL_GEOMETRY_H_
