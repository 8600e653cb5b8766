// Four vectors, and four matrices of three columns, that go through the same formula side by side
// (lanes.h).
#ifndef JOUNCE_MATH_FOUR_VECTORS_H_
#define JOUNCE_MATH_FOUR_VECTORS_H_

#include <Eigen/Core>

#include "math/lanes.h"

namespace jounce {

struct FourVectors {
  Lanes<4> x, y, z;

  FourVectors(const Lanes<4>& a, const Lanes<4>& b, const Lanes<4>& c) : x(a), y(b), z(c) {}
  // The same one four times.
  explicit FourVectors(const Eigen::Vector3d& v) : x(v.x()), y(v.y()), z(v.z()) {}
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

// Matrices by their columns.
struct FourMatrices {
  FourVectors a, b, c;

  FourVectors operator*(const FourVectors& v) const { return v.x * a + v.y * b + v.z * c; }
  FourVectors TransposedTimes(const FourVectors& v) const {
    return {Dot(a, v), Dot(b, v), Dot(c, v)};
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
