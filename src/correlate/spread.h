// How far parameters that were found by least squares may be off.
//
// With the derivatives J of all terms, each as large as its deviation, and errors of samples that are
// independent of each other, the covariance is the inverse of J^T J. What is left of a measured history
// is seldom so: filters, rubber that the model does not have and roads that are not quite the same leave
// errors that follow each other in time and from channel to channel. What those do is seen where a part
// of the measurement is left out of all channels at once, each part in turn (the jackknife of
// [Kuensch 1989] with pieces beside each other): with the gradient g_b and the matrix H_b = J_b^T J_b of
// part b, x would be found at
//
//   x + d_b,   d_b = (H - H_b)^-1 g_b,   variance = (B - 1)/B sum over b of (d_b - mean of d)^2
//
// Reference: [Kuensch 1989] H. R. Kuensch, The jackknife and the bootstrap for general stationary
// observations, Ann. Statist. 17 (1989) 1217-1241.
#ifndef JOUNCE_CORRELATE_SPREAD_H_
#define JOUNCE_CORRELATE_SPREAD_H_

#include <Eigen/Core>
#include <vector>

namespace jounce::correlate {

// Half of a 95 % interval, in standard deviations.
inline constexpr double kInterval = 1.96;

// Into so many parts a measurement is divided.
inline constexpr int kPieces = 8;
// Of the row `row` of `rows` that follow each other in time or frequency; -1 where they are too few.
int PieceOf(size_t row, size_t rows);

// The inverse of J^T J; what J does not determine gets a large variance.
Eigen::MatrixXd CovarianceOf(const Eigen::MatrixXd& jacobian);

// Standard deviations of the parameters by leaving out each piece in turn, as large as a normal
// distribution must have them for the same 95 % interval: few pieces do not tell it well. `pieces` has
// one entry a row, -1 for rows that always stay.
Eigen::VectorXd SpreadByPieces(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& residuals,
                               const std::vector<int>& pieces);

}  // namespace jounce::correlate

#endif  // JOUNCE_CORRELATE_SPREAD_H_
