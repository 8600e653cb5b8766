// CMA-ES: an evolution strategy that learns the shape of a function from runs alone. Of each
// generation of points, drawn from a normal distribution, the better half moves its mean and its
// covariance. It uses nothing but the order of the points, so that limits, failures and any monotone
// scale of the function do no harm. Within the unit cube: points outside are reflected into it.
//
// Sampling and step size by the Cholesky factor of the covariance instead of its root.
//
// References: N. Hansen, The CMA evolution strategy: a tutorial, arXiv:1604.00772 (2016), figure 6.
// O. Krause, D. R. Arbones, C. Igel, CMA-ES with optimal covariance update and storage complexity,
// NIPS 29 (2016).
#ifndef JOUNCE_STUDY_CMA_ES_H_
#define JOUNCE_STUDY_CMA_ES_H_

#include <cstdint>
#include <random>
#include <vector>

namespace jounce::study {

class CmaEs {
 public:
  // Begins in the middle of the cube with this standard deviation.
  CmaEs(int dimension, double size, std::uint64_t seed);

  // The points of the next generation.
  const std::vector<std::vector<double>>& Ask();
  // Numbers of these points, the best first.
  void Tell(const std::vector<int>& order);

  // The largest standard deviation of the distribution along a coordinate.
  double Spread() const;

 private:
  double Normal();

  size_t n_;
  size_t lambda_, mu_;
  std::vector<double> weights_;
  double mu_eff_, c_sigma_, d_sigma_, c_c_, c_1_, c_mu_, chi_n_;
  double sigma_;
  std::vector<double> mean_, p_sigma_, p_c_;
  std::vector<double> covariance_, factor_;  // n x n, row by row; factor_ is lower triangular
  std::vector<std::vector<double>> z_, y_, points_;
  int generation_ = 0;
  std::mt19937_64 engine_;
};

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_CMA_ES_H_
