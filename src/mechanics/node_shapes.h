// The rows in the modes of all nodes of one flexible body.
//
// What modes do to nodes, and nodes to modes, are products with these rows. Two nodes lie on top of
// each other, twelve rows, so that one walk through the modes serves both (math/few_rows.h).
#ifndef JOUNCE_MECHANICS_NODE_SHAPES_H_
#define JOUNCE_MECHANICS_NODE_SHAPES_H_

#include <Eigen/Core>
#include <vector>

#include "mechanics/element.h"

namespace jounce {

class NodeShapes {
 public:
  using Shapes = Eigen::Matrix<double, 6, Eigen::Dynamic>;

  // The modes of this body have the entries from `first_mode` on in SystemState::modal.
  NodeShapes(int body, int first_mode) : body_(body), first_mode_(first_mode) {}
  int body() const { return body_; }

  // A node with entry `index` of SystemState::node and entry `slot` of its poses.
  void Add(const Shapes& E, int index, int slot);

  // Writes x and x' of the nodes; x''.
  void Deform(SystemState* state) const;
  void Accelerate(SystemState* state) const;
  // Adds what the nodes' elastic wrenches are along the modes; `wrenches` has six entries for each
  // slot, `modes` one for each mode of the system.
  void AddWrenches(const double* wrenches, double* modes) const;

 private:
  struct Pair {
    Eigen::Matrix<double, 12, Eigen::Dynamic> E;
    int count = 0;
    int index[2], slot[2];
  };

  int body_, first_mode_;
  std::vector<Pair> pairs_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_NODE_SHAPES_H_
