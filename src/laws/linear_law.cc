#include "laws/linear_law.h"

#include <fmt/format.h>

#include <algorithm>

#include "laws/scalar_response.h"
#include "laws/small_motion.h"
#include "laws/step_slopes.h"

namespace jounce {
namespace {

void CheckMatrix(const ParameterCheck& check, const char* name, const std::vector<double>& m,
                 int n) {
  const size_t size = m.size(), one = static_cast<size_t>(n);
  check.That(size == 0 || size == 1 || size == one || size == one * one,
             fmt::format("{} has {} numbers for dimension {}", name, size, n),
             fmt::format("give 1, {} (one per direction) or {} (a full matrix)", n, n * n));
  check.AllFinite(name, m);
}

bool IsDiagonal(const double* m, int n) {
  for (int i = 0; i < n * n; ++i) {
    if (i % (n + 1) != 0 && m[i] != 0) return false;
  }
  return true;
}

}  // namespace

void Validate(const LinearSettings& settings, const ParameterCheck& check) {
  const int n = settings.dimension;
  if (!check.That(n == 1 || n == 3 || n == 6, fmt::format("dimension is {}", n),
                  "give 1, 3 or 6")) {
    return;
  }
  CheckMatrix(check, "stiffness", settings.stiffness, n);
  CheckMatrix(check, "damping", settings.damping, n);
  check.That(!settings.stiffness.empty() || !settings.damping.empty(),
             "has neither stiffness nor damping", "give at least one");
}

LinearLaw::Matrix LinearLaw::Expand(const std::vector<double>& numbers, int n) {
  Matrix m{};
  const size_t size = numbers.size();
  if (size == static_cast<size_t>(n) * n) {
    std::copy(numbers.begin(), numbers.end(), m.begin());
  } else if (size > 0) {
    for (int i = 0; i < n; ++i) m[i * n + i] = numbers[size == 1 ? 0 : i];
  }
  return m;
}

LinearLaw::LinearLaw(const LinearSettings& settings)
    : n_(settings.dimension),
      k_(Expand(settings.stiffness, n_)),
      c_(Expand(settings.damping, n_)),
      diagonal_(IsDiagonal(k_.data(), n_) && IsDiagonal(c_.data(), n_)) {
  for (int i = 0; i < n_; ++i) {
    k_diagonal_[i] = k_[i * (n_ + 1)];
    c_diagonal_[i] = c_[i * (n_ + 1)];
  }
}

double LinearLaw::RowTimes(const Matrix& m, int i, const double* b) const {
  double sum = 0;
  for (int j = 0; j < n_; ++j) sum += m[i * n_ + j] * b[j];
  return sum;
}

double LinearLaw::Product(const double* a, const Matrix& m, const double* b) const {
  double sum = 0;
  for (int i = 0; i < n_; ++i) sum += a[i] * RowTimes(m, i, b);
  return sum;
}

void LinearLaw::Start(const double* strain, double* state) const {
  std::copy(strain, strain + n_, state);
  state[n_] = 0;
}

void LinearLaw::Update(const LawStep& step, const double* state, double* next,
                       LawResponse* response) const {
  if (!diagonal_) {
    UpdateFull(step, state, next, response);
  } else if (n_ == 6) {
    UpdateDiagonal<6>(step, state, next, response);
  } else if (n_ == 3) {
    UpdateDiagonal<3>(step, state, next, response);
  } else {
    UpdateDiagonal<1>(step, state, next, response);
  }
  response->dissipated_energy = next[n_];
  if (step.wants_tangents) WriteTangents(std::isfinite(step.h), response);
}

void LinearLaw::WriteTangents(bool moving, LawResponse* response) const {
  const int size = n_ * n_;
  std::copy(k_.begin(), k_.begin() + size, response->d_strain);
  if (moving) {
    std::copy(c_.begin(), c_.begin() + size, response->d_rate);
  } else {
    std::fill(response->d_rate, response->d_rate + size, 0.0);
  }
}

template <int n>
void LinearLaw::UpdateDiagonal(const LawStep& step, const double* state, double* next,
                               LawResponse* response) const {
  const bool moving = std::isfinite(step.h);
  const double per_h = moving && step.h > 0 ? 1 / step.h : 0;
  const double damping = moving ? 1 : 0;
  double stored = 0, power = 0;
  for (int i = 0; i < n; ++i) {
    const double e = step.strain[i], rate = step.rate[i], c = damping * c_diagonal_[i];
    // The rate runs linearly over the step (RatePath): its mean, and half of what it changes by.
    const double mean = (e - state[i]) * per_h, half_change = rate - mean;
    const double elastic = k_diagonal_[i] * e;
    response->force[i] = elastic + c * rate;
    stored += elastic * e;
    power += c * (mean * mean + half_change * half_change / 3);
    next[i] = e;
  }
  next[n] = state[n] + (per_h > 0 ? step.h * power : 0);
  response->stored_energy = stored / 2;
}

void LinearLaw::UpdateFull(const LawStep& step, const double* state, double* next,
                           LawResponse* response) const {
  const int n = n_;
  const bool moving = std::isfinite(step.h);
  double de[kMaxLawDimension], middle[kMaxLawDimension], mean[kMaxLawDimension],
      half_change[kMaxLawDimension];
  for (int i = 0; i < n; ++i) {
    de[i] = step.strain[i] - state[i];
    middle[i] = (step.strain[i] + state[i]) / 2;
    const RatePath path(de[i], step.rate[i], step.h);
    mean[i] = path.mean();
    half_change[i] = (path.end - path.begin) / 2;
    next[i] = step.strain[i];
  }
  for (int i = 0; i < n; ++i) {
    response->force[i] = RowTimes(k_, i, step.strain) + (moving ? RowTimes(c_, i, step.rate) : 0);
  }
  // Work of the dampers along the path, and of the part of K that no potential has.
  const double stored = Product(step.strain, k_, step.strain) / 2;
  const double before = Product(state, k_, state) / 2;
  double lost = Product(de, k_, middle) - (stored - before);
  if (moving && step.h > 0) {
    lost += step.h * (Product(mean, c_, mean) + Product(half_change, c_, half_change) / 3);
  }
  next[n] = state[n] + lost;
  response->stored_energy = stored;
}

void LinearLaw::Differentiate(const LawStep& step, const double* state,
                              const StepSlopes& slopes) const {
  const bool moving = std::isfinite(step.h);
  const double per_h = moving && step.h > 0 ? 1 / step.h : 0;
  // Twice the work of the matrix's part that no potential has: de K (e + e0) - e K e + e0 K e0.
  PackedDual skew = 0.0, power = 0.0;
  for (int i = 0; i < n_; ++i) {
    const PackedDual e = slopes.Strain(step, i), e0 = slopes.State(state, i);
    const PackedDual mean = (e - e0) * per_h, half_change = slopes.Rate(step, i) - mean;
    PackedDual force = 0.0;
    for (int j = 0; j < n_; ++j) {
      const double k = k_[i * n_ + j], c = moving ? c_[i * n_ + j] : 0;
      if (k == 0 && c == 0) continue;
      const PackedDual other = slopes.Strain(step, j), other0 = slopes.State(state, j);
      const PackedDual rate = slopes.Rate(step, j), other_mean = (other - other0) * per_h;
      force = force + other * k + rate * c;
      skew = skew + ((e - e0) * (other + other0) - e * other + e0 * other0) * k;
      power = power + (mean * other_mean + half_change * (rate - other_mean) * (1.0 / 3)) * c;
    }
    slopes.SetNext(i, e);
    slopes.AddForce(i, force);
  }
  const PackedDual lost = skew * 0.5 + power * (per_h > 0 ? step.h : 0);
  slopes.SetNext(n_, slopes.State(state, n_) + lost);
}

SmallMotion LinearLaw::Linearize(double, const double*) const {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  SmallMotion motion(n_);
  motion.K = Eigen::Map<const Rows>(k_.data(), n_, n_);
  motion.C = Eigen::Map<const Rows>(c_.data(), n_, n_);
  return motion;
}

}  // namespace jounce
