// Small motion about a pose, for connections of every map: what linear analyses and signals ask. The
// map is given by its numbers there, so that this is compiled once and not for every map.
#ifndef JOUNCE_MECHANICS_CONNECTION_LINEAR_H_
#define JOUNCE_MECHANICS_CONNECTION_LINEAR_H_

#include "laws/law.h"
#include "laws/small_motion.h"
#include "mechanics/connection.h"
#include "mechanics/element.h"
#include "mechanics/frame_link.h"

namespace jounce {

// A map at a pose: dimension rows of six each.
struct MapSlopes {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::ColMajor, kMaxLawDimension, 6>;
  Rows rate;                               // B: the rate of strain is B v
  Rows strain;                             // of the strain, by the relative increment
  Rows rate_slope;                         // of B v, by the relative increment
  Matrix6 wrench_slope = Matrix6::Zero();  // of B^T f, by the relative increment with f constant
  Vector6 wrench = Vector6::Zero();        // B^T f
};

// Sign and length of a connection (connection.h).
struct StrainScale {
  double sign, length;
};

// With d = J (d_A, d_B) and dv = J (dv_A, dv_B) - ad(v_A) d (frame_link.h).
LawSlopes SlopesOf(const FrameLink& link, const RelativeMotion& motion, const MapSlopes& map,
                   const LawResponse& response, const StrainScale& scale);

// But for the strain and the rate themselves.
StrainSlopes StrainSlopesOf(const FrameLink& link, const RelativeMotion& motion,
                            const MapSlopes& map, const StrainScale& scale);

// The answer of a law spread to the two bodies of its connection, with its points inside; `own` are
// the tangents of what is there beside it, signals that drive the preload.
SmallMotion Spread(const FrameLink& link, const RelativeMotion& motion, const MapSlopes& map,
                   const SmallMotion& law, const StrainScale& scale, ElementTangents own);

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_CONNECTION_LINEAR_H_
