// When a new matrix pays: an old one that still converges may cost more iterations than it saved.
//
// If iterations grow by a with each step, a matrix that costs as much as c of them is best renewed
// after T steps with a T^2 / 2 = c: when the iterations beyond those with a fresh matrix have added
// up to its cost. Where iterations grow for other reasons than the age of the matrix, renewals do
// not help, and after each of these the next one must wait longer.
#ifndef JOUNCE_SOLVE_MATRIX_WEAR_H_
#define JOUNCE_SOLVE_MATRIX_WEAR_H_

#include <algorithm>

namespace jounce {

class MatrixWear {
 public:
  // What a new matrix costs, in iterations.
  explicit MatrixWear(double cost) : cost_(cost) {}

  void Start() { *this = MatrixWear(cost_); }

  bool IsWorn() const { return excess_ > allowance_ * cost_; }

  // There is a new matrix.
  void Renew() {
    was_worn_ = IsWorn();
    stale_ = recent_;
    steps_ = 0;
    fresh_ = excess_ = 0;
  }

  // A step took this many iterations.
  void Count(int iterations) {
    recent_ += (iterations - recent_) / kFew;
    if (++steps_ > kFew) {
      excess_ = std::max(0.0, excess_ + iterations - std::max(fresh_, kEnough));
      return;
    }
    fresh_ += static_cast<double>(iterations) / kFew;
    if (steps_ == kFew && was_worn_) Judge();
  }

 private:
  static constexpr int kFew = 3;        // steps that show what a fresh matrix can do
  static constexpr double kEnough = 3;  // iterations a step that are never too many
  static constexpr double kGain = 0.5;  // a smaller drop of iterations a step counts as chance
  // The excess that asks for a new matrix grows by this factor after a renewal that did not help,
  // and shrinks by this one after one that did.
  static constexpr double kGrowth = 4;
  static constexpr double kShrink = 2;

  void Judge() {
    const bool helped = fresh_ < stale_ - kGain;
    allowance_ = helped ? std::max(1.0, allowance_ / kShrink) : kGrowth * allowance_;
  }

  double cost_;
  double allowance_ = 2;  // of the excess, in costs
  int steps_ = 0;         // since the last renewal
  double fresh_ = 0;      // mean iterations in the first few of them
  double recent_ = 0;     // in the last few
  double stale_ = 0;      // in the last few before the renewal
  double excess_ = 0;
  bool was_worn_ = false;  // the reason of the last renewal
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_MATRIX_WEAR_H_
