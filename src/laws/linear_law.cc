#include "laws/linear_law.h"

#include <fmt/format.h>

#include <algorithm>

#include "laws/scalar_response.h"

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
      diagonal_(IsDiagonal(k_.data(), n_) && IsDiagonal(c_.data(), n_)) {}

double LinearLaw::RowTimes(const Matrix& m, int i, const double* b) const {
  if (diagonal_) return m[i * (n_ + 1)] * b[i];
  double sum = 0;
  for (int j = 0; j < n_; ++j) sum += m[i * n_ + j] * b[j];
  return sum;
}

double LinearLaw::Product(const double* a, const Matrix& m, const double* b) const {
  double sum = 0;
  if (diagonal_) {
    for (int i = 0; i < n_; ++i) sum += a[i] * m[i * (n_ + 1)] * b[i];
  } else {
    for (int i = 0; i < n_; ++i) sum += a[i] * RowTimes(m, i, b);
  }
  return sum;
}

void LinearLaw::Start(const double* strain, double* state) const {
  std::copy(strain, strain + n_, state);
  state[n_] = 0;
}

void LinearLaw::Update(const LawStep& step, const double* state, double* next,
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
  std::copy(k_.begin(), k_.begin() + n * n, response->d_strain);
  if (moving) {
    std::copy(c_.begin(), c_.begin() + n * n, response->d_rate);
  } else {
    std::fill(response->d_rate, response->d_rate + n * n, 0.0);
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
  response->dissipated_energy = next[n];
}

void LinearLaw::ComplexStiffness(double omega, const double*,
                                 std::complex<double>* stiffness) const {
  for (int i = 0; i < n_ * n_; ++i) stiffness[i] = {k_[i], omega * c_[i]};
}

}  // namespace jounce
