#include "solve/sparse_lu.h"

#include <klu.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

// Pivots chosen for an earlier matrix are kept while they are not much worse than this.
constexpr double kPoorPivots = 1e-14;
// Up to this size the product with the inverse is the faster one.
constexpr int kSmallMatrix = 96;

}  // namespace

struct SparseLu::Klu {
  SparsePattern pattern;
  mutable klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  Eigen::MatrixXd inverse;
  Eigen::VectorXd copy;
  bool has_inverse = false;
  int solutions = 0;  // with these factors

  explicit Klu(const SparsePattern& p) : pattern(p) {
    if (p.size <= kSmallMatrix) {
      inverse.resize(p.size, p.size);
      copy.resize(p.size);
    }
    klu_defaults(&common);
    symbolic = klu_analyze(pattern.size, pattern.starts.data(), pattern.rows.data(), &common);
  }
  ~Klu() {
    if (numeric) klu_free_numeric(&numeric, &common);
    if (symbolic) klu_free_symbolic(&symbolic, &common);
  }

  bool Refactor(double* values) {
    if (!numeric) return false;
    const bool done = klu_refactor(pattern.starts.data(), pattern.rows.data(), values, symbolic,
                                   numeric, &common) &&
                      common.status == KLU_OK;
    return done && klu_rcond(symbolic, numeric, &common) && common.rcond > kPoorPivots;
  }

  bool FactorAnew(double* values) {
    if (numeric) klu_free_numeric(&numeric, &common);
    numeric = klu_factor(pattern.starts.data(), pattern.rows.data(), values, symbolic, &common);
    if (!numeric || common.status != KLU_OK) return false;
    return klu_rcond(symbolic, numeric, &common) && common.rcond > 0;
  }

  void Substitute(int columns, double* b) {
    klu_solve(symbolic, numeric, pattern.size, columns, b, &common);
  }

  // The inverse is worth its making once the factors have served half as often as it has columns.
  bool WantsInverse() { return pattern.size <= kSmallMatrix && 2 * ++solutions > pattern.size; }

  void MakeInverse() {
    inverse.setIdentity();
    Substitute(pattern.size, inverse.data());
    has_inverse = true;
  }
};

SparseLu::SparseLu(const SparsePattern& pattern) : klu_(std::make_unique<Klu>(pattern)) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

bool SparseLu::Factor(const std::vector<double>& values) {
  if (!klu_->symbolic) return klu_->pattern.size == 0;
  const bool finite =
      std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
  if (!finite) return false;
  klu_->has_inverse = false;
  klu_->solutions = 0;
  double* data = const_cast<double*>(values.data());  // KLU reads it only
  return klu_->Refactor(data) || klu_->FactorAnew(data);
}

void SparseLu::Solve(double* b) {
  Klu& klu = *klu_;
  if (klu.pattern.size == 0) return;
  if (!klu.has_inverse && klu.WantsInverse()) klu.MakeInverse();
  if (!klu.has_inverse) return klu.Substitute(1, b);
  klu.copy = Eigen::Map<const Eigen::VectorXd>(b, klu.pattern.size);
  Eigen::Map<Eigen::VectorXd>(b, klu.pattern.size).noalias() = klu.inverse * klu.copy;
}

double SparseLu::ReciprocalCondition() const {
  if (klu_->pattern.size == 0) return 1;
  klu_rcond(klu_->symbolic, klu_->numeric, &klu_->common);
  return klu_->common.rcond;
}

}  // namespace jounce
