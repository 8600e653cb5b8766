// Up to four nodes of one flexible body, which deform and carry their wrenches together.
//
// Four nodes go through the formulas of flexible_node.h side by side, and one walk through the
// modes serves them all (math/few_rows.h).
#ifndef JOUNCE_MECHANICS_NODE_GROUP_H_
#define JOUNCE_MECHANICS_NODE_GROUP_H_

#include <Eigen/Core>
#include <span>
#include <vector>

#include "mechanics/element.h"
#include "mechanics/flexible_node.h"

namespace jounce {

class NodeGroup {
 public:
  static constexpr int kMost = NodeDeformations::kNodes;

  // Nodes of the same body and the same entry of SystemState::nodes.
  explicit NodeGroup(std::span<const FlexibleNode> nodes);

  // Poses and twists of the nodes from those of their body and from its modes. Never allocates.
  void Move(SystemState* state) const;
  // Writes x'', from which FlexibleNode makes the rates of the twists.
  void Accelerate(SystemState* state) const;
  // Adds what the nodes' wrenches are on the rows of the body and of all modes; `motion` has six
  // rows for each slot.
  void CarryWrenches(const SystemState& state, double* motion, double* modes) const;

 private:
  static constexpr int kRows = 6 * kMost;

  // How the nodes lie in the body, and from there their poses and twists.
  void Deform(const SystemState& state, NodeDeformations* nodes) const;
  void FollowBody(const NodeDeformations& nodes, SystemState* state) const;

  int index_, body_, first_mode_;
  std::vector<int> slots_;
  // Entry by entry of x, for all four nodes each; zeros where there are fewer.
  Eigen::Matrix<double, kMost, 3> positions_;
  Eigen::Matrix<double, kRows, Eigen::Dynamic> E_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_NODE_GROUP_H_
