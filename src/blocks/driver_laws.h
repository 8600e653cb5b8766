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

namespace jounce {

struct SpeedControl {
  double sum = 0;  // m, integral of the error

  // The acceleration to ask for [m/s^2], with what is missing of the speed [m/s].
  double Acceleration(double missing, double h);
};

// Of the circle through a point ahead [1/m]; none where the point is here.
double CurvatureTo(double ahead, double left);

// The time T of hands, and how late they are at what changes slowly; a driver knows it and looks
// from where the vehicle will then be [s].
inline constexpr double kHandsTime = 0.02, kHandsDelay = 2 * kHandsTime;

struct Hands {
  double angle = 0, rate = 0;  // rad, rad/s

  // Where they have the steering wheel after h.
  double Follow(double wanted, double h);
};

}  // namespace jounce

#endif  // JOUNCE_BLOCKS_DRIVER_LAWS_H_
