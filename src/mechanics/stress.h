// Stress of a flexible body: the sum of the stresses of its modes, s = sum_i s_i q_i, at points of
// its mesh.
#ifndef JOUNCE_MECHANICS_STRESS_H_
#define JOUNCE_MECHANICS_STRESS_H_

#include <Eigen/Core>
#include <cstddef>
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
  // The largest von Mises stress now, and where, if there is one above `known`; else the point is -1.
  // Von Mises is a norm: the stress of a block of points is at most the sum of what its modes do at
  // worst, and blocks in which that is no more than what was found elsewhere are not looked at.
  StressPeak Largest(const SystemState& state, double known = -1) const;

 private:
  static constexpr int kTogether = 4, kBlock = 16;  // points side by side, and in a block

  // The most that the von Mises stress can be in a block, with these modal coordinates.
  double Bound(int block, const double* q) const;
  // Goes through the points of a block, in squares.
  struct Highest {
    double square;
    int point;
  };
  void LookAt(int block, const double* q, Highest* highest) const;
  int blocks() const { return static_cast<int>(bounds_.cols()); }
  // Where the stress of mode k at the first of four points begins: six times four numbers.
  size_t Place(int four, int k) const {
    return 6 * kTogether * (static_cast<size_t>(four) * modes_ + k);
  }

  std::vector<int> points_;
  int first_mode_, modes_;
  std::vector<double> modal_;
  Eigen::MatrixXd bounds_;  // of each mode in each block
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_STRESS_H_
