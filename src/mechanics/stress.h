// Stress of a flexible body: the sum of the stresses of its modes, s = sum_i s_i q_i, at points of
// its mesh.
#ifndef JOUNCE_MECHANICS_STRESS_H_
#define JOUNCE_MECHANICS_STRESS_H_

#include <Eigen/Core>
#include <vector>

#include "math/stress_tensor.h"
#include "mechanics/system.h"

namespace jounce {

// A strain gauge along `direction` (of any length) at a point reads this times the stress there:
//   e = d . E d = ((1 + nu) d . S d - nu tr S) / E,  Hooke's law for isotropic material.
Vector6 GaugeFactors(const StressPoint& point, const Eigen::Vector3d& direction);

// The largest von Mises stress of a body.
struct StressPeak {
  double von_mises = 0;
  double time = 0;
  int point = -1;  // of the part's stress points; -1: none yet
};

class StressField {
 public:
  // Of body number `body` at these of its part's stress points.
  StressField(const System& system, int body, std::vector<int> points);
  // At all of them.
  StressField(const System& system, int body);

  int size() const { return static_cast<int>(points_.size()); }
  // Number of the i-th point among the part's.
  int point(int i) const { return points_[i]; }
  // Never allocates.
  Vector6 At(int i, const SystemState& state) const;
  // The largest von Mises stress now, and where.
  StressPeak Largest(const SystemState& state) const;

 private:
  std::vector<int> points_;
  int first_mode_;
  Eigen::Matrix<double, 6, Eigen::Dynamic> modal_;  // n columns for each point
  int modes_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_STRESS_H_
