// Where the rows and columns of an element belong among the unknowns of the system.
//
// Most elements see bodies: their unknowns are those of the bodies. An element that sees nodes of
// flexible bodies has tangents with respect to the nodes' increments, twists and twist rates, which
// are not unknowns; P tells how they follow from the unknowns of their bodies and modes,
// d = P x, so that K becomes P^T K P.
#ifndef JOUNCE_SOLVE_ELEMENT_MAP_H_
#define JOUNCE_SOLVE_ELEMENT_MAP_H_

#include <Eigen/Core>
#include <vector>

#include "mechanics/system.h"

namespace jounce {

// How the pose (as a local increment), the twist and its rate change with a body's six unknowns.
struct BodyVariation {
  Matrix6 pose, velocity, acceleration;
};

// How they change with all unknowns that are motion. Modal coordinates are unknowns themselves;
// their rates follow them with these factors.
struct MotionVariation {
  std::vector<BodyVariation> bodies;
  double modal_velocity = 0;
  double modal_acceleration = 0;
};

class ElementMap {
 public:
  // Both must outlive this.
  ElementMap(const System& system, const Element& element);

  const Element& element() const { return *element_; }
  bool sees_nodes() const { return sees_nodes_; }
  // Numbers of the unknowns, -1 for the ground and frames on it: bodies, with the modes after each that is seen
  // through a node; the element's scalars; its multipliers; those of others that it sees.
  const std::vector<int>& unknowns() const { return unknowns_; }
  int size() const { return static_cast<int>(unknowns_.size()); }
  // The first so many are motion.
  int motion_size() const { return motion_size_; }

  // P for positions: element().size() rows, size() columns. Resizes P; later calls do not allocate.
  void Positions(const SystemState& state, Eigen::MatrixXd* P) const;
  // Increments, twists and twist rates of what the element sees, for unknowns that determine them
  // by `variation`.
  void Variations(const SystemState& state, const MotionVariation& variation, Eigen::MatrixXd* pose,
                  Eigen::MatrixXd* velocity, Eigen::MatrixXd* acceleration) const;

 private:
  const System* system_;
  const Element* element_;
  bool sees_nodes_ = false;
  int motion_size_ = 0;
  std::vector<int> unknowns_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_ELEMENT_MAP_H_
