// Curves of the Magic Formula, four at a time: sines and cosines of C atan(B x - E (B x - atan(B x)))
// with and without derivatives. The elementary functions are most of what a tyre costs.
#ifndef JOUNCE_TYRES_MAGIC_FORMULA_CURVES_H_
#define JOUNCE_TYRES_MAGIC_FORMULA_CURVES_H_

#include <array>
#include <cmath>

#include "math/lane_functions.h"
#include "math/packed_dual.h"
#include "math/select.h"

namespace jounce::magic {

using Four = Lanes<4>;

constexpr double kSmall = 1e-6;  // keeps quotients finite

template <class T>
JOUNCE_KERNEL T SignOf(const T& x) {
  return Where(x < T(0.0), T(-1.0), T(1.0));
}

// The angle C atan(B x - E (B x - atan(B x))) with its derivatives by Bx and E.
struct Shape {
  double angle, by_bx, by_e;

  JOUNCE_KERNEL Shape(double c, double bx, double e) {
    const double a = std::atan(bx);
    const double u = bx - e * (bx - a);
    const double slope = c / (1 + u * u);
    angle = c * std::atan(u);
    by_bx = slope * (1 - e + e / (1 + bx * bx));
    by_e = slope * (a - bx);
  }
  JOUNCE_KERNEL Shape(double slope_by_bx, double slope_by_e)
      : angle(0), by_bx(slope_by_bx), by_e(slope_by_e) {}
};

// sin and cos of that angle. With derivatives, the chain rule is taken over the whole of it at once.
JOUNCE_KERNEL double SineShape(double c, double b, double e, double x) {
  return std::sin(Shape(c, b * x, e).angle);
}
JOUNCE_KERNEL PackedDual ChainOfShape(const Shape& shape, double value, double slope,
                                      const PackedDual& b, const PackedDual& e,
                                      const PackedDual& x) {
  const double by_b = slope * shape.by_bx * x.value, by_x = slope * shape.by_bx * b.value,
               by_e = slope * shape.by_e;
  return {value, Four(by_b) * b.d + Four(by_x) * x.d + Four(by_e) * e.d};
}
JOUNCE_KERNEL PackedDual SineShape(double c, const PackedDual& b, const PackedDual& e,
                                   const PackedDual& x) {
  const Shape shape(c, b.value * x.value, e.value);
  return ChainOfShape(shape, std::sin(shape.angle), std::cos(shape.angle), b, e, x);
}

// The elementary functions are most of the cost: four curves go through them side by side.
// The argument of a curve: the sine or cosine of C atan(B x - E (B x - atan(B x))).
template <class T>
struct ShapedCurve {
  double c = 0;
  T b = T(0.0), e = T(0.0), x = T(0.0);
  bool is_cosine = false;
};

JOUNCE_KERNEL double ValueOfCurve(const ShapedCurve<double>& curve, const Shape& /*shape*/,
                                  double sine, double cosine) {
  return curve.is_cosine ? cosine : sine;
}
JOUNCE_KERNEL PackedDual ValueOfCurve(const ShapedCurve<PackedDual>& curve, const Shape& shape,
                                      double sine, double cosine) {
  return curve.is_cosine ? ChainOfShape(shape, cosine, -sine, curve.b, curve.e, curve.x)
                         : ChainOfShape(shape, sine, cosine, curve.b, curve.e, curve.x);
}

template <class T>
JOUNCE_KERNEL std::array<T, 4> FourCurves(const std::array<const ShapedCurve<T>*, 4>& curves) {
  Four c, bx, e;
  for (int i = 0; i < 4; ++i) {
    c.Set(i, curves[i]->c);
    bx.Set(i, Value(curves[i]->b) * Value(curves[i]->x));
    e.Set(i, Value(curves[i]->e));
  }
  const Four one(1.0), a = AtanOfLanes(bx), u = bx - e * (bx - a);
  const SinesOfLanes<4> sines = SinCosOfLanes(c * AtanOfLanes(u));
  // One division for the slopes of both arc tangents.
  const Four outer = one + u * u, inner = one + bx * bx, both = one / (outer * inner);
  const Four slope = c * both * inner;
  const Four by_bx = slope * (one - e + e * both * outer), by_e = slope * (a - bx);
  std::array<T, 4> values;
  for (int i = 0; i < 4; ++i) {
    values[i] = ValueOfCurve(*curves[i], Shape(by_bx[i], by_e[i]), sines.sine[i], sines.cosine[i]);
  }
  return values;
}

// f(x) by its value and slope, with derivatives where there are any.
JOUNCE_KERNEL double Follow(double /*x*/, double value, double /*slope*/) { return value; }
JOUNCE_KERNEL PackedDual Follow(const PackedDual& x, double value, double slope) {
  return PackedDual::Chain(x, value, slope);
}

template <class T>
JOUNCE_KERNEL Four ValuesOf(const std::array<T, 4>& x) {
  Four values;
  for (int i = 0; i < 4; ++i) values.Set(i, Value(x[i]));
  return values;
}

// sin(c atan(x)) of the first three, atan(x) of the last.
template <class T>
JOUNCE_KERNEL std::array<T, 4> SinesOfAtans(const std::array<double, 3>& c,
                                            const std::array<T, 4>& x) {
  const Four values = ValuesOf(x), a = AtanOfLanes(values);
  Four factors;
  for (int i = 0; i < 3; ++i) factors.Set(i, c[i]);
  const SinesOfLanes<4> sines = SinCosOfLanes(factors * a);
  const Four slope = Four(1.0) / (Four(1.0) + values * values);
  const Four by_x = factors * sines.cosine * slope;
  return {Follow(x[0], sines.sine[0], by_x[0]), Follow(x[1], sines.sine[1], by_x[1]),
          Follow(x[2], sines.sine[2], by_x[2]), Follow(x[3], a[3], slope[3])};
}

// cos(atan(x)).
template <class T>
JOUNCE_KERNEL T CosineOfAtan(const T& x) {
  using std::sqrt;
  return 1.0 / sqrt(1.0 + x * x);
}

}  // namespace jounce::magic

#endif  // JOUNCE_TYRES_MAGIC_FORMULA_CURVES_H_
