// An interface node of a flexible body: a frame that follows its body and the body's modes.
//
// With the elastic displacement and rotation x = (d, t) = E q of the node, E = (phi; psi) its rows
// in the modes and s its place in the undeformed body,
//
//   H_N = H_B (Exp(t), s + d),   v_N = A v_B + S x',   v_N' = A v_B' + ad(A v_B) S x' + (S x')'
//   A = Ad(inv(H_BN)),  S = diag(R^T, T(t)),  R = Exp(t), T the tangent of the exponential.
//
// So the node's Jacobian is J = [A, S E]. What elements apply to the node is a wrench in its axes;
// J^T carries it to the rows of the body and of the modes. This is the bushing of [Ledesma 1996,
// eq. 19 to 25], whose attachment point turns with the node's elastic rotation, and likewise every
// joint, load, motion and sensor.
//
// Reference: [Ledesma 1996] R. Ledesma, Z.-D. Ma, G. Hulbert, A. Wineman, A nonlinear viscoelastic
// bushing element in multibody dynamics, Computational Mechanics 17 (1996) 287-296.
#ifndef JOUNCE_MECHANICS_FLEXIBLE_NODE_H_
#define JOUNCE_MECHANICS_FLEXIBLE_NODE_H_

#include <Eigen/Core>

#include "mechanics/element.h"
#include "model/model.h"

namespace jounce {

// How a node's increment, twist and twist rate change with its body's and with x, x' and x''.
struct NodeTangents {
  Matrix6 A, S;            // increment: A d_B + S dx; twist: A dv_B + S dx'; rate: A dv_B' + S dx''
  Matrix6 velocity_x;      // of the twist with x
  Matrix6 acceleration_v;  // of its rate with v_B
  Matrix6 acceleration_x;  // with x
  Matrix6 acceleration_x1;  // with x'
};

class FlexibleNode {
 public:
  using Shapes = Eigen::Matrix<double, 6, Eigen::Dynamic>;

  // The node has row `row` of entry `group` of the state's nodes and entry `slot` of its poses; its
  // body has entry `body`, and the body's modes in use the entries from `first_mode` on.
  FlexibleNode(const InterfaceNode& interface, const Flexibility& flexible, int group, int row,
               int slot, int body, int first_mode);

  int group() const { return group_; }
  int slot() const { return slot_; }
  int body() const { return body_; }
  int first_mode() const { return first_mode_; }
  int modes() const { return static_cast<int>(E_.cols()); }
  const Eigen::Vector3d& position() const { return position_; }
  const Shapes& shapes() const { return E_; }

  // The rate of its twist, once NodeGroup has moved it and written x''.
  void UpdateAcceleration(SystemState* state) const;
  // Adds A^T `wrench` to the six rows of the body. Returns S^T `wrench`, which does the wrench's
  // work on x.
  Vector6 CarryWrenchToBody(const SystemState& state, const Vector6& wrench, double* body) const;

  NodeTangents Tangents(const SystemState& state) const;

  // How J^T `wrench` changes with x while the wrench stays: rows of the body, and of x.
  struct GeometricStiffness {
    Matrix6 body, elastic;
  };
  GeometricStiffness Geometric(const SystemState& state, const Vector6& wrench) const;

 private:
  // What its group knows of it.
  struct Deformation {
    Vector6 x, x1, x2;
    Pose in_body;
    ExpCoefficients turn;
  };
  Deformation DeformationIn(const SystemState& state) const;

  int group_, row_, slot_, body_, first_mode_;
  Eigen::Vector3d position_;
  Shapes E_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_FLEXIBLE_NODE_H_
