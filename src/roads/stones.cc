#include "roads/stones.h"

#include <cmath>

#include "base/error.h"

namespace jounce {
namespace {

// The finalizer of splitmix64 [Steele, Lea, Flood: Fast splittable pseudorandom number generators,
// OOPSLA 2014].
uint64_t Mixed(uint64_t bits) {
  bits += 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

// In [0, 1).
double Uniform(uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

// A number of mean 0 and deviation 1.
double NearlyNormal(uint64_t* bits) {
  double sum = -2;
  for (int i = 0; i < 4; ++i) sum += Uniform(*bits = Mixed(*bits));
  return sum * std::sqrt(3.0);
}

// 1 - |x|^k and its derivative.
struct Crown {
  double value, slope;
};
Crown CrownAt(double x, double k) {
  const double power = std::pow(std::abs(x), k - 1);
  return {1 - power * std::abs(x), -k * std::copysign(power, x)};
}

}  // namespace

void CheckStones(const StoneSettings& s) {
  // At least a millimetre, so that rows and stones can be counted.
  if (!(s.stone_length >= 1e-3) || !(s.stone_width >= 1e-3) || !(s.edge >= 1)) {
    throw InputError("stones of a road need a length and a width of at least 1 mm, and edge >= 1");
  }
}

void AddStones(const StoneSettings& s, double x, double y, RoadSurface* surface) {
  const double u = x - s.start;
  if (!(u >= 0) || !(u <= std::fmin(s.length, kRoadWithoutEnd))) return;
  if (!s.Contains(y) || !(std::abs(y) <= kRoadWithoutEnd)) return;
  const double row = std::floor(u / s.stone_length);
  const uint64_t row_bits = Mixed(Mixed(s.seed) ^ static_cast<uint64_t>(row));
  const double along_row = y / s.stone_width + Uniform(row_bits);
  const double column = std::floor(along_row);
  // From the middle of the stone, -1 to 1.
  const double xi = 2 * (u / s.stone_length - row) - 1, eta = 2 * (along_row - column) - 1;
  uint64_t bits = Mixed(row_bits ^ static_cast<uint64_t>(static_cast<int64_t>(column)));
  const double height = s.height_deviation * NearlyNormal(&bits);
  const double tilt_x = s.tilt_deviation * NearlyNormal(&bits);
  const double tilt_y = s.tilt_deviation * NearlyNormal(&bits);
  const double half_x = s.stone_length / 2, half_y = s.stone_width / 2;
  const double top = s.joint_depth + height + tilt_x * xi * half_x + tilt_y * eta * half_y;
  const Crown a = CrownAt(xi, s.edge), b = CrownAt(eta, s.edge);
  surface->height += top * a.value * b.value - s.joint_depth;
  surface->slope_x += (tilt_x * a.value + top * a.slope / half_x) * b.value;
  surface->slope_y += (tilt_y * b.value + top * b.slope / half_y) * a.value;
}

}  // namespace jounce
