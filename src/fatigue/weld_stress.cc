#include "fatigue/weld_stress.h"

#include <algorithm>
#include <cmath>

namespace jounce {

double SeamStress(double line_force, double line_moment, double thickness, int side) {
  return line_force / thickness + side * 6 * line_moment / (thickness * thickness);
}

double SpotWeldStress(const SpotWeldLoad& load, double diameter, double thickness, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const double k = 0.6 * std::sqrt(1e3 * thickness);
  const double area = M_PI * diameter * thickness, square = thickness * thickness;
  return -(load.fx * c + load.fy * s) / area + k * 1.744 * std::max(load.fz, 0.0) / square +
         k * 1.872 * (load.mx * s - load.my * c) / (diameter * square);
}

}  // namespace jounce
