// The inertia and weight of matter that follows two bodies (model/inertia_moments.h).
//
// With X = [R_A p_A R_B p_B] and the constant moments m,
//   T = 1/2 trace(X' m X'^T),  forces on the columns of X: F = (X'' - G) m,
// where G has gravity in the columns of p. In the axes of its own body, a body's part of X'' - G is
//   Y = [skew(w') + skew(w)^2 | u' + w x u - R^T g],
// so that F_A = Y_A m_AA + R_AB Y_B m_BA, and the wrench of F = [f_1 f_2 f_3 | f] is
//   (f, e_1 x f_1 + e_2 x f_2 + e_3 x f_3).
// Nothing but R_AB tells how the bodies lie, and m is constant: momentum, angular momentum and
// energy are those of the matter, with no terms left out, and a motion of both leaves the tangents
// as they are. m need not be positive: it may be what is to be added to the inertia of the bodies.
#ifndef JOUNCE_MECHANICS_SHARED_INERTIA_H_
#define JOUNCE_MECHANICS_SHARED_INERTIA_H_

#include "mechanics/element.h"
#include "model/geometry.h"

namespace jounce {

class SharedInertiaElement final : public Element {
 public:
  // `frames` are those that the moments hold for.
  SharedInertiaElement(const SharedInertia& inertia, const FramePair& frames,
                       const Eigen::Vector3d& gravity);

  void AddResidual(const Evaluation& at, double* bodies, double* constraints) const override;
  void AddTangents(const Evaluation& at, ElementTangents* tangents) const override;
  double ForceSize(const Evaluation& at) const override;
  void AddEnergies(const Evaluation& at, Energies* energies) const override;

 private:
  using Block = Eigen::Matrix<double, 3, 4>;  // [R | p] of a body, or a change or rate of it

  Matrix4 Moments(int row, int column) const { return moments_.block<4, 4>(4 * row, 4 * column); }
  // Y of body `side`, in its axes.
  Block Acceleration(const SystemState& state, int side) const;
  // R_AB: the axes of the second body seen from the first.
  Eigen::Matrix3d Turn(const SystemState& state) const;
  // The wrenches on both bodies, one below the other, of Y or a change of it of body `side`.
  Eigen::Matrix<double, 12, 1> Wrenches(const Eigen::Matrix3d& R_AB, int side,
                                        const Block& Y) const;
  // What the change of R_AB does.
  void AddTurning(const SystemState& state, ElementTangents* tangents) const;

  Matrix8 moments_;  // for the frames of the bodies
  Eigen::Vector3d gravity_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_SHARED_INERTIA_H_
