// What a section amounts to: stiffness at the line of the beam, mass, and stresses from loads.
//
// Axial force and bending act about the centroid c, shear and torsion about the shear centre s:
//   K = P^T diag(EA, GA_y, GA_z, GJ, EI_y, EI_z) P,  P: strains at c and s from those at the line,
//   e_x(c) = e_x + k_y z_c - k_z y_c,  g_y(s) = g_y - k_x z_s,  g_z(s) = g_z + k_x y_s.
// Shear factors by [Cowper 1966]; torsion of a rectangle by Saint-Venant's series, of a box by
// Bredt.
//
// Reference: [Cowper 1966] G. R. Cowper, The shear coefficient in Timoshenko's beam theory, J.
// Appl. Mech. 33 (1966) 335-340.
#ifndef JOUNCE_MODEL_BEAM_SECTION_H_
#define JOUNCE_MODEL_BEAM_SECTION_H_

#include "math/pose.h"
#include "model/beam.h"

namespace jounce {

struct SectionProperties {
  Matrix6 stiffness = Matrix6::Zero();                // zero for a law
  double mass = 0;                                    // kg/m
  Eigen::Vector3d inertia = Eigen::Vector3d::Zero();  // per length, about the centroid, kg m
  // m^2, m^4; zero where only a stiffness or a law is known
  double area = 0, Iy = 0, Iz = 0, torsion = 0;
};

// Throws InputError with what is wrong.
SectionProperties MakeSection(const BeamSection& section);

// The law of an element of this length whose strain is constant, but which gives the nodes the
// motion of the true one, which varies along the element [MacNeal 1978: residual bending
// flexibility]. The loads of a section change along a beam as f' = ad(x)^T f, and with them its
// strain, e' = C ad(x)^T f with C = inv(K). Of strains that vary linearly,
//   inv(K*) = C + L^2/12 ad(x) C ad(x)^T,  e' = B e,  B = C ad(x)^T K*,
// with x = log(H)/L the shape at the start: the x axis of a straight beam, and its curvature and
// twist otherwise. Exact for a straight beam under end loads and small motion, and of fourth order
// for a curved one; what bending adds to x is in the law (laws/section_law.h).
//
// Reference: R. H. MacNeal, A simple quadrilateral shell element, Computers & Structures 8 (1978).
struct ElementProperties {
  Matrix6 stiffness;     // K*
  Matrix6 strain_slope;  // B, per metre
};
ElementProperties MakeElement(const Matrix6& section, double length, const Vector6& x);

struct SectionStress {
  double normal = 0;  // along the beam, Pa
  double shear_y = 0, shear_z = 0;
  double shear() const;
  double mises() const;
};

// Stress at a point from forces and moments (N, V_y, V_z, T, M_y, M_z) at the line of the beam.
// Transverse shear: Jourawski for solid shapes, thin-walled flow for tube and box; none for
// sections given by constants. Needs a section whose area is known.
SectionStress StressAt(const BeamSection& section, const SectionPoint& point, const Vector6& loads);

}  // namespace jounce

#endif  // JOUNCE_MODEL_BEAM_SECTION_H_
