#include "solve/sparse_lu.h"

#include <klu.h>

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

// Pivots chosen for an earlier matrix are kept while they are not much worse than this.
constexpr double kPoorPivots = 1e-14;

}  // namespace

struct SparseLu::Klu {
  SparsePattern pattern;
  mutable klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;

  explicit Klu(const SparsePattern& p) : pattern(p) {
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
  double* data = const_cast<double*>(values.data());  // KLU reads it only
  return klu_->Refactor(data) || klu_->FactorAnew(data);
}

void SparseLu::Solve(double* b) const {
  if (klu_->pattern.size == 0) return;
  klu_solve(klu_->symbolic, klu_->numeric, klu_->pattern.size, 1, b, &klu_->common);
}

double SparseLu::ReciprocalCondition() const {
  if (klu_->pattern.size == 0) return 1;
  klu_rcond(klu_->symbolic, klu_->numeric, &klu_->common);
  return klu_->common.rcond;
}

}  // namespace jounce
