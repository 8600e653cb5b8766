// What a driver does who looks at the vehicle every h seconds: holds a speed, and steers for a
// point of the path ahead. The drivers of manoeuvres (vehicle/driver.h) and the blocks of
// driver_blocks.cc are made of these.
//
//   speed    a = e/T1 + (integral of e)/T2^2, with e what is missing of the speed: proportional and
//            integral, slow beside axles that swing on their bushings
//   path     the circle through a point that lies a ahead and b to the left of the way the vehicle
//            goes has the curvature 2 b/(a^2 + b^2)
//   hands    the steering wheel follows what is wanted as a critically damped oscillator does, exactly
//            for a wish that is held for h: with e what is missing, w = 1/T and d = e' + w e at first,
//            e(h) = (e + d h) exp(-w h), e'(h) = (e' - w d h) exp(-w h)
#ifndef JOUNCE_BLOCKS_DRIVER_LAWS_H_
#define JOUNCE_BLOCKS_DRIVER_LAWS_H_

#include <Eigen/Core>
#include <vector>

namespace jounce {

struct SpeedControl {
  double sum = 0;  // m, integral of the error

  // The acceleration to ask for [m/s^2], with what is missing of the speed [m/s].
  double Acceleration(double missing, double h);
};

// The time T of hands, and how late they are at what changes slowly; a driver knows it and looks
// from where the vehicle will then be [s].
inline constexpr double kHandsTime = 0.02, kHandsDelay = 2 * kHandsTime;

struct Hands {
  double angle = 0, rate = 0;  // rad, rad/s

  // Where they have the steering wheel after h.
  double Follow(double wanted, double h);
};

// How a vehicle moves in the plane; `way` is the direction of its velocity.
struct PlaneMotion {
  Eigen::Vector2d place;
  double way = 0, yaw_rate = 0, speed = 0;  // rad, rad/s, m/s

  // Where it is, and which way it goes, when the hands have followed.
  PlaneMotion AfterHands() const;
  // How far ahead one looks who looks `preview` seconds ahead, slow ones some metres.
  double Preview(double preview) const;
  // Of the circle through a point that it goes on along [1/m]; 0 where the point is here.
  double CurvatureTo(const Eigen::Vector2d& point) const;
};

// A path through points, straight between them and beyond the ends.
class PointPath {
 public:
  // Throws InputError where there are not two points, or two after each other are the same.
  explicit PointPath(std::vector<Eigen::Vector2d> points);

  // The place that is this far along the path from the point of it that is nearest to `from`.
  Eigen::Vector2d Ahead(const Eigen::Vector2d& from, double distance) const;

 private:
  std::vector<Eigen::Vector2d> points_;
  std::vector<double> lengths_;  // along the path up to each point
};

}  // namespace jounce

#endif  // JOUNCE_BLOCKS_DRIVER_LAWS_H_
