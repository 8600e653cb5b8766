// Where a flexible body can be held. Only at its interface nodes is it known how it bends: what
// sits elsewhere on the body's frame would move as if the body were rigid, with other forces and
// places.
#ifndef JOUNCE_MODEL_FLEXIBLE_ATTACHMENT_H_
#define JOUNCE_MODEL_FLEXIBLE_ATTACHMENT_H_

#include <Eigen/Core>
#include <optional>
#include <string>

#include "model/model.h"

namespace jounce {

// What is wrong with an attachment, and what would be right.
struct MisplacedAttachment {
  std::string message;
  std::string remedy;
};

// Nothing where `body` does not bend; else names its interface nodes nearest to `point`, a point in
// the body's frame that is held by the frame instead of by a node.
std::optional<MisplacedAttachment> FindMisplaced(const Body& body, const Eigen::Vector3d& point);

}  // namespace jounce

#endif  // JOUNCE_MODEL_FLEXIBLE_ATTACHMENT_H_
