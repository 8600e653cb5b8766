// The consistent mass of a beam element: that of a line of sections between two nodes.
//
// The section at the part x of the length h has, with R_A u and R_B u the tangents of the line at
// its ends (u: the translation in log(H) at the start, its size h),
//   p(x) = (1 - x) p_A + x p_B + x (1 - x)/2 (R_A u - R_B u),
//   R(x) = (1 - x) R_A + x R_B.
// These are the leading terms of the pose H_A exp(x log H) of the element's constant strain
// [Sonneville 2014, section 5], up to the second power of the turn from A to B in p. They are
// linear in the poses, so that the moments are constant (inertia_moments.h), and they turn with the
// element, so that rigid motion of any shape has exactly the momentum and energy of that shape. Of
// a straight element, mass, centre and inertia are exact. The line is bent as constant curvature
// bends it, shear not counted, so bending frequencies lose nothing to the cubic part of the
// deflection but terms of fourth order (it is odd about the middle of an element).
//
// Reference: [Sonneville 2014] V. Sonneville, A. Cardona, O. Bruls, Geometrically exact beam finite
// element formulated on the special Euclidean group SE(3), Comput. Methods Appl. Mech. Engrg. 268
// (2014) 451-474.
#ifndef JOUNCE_MODEL_BEAM_INERTIA_H_
#define JOUNCE_MODEL_BEAM_INERTIA_H_

#include "model/beam_section.h"
#include "model/inertia_moments.h"

namespace jounce {

// Of a piece of the beam one metre long and infinitely thin, about the line: per metre.
Matrix4 SectionMoments(const SectionProperties& section, const Eigen::Vector2d& centroid);

// Of an element with these moments per length.
Matrix8 ElementMoments(const Matrix4& section, const Eigen::Vector3d& u);

}  // namespace jounce

#endif  // JOUNCE_MODEL_BEAM_INERTIA_H_
