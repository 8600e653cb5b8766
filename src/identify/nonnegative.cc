#include "identify/nonnegative.h"

#include <Eigen/Dense>
#include <vector>

namespace jounce::identify {
namespace {

// Least squares over the passive columns alone; the others are zero.
Eigen::VectorXd SolvePassive(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                             const std::vector<int>& passive) {
  Eigen::MatrixXd columns(a.rows(), passive.size());
  for (size_t i = 0; i < passive.size(); ++i) columns.col(i) = a.col(passive[i]);
  const Eigen::VectorXd part = columns.householderQr().solve(b);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(a.cols());
  for (size_t i = 0; i < passive.size(); ++i) x(passive[i]) = part(i);
  return x;
}

// How far one may go from x towards z before the first passive entry turns negative.
double StepToBound(const Eigen::VectorXd& x, const Eigen::VectorXd& z,
                   const std::vector<int>& passive) {
  double step = 1;
  for (int i : passive) {
    if (z(i) <= 0) step = std::min(step, x(i) / (x(i) - z(i)));
  }
  return step;
}

}  // namespace

Eigen::VectorXd SolveNonNegative(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
  const double tolerance = 1e-12 * (a.transpose() * b).cwiseAbs().maxCoeff();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(a.cols());
  std::vector<int> passive;
  for (Eigen::Index round = 0; round < 3 * a.cols(); ++round) {
    // The bound entry whose growth lowers the error most.
    const Eigen::VectorXd pull = a.transpose() * (b - a * x);
    int best = -1;
    for (int i = 0; i < pull.size(); ++i) {
      const bool bound = std::find(passive.begin(), passive.end(), i) == passive.end();
      if (bound && pull(i) > tolerance && (best < 0 || pull(i) > pull(best))) best = i;
    }
    if (best < 0) break;
    passive.push_back(best);
    Eigen::VectorXd z = SolvePassive(a, b, passive);
    while (StepToBound(x, z, passive) < 1) {
      x += StepToBound(x, z, passive) * (z - x);
      std::vector<int> kept;
      for (int i : passive) {
        if (x(i) > 1e-14 * x.maxCoeff()) {
          kept.push_back(i);
        } else {
          x(i) = 0;
        }
      }
      if (kept.size() == passive.size() || kept.empty()) break;
      passive = kept;
      z = SolvePassive(a, b, passive);
    }
    x = z.cwiseMax(0);
  }
  return x;
}

}  // namespace jounce::identify
