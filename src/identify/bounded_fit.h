// Least squares within bounds, by Ceres: 1/2 |r(x)|^2 is least where lower <= x <= upper.
#ifndef JOUNCE_IDENTIFY_BOUNDED_FIT_H_
#define JOUNCE_IDENTIFY_BOUNDED_FIT_H_

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace jounce::identify {

struct BoundedFitProblem {
  // Writes the residuals, as many at any x, and their derivatives where `jacobian` is no null;
  // false where there is nothing at this x.
  std::function<bool(const std::vector<double>& x, Eigen::VectorXd* residuals,
                     Eigen::MatrixXd* jacobian)>
      evaluate;
  std::vector<double> start, lower, upper;
  int residuals = 0;
  int most_iterations = 50;
  double cost_tolerance = 1e-9;  // part of the cost; the search ends where it changes by less
};

struct BoundedFit {
  std::vector<double> x;
  double first_cost = 0, cost = 0;
  int iterations = 0;
  bool converged = false;
  std::string stopped;  // why
};

BoundedFit FitWithinBounds(const BoundedFitProblem& problem);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_BOUNDED_FIT_H_
