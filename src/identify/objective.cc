#include "identify/objective.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/parallel.h"

namespace jounce::identify {
namespace {

// Memory of one thread, reused from group to group.
struct Workspace {
  GridForce grid;
  std::vector<Eigen::VectorXd> force;     // [lane](row)
  std::vector<Eigen::MatrixXd> jacobian;  // [lane](row, parameter): d force / d log|p|
};

// What one group adds to the evaluation. Kept apart and summed in order, so that the number of
// threads changes nothing.
struct GroupResult {
  double cost = 0, phi = 0;
  std::vector<double> series_phi;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd matrix, series_spread;
};

// The first three points once more behind the last, so that four neighbours never wrap around.
void ExtendAroundPeriod(int steps, std::vector<SeriesLanes>* values) {
  for (int i = 0; i < 3; ++i) (*values)[steps + i] = (*values)[i];
}

// Adds what the rows of one series read of a grid of forces to `out`, times `factor`.
void ReadRows(const std::vector<RowReading>& rows, const std::vector<SeriesLanes>& values,
              size_t lane, double factor, bool add, double* out) {
  for (size_t i = 0; i < rows.size(); ++i) {
    const SeriesLanes* at = values.data() + rows[i].first;
    const double* weight = rows[i].weight;
    const double force = weight[0] * at[0][lane] + weight[1] * at[1][lane] +
                         weight[2] * at[2][lane] + weight[3] * at[3][lane];
    out[i] = (add ? out[i] : 0) + factor * force;
  }
}

void AddGridPart(const Group& group, const double* p, int first, int count, int steps,
                 bool derivatives, Workspace* work) {
  ExtendAroundPeriod(steps, &work->grid.force);
  for (int k = 0; derivatives && k < count; ++k) {
    ExtendAroundPeriod(steps, &work->grid.derivative[k]);
  }
  for (size_t lane = 0; lane < group.series.size(); ++lane) {
    const std::vector<RowReading>& rows = group.series[lane].rows;
    ReadRows(rows, work->grid.force, lane, 1, true, work->force[lane].data());
    for (int k = 0; derivatives && k < count; ++k) {
      ReadRows(rows, work->grid.derivative[k], lane, p[k], false,
               work->jacobian[lane].col(first + k).data());
    }
  }
}

void AddRowPart(const Group& group, PartKind kind, const double* p, int first, int count,
                bool derivatives, Workspace* work) {
  for (size_t lane = 0; lane < group.series.size(); ++lane) {
    const std::vector<RowReading>& rows = group.series[lane].rows;
    for (size_t i = 0; i < rows.size(); ++i) {
      double d[kMostPartParameters];
      work->force[lane](i) += EvaluateAtRow(kind, rows[i], p, d);
      if (!derivatives) continue;
      for (int k = 0; k < count; ++k) work->jacobian[lane](i, first + k) = p[k] * d[k];
    }
  }
}

void EvaluateForces(const Group& group, int steps, const CandidateLaw& model,
                    const std::vector<double>& values, bool derivatives, Workspace* work) {
  int most = 0;
  for (PartKind kind : model.parts) most = std::max(most, ParameterCount(kind));
  work->grid.Resize(steps + 3, most);
  work->force.resize(kBatchLanes);
  work->jacobian.resize(kBatchLanes);
  for (size_t lane = 0; lane < group.series.size(); ++lane) {
    const int rows = static_cast<int>(group.series[lane].rows.size());
    work->force[lane].setZero(rows);
    if (derivatives) work->jacobian[lane].resize(rows, values.size());
  }
  int first = 0;
  for (PartKind kind : model.parts) {
    const int count = ParameterCount(kind);
    const double* p = values.data() + first;
    if (p[StrengthParameter(kind)] == 0 && !HasNoMemory(kind)) {
      for (size_t lane = 0; derivatives && lane < group.series.size(); ++lane) {
        work->jacobian[lane].middleCols(first, count).setZero();
      }
    } else if (HasNoMemory(kind)) {
      AddRowPart(group, kind, p, first, count, derivatives, work);
    } else {
      EvaluateOnGrid(kind, group, p, &work->grid);
      AddGridPart(group, p, first, count, steps, derivatives, work);
    }
    first += count;
  }
}

struct Loss {
  double value, weight;  // rho(r) and rho'(r)/r
};

Loss LossOf(double r, double scale) {
  if (std::isinf(scale)) return {r * r / 2, 1};
  const double root = std::sqrt(1 + r * r / (scale * scale));
  // r^2/(1+root) is d^2 (root - 1) without its cancellation.
  return {r * r / (1 + root), 1 / root};
}

// Adds one residual vector of a series: share * mean of rho(r).
void AddResiduals(const Eigen::VectorXd& residual, const Eigen::MatrixXd& jacobian, double share,
                  const EvaluationRequest& request, double* cost, Eigen::VectorXd* gradient,
                  Eigen::MatrixXd* matrix) {
  const int rows = static_cast<int>(residual.size());
  const double each = share / rows;
  Eigen::VectorXd root(rows), pull(rows);
  for (int i = 0; i < rows; ++i) {
    const Loss loss = LossOf(residual(i), request.loss_scale);
    *cost += each * loss.value;
    root(i) = std::sqrt(each * loss.weight);
    pull(i) = each * loss.weight * residual(i);
  }
  if (!request.derivatives) return;
  gradient->noalias() += jacobian.transpose() * pull;
  const Eigen::MatrixXd scaled = root.asDiagonal() * jacobian;
  matrix->selfadjointView<Eigen::Lower>().rankUpdate(scaled.transpose());
}

// The two parts of a complex residual err together: the loss is of its magnitude.
void AddComplexResidual(const Eigen::VectorXd& residual, const Eigen::MatrixXd& jacobian,
                        double share, const EvaluationRequest& request, double* cost,
                        Eigen::VectorXd* gradient, Eigen::MatrixXd* matrix) {
  const Loss loss = LossOf(residual.norm(), request.loss_scale);
  *cost += share / 2 * loss.value;
  if (!request.derivatives) return;
  const double weight = share / 2 * loss.weight;
  gradient->noalias() += weight * jacobian.transpose() * residual;
  matrix->selfadjointView<Eigen::Lower>().rankUpdate(jacobian.transpose(), weight);
}

// Relative error of K*, as two real residuals.
void HarmonicResiduals(const SeriesRows& series, const Eigen::VectorXd& force,
                       const Eigen::MatrixXd& jacobian, bool derivatives, Eigen::VectorXd* residual,
                       Eigen::MatrixXd* slope) {
  const int rows = static_cast<int>(series.rows.size());
  Eigen::MatrixXd projector(2, rows);
  for (int i = 0; i < rows; ++i) {
    projector(0, i) = series.projector[i].real();
    projector(1, i) = series.projector[i].imag();
  }
  projector *= series.weight / std::abs(series.stiffness);
  *residual = projector * force;
  const std::complex<double> target =
      series.stiffness * (series.weight / std::abs(series.stiffness));
  (*residual)(0) -= target.real();
  (*residual)(1) -= target.imag();
  if (derivatives) *slope = projector * jacobian;
}

GroupResult EvaluateGroup(const Group& group, int steps, const CandidateLaw& model,
                          const std::vector<double>& values, double share,
                          const EvaluationRequest& request, Workspace* work) {
  EvaluateForces(group, steps, model, values, request.derivatives, work);
  const int n = static_cast<int>(values.size());
  GroupResult result;
  result.gradient.setZero(n);
  result.matrix.setZero(n, n);
  result.series_spread.setZero(n, n);
  for (size_t lane = 0; lane < group.series.size(); ++lane) {
    const SeriesRows& series = group.series[lane];
    Eigen::VectorXd& force = work->force[lane];
    Eigen::MatrixXd& jacobian = work->jacobian[lane];
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(n);
    double phi = 0;
    if (series.harmonic_weight > 0) {
      Eigen::VectorXd residual;
      Eigen::MatrixXd slope;
      HarmonicResiduals(series, force, jacobian, request.derivatives, &residual, &slope);
      AddComplexResidual(residual, slope, share * series.harmonic_weight, request, &result.cost,
                         &gradient, &result.matrix);
      phi = 2 / std::numbers::pi * residual.norm();
    }
    for (size_t i = 0; i < series.rows.size(); ++i) force(i) -= series.rows[i].force;
    const double scale = series.weight / series.peak_force;
    force *= scale;
    // Where K* alone was measured, its harmonics say nothing.
    if (series.time_weight > 0) phi = force.cwiseAbs().mean();
    result.phi += share * phi;
    result.series_phi.push_back(phi / series.weight);
    if (series.time_weight > 0) {
      if (request.derivatives) jacobian *= scale;
      AddResiduals(force, jacobian, share * series.time_weight, request, &result.cost, &gradient,
                   &result.matrix);
    }
    if (!request.derivatives) continue;
    result.gradient += gradient;
    result.series_spread.selfadjointView<Eigen::Lower>().rankUpdate(gradient);
  }
  return result;
}

}  // namespace

ObjectiveValue Evaluate(const Batch& batch, const CandidateLaw& model,
                        const std::vector<double>& values, const EvaluationRequest& request) {
  const int groups = static_cast<int>(batch.groups.size());
  std::vector<GroupResult> results(groups);
  // A thread costs as much as some groups do.
  constexpr int kGroupsAThread = 6;
  const int threads = std::max(1, std::min(request.threads, groups / kGroupsAThread));
  const auto work_on = [&](int thread) {
    Workspace work;
    for (int g = thread; g < groups; g += threads) {
      results[g] = EvaluateGroup(batch.groups[g], batch.steps, model, values,
                                 1.0 / batch.series_count, request, &work);
    }
  };
  RunInParallel(threads, threads, work_on);

  const int n = static_cast<int>(values.size());
  ObjectiveValue total;
  total.gradient.setZero(n);
  total.matrix.setZero(n, n);
  total.series_spread.setZero(n, n);
  for (const GroupResult& result : results) {
    total.cost += result.cost;
    total.phi += result.phi;
    total.series_phi.insert(total.series_phi.end(), result.series_phi.begin(),
                            result.series_phi.end());
    if (!request.derivatives) continue;
    total.gradient += result.gradient;
    total.matrix += result.matrix;
    total.series_spread += result.series_spread;
  }
  if (request.derivatives) {
    total.matrix = total.matrix.selfadjointView<Eigen::Lower>();
    total.series_spread = total.series_spread.selfadjointView<Eigen::Lower>();
  }
  return total;
}

std::vector<std::vector<double>> ModelForces(const Batch& batch, const CandidateLaw& model,
                                             const std::vector<double>& values) {
  std::vector<std::vector<double>> forces;
  Workspace work;
  for (const Group& group : batch.groups) {
    EvaluateForces(group, batch.steps, model, values, false, &work);
    for (size_t lane = 0; lane < group.series.size(); ++lane) {
      const Eigen::VectorXd& f = work.force[lane];
      forces.emplace_back(f.data(), f.data() + f.size());
    }
  }
  return forces;
}

}  // namespace jounce::identify
