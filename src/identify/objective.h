// How far a model is from the measured loops: phi of the thesis, and the smooth objective that the
// search lowers, with its gradient and Gauss-Newton matrix in the logarithms of the parameters.
//
//   phi_i = weight |Fx_i - Fm_i| / max|Fx|              [Svensson 2004, eq. 5.1, 5.14]
//   phi   = mean over series of the mean over rows of phi_i        (four steps of section 5.1)
//
// The objective is the same double mean of a loss of the signed error r:
//   rho(r) = d^2 (sqrt(1 + (r/d)^2) - 1),
// least squares for d -> infinity (r^2/2), robust for d near the noise, and d |r|, so d phi itself,
// for d -> 0. Where asked for, complex stiffness adds the relative error of K* of each series, with
// the loss of its magnitude. Where K* alone is fitted, phi is that of the ellipses that it stands
// for: 2/pi |K*_m - K*_x| / |K*_x|, the mean of a rectified sine being 2/pi.
#ifndef JOUNCE_IDENTIFY_OBJECTIVE_H_
#define JOUNCE_IDENTIFY_OBJECTIVE_H_

#include <Eigen/Core>
#include <limits>
#include <vector>

#include "identify/batch.h"
#include "identify/candidate_law.h"

namespace jounce::identify {

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

struct ObjectiveValue {
  double cost = 0;
  double phi = 0;                  // weighted as eq. 5.14
  std::vector<double> series_phi;  // not weighted, one per series of the batch, in its order
  Eigen::VectorXd gradient;        // d cost / d log|p|, one per parameter of the model
  Eigen::MatrixXd matrix;          // sum of w J^T J, w = rho'(r)/r
  // Sum over series of g g^T, g being the gradient of a series' cost: the spread of the gradient
  // when rows of one series err together. For confidence intervals.
  Eigen::MatrixXd series_spread;
};

struct EvaluationRequest {
  double loss_scale = kNoLimit;  // d
  bool derivatives = true;
  int threads = 1;  // the result is the same for any number
};

ObjectiveValue Evaluate(const Batch& batch, const CandidateLaw& model,
                        const std::vector<double>& values, const EvaluationRequest& request);

// Model forces at the rows of each series, in the order of the batch: what is plotted.
std::vector<std::vector<double>> ModelForces(const Batch& batch, const CandidateLaw& model,
                                             const std::vector<double>& values);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_OBJECTIVE_H_
