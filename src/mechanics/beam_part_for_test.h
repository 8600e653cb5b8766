// A flexible part whose modes can be computed in a page: a chain of Euler-Bernoulli beam elements
// along x with lumped masses, all of its free modes dense and exact. What the reduction of a mesh
// makes (flex/) is tested there; this is for whoever lets parts move.
#ifndef JOUNCE_MECHANICS_BEAM_PART_FOR_TEST_H_
#define JOUNCE_MECHANICS_BEAM_PART_FOR_TEST_H_

#include <memory>

#include "model/model.h"

namespace jounce::testing {

// A square steel bar by default.
struct BeamPart {
  double length = 1;                                              // from the origin along x, m
  double E = 2e11;                                                // Pa
  double G = 8e10;                                                // Pa
  double density = 7800;                                          // kg/m^3
  double area = 4e-4;                                             // m^2
  double Iy = 1.3333333333333333e-8, Iz = 1.3333333333333333e-8;  // m^4
  double J = 2.2e-8;                                              // of torsion, m^4
  double half_height = 0.01;                                      // of the fibre +z with its stress
  int nodes = 6;
  int modes = 0;  // the lowest; 0: all
  double damping = 0;
  bool rotary_inertia = true;
  // Held at x = 0, for spin about y and z: the axial force of the centrifugal load.
  bool stiffening = false;

  double mass() const { return density * area * length; }
};

// Interface nodes are "n1" to "n<nodes>". Stress points are the centres of the elements on top,
// numbered from 1; the surface is a strip through the top fibre of the nodes.
FlexiblePart MakeBeamPart(const BeamPart& beam);

// The same as part of a body with no other inertia.
Body FlexibleBeam(const std::string& name, const BeamPart& beam, FlexibilityLevel level);

}  // namespace jounce::testing

#endif  // JOUNCE_MECHANICS_BEAM_PART_FOR_TEST_H_
