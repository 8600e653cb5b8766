#include "blocks/driver_laws.h"

#include <cmath>

namespace jounce {
namespace {

constexpr double kSpeedTime = 0.3, kSpeedIntegral = 0.8;  // s, T1 and T2

}  // namespace

double SpeedControl::Acceleration(double missing, double h) {
  sum += h * missing;
  return missing / kSpeedTime + sum / (kSpeedIntegral * kSpeedIntegral);
}

double CurvatureTo(double ahead, double left) {
  const double square = ahead * ahead + left * left;
  return square > 0 ? 2 * left / square : 0;
}

double Hands::Follow(double wanted, double h) {
  const double off = angle - wanted, both = rate + off / kHandsTime;
  const double fading = std::exp(-h / kHandsTime);
  angle = wanted + (off + both * h) * fading;
  rate = (rate - both * h / kHandsTime) * fading;
  return angle;
}

}  // namespace jounce
