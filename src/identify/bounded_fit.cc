#include "identify/bounded_fit.h"

#include <ceres/ceres.h>

#include <algorithm>

namespace jounce::identify {
namespace {

class AllResiduals : public ceres::CostFunction {
 public:
  explicit AllResiduals(const BoundedFitProblem& problem) : problem_(problem) {
    set_num_residuals(problem.residuals);
    mutable_parameter_block_sizes()->push_back(static_cast<int>(problem.start.size()));
  }

  bool Evaluate(const double* const* x, double* residuals, double** jacobians) const override {
    const std::vector<double> at(x[0], x[0] + problem_.start.size());
    const bool wants_jacobian = jacobians && jacobians[0];
    Eigen::VectorXd values;
    Eigen::MatrixXd slopes;
    if (!problem_.evaluate(at, &values, wants_jacobian ? &slopes : nullptr)) return false;
    std::copy(values.begin(), values.end(), residuals);
    if (!wants_jacobian) return true;
    for (Eigen::Index row = 0; row < slopes.rows(); ++row) {
      for (Eigen::Index column = 0; column < slopes.cols(); ++column) {
        jacobians[0][row * slopes.cols() + column] = slopes(row, column);
      }
    }
    return true;
  }

 private:
  const BoundedFitProblem& problem_;
};

}  // namespace

BoundedFit FitWithinBounds(const BoundedFitProblem& problem) {
  BoundedFit fit;
  fit.x = problem.start;
  ceres::Problem ceres_problem;
  ceres_problem.AddResidualBlock(new AllResiduals(problem), nullptr, fit.x.data());
  for (size_t i = 0; i < fit.x.size(); ++i) {
    ceres_problem.SetParameterLowerBound(fit.x.data(), static_cast<int>(i), problem.lower[i]);
    ceres_problem.SetParameterUpperBound(fit.x.data(), static_cast<int>(i), problem.upper[i]);
  }
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_NORMAL_CHOLESKY;
  options.max_num_iterations = problem.most_iterations;
  options.function_tolerance = problem.cost_tolerance;
  options.gradient_tolerance = 1e-14;
  options.parameter_tolerance = 1e-7;
  options.initial_trust_region_radius = 1e2;
  options.logging_type = ceres::SILENT;
  options.num_threads = 1;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &ceres_problem, &summary);
  fit.first_cost = summary.initial_cost;
  fit.cost = summary.final_cost;
  fit.iterations = static_cast<int>(summary.iterations.size()) - 1;
  fit.converged = summary.termination_type == ceres::CONVERGENCE;
  fit.stopped = summary.message;
  return fit;
}

}  // namespace jounce::identify
