#include "identify/search.h"

#include <ceres/ceres.h>

#include <Eigen/Dense>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>

namespace jounce::identify {
namespace {

// Where one evaluation of the objective meets Ceres. Thousands of rows are first reduced to what
// least squares needs of them: with sum J^T W J = V L V^T, the residuals L^-1/2 V^T g and their
// Jacobian L^1/2 V^T have the same normal equations; one more residual carries the part of the cost
// that no step can change.
class ReducedCost : public ceres::CostFunction {
 public:
  ReducedCost(const Batch& batch, const Model& model, EvaluationRequest request)
      : batch_(batch), model_(model), request_(request), start_(model.Values()) {
    variables_ = FreeVariables(model, &free_);
    set_num_residuals(free_ + 1);
    mutable_parameter_block_sizes()->push_back(free_);
  }

  bool Evaluate(const double* const* x, double* residuals, double** jacobians) const override {
    ++evaluations_;
    EvaluationRequest request = request_;
    const Evaluation at = identify::Evaluate(batch_, model_, ValuesAt(x[0]), request);
    if (!std::isfinite(at.cost)) return false;
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(free_);
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(free_, free_);
    Collect(at, &gradient, &matrix);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix);
    const double least = std::max(eigen.eigenvalues().maxCoeff(), 1e-300) * 1e-14;
    double explained = 0;
    for (int i = 0; i < free_; ++i) {
      const double size = std::sqrt(std::max(eigen.eigenvalues()(i), least));
      residuals[i] = eigen.eigenvectors().col(i).dot(gradient) / size;
      explained += residuals[i] * residuals[i];
      if (!jacobians || !jacobians[0]) continue;
      for (int j = 0; j < free_; ++j) {
        jacobians[0][i * free_ + j] = size * eigen.eigenvectors()(j, i);
      }
    }
    residuals[free_] = std::sqrt(std::max(0.0, 2 * at.cost - explained));
    if (jacobians && jacobians[0]) {
      std::fill_n(jacobians[0] + free_ * free_, free_, 0.0);
    }
    return true;
  }

  std::vector<double> ValuesAt(const double* x) const {
    std::vector<double> values = start_;
    for (size_t i = 0; i < values.size(); ++i) {
      if (variables_[i] >= 0) values[i] *= std::exp(x[variables_[i]]);
    }
    return values;
  }

  int evaluations() const { return evaluations_; }
  int free() const { return free_; }

 private:
  void Collect(const Evaluation& at, Eigen::VectorXd* gradient, Eigen::MatrixXd* matrix) const {
    for (size_t i = 0; i < variables_.size(); ++i) {
      if (variables_[i] < 0) continue;
      (*gradient)(variables_[i]) += at.gradient(i);
      for (size_t j = 0; j < variables_.size(); ++j) {
        if (variables_[j] >= 0) (*matrix)(variables_[i], variables_[j]) += at.matrix(i, j);
      }
    }
  }

  const Batch& batch_;
  const Model& model_;
  EvaluationRequest request_;
  std::vector<double> start_;
  std::vector<int> variables_;
  int free_ = 0;
  mutable int evaluations_ = 0;
};

struct Bounds {
  std::vector<double> lower, upper;  // of each free variable
};

Bounds BoundsOf(const Model& model) {
  int count = 0;
  const std::vector<int> variables = FreeVariables(model, &count);
  Bounds bounds{std::vector<double>(count), std::vector<double>(count)};
  for (size_t i = 0; i < variables.size(); ++i) {
    const Parameter& parameter = model.parameters[i];
    if (variables[i] < 0 || parameter.tied_to >= 0) continue;
    bounds.lower[variables[i]] = std::log(parameter.lower);
    bounds.upper[variables[i]] = std::log(parameter.upper);
  }
  return bounds;
}

// One stage: one loss, from x on.
void Minimize(const Batch& batch, const Model& model, double loss_scale, int iterations,
              const SearchOptions& options, const Bounds& bounds, std::vector<double>* x,
              SearchResult* result) {
  auto* cost = new ReducedCost(batch, model, {loss_scale, true, options.threads});
  ceres::Problem problem;
  problem.AddResidualBlock(cost, nullptr, x->data());
  for (size_t i = 0; i < x->size(); ++i) {
    problem.SetParameterLowerBound(x->data(), static_cast<int>(i), bounds.lower[i]);
    problem.SetParameterUpperBound(x->data(), static_cast<int>(i), bounds.upper[i]);
  }
  ceres::Solver::Options solver;
  solver.linear_solver_type = ceres::DENSE_QR;
  solver.max_num_iterations = iterations;
  solver.function_tolerance = options.tolerance;
  solver.gradient_tolerance = 1e-14;
  solver.parameter_tolerance = 1e-9;
  solver.initial_trust_region_radius = 10;
  solver.logging_type = ceres::SILENT;
  solver.num_threads = 1;
  ceres::Solver::Summary summary;
  ceres::Solve(solver, &problem, &summary);
  result->values = cost->ValuesAt(x->data());
  result->cost = summary.final_cost;
  result->stopped = summary.message;
  result->evaluations += cost->evaluations();
}

// The scales of the loss, one stage after the other: coarse ones find the valley, the last one is
// what was asked for. phi is lowered by an error scale well below the phi that is reached.
std::vector<double> LossScales(const SearchOptions& options) {
  switch (options.loss) {
    case LossKind::kLeastSquares:
      return {kNoLimit};
    case LossKind::kRobust:
      return {kNoLimit, options.robust_scale};
    case LossKind::kAbsolute:
      return {0.1, 0.02, 0.004, 0.001};
  }
  return {};
}

SearchResult SearchFrom(const Batch& batch, const Model& model, const SearchOptions& options,
                        std::vector<double> x) {
  const Bounds bounds = BoundsOf(model);
  SearchResult result;
  result.values = model.Values();
  if (!x.empty()) {
    for (double scale : LossScales(options)) {
      Minimize(batch, model, scale, options.most_iterations, options, bounds, &x, &result);
    }
  }
  result.phi = Evaluate(batch, model, result.values, {kNoLimit, false, options.threads}).phi;
  for (size_t i = 0; i < model.parameters.size(); ++i) {
    const Parameter& parameter = model.parameters[i];
    const double ratio = parameter.value == 0 ? 1 : result.values[i] / parameter.value;
    result.at_bound.push_back(
        !parameter.fixed && parameter.tied_to < 0 &&
        (ratio < parameter.lower * 1.0001 || ratio > parameter.upper / 1.0001));
  }
  return result;
}

// The generator's bits are turned into numbers here: std:: distributions differ between libraries.
double Uniform(std::mt19937* random) { return ((*random)() + 0.5) / 4294967296.0; }

}  // namespace

std::vector<int> FreeVariables(const Model& model, int* count) {
  std::vector<int> variables(model.parameters.size(), -1);
  *count = 0;
  for (size_t i = 0; i < variables.size(); ++i) {
    const Parameter& parameter = model.parameters[i];
    if (!parameter.fixed && parameter.tied_to < 0) variables[i] = (*count)++;
  }
  for (size_t i = 0; i < variables.size(); ++i) {
    const int to = model.parameters[i].tied_to;
    if (to >= 0) variables[i] = variables[to];
  }
  return variables;
}

SearchResult Search(const Batch& batch, const Model& model, const SearchOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  int count = 0;
  FreeVariables(model, &count);
  const Bounds bounds = BoundsOf(model);
  std::mt19937 random(options.seed);
  SearchResult best;
  int evaluations = 0;
  for (int start = 0; start < std::max(1, options.starts); ++start) {
    std::vector<double> x(count, 0.0);
    for (int i = 0; i < count && start > 0; ++i) {
      x[i] =
          std::clamp((2 * Uniform(&random) - 1) * options.spread, bounds.lower[i], bounds.upper[i]);
    }
    SearchResult result = SearchFrom(batch, model, options, x);
    evaluations += result.evaluations;
    if (start == 0 || result.cost < best.cost) best = std::move(result);
  }
  best.evaluations = evaluations;
  best.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return best;
}

}  // namespace jounce::identify
