// How far the fitted parameters can be trusted: confidence intervals, correlations, and which
// parameters the data do not determine.
//
// Two spreads are computed in the logarithms of the parameters, and the larger is stated:
//   classical  sigma^2 (J^T J)^-1: every row errs by itself (sensor noise);
//   by series  A^-1 (sum of g g^T) A^-1, the sandwich: the rows of a series err together, as they
//              do when the law, not the sensor, is what is wrong.
// For an absolute loss both are enlarged by pi/2, what it costs when the noise is Gaussian.
#ifndef JOUNCE_IDENTIFY_TRUST_H_
#define JOUNCE_IDENTIFY_TRUST_H_

#include <Eigen/Core>
#include <string>
#include <vector>

#include "identify/search.h"

namespace jounce::identify {

struct ParameterTrust {
  double spread = 0;  // standard deviation of log|p|; infinite: not determined
  double lower = 0;   // 95 % interval, in the units of the part (SI)
  double upper = 0;
  bool determined = true;
  bool at_bound = false;
};

struct Correlation {
  int first = 0, second = 0;  // parameters
  double value = 0;
};

struct Trust {
  std::vector<ParameterTrust> parameters;  // one per parameter of the model
  Eigen::MatrixXd correlation;             // NaN where a parameter is fixed
  std::vector<Correlation> strong;         // |correlation| > 0.98, strongest first
  std::vector<std::string> warnings;
};

Trust AssessTrust(const Batch& batch, const CandidateLaw& model, const SearchResult& result,
                  LossKind loss);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_TRUST_H_
