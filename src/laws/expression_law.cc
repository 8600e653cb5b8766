#include "laws/expression_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "laws/scalar_response.h"
#include "laws/small_motion.h"
#include "math/dual.h"

namespace jounce {
namespace {

constexpr int kMaxParameters = 40;
const char* const kDirections[] = {"x", "y", "z", "rx", "ry", "rz"};

// Strains, rates, parameters: the order in which formulas get their values.
std::vector<std::string> Variables(int n, const std::map<std::string, double>& parameters) {
  std::vector<std::string> names(kDirections, kDirections + n);
  for (int i = 0; i < n; ++i) names.push_back(std::string(kDirections[i]) + "dot");
  for (const auto& [name, value] : parameters) names.push_back(name);
  return names;
}

}  // namespace

void Validate(const ExpressionSettings& settings, const ParameterCheck& check) {
  const size_t n = settings.force.size();
  if (!check.That(n == 1 || n == 3 || n == 6, fmt::format("force has {} formulas", n),
                  "give one for each direction: 1, 3 or 6")) {
    return;
  }
  check.That(settings.parameters.size() <= kMaxParameters, "has too many parameters",
             fmt::format("give at most {}", kMaxParameters));
  for (const auto& [name, value] : settings.parameters) check.Finite("parameter " + name, value);
  const std::vector<std::string> names = Variables(static_cast<int>(n), settings.parameters);
  for (auto name = names.begin(); name != names.end(); ++name) {
    check.That(std::find(name + 1, names.end(), *name) == names.end(),
               fmt::format("parameter {} is also a variable", *name), "rename the parameter");
  }
  std::vector<double> values(2 * n, 0.0);
  for (const auto& [name, value] : settings.parameters) values.push_back(value);
  for (const std::string& formula : settings.force) {
    try {
      const Expression force = Expression::Parse(formula, names);
      check.That(std::isfinite(force.Evaluate<double>(values)),
                 fmt::format("force '{}' is not finite at zero strain", formula),
                 "write it so that it has a value there");
    } catch (const InputError& error) {
      for (const Diagnostic& d : error.diagnostics()) check.That(false, d.message, d.remedy);
    }
  }
}

ExpressionLaw::ExpressionLaw(const ExpressionSettings& settings)
    : n_(static_cast<int>(settings.force.size())) {
  for (const std::string& formula : settings.force) {
    force_.push_back(Expression::Parse(formula, Variables(n_, settings.parameters)));
  }
  for (const auto& [name, value] : settings.parameters) parameters_.push_back(value);
  for (const Expression& force : force_) {
    for (int i = 0; i < n_; ++i) uses_rate_ = uses_rate_ || force.Uses(n_ + i);
  }
}

template <class T>
void ExpressionLaw::Forces(const T* strain, const T* rate, T* force) const {
  T values[2 * kMaxLawDimension + kMaxParameters];
  std::copy(strain, strain + n_, values);
  std::copy(rate, rate + n_, values + n_);
  for (size_t i = 0; i < parameters_.size(); ++i) values[2 * n_ + i] = T(parameters_[i]);
  const std::span<const T> all(values, 2 * n_ + parameters_.size());
  for (int i = 0; i < n_; ++i) force[i] = force_[i].template Evaluate<T>(all);
}

double ExpressionLaw::Work(const double* from, const double* to, const double* rate) const {
  // Three Gauss points: exact for formulas up to the fifth power.
  constexpr double kAt[] = {0.11270166537925831, 0.5, 0.88729833462074169};
  constexpr double kWeight[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  double work = 0, strain[kMaxLawDimension], force[kMaxLawDimension];
  for (int p = 0; p < 3; ++p) {
    for (int i = 0; i < n_; ++i) strain[i] = from[i] + kAt[p] * (to[i] - from[i]);
    Forces(strain, rate, force);
    for (int i = 0; i < n_; ++i) work += kWeight[p] * force[i] * (to[i] - from[i]);
  }
  return work;
}

template <int N>
void ExpressionLaw::TangentsOfSize(const double* strain, const double* rate, double* force,
                                   double* d_strain, double* d_rate) const {
  using D = Dual<2 * N>;
  D e[N], v[N], f[N];
  for (int i = 0; i < N; ++i) {
    e[i] = D::Variable(strain[i], i);
    v[i] = D::Variable(rate[i], N + i);
  }
  Forces(e, v, f);
  for (int i = 0; i < N; ++i) {
    force[i] = f[i].value;
    for (int j = 0; j < N; ++j) {
      d_strain[i * N + j] = f[i].d[j];
      d_rate[i * N + j] = f[i].d[N + j];
    }
  }
}

void ExpressionLaw::Tangents(const double* strain, const double* rate, double* force,
                             double* d_strain, double* d_rate) const {
  if (n_ == 1) return TangentsOfSize<1>(strain, rate, force, d_strain, d_rate);
  if (n_ == 3) return TangentsOfSize<3>(strain, rate, force, d_strain, d_rate);
  return TangentsOfSize<6>(strain, rate, force, d_strain, d_rate);
}

void ExpressionLaw::Start(const double* strain, double* state) const {
  // Energy from zero strain, in pieces so that curved formulas are followed.
  constexpr int kPieces = 16;
  const double rest[kMaxLawDimension] = {};
  double from[kMaxLawDimension], to[kMaxLawDimension] = {}, stored = 0;
  for (int p = 1; p <= kPieces; ++p) {
    std::copy(to, to + n_, from);
    for (int i = 0; i < n_; ++i) to[i] = strain[i] * p / kPieces;
    stored += Work(from, to, rest);
  }
  std::copy(strain, strain + n_, state);
  state[n_] = stored;
  state[n_ + 1] = 0;
}

void ExpressionLaw::Update(const LawStep& step, const double* state, double* next,
                           LawResponse* response) const {
  const double rest[kMaxLawDimension] = {};
  const bool moving = std::isfinite(step.h);
  Tangents(step.strain, moving ? step.rate : rest, response->force, response->d_strain,
           response->d_rate);
  if (!moving) std::fill_n(response->d_rate, n_ * n_, 0.0);
  double mean_rate[kMaxLawDimension];
  for (int i = 0; i < n_; ++i) {
    mean_rate[i] = RatePath(step.strain[i] - state[i], step.rate[i], step.h).mean();
  }
  const double elastic = Work(state, step.strain, rest);
  const double all = uses_rate_ ? Work(state, step.strain, mean_rate) : elastic;
  std::copy(step.strain, step.strain + n_, next);
  next[n_] = state[n_] + elastic;
  next[n_ + 1] = state[n_ + 1] + all - elastic;
  response->stored_energy = next[n_];
  response->dissipated_energy = next[n_ + 1];
}

SmallMotion ExpressionLaw::Linearize(double, const double* strain) const {
  const double rest[kMaxLawDimension] = {};
  LawResponse r;
  Tangents(strain, rest, r.force, r.d_strain, r.d_rate);
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  SmallMotion motion(n_);
  motion.K = Eigen::Map<Rows>(r.d_strain, n_, n_);
  motion.C = Eigen::Map<Rows>(r.d_rate, n_, n_);
  return motion;
}

}  // namespace jounce
