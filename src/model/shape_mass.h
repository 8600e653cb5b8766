// Mass, centre and inertia of shapes of uniform density, in closed form. With m the mass:
//   rod of length l         m l^2/12 across
//   ring r, R, length l     m (R^2 + r^2)/2 about its axis, m (3 (R^2 + r^2) + l^2)/12 across
//   box a, b, c             m (b^2 + c^2)/12, ...
//   plate of thickness t    the second moments of its polygon, from a fan of triangles, and m
//   t^2/12
//                           along its normal
#ifndef JOUNCE_MODEL_SHAPE_MASS_H_
#define JOUNCE_MODEL_SHAPE_MASS_H_

#include "math/pose.h"
#include "model/mass_shapes.h"
#include "model/mass_sum.h"

namespace jounce {

// About the origin of the ground, in its axes, of a shape of a body with this pose at the start.
// Throws InputError where the shape makes no sense: no length, both mass and density, ...
MassSum MassOf(const MassShape& shape, const Pose& body);

// The word that the file has for it.
const char* NameOf(const MassShape& shape);

}  // namespace jounce

#endif  // JOUNCE_MODEL_SHAPE_MASS_H_
