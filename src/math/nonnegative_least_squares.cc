#include "math/nonnegative_least_squares.h"

#include <Eigen/Core>
#include <vector>

#include "math/dense.h"

namespace jounce {
namespace {

// Least squares over the free columns only; zero elsewhere.
Eigen::VectorXd SolveFree(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                          const std::vector<bool>& free) {
  std::vector<int> columns;
  for (int j = 0; j < a.cols(); ++j) {
    if (free[j]) columns.push_back(j);
  }
  const Eigen::VectorXd part = SolveLeastSquares(a(Eigen::all, columns), b);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(a.cols());
  for (size_t i = 0; i < columns.size(); ++i) x(columns[i]) = part(i);
  return x;
}

// Where the objective would fall most if that unknown were let go; -1 if nowhere.
int BestToFree(const Eigen::VectorXd& gradient, const std::vector<bool>& free, double tolerance) {
  int best = -1;
  for (int j = 0; j < gradient.size(); ++j) {
    if (!free[j] && gradient(j) > tolerance && (best < 0 || gradient(j) > gradient(best))) best = j;
  }
  return best;
}

}  // namespace

Eigen::VectorXd SolveNonnegativeLeastSquares(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
  const int n = static_cast<int>(a.cols());
  // Columns of one length, so that one tolerance serves all.
  Eigen::VectorXd length = a.colwise().norm();
  for (int j = 0; j < n; ++j) {
    if (length(j) == 0) length(j) = 1;
  }
  const Eigen::MatrixXd scaled = a * length.cwiseInverse().asDiagonal();
  const double tolerance = 1e-12 * b.norm();
  std::vector<bool> free(n, false);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
  for (int outer = 0; outer < 10 * n; ++outer) {
    const Eigen::VectorXd gradient = scaled.transpose() * (b - scaled * x);
    const int entering = BestToFree(gradient, free, tolerance);
    if (entering < 0) break;
    free[entering] = true;
    for (int inner = 0; inner <= n; ++inner) {
      const Eigen::VectorXd trial = SolveFree(scaled, b, free);
      // Go towards the trial until the first unknown meets zero; fix it there.
      double share = 1;
      for (int j = 0; j < n; ++j) {
        if (free[j] && trial(j) <= 0) share = std::min(share, x(j) / (x(j) - trial(j)));
      }
      x += share * (trial - x);
      if (share == 1) break;
      for (int j = 0; j < n; ++j) {
        if (free[j] && x(j) <= 1e-15 * x.maxCoeff()) {
          free[j] = false;
          x(j) = 0;
        }
      }
    }
  }
  return x.cwiseQuotient(length);
}

}  // namespace jounce
