// What is integrated: the modal coordinates of flexible bodies as they are, and for each body the
// velocity V of its centre of mass in ground axes and its angular velocity w in its own. With the
// increment (dp, dr) of a step,
//
//   p_c,n+1 = p_c,n + dp,   R_n+1 = R_n exp(dr)          [Bruls 2012, section 4, on R^3 x SO(3)]
//
// The sum of p_c is kept with what its last digit does not hold (SystemState::place_rest), by
// [Knuth 1969]. In ground axes a body that flies and spins moves straight on, exactly; with twists
// in local axes its path would be wrong by (h w)^2.
//
// The equations stay in local axes, though (mechanics/element.h), and so do the unknowns of an
// iteration: x = (x_t, x_r) at the body's frame, y = x_t - c x x_r at its centre,
//   increment += (R y, x_r),  (V, w) += gamma' (R y, x_r),  (V, w)' += beta' (R y, x_r).
// In local axes the matrix hardly changes while bodies fly about.
//
// Reference: [Bruls 2012] O. Bruls, A. Cardona, M. Arnold, Lie group generalized-alpha time
// integration of constrained flexible multibody systems, Mech. Mach. Theory 48 (2012) 121-137.
// [Knuth 1969] D. E. Knuth, The art of computer programming, vol. 2, section 4.2.2.
#ifndef JOUNCE_SOLVE_BODY_COORDINATES_H_
#define JOUNCE_SOLVE_BODY_COORDINATES_H_

#include <array>
#include <vector>

#include "mechanics/system.h"
#include "solve/matrix_assembly.h"
#include "solve/step_formula.h"

namespace jounce {

class BodyCoordinates {
 public:
  // `system` must outlive this.
  explicit BodyCoordinates(const System& system);

  int size() const { return system_.motion_count(); }

  // The motion in this state, with no increment.
  StepMotion MotionOf(const SystemState& state) const;

  // Poses, twists and their rates of `trial` after the motion from `before`. Never allocates.
  void UpdateState(const SystemState& before, const StepMotion& motion, SystemState* trial) const;

  // How UpdateState() changes with the unknowns x of a body.
  BodyVariation Variation(int body, const StepFormula& formula, const SystemState& trial,
                          const StepMotion& motion) const;

  // Turns the unknowns x of all bodies and modes, size() of them, into the increments that belong
  // to them.
  void MakeIncrements(const SystemState& trial, double* x) const;
  // The same for several columns, side by side: row after row.
  void MakeIncrements(const SystemState& trial, int columns, double* x) const;

 private:
  // Bodies that follow each other, side by side; the first one fills the places of those that are
  // missing.
  struct Quad {
    int first, count;
    std::array<int, 4> bodies;
    std::array<double, 12> centre;  // of mass: four times x, y, z
  };
  static void UpdateQuad(const Quad& quad, const SystemState& before, const StepMotion& motion,
                         SystemState* trial);

  const System& system_;
  std::vector<Quad> quads_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_BODY_COORDINATES_H_
