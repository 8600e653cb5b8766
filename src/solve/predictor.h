// Where a step begins its iterations: rates and multipliers held, or extended along a line or a
// parabola through the last steps, whichever would have come nearest in the step before. Each
// iteration saved is a third of the work of a step.
#ifndef JOUNCE_SOLVE_PREDICTOR_H_
#define JOUNCE_SOLVE_PREDICTOR_H_

#include <Eigen/Core>

namespace jounce {

class Predictor {
 public:
  void Start(const Eigen::VectorXd& rate, const Eigen::VectorXd& multiplier);
  // For a step of length h from `rate` and `multiplier`. Steps of another length than the last
  // begin with what is held. None of these allocates.
  void Predict(double h, const Eigen::VectorXd& rate, const Eigen::VectorXd& multiplier,
               Eigen::VectorXd* next_rate, Eigen::VectorXd* next_multiplier) const;
  // A step of length h went from `rate` and `multiplier` to `next_rate`.
  void Commit(double h, const Eigen::VectorXd& rate, const Eigen::VectorXd& multiplier,
              const Eigen::VectorXd& next_rate);

 private:
  // One and two steps before the last.
  Eigen::VectorXd rate_[2], multiplier_[2];
  int known_ = 0;  // how many of them are one and two lengths h_ ago
  int degree_ = 0;
  double h_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_PREDICTOR_H_
