#include "study/cma_es.h"

#include <algorithm>
#include <cmath>

#include "fatigue/woehler.h"
#include "study/lower_factor.h"

namespace jounce::study {
namespace {

// A point that left the unit interval comes back as from a mirror.
double Reflected(double x) {
  x = std::fmod(std::abs(x), 2.0);
  return x > 1 ? 2 - x : x;
}

}  // namespace

// Constants of [Hansen 2016, table 1], without negative weights.
CmaEs::CmaEs(int dimension, double size, std::uint64_t seed)
    : n_(static_cast<size_t>(dimension)), sigma_(size), engine_(seed) {
  const double n = dimension;
  lambda_ = static_cast<size_t>(4 + std::floor(3 * std::log(n)));
  mu_ = lambda_ / 2;
  double sum = 0, squares = 0;
  for (size_t i = 0; i < mu_; ++i) {
    weights_.push_back(std::log(0.5 * static_cast<double>(lambda_ + 1)) -
                       std::log(static_cast<double>(i + 1)));
    sum += weights_.back();
  }
  for (double& weight : weights_) {
    weight /= sum;
    squares += weight * weight;
  }
  mu_eff_ = 1 / squares;
  c_sigma_ = (mu_eff_ + 2) / (n + mu_eff_ + 5);
  d_sigma_ = 1 + 2 * std::max(0.0, std::sqrt((mu_eff_ - 1) / (n + 1)) - 1) + c_sigma_;
  c_c_ = (4 + mu_eff_ / n) / (n + 4 + 2 * mu_eff_ / n);
  c_1_ = 2 / ((n + 1.3) * (n + 1.3) + mu_eff_);
  c_mu_ = std::min(1 - c_1_, 2 * (mu_eff_ - 2 + 1 / mu_eff_) / ((n + 2) * (n + 2) + mu_eff_));
  chi_n_ = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
  mean_.assign(n_, 0.5);
  p_sigma_.assign(n_, 0.0);
  p_c_.assign(n_, 0.0);
  covariance_.assign(n_ * n_, 0.0);
  for (size_t i = 0; i < n_; ++i) covariance_[i * n_ + i] = 1;
  factor_ = LowerFactor(covariance_, n_);
}

double CmaEs::Normal() {
  return NormalQuantile((static_cast<double>(engine_() >> 12) + 0.5) * 0x1p-52);
}

const std::vector<std::vector<double>>& CmaEs::Ask() {
  z_.assign(lambda_, std::vector<double>(n_));
  y_ = points_ = z_;
  for (size_t p = 0; p < lambda_; ++p) {
    for (double& z : z_[p]) z = Normal();
    for (size_t i = 0; i < n_; ++i) {
      double y = 0;
      for (size_t k = 0; k <= i; ++k) y += factor_[i * n_ + k] * z_[p][k];
      y_[p][i] = y;
      points_[p][i] = Reflected(mean_[i] + sigma_ * y);
    }
  }
  return points_;
}

void CmaEs::Tell(const std::vector<int>& order) {
  ++generation_;
  std::vector<double> z_mean(n_, 0.0), y_mean(n_, 0.0);
  for (size_t r = 0; r < mu_; ++r) {
    const auto p = static_cast<size_t>(order[r]);
    for (size_t i = 0; i < n_; ++i) {
      z_mean[i] += weights_[r] * z_[p][i];
      y_mean[i] += weights_[r] * y_[p][i];
    }
  }
  double length = 0;
  for (size_t i = 0; i < n_; ++i) {
    mean_[i] = Reflected(mean_[i] + sigma_ * y_mean[i]);
    p_sigma_[i] =
        (1 - c_sigma_) * p_sigma_[i] + std::sqrt(c_sigma_ * (2 - c_sigma_) * mu_eff_) * z_mean[i];
    length += p_sigma_[i] * p_sigma_[i];
  }
  length = std::sqrt(length);
  const double n = static_cast<double>(n_);
  const double usual = std::sqrt(1 - std::pow(1 - c_sigma_, 2 * generation_));
  const bool slow = length / usual < (1.4 + 2 / (n + 1)) * chi_n_;
  for (size_t i = 0; i < n_; ++i) {
    p_c_[i] =
        (1 - c_c_) * p_c_[i] + (slow ? std::sqrt(c_c_ * (2 - c_c_) * mu_eff_) * y_mean[i] : 0);
  }
  const double kept = 1 - c_1_ - c_mu_ + (slow ? 0 : c_1_ * c_c_ * (2 - c_c_));
  for (size_t i = 0; i < n_; ++i) {
    for (size_t j = 0; j < n_; ++j) {
      double rank_mu = 0;
      for (size_t r = 0; r < mu_; ++r) {
        const std::vector<double>& y = y_[static_cast<size_t>(order[r])];
        rank_mu += weights_[r] * y[i] * y[j];
      }
      double& c = covariance_[i * n_ + j];
      c = kept * c + c_1_ * p_c_[i] * p_c_[j] + c_mu_ * rank_mu;
    }
  }
  sigma_ = std::min(1.0, sigma_ * std::exp(c_sigma_ / d_sigma_ * (length / chi_n_ - 1)));
  factor_ = LowerFactor(covariance_, n_);
}

double CmaEs::Spread() const {
  double largest = 0;
  for (size_t i = 0; i < n_; ++i) largest = std::max(largest, covariance_[i * n_ + i]);
  return sigma_ * std::sqrt(largest);
}

}  // namespace jounce::study
