// Rigid bodies in groups of four: their inertia and weight (rigid_body.h) side by side. Alone and in
// a group they agree but for the last digits.
#ifndef JOUNCE_MECHANICS_BODY_GROUP_H_
#define JOUNCE_MECHANICS_BODY_GROUP_H_

#include <array>
#include <span>

#include "math/four_vectors.h"
#include "mechanics/rigid_body.h"

namespace jounce {

class BodyGroup {
 public:
  static constexpr int kMost = 4;

  // One to four of them.
  explicit BodyGroup(std::span<const RigidBody* const> bodies);

  // As Element::AddResidual of each of them; `at` is of the whole system.
  void AddResidual(const Evaluation& at, double* bodies) const;

 private:
  int count_;
  std::array<int, kMost> slots_{};  // where there are fewer, the first one fills the places
  Lanes<4> mass_;
  FourVectors mass_centre_;
  FourMatrices inertia_;
  Eigen::Vector3d gravity_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_BODY_GROUP_H_
