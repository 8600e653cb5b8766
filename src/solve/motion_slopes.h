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

  // Adds K dq + C dv + M dv' of an element to the rows of the residual.
  void AddProducts(const Element& element, const ElementTangents& tangents, SlopeRows* motion,
                   SlopeRows* constraints) const;
  // Adds what wrenches on nodes do because the way from the nodes to their bodies and modes changes.
  void AddNodeStiffness(const SystemState& state, const std::vector<Vector6>& wrenches,
                        SlopeRows* motion) const;

  // The state with the part `step` of the slopes of a parameter added, for these bodies alone; the
  // modes and multipliers are all moved. Nodes do not follow yet.
  void Shift(const SystemState& state, int parameter, double step, const std::vector<int>& bodies,
             SystemState* shifted) const;

 private:
  using SlopeList = std::vector<const double*>;
  using RowList = std::vector<double*>;
  void AddProduct(const Eigen::MatrixXd& matrix, const SlopeList& slopes,
                  const RowList& rows) const;
  void SpreadBody(int body, const MotionSlopes& before, const SystemState& begin,
                  const StepMotion& motion, const SystemState& end,
                  const StepMotion& motion_slopes);
  void SpreadNode(const FlexibleNode& node, const SystemState& end);

  const System* system_;
  int columns_;
  // For work.
  mutable std::vector<double> entries_;
  mutable SlopeList sources_, slopes_;
  mutable RowList targets_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_MOTION_SLOPES_H_
