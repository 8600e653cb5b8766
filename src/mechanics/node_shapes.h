// The rows in the modes of all nodes of one flexible body.
//
// What modes do to nodes, and nodes to modes, are products with these rows. Up to four nodes lie on
// top of each other, so that one walk through the modes serves them all (math/few_rows.h).
#ifndef JOUNCE_MECHANICS_NODE_SHAPES_H_
#define JOUNCE_MECHANICS_NODE_SHAPES_H_

#include <Eigen/Core>
#include <array>
#include <vector>

#include "mechanics/element.h"

namespace jounce {

class NodeShapes {
 public:
  using Shapes = Eigen::Matrix<double, 6, Eigen::Dynamic>;

  // A node with entry `index` of SystemState::node and entry `slot` of its poses.
  struct Node {
    int index, slot;
    Shapes E;
  };
  // The modes of the body have the entries from `first_mode` on in SystemState::modal.
  NodeShapes(int first_mode, const std::vector<Node>& nodes);

  // Writes x and x' of the nodes; x''.
  void Deform(SystemState* state) const;
  void Accelerate(SystemState* state) const;
  // Adds what the nodes' elastic wrenches are along the modes; `wrenches` has six entries for each
  // slot, `modes` one for each mode of the system.
  void AddWrenches(const double* wrenches, double* modes) const;

 private:
  // Some nodes, with zeros where there are fewer.
  template <int kNodes>
  struct Stack {
    static constexpr int kRows = 6 * kNodes;
    Eigen::Matrix<double, kRows, Eigen::Dynamic> E;
    int count = 0;
    std::array<int, kNodes> index, slot;

    Stack(const Node* nodes, int number);
    void Deform(int first_mode, SystemState* state) const;
    void Accelerate(int first_mode, SystemState* state) const;
    void AddWrenches(const double* wrenches, double* modes) const;
  };

  int first_mode_;
  std::vector<Stack<4>> fours_;
  std::vector<Stack<2>> twos_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_NODE_SHAPES_H_
