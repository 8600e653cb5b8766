// The inertia, weight, stiffness and damping of a flexible body.
//
// The body has a floating frame with twist v = (u, w) and modal coordinates q. Its mass matrix
// depends on q alone, through the nine invariants I1 to I9 of its part [Wood 2003, 3.3.8],
//
//       [ I1     -skew(c)  I3 ]   c = I2 + I3 q
//   M = [ skew(c)   J      L  ]   J = I7 - sum_j q_j (I8_j + I8_j^T) - sum_jk q_j q_k I9_jk
//       [ I3^T     L^T     I6 ]   L = I4 + sum_j q_j I5_j
//
// and Lagrange's equations in body axes, with a = u' + w x u - R^T g and L' = sum_j q'_j I5_j, are
//
//   I1 a + w' x c + w x (w x c) + 2 w x I3 q' + I3 q''
//   c x a + J w' + J' w + w x J w + L q'' + w x L q'
//   I3^T a + L^T w' + I6 q'' + 2 L'^T w - 1/2 w^T (dJ/dq) w + K q + C q'
//
// They keep momentum and energy at every level, since each level only leaves out terms of M:
// constant I3, I4, I5, I8, I9; partial I5 and I9; full nothing. Geometric stiffening adds
// (sum_i a_i G_i) q to the modal rows, beside K q, where the a_i are a, w' and the products xx, yy,
// zz, xy, yz, zx of w, and the G_i those of the part (model/flexible_part.h).
//
// Modes have mass 1 in a part; here the coordinates are scaled so that each has the mass of the
// body. Then q is in metres and modal forces are in newtons, and can be judged like others.
//
// Reference: [Wood 2003] J. C. Wood, the thesis named in model/flexible_part.h.
#ifndef JOUNCE_MECHANICS_FLEXIBLE_BODY_H_
#define JOUNCE_MECHANICS_FLEXIBLE_BODY_H_

#include <Eigen/Core>
#include <vector>

#include "mechanics/body_element.h"
#include "model/model.h"

namespace jounce {

// A modal coordinate of the part is this times one of the engine: the root of the part's mass.
double ModalScale(const FlexiblePart& part);

class FlexibleBody final : public BodyElement {
 public:
  // `first_mode` is the place of its modes in SystemState::modal.
  FlexibleBody(const Body& body, int index, int first_mode, const Eigen::Vector3d& gravity);

  bool remembers() const override { return false; }  // its memory counts what damping has taken
  void Start(const SystemState& state, double* history) const override;
  void SetMoving(const SystemState& state, double* history) const override;

  void AddResidual(const Evaluation& at, double* bodies, double* constraints) const override;
  void AddTangents(const Evaluation& at, ElementTangents* tangents) const override;
  double ForceSize(const Evaluation& at) const override;
  void AddEnergies(const Evaluation& at, Energies* energies) const override;

  // Linear and angular momentum about the frame's origin, in the body's axes.
  Vector6 Momentum(const SystemState& state) const;

 private:
  using Vector3 = Eigen::Vector3d;
  using Columns3 = Eigen::Matrix<double, 3, Eigen::Dynamic>;
  using Columns6 = Eigen::Matrix<double, 6, Eigen::Dynamic>;
  using Columns12 = Eigen::Matrix<double, 12, Eigen::Dynamic>;
  using ModalMap = Eigen::Map<const Eigen::VectorXd>;

  // How the body moves, and what its deformation does to its inertia.
  struct Motion {
    Vector3 u, w, w_rate, weight, a;  // weight: R^T g; a: acceleration of the frame less that
    ModalMap q, q1, q2;
    Vector3 c;
    Vector6 J, J_rate;          // as (xx, yy, zz, xy, yz, zx)
    Vector3 Lq1, Lq2;           // L q' and L q''
    Vector3 moved, moved_rate;  // I3 q' and I3 q''
  };
  Motion MotionAt(const SystemState& state) const;
  ModalMap Modal(const Eigen::VectorXd& all) const {
    return {all.data() + first_mode(), static_cast<Eigen::Index>(modes())};
  }
  // What mode j does: dJ/dq_j as (xx, yy, zz, xy, yz, zx), and columns j of L and of L'.
  Vector6 InertiaSlope(int j, const ModalMap& q) const;
  Vector3 Coupling(int j, const ModalMap& q) const;
  Vector3 CouplingRate(int j, const ModalMap& q1) const;
  auto I9(int j) const { return second_[j].topRows<6>(); }
  auto I5(int j) const { return second_[j].middleRows<3>(6); }
  // Adds what is of second order in q to J, J', L q' and L q'' of `m`, and, where they are wanted,
  // to the rows of the modes.
  void AddSecondOrder(Motion* m, double* modal) const;
  // Adds K q + C q' and, where I6 is diagonal, I6 q''. Returns q' . C q'.
  double AddDiagonal(const Motion& m, double* modal) const;
  void AddStiffening(const Motion& m, double* modal) const;
  double DampingPower(const ModalMap& q1) const { return damping_.dot(q1.cwiseAbs2()); }

  void AddBodyTangents(const Motion& m, ElementTangents* tangents) const;
  void AddMixedTangents(const Motion& m, ElementTangents* tangents) const;
  void AddModalTangents(const Motion& m, ElementTangents* tangents) const;
  void AddStiffeningTangents(const Motion& m, ElementTangents* tangents) const;

  int body_;
  Eigen::Vector3d gravity_;
  Eigen::Vector3d I2_;
  Vector6 I7_;  // as (xx, yy, zz, xy, yz, zx)
  Columns3 I3_, I4_;
  Eigen::MatrixXd I6_;
  bool orthogonal_ = false;     // I6_ is diagonal
  Eigen::VectorXd modal_mass_;  // its diagonal where it has nothing else, otherwise zero
  Columns6 first_;              // column j: I8_j + I8_j^T, in six entries
  Columns12 stack_;             // I3_, I4_ and first_ on top of each other
  // For each j, column k: I9_jk + I9_kj in six entries, I5_jk, and three zeros. Empty where left
  // out.
  std::vector<Columns12> second_;
  Eigen::VectorXd stiffness_, damping_;
  std::vector<Eigen::MatrixXd> stiffening_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_FLEXIBLE_BODY_H_
