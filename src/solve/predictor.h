// Where a step begins its iterations: rates and multipliers held, or extended along the polynomial
// through the last steps whose degree would have come nearest in the step before. Each iteration
// saved is a third of the work of a step.
//
// With the backward differences D_0 = x_n, D_j = D_(j-1) at n less D_(j-1) at n-1, the polynomial
// of degree m says x_(n+1) = D_0 + ... + D_m, and D_(m+1) at n+1 is what it was wrong by.
#ifndef JOUNCE_SOLVE_PREDICTOR_H_
#define JOUNCE_SOLVE_PREDICTOR_H_

#include <Eigen/Core>

#include "solve/state_stream.h"

namespace jounce {

class Predictor {
 public:
  void Start(const Eigen::VectorXd& rate, const Eigen::VectorXd& multiplier);
  // For a step of length h. Steps of another length than the last begin with what is held. None of
  // these allocates.
  void Predict(double h, Eigen::VectorXd* rate, Eigen::VectorXd* multiplier) const;
  // A step of length h went to these.
  void Commit(double h, const Eigen::VectorXd& rate, const Eigen::VectorXd& multiplier);
  void Exchange(StateStream* stream);

 private:
  static constexpr int kMaxDegree = 3;
  struct Differences {
    Eigen::VectorXd of[kMaxDegree + 2];  // by order
    Eigen::VectorXd next;

    void Start(const Eigen::VectorXd& x);
    void Extend(int degree, Eigen::VectorXd* x) const;
    void Commit(const Eigen::VectorXd& x);
    void Exchange(StateStream* stream);
  };

  Differences rate_, multiplier_;
  int known_ = 0;  // orders of differences over steps of h_
  int degree_ = 0;
  double h_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_PREDICTOR_H_
