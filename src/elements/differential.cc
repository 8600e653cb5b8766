// An open differential: its input, the torque T of the cage, goes to both wheels in equal halves,
// whatever they turn with, each about its own spin axis; the housing holds both. The cage turns with
// the mean of the wheels' speeds in the housing, so that what is supplied, T times that, is what the
// wheels and the housing get. It has no inertia and loses nothing.
#include "elements/differential.h"

#include <Eigen/Core>

namespace jounce {
namespace {

class Differential final : public ForceModel {
 public:
  explicit Differential(const Sizes& sizes) : ForceModel(sizes) {}

  void Evaluate(const JounceElementPoint& at, JounceElementAnswer* answer) const override {
    if (at.is_static) return;
    Eigen::Map<Vector3d> housing(answer->loads + 3);
    for (int i = kLeft; i <= kRight; ++i) {
      const Vector3d torque = 0.5 * at.inputs[0] * AxisOf(at.frames[i]);
      Eigen::Map<Vector3d>{answer->loads + 6 * i + 3} = torque;
      housing -= torque;
    }
  }

  void Outputs(const JounceElementPoint& at, double* values) const override {
    const double left = SpeedOf(at, kLeft), right = SpeedOf(at, kRight);
    values[0] = 0.5 * (left + right);
    values[1] = left - right;
  }

 private:
  using Vector3d = Eigen::Vector3d;
  enum Frame { kHousing, kLeft, kRight };

  static Vector3d AxisOf(const JounceFrameMotion& frame) {
    return {frame.rotation[1], frame.rotation[4], frame.rotation[7]};
  }
  static double SpeedOf(const JounceElementPoint& at, Frame wheel) {
    const Eigen::Map<const Vector3d> turning(at.frames[wheel].angular_velocity);
    const Eigen::Map<const Vector3d> housing(at.frames[kHousing].angular_velocity);
    return AxisOf(at.frames[wheel]).dot(turning - housing);
  }
};

std::unique_ptr<const ForceModel> MakeDifferential(const ElementSettings&) {
  return std::make_unique<Differential>(kDifferential.sizes());
}

}  // namespace

const ElementKind kDifferential = {
    "differential",
    "an open differential: a torque to two wheels in equal halves, held by its housing",
    {"its housing", "the left wheel, with y along the spin axis", "the right wheel, likewise"},
    true,
    {},
    {{"torque", "of the cage; drives forward where positive", quantity::kTorque, 1000}},
    {},
    {{"speed", "of the cage in the housing, the mean of the wheels", quantity::kAngularVelocity,
      10},
     {"difference", "of the speeds of left and right wheel", quantity::kAngularVelocity, 10}},
    0,
    MakeDifferential};

}  // namespace jounce
