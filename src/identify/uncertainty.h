// What an identification knows of its parameters, for others to draw from: a study of a vehicle with
// many draws of its bushings. The logarithms of the parameters are taken as normally distributed:
//
//   p_i = value_i exp(sum_j L_ij z_j),  L L^T = log_covariance,  z normal with variance one
//
// so that a parameter keeps its sign.
#ifndef JOUNCE_IDENTIFY_UNCERTAINTY_H_
#define JOUNCE_IDENTIFY_UNCERTAINTY_H_

#include <Eigen/Core>
#include <string>
#include <vector>

#include "identify/identify.h"

namespace jounce::identify {

struct UncertainParameter {
  std::string name, unit;
  double value = 0;  // the estimate
  double lower = 0;  // 95 % interval
  double upper = 0;
};

struct Uncertainty {
  std::string law;                             // as "hydromount 2/2"
  std::vector<UncertainParameter> parameters;  // those that were found and are determined
  std::vector<UncertainParameter> fixed;       // those that do not vary: lower = value = upper
  Eigen::MatrixXd log_covariance;              // of ln|p|, in the order of `parameters`
};

Uncertainty UncertaintyOf(const Identification& found);

// As YAML, see docs/identification.md.
std::string WriteUncertainty(const Uncertainty& uncertainty, const std::string& comment);

// Between these forces 95 of 100 rows of another test of the same kind are expected: the law at the
// rows of a series, plus and minus 1.96 times the root of
//   g^T log_covariance g + r^2,
// g being the derivatives of the force by ln|p| and r the rms distance of the law from that series.
struct ForceBand {
  std::vector<double> lower, upper;  // N, at the rows of Identification::forces
};
std::vector<ForceBand> PredictionBands(const Identification& found,
                                       const std::vector<Series>& data);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_UNCERTAINTY_H_
