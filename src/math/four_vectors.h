// Four vectors, and four matrices of three columns, that go through the same formula side by side
// (lanes.h), and how they are gathered from four places in memory and brought back.
#ifndef JOUNCE_MATH_FOUR_VECTORS_H_
#define JOUNCE_MATH_FOUR_VECTORS_H_

#include <Eigen/Geometry>
#include <array>

#include "math/lanes.h"

namespace jounce {

// One number in each lane.
template <class L = Lanes<4>>
JOUNCE_KERNEL L SideBySide(double a, double b, double c, double d) {
  L four;
  if constexpr (L::kParts == 1) {
    four.part[0] = typename L::Native{a, b, c, d};
  } else {
    four.part[0] = typename L::Native{a, b};
    four.part[1] = typename L::Native{c, d};
  }
  return four;
}

// All four numbers are below this.
JOUNCE_KERNEL bool AllBelow(const Lanes<4>& x, double limit) {
  const auto below = x < Lanes<4>(limit);
  return below[0] && below[1] && below[2] && below[3];
}

// Lane i of x[k] becomes lane k of x[i].
template <class L>
JOUNCE_KERNEL void Transpose(L (&x)[4]) {
  if constexpr (L::kParts == 1) {
    const auto &a = x[0].part[0], &b = x[1].part[0], &c = x[2].part[0], &d = x[3].part[0];
    const auto ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const auto ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const auto cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const auto cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    x[0].part[0] = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
    x[1].part[0] = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
    x[2].part[0] = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
    x[3].part[0] = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
  } else {
    const L a = x[0], b = x[1], c = x[2], d = x[3];
    for (int i = 0; i < 4; ++i) x[i] = SideBySide<L>(a[i], b[i], c[i], d[i]);
  }
}

// Where four lists of numbers are.
using FourPlaces = std::array<const double*, 4>;

// The places of four items.
template <class Item, class Get>
JOUNCE_KERNEL FourPlaces Places(const std::array<Item, 4>& items, Get get) {
  return {get(items[0]), get(items[1]), get(items[2]), get(items[3])};
}

// Number i at each place.
JOUNCE_KERNEL Lanes<4> GatherOne(const FourPlaces& at, int i) {
  return SideBySide(at[0][i], at[1][i], at[2][i], at[3][i]);
}

// Numbers i to i + 3 at each place.
JOUNCE_KERNEL void GatherFour(const FourPlaces& at, int i, Lanes<4> (&x)[4]) {
  for (int k = 0; k < 4; ++k) x[k] = Lanes<4>::Load(at[k] + i);
  Transpose(x);
}

struct FourVectors {
  Lanes<4> x, y, z;

  FourVectors(const Lanes<4>& a, const Lanes<4>& b, const Lanes<4>& c) : x(a), y(b), z(c) {}
  // The same one four times.
  explicit FourVectors(const Eigen::Vector3d& v) : x(v.x()), y(v.y()), z(v.z()) {}
  // Three numbers from i on at each place.
  JOUNCE_KERNEL static FourVectors Gather(const FourPlaces& at, int i) {
    return {GatherOne(at, i), GatherOne(at, i + 1), GatherOne(at, i + 2)};
  }
  // From twelve numbers: four times x, four times y, four times z.
  static FourVectors Load(const double* numbers) {
    return {Lanes<4>::Load(numbers), Lanes<4>::Load(numbers + 4), Lanes<4>::Load(numbers + 8)};
  }
  void Store(double* numbers) const {
    x.Store(numbers);
    y.Store(numbers + 4);
    z.Store(numbers + 8);
  }
};

inline FourVectors operator+(const FourVectors& a, const FourVectors& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline FourVectors operator-(const FourVectors& a, const FourVectors& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline FourVectors operator*(const Lanes<4>& factor, const FourVectors& v) {
  return {factor * v.x, factor * v.y, factor * v.z};
}
inline Lanes<4> Dot(const FourVectors& a, const FourVectors& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline FourVectors Cross(const FourVectors& a, const FourVectors& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// The same words for one vector.
inline double Dot(const Eigen::Vector3d& a, const Eigen::Vector3d& b) { return a.dot(b); }
inline Eigen::Vector3d Cross(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return a.cross(b);
}

// Matrices by their columns.
struct FourMatrices {
  FourVectors a, b, c;

  FourVectors operator*(const FourVectors& v) const { return v.x * a + v.y * b + v.z * c; }
  FourVectors TransposedTimes(const FourVectors& v) const {
    return {Dot(a, v), Dot(b, v), Dot(c, v)};
  }
  JOUNCE_KERNEL static FourMatrices Gather(const FourPlaces& at) {
    return {FourVectors::Gather(at, 0), FourVectors::Gather(at, 3), FourVectors::Gather(at, 6)};
  }
  static FourMatrices Load(const double* numbers) {
    return {FourVectors::Load(numbers), FourVectors::Load(numbers + 12),
            FourVectors::Load(numbers + 24)};
  }
  void Store(double* numbers) const {
    a.Store(numbers);
    b.Store(numbers + 12);
    c.Store(numbers + 24);
  }
};

// A^T B.
inline FourMatrices TransposedProduct(const FourMatrices& A, const FourMatrices& B) {
  return {A.TransposedTimes(B.a), A.TransposedTimes(B.b), A.TransposedTimes(B.c)};
}

// One matrix, four vectors.
inline FourVectors operator*(const Eigen::Matrix3d& M, const FourVectors& v) {
  const auto row = [&](int i) { return M(i, 0) * v.x + M(i, 1) * v.y + M(i, 2) * v.z; };
  return {row(0), row(1), row(2)};
}

// I + odd S + even S^2 with S = Skew(w), S^2 = w w^T - |w|^2 I.
inline FourMatrices OfSkew(const FourVectors& w, const Lanes<4>& odd, const Lanes<4>& even) {
  const FourVectors v = odd * w;
  const Lanes<4> diagonal = 1 - even * Dot(w, w);
  return {(even * w.x) * w + FourVectors(diagonal, v.z, -v.y),
          (even * w.y) * w + FourVectors(-v.z, diagonal, v.x),
          (even * w.z) * w + FourVectors(v.y, -v.x, diagonal)};
}

}  // namespace jounce

#endif  // JOUNCE_MATH_FOUR_VECTORS_H_
