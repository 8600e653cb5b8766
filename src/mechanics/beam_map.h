// The strain of a two-node beam: what turns and moves the section at A into the section at B along
// a helix [Sonneville 2014], in the place of a strain map (strain_maps.h).
//
//   d = log(H),  strain (u, w) = d: elongation and shear, then twist and curvature, times length
//   rate = T^-1(d) v,  wrench on B: W = T^-1(d)^T f
//
// A section law sees d/L minus its value at the start; the connection divides (connection.h). With
//   a_s(w, f) = f + s/2 w x f + e w x (w x f),  so that T_w^-1 f = a_+, T_w^-T f = a_-,
// and G_s its derivative by w, H(f, u) that of G_s(f) u (which has no s in it),
//   W = (a_-(f_t), G_-(f_t) u + a_-(f_r)),   dW/dd = [0, G_-(f_t); G_-(f_t), H(f_t, u) + G_-(f_r)]
// because T^-1 is [T_w^-1, its derivative along u; 0, T_w^-1] (math/pose.h).
//
// Constant strain is represented exactly, however large its turn (below pi in one element), so
// there is neither shear nor membrane locking, and a rigid motion leaves strain and tangents as
// they are.
//
// Reference: [Sonneville 2014] V. Sonneville, A. Cardona, O. Bruls, Geometrically exact beam finite
// element formulated on the special Euclidean group SE(3), Comput. Methods Appl. Mech. Engrg. 268
// (2014) 451-474.
#ifndef JOUNCE_MECHANICS_BEAM_MAP_H_
#define JOUNCE_MECHANICS_BEAM_MAP_H_

#include "math/four_vectors.h"
#include "math/pose.h"

namespace jounce {

// T^-1(d) at work, for one element or several side by side: V is Eigen::Vector3d with T = double, or
// FourVectors with Lanes<4>.
template <class V, class T>
struct BeamShape {
  struct Two {
    V t, r;
  };
  V u, w;
  T e, slope;  // of w: InverseTangentCoefficients

  // a_s(w, f), with s/2.
  JOUNCE_KERNEL static V Turned(const V& w, const T& e, double half_s, const V& f) {
    const V wf = Cross(w, f);
    return f + half_s * wf + e * Cross(w, wf);
  }
  JOUNCE_KERNEL Two Rate(const V& v_t, const V& v_r) const {
    return {Turned(w, e, 0.5, v_t) + SlopeTimes(0.5, v_r, u), Turned(w, e, 0.5, v_r)};
  }
  JOUNCE_KERNEL Two Wrench(const V& f_t, const V& f_r) const {
    return {Turned(w, e, -0.5, f_t), SlopeTimes(-0.5, f_t, u) + Turned(w, e, -0.5, f_r)};
  }

 private:
  // G_s(f) x.
  JOUNCE_KERNEL V SlopeTimes(double half_s, const V& f, const V& x) const {
    const T wf = Dot(w, f), wx = Dot(w, x), turn = slope * wx;
    return half_s * Cross(x, f) + (e * wf) * x + (e * Dot(f, x) + turn * wf) * w -
           (2 * e * wx + turn * Dot(w, w)) * f;
  }
};

struct BeamPose {
  explicit BeamPose(const Pose& pose);
  BeamShape<Eigen::Vector3d, double> shape() const { return {u(), w(), f.e, f.slope}; }
  Eigen::Vector3d u() const { return d.head<3>(); }
  Eigen::Vector3d w() const { return d.tail<3>(); }

  Pose H;
  Vector6 d;  // log(H)
  InverseTangentCoefficients f;
};

struct BeamMap {
  static constexpr int kSize = 6;
  static constexpr bool kFollowsTurns = false;
  using PoseType = BeamPose;
  static Vector6 Strain(const BeamPose& at) { return at.d; }
  static Vector6 Rate(const BeamPose& at, const Vector6& v);
  static Vector6 Wrench(const BeamPose& at, const Vector6& f);
  static Matrix6 StrainSlope(const BeamPose& at);
  static Matrix6 RateMatrix(const BeamPose& at) { return StrainSlope(at); }
  static Matrix6 RateSlope(const BeamPose& at, const Vector6& v);
  static Matrix6 WrenchSlope(const BeamPose& at, const Vector6& f);
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_BEAM_MAP_H_
