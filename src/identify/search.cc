#include "identify/search.h"

#include <ceres/ceres.h>

#include <Eigen/Core>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>

#include "base/parallel.h"
#include "math/dense.h"

namespace jounce::identify {
namespace {

// Stages before the last only have to come near.
constexpr double kStageTolerance = 1e-3;

// Where one evaluation of the objective meets Ceres. Thousands of rows are first reduced to what
// least squares needs of them: with sum J^T W J = V L V^T, the residuals L^-1/2 V^T g and their
// Jacobian L^1/2 V^T have the same normal equations; one more residual carries the part of the cost
// that no step can change.
class ReducedCost : public ceres::CostFunction {
 public:
  ReducedCost(const Batch& batch, const CandidateLaw& model, EvaluationRequest request)
      : batch_(batch), model_(model), request_(request), start_(model.Values()) {
    variables_ = FreeVariables(model, &free_);
    set_num_residuals(free_ + 1);
    mutable_parameter_block_sizes()->push_back(free_);
  }

  bool Evaluate(const double* const* x, double* residuals, double** jacobians) const override {
    const ObjectiveValue& at = EvaluateOnce(x[0]);
    if (!std::isfinite(at.cost)) return false;
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(free_);
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(free_, free_);
    Collect(at, &gradient, &matrix);
    const RealEigen eigen = SymmetricEigen(matrix);
    const double least = std::max(eigen.values.maxCoeff(), 1e-300) * 1e-14;
    double explained = 0;
    for (int i = 0; i < free_; ++i) {
      const double size = std::sqrt(std::max(eigen.values(i), least));
      residuals[i] = eigen.vectors.col(i).dot(gradient) / size;
      explained += residuals[i] * residuals[i];
      if (!jacobians || !jacobians[0]) continue;
      for (int j = 0; j < free_; ++j) {
        jacobians[0][i * free_ + j] = size * eigen.vectors(j, i);
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
  // The solver asks for the cost of a trial point first and for its derivatives once it has
  // accepted it; both come from one evaluation.
  const ObjectiveValue& EvaluateOnce(const double* x) const {
    if (last_x_.empty() || !std::equal(last_x_.begin(), last_x_.end(), x)) {
      last_x_.assign(x, x + free_);
      last_ = identify::Evaluate(batch_, model_, ValuesAt(x), request_);
      ++evaluations_;
    }
    return last_;
  }

  void Collect(const ObjectiveValue& at, Eigen::VectorXd* gradient, Eigen::MatrixXd* matrix) const {
    for (size_t i = 0; i < variables_.size(); ++i) {
      if (variables_[i] < 0) continue;
      (*gradient)(variables_[i]) += at.gradient(i);
      for (size_t j = 0; j < variables_.size(); ++j) {
        if (variables_[j] >= 0) (*matrix)(variables_[i], variables_[j]) += at.matrix(i, j);
      }
    }
  }

  const Batch& batch_;
  const CandidateLaw& model_;
  EvaluationRequest request_;
  std::vector<double> start_;
  std::vector<int> variables_;
  int free_ = 0;
  mutable int evaluations_ = 0;
  mutable std::vector<double> last_x_;
  mutable ObjectiveValue last_;
};

struct Bounds {
  std::vector<double> lower, upper;  // of each free variable
};

Bounds BoundsOf(const CandidateLaw& model) {
  int count = 0;
  const std::vector<int> variables = FreeVariables(model, &count);
  Bounds bounds{std::vector<double>(count), std::vector<double>(count)};
  for (size_t i = 0; i < variables.size(); ++i) {
    const Parameter& parameter = model.parameters[i];
    if (variables[i] < 0 || parameter.tied_to >= 0) continue;
    bounds.lower[variables[i]] = std::log(parameter.Lower());
    bounds.upper[variables[i]] = std::log(parameter.Upper());
  }
  return bounds;
}

// One stage: one loss, from x on.
void Minimize(const Batch& batch, const CandidateLaw& model, double loss_scale, double tolerance,
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
  solver.max_num_iterations = options.most_iterations;
  solver.function_tolerance = tolerance;
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

// phi is lowered by an error scale well below the phi that is reached.
constexpr double kSharpest = 1e-3, kBelowPhi = 0.3;

// The scales of the loss, one stage after the other: coarse ones find the valley, the last one is
// what was asked for.
std::vector<double> LossScales(const SearchOptions& options) {
  switch (options.loss) {
    case LossKind::kLeastSquares:
      return {kNoLimit};
    case LossKind::kRobust:
      return {kNoLimit, options.robust_scale};
    case LossKind::kAbsolute:
      if (options.near) return {0.004, kSharpest};
      return {0.1, 0.02, 0.004, kSharpest};
  }
  return {};
}

SearchResult SearchFrom(const Batch& batch, const CandidateLaw& model, const SearchOptions& options,
                        std::vector<double> x) {
  const Bounds bounds = BoundsOf(model);
  SearchResult result;
  result.values = model.Values();
  if (!x.empty()) {
    const std::vector<double> scales = LossScales(options);
    for (size_t i = 0; i < scales.size(); ++i) {
      const bool last = i + 1 == scales.size();
      double scale = scales[i];
      if (last && options.loss == LossKind::kAbsolute && i > 0) {
        const double phi =
            Evaluate(batch, model, result.values, {kNoLimit, false, options.threads}).phi;
        scale = std::min(scale, kBelowPhi * phi);
      }
      Minimize(batch, model, scale, last ? options.tolerance : kStageTolerance, options, bounds, &x,
               &result);
    }
  }
  result.phi = Evaluate(batch, model, result.values, {kNoLimit, false, options.threads}).phi;
  for (size_t i = 0; i < model.parameters.size(); ++i) {
    const Parameter& parameter = model.parameters[i];
    const double ratio = parameter.value == 0 ? 1 : result.values[i] / parameter.value;
    result.at_bound.push_back(
        !parameter.fixed && parameter.tied_to < 0 &&
        (ratio < parameter.Lower() * 1.0001 || ratio > parameter.Upper() / 1.0001));
  }
  return result;
}

// The generator's bits are turned into numbers here: std:: distributions differ between libraries.
double Uniform(std::mt19937* random) { return ((*random)() + 0.5) / 4294967296.0; }

}  // namespace

std::vector<int> FreeVariables(const CandidateLaw& model, int* count) {
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

bool IsBetter(const SearchResult& a, const SearchResult& b, LossKind loss) {
  return loss == LossKind::kAbsolute ? a.phi < b.phi : a.cost < b.cost;
}

namespace {

// The start values, and random ones around them, as logarithms of the ratio to the start values.
std::vector<std::vector<double>> AllStarts(const CandidateLaw& model,
                                           const SearchOptions& options) {
  int count = 0;
  FreeVariables(model, &count);
  const Bounds bounds = BoundsOf(model);
  std::vector<std::vector<double>> starts = {std::vector<double>(count, 0.0)};
  std::mt19937 random(options.seed);
  for (int start = 1; start < options.starts; ++start) {
    std::vector<double> x(count);
    for (int i = 0; i < count; ++i) {
      x[i] =
          std::clamp((2 * Uniform(&random) - 1) * options.spread, bounds.lower[i], bounds.upper[i]);
    }
    starts.push_back(std::move(x));
  }
  return starts;
}

// A part that the search has pressed into a corner (two of its parameters at their bounds) does
// nothing there and will never come back by itself: it is begun again with its relaxation time or
// yield force on the other side. Empty when there is none.
std::vector<double> ReviveParts(const CandidateLaw& model, const SearchResult& result) {
  constexpr double kMirror = -0.8, kBack = 0.7;
  int count = 0;
  const std::vector<int> variables = FreeVariables(model, &count);
  std::vector<double> x(count, 0.0);
  bool found = false;
  int first = 0;
  for (PartKind kind : model.parts) {
    const int own = ParameterCount(kind);
    int cornered = 0;
    for (int i = first; i < first + own; ++i) cornered += result.at_bound[i];
    const bool revive = cornered >= 2 && DistinguishingParameter(kind) >= 0;
    found = found || revive;
    for (int i = first; i < first + own; ++i) {
      if (variables[i] < 0 || model.parameters[i].tied_to >= 0) continue;
      const double at = std::log(result.values[i] / model.parameters[i].value);
      const bool distinguishes = i - first == DistinguishingParameter(kind);
      const double factor = !revive ? 1 : !result.at_bound[i] ? 0 : distinguishes ? kMirror : kBack;
      x[variables[i]] = factor * at;
    }
    first += own;
  }
  return found ? x : std::vector<double>();
}

}  // namespace

SearchResult Search(const Batch& batch, const CandidateLaw& model, const SearchOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  SearchResult best;
  int evaluations = 0;
  const auto try_from = [&](const std::vector<double>& start) {
    SearchResult result = SearchFrom(batch, model, options, start);
    evaluations += result.evaluations;
    if (best.values.empty() || IsBetter(result, best, options.loss)) best = std::move(result);
  };
  for (const std::vector<double>& start : AllStarts(model, options)) try_from(start);
  if (!options.near) {
    const std::vector<double> revived = ReviveParts(model, best);
    if (!revived.empty()) try_from(revived);
  }
  best.evaluations = evaluations;
  best.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return best;
}

std::vector<SearchResult> SearchAll(const Batch& batch, const std::vector<SearchTask>& tasks,
                                    int threads) {
  std::vector<SearchResult> results(tasks.size());
  const int count = static_cast<int>(tasks.size());
  const int side_by_side = std::min(count, threads);
  RunInParallel(count, side_by_side, [&](int i) {
    SearchOptions own = tasks[i].options;
    own.threads = std::max(1, threads / std::max(1, side_by_side));
    results[i] = Search(batch, tasks[i].model, own);
  });
  return results;
}

}  // namespace jounce::identify
