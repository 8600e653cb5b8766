// How the motion of a system changes with parameters: derivatives of the poses (as local increments),
// twists and twist rates of all bodies and nodes, of the scalar coordinates and of the multipliers,
// one column a parameter.
//
// They follow from the slopes of what a step formula integrates (body_coordinates.h). With the turn
// r of a step, R = R_0 exp(r), T the tangent of the exponential, c the centre of mass, z = (V, w) the
// velocities and U = R^T V, UpdateState() differentiated line by line is
//
//   theta = exp(r)^T theta_0 + T dr
//   dp    = dp_0 + d(increment) + R_0 (theta_0 x c) - R (theta x c) + (R_0 - R) dc
//   dU    = R^T dV - theta x U
//   dv    = (dU - dw x c - w x dc, dw)
//   dv'   = (R^T dV' - theta x R^T V' - dw x U - w x dU - dw' x c - w' x dc, dw')
#ifndef JOUNCE_SOLVE_MOTION_SLOPES_H_
#define JOUNCE_SOLVE_MOTION_SLOPES_H_

#include <Eigen/Core>
#include <vector>

#include "mechanics/system.h"
#include "solve/matrix_assembly.h"
#include "solve/step_formula.h"

namespace jounce {

// One row a number, one column a parameter; columns are filled up to a multiple of four with zeros.
using SlopeRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
inline int SlopeColumns(int parameters) { return (parameters + 3) / 4 * 4; }

class MotionSlopes {
 public:
  // Nothing depends on anything yet. `system` must outlive this.
  MotionSlopes(const System& system, int columns);

  // Rows as System::Residual() counts them: six a slot, then the scalars.
  SlopeRows pose, velocity, acceleration;
  SlopeRows multiplier;
  // Of the centres of mass in the bodies' axes: three rows a body.
  SlopeRows centre;

  // Slopes at the end of a step whose motion has these slopes; `before` are those at its begin. The
  // multipliers are left as they are.
  void Spread(const MotionSlopes& before, const SystemState& begin, const StepMotion& motion,
              const SystemState& end, const StepMotion& motion_slopes);

  // Lets the nodes of flexible bodies follow slopes that were changed.
  void SpreadToNodes(const SystemState& end);

  // Adds K dq + C dv + M dv' of an element, by its number, to the rows of the residual.
  void AddProducts(size_t element, const MatrixAssembly::Workspace& work, SlopeRows* motion,
                   SlopeRows* constraints) const;
  // Adds what wrenches on nodes do because the way from the nodes to their bodies and modes changes.
  void AddNodeStiffness(const SystemState& state, const std::vector<Vector6>& wrenches,
                        SlopeRows* motion) const;

  // The state with the part `step` of the slopes of a parameter added, for these bodies alone; the
  // modes and multipliers are all moved. Nodes do not follow yet.
  void Shift(const SystemState& state, int parameter, double step, const std::vector<int>& bodies,
             SystemState* shifted) const;

 private:
  // Where the unknowns of an element are in the arrays above: rows of its motion, -1 for the ground
  // and frames on it, which do not follow; then of its multipliers.
  struct ElementRows {
    std::vector<int> motion, multipliers;
    int own = 0;  // of its multipliers; the others are seen only
  };
  void FindRows(const Element& element);
  void SpreadBody(int body, const MotionSlopes& before, const SystemState& begin,
                  const StepMotion& motion, const SystemState& end,
                  const StepMotion& motion_slopes);
  void SpreadNode(const FlexibleNode& node, const SystemState& end);

  const System* system_;
  int columns_;
  std::vector<ElementRows> element_rows_;
  std::vector<double> zeros_;
  // For work.
  mutable std::vector<double> nowhere_;
  mutable std::vector<const double*> from_;
  mutable std::vector<double*> to_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_MOTION_SLOPES_H_
