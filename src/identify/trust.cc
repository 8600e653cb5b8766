#include "identify/trust.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "math/dense.h"

namespace jounce::identify {
namespace {

// A parameter known no better than to a factor of e is not known.
constexpr double kUndetermined = 1;
constexpr double kStrongCorrelation = 0.98;
// Directions of the parameter space that change the forces this much less than the stiffest one: their
// parameters cannot be told apart, whatever the noise.
constexpr double kFlat = 1e-11;
// Share of a parameter in such a direction that makes it one of them.
constexpr double kTakesPart = 1e-3;
// No test reads better than to this share of its peak, and no law is better: data without noise are
// not trusted beyond.
constexpr double kFinest = 1e-5;

// 97.5 % quantile of Student's t; the first terms of its expansion, good to 1 % from 8 on.
double StudentQuantile(double freedom) {
  const double z = 1.959964;
  return z + (z * z * z + z) / (4 * std::max(freedom, 2.0));
}

// Columns: parameters, rows: variables that were free and inside their bounds.
struct Moving {
  std::vector<int> variable;  // of each parameter, -1: does not move
  int count = 0;
};

Moving MovingVariables(const CandidateLaw& model, const SearchResult& result) {
  int count = 0;
  const std::vector<int> free = FreeVariables(model, &count);
  std::vector<int> renamed(count, -1);
  Moving moving;
  for (size_t i = 0; i < free.size(); ++i) {
    const Parameter& parameter = model.parameters[i];
    if (free[i] < 0 || parameter.tied_to >= 0 || result.at_bound[i]) continue;
    renamed[free[i]] = moving.count++;
  }
  for (int variable : free) moving.variable.push_back(variable < 0 ? -1 : renamed[variable]);
  return moving;
}

Eigen::MatrixXd Reduce(const Eigen::MatrixXd& full, const Moving& moving) {
  Eigen::MatrixXd reduced = Eigen::MatrixXd::Zero(moving.count, moving.count);
  for (size_t i = 0; i < moving.variable.size(); ++i) {
    for (size_t j = 0; j < moving.variable.size(); ++j) {
      if (moving.variable[i] < 0 || moving.variable[j] < 0) continue;
      reduced(moving.variable[i], moving.variable[j]) += full(i, j);
    }
  }
  return reduced;
}

// Rows, and the two parts of K* where it is fitted.
double ResidualCount(const Batch& batch) {
  double count = 0;
  for (const Group& group : batch.groups) {
    for (const SeriesRows& series : group.series) {
      if (series.time_weight > 0) count += static_cast<double>(series.rows.size());
      if (series.harmonic_weight > 0) count += 2;
    }
  }
  return count;
}

// The larger of the two covariances, by the variance of each variable; `flat` gets the variables that
// cannot be told from others.
Eigen::MatrixXd Covariance(const Batch& batch, const ObjectiveValue& at, const Moving& moving,
                           LossKind loss, std::vector<bool>* flat) {
  const Eigen::MatrixXd matrix = Reduce(at.matrix, moving);
  const Eigen::VectorXd scale =
      matrix.diagonal().cwiseMax(std::numeric_limits<double>::min()).cwiseSqrt().cwiseInverse();
  const RealEigen eigen = SymmetricEigen(scale.asDiagonal() * matrix * scale.asDiagonal());
  // Flat directions are left in with a very small stiffness: their parameters get a huge spread.
  const Eigen::VectorXd values = eigen.values.cwiseMax(kFlat);
  flat->assign(moving.count, false);
  for (int i = 0; i < moving.count; ++i) {
    if (eigen.values(i) > kFlat) continue;
    for (int k = 0; k < moving.count; ++k) {
      const double share = eigen.vectors(k, i) * eigen.vectors(k, i);
      if (share > kTakesPart) (*flat)[k] = true;
    }
  }
  const Eigen::MatrixXd inverse = scale.asDiagonal() * eigen.vectors *
                                  values.cwiseInverse().asDiagonal() * eigen.vectors.transpose() *
                                  scale.asDiagonal();
  const double rows = ResidualCount(batch), series = batch.series_count;
  const double freedom = std::max(1.0, rows - moving.count);
  const double cost_of_loss = loss == LossKind::kAbsolute ? std::numbers::pi / 2 : 1;
  // cost is half the mean square; `inverse` that of the mean of J^T J.
  const Eigen::MatrixXd classical =
      inverse * (std::max(2 * at.cost, kFinest * kFinest) / freedom) * cost_of_loss;
  if (series <= moving.count + 1) return classical;
  const Eigen::VectorXd gradient = [&] {
    Eigen::VectorXd g = Eigen::VectorXd::Zero(moving.count);
    for (size_t i = 0; i < moving.variable.size(); ++i) {
      if (moving.variable[i] >= 0) g(moving.variable[i]) += at.gradient(i);
    }
    return g;
  }();
  const Eigen::MatrixXd spread =
      Reduce(at.series_spread, moving) - gradient * gradient.transpose() / series;
  const Eigen::MatrixXd sandwich =
      inverse * spread * inverse * (series / (series - moving.count)) * cost_of_loss;
  Eigen::VectorXd enlarge(moving.count);
  for (int i = 0; i < moving.count; ++i) {
    enlarge(i) = std::sqrt(std::max(1.0, sandwich(i, i) / classical(i, i)));
  }
  return enlarge.asDiagonal() * classical * enlarge.asDiagonal();
}

}  // namespace

Trust AssessTrust(const Batch& batch, const CandidateLaw& model, const SearchResult& result,
                  LossKind loss) {
  const ObjectiveValue at = Evaluate(batch, model, result.values, {});
  const Moving moving = MovingVariables(model, result);
  const int n = static_cast<int>(model.parameters.size());
  Trust trust;
  trust.correlation = Eigen::MatrixXd::Constant(n, n, std::numeric_limits<double>::quiet_NaN());
  std::vector<bool> flat;
  const Eigen::MatrixXd covariance =
      moving.count > 0 ? Covariance(batch, at, moving, loss, &flat) : Eigen::MatrixXd();
  const double quantile = StudentQuantile(std::max(2.0, batch.series_count - 1.0));
  for (int i = 0; i < n; ++i) {
    const Parameter& parameter = model.parameters[i];
    const int variable = moving.variable[i];
    ParameterTrust one;
    one.at_bound = result.at_bound[i];
    if (variable >= 0) {
      one.spread = flat[variable] ? HUGE_VAL : std::sqrt(covariance(variable, variable));
    }
    one.determined = one.spread < kUndetermined && !one.at_bound;
    const double reach = std::exp(std::min(quantile * one.spread, 700.0));
    one.lower = std::min(result.values[i] / reach, result.values[i] * reach);
    one.upper = std::max(result.values[i] / reach, result.values[i] * reach);
    if (one.at_bound) {
      trust.warnings.push_back(fmt::format(
          "{} lies at a bound of its search: the data do not hold it, or the law does not fit them",
          parameter.name));
    } else if (std::isinf(one.spread)) {
      trust.warnings.push_back(fmt::format(
          "{} is not determined by the data: in these tests it does what others do, too",
          parameter.name));
    } else if (!one.determined) {
      trust.warnings.push_back(fmt::format(
          "{} is not determined by the data: its 95 % interval spans a factor of {:.2g}",
          parameter.name, reach * reach));
    }
    trust.parameters.push_back(one);
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const int a = moving.variable[i], b = moving.variable[j];
      if (a < 0 || b < 0) continue;
      trust.correlation(i, j) = covariance(a, b) / std::sqrt(covariance(a, a) * covariance(b, b));
      if (i < j && a != b && std::abs(trust.correlation(i, j)) > kStrongCorrelation) {
        trust.strong.push_back({i, j, trust.correlation(i, j)});
      }
    }
  }
  std::stable_sort(trust.strong.begin(), trust.strong.end(), [](const auto& a, const auto& b) {
    return std::abs(a.value) > std::abs(b.value);
  });
  return trust;
}

}  // namespace jounce::identify
