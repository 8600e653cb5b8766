// A wheel with its tyre on a road: the motion of a frame at the wheel's centre, whose y axis is the
// spin axis and points to the left, to what the road does to it.
//
// The contact (roads/wheel_contact.h) gives the plane under the wheel, with the normal n through the
// point q. With the centre c, the axis s, the velocity v and the angular velocity w of the wheel,
//
//   x = s x n/|s x n|,  y = n x x,  up = x x s,  cos(gamma) = up.n,
//   rho = (c - q).n/cos(gamma),  Omega = w.s,  V = v + (w - Omega s) x (-rho up),
//   Vx = V.x,  Vy = V.y,  rho' = V.n/cos(gamma),
//
// are what RollingTyre (tyres/rolling_tyre.h) answers to. Its forces act at c - rho up. Derivatives
// are exact for the plane at hand; that it leans otherwise a little further on is left out.
//
// In statics a tyre is its vertical spring: a wheel at rest rolls and creeps where it is pushed. Only
// a weak spring (kHolding) keeps its centre near where it is drawn, so that what nothing
// holds stays where it is. The energy of that spring is stored; what else it takes from the wheel is lost.
#ifndef JOUNCE_ELEMENTS_WHEEL_ON_ROAD_H_
#define JOUNCE_ELEMENTS_WHEEL_ON_ROAD_H_

#include <memory>
#include <optional>

#include "elements/force_model.h"
#include "roads/wheel_contact.h"
#include "tyres/rolling_tyre.h"

namespace jounce {

class WheelOnRoad final : public ForceModel {
 public:
  // In this order.
  enum Output {
    kFx,
    kFy,
    kFz,
    kMx,
    kMy,
    kMz,
    kKappa,
    kAlpha,
    kCamber,
    kLoadedRadius,
    kSpin,
    kContactX,
    kContactY,
    kRoadHeight,
    kFriction,
    kOutputs
  };

  // `pressure` [Pa]: 0 is that of the tyre.
  WheelOnRoad(std::shared_ptr<const Tyre> tyre, std::unique_ptr<const ContactModel> contact,
              std::shared_ptr<const Road> road, double pressure);

  void Start(const JounceElementPoint& at, double* states) const override;
  void StartMoving(const JounceElementPoint& at, double* states) const override;
  std::optional<double> FreeSpin(const JounceElementPoint& at) const override;
  void Evaluate(const JounceElementPoint& at, JounceElementAnswer* answer) const override;
  bool Slopes(const JounceElementPoint& at, double* slopes) const override;
  void Outputs(const JounceElementPoint& at, double* values) const override;

 private:
  WheelContact Meet(const JounceElementPoint& at) const;
  RollingMotion MotionOf(const JounceElementPoint& at, const WheelContact& contact) const;
  RollingForces Roll(const RollingMotion& motion, const JounceElementPoint& at) const;
  double NominalLoad() const { return tyre_.tyre().dimensions().nominal_load; }
  double SpringLoad(const RollingMotion& motion, double radius) const;

  RollingTyre tyre_;
  std::unique_ptr<const ContactModel> contact_;
  std::shared_ptr<const Road> road_;
  double pressure_;
  mutable ContactMemory memory_;      // hints alone; a System serves one thread
  mutable Eigen::Vector3d drawn_at_;  // the centre where the model is drawn
};

}  // namespace jounce

#endif  // JOUNCE_ELEMENTS_WHEEL_ON_ROAD_H_
