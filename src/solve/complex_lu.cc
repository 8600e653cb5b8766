#include "solve/complex_lu.h"

#include <klu.h>

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

// Pivots chosen for an earlier matrix are kept while they are not much worse than this.
constexpr double kPoorComplexPivots = 1e-12;

}  // namespace

struct ComplexLu::Analysis {
  explicit Analysis(const SparsePattern& p) : pattern(p) {
    klu_defaults(&common);
    symbolic = klu_analyze(pattern.size, pattern.starts.data(), pattern.rows.data(), &common);
  }
  ~Analysis() {
    if (symbolic) klu_free_symbolic(&symbolic, &common);
  }
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  mutable SparsePattern pattern;  // KLU reads it only, through pointers that are not const
  klu_common common;
  klu_symbolic* symbolic = nullptr;
};

struct ComplexLu::Factors {
  Factors() { klu_defaults(&common); }
  ~Factors() {
    if (numeric) klu_z_free_numeric(&numeric, &common);
  }
  Factors(const Factors&) = delete;
  Factors& operator=(const Factors&) = delete;

  klu_common common;
  klu_numeric* numeric = nullptr;
};

ComplexLu::ComplexLu(const SparsePattern& pattern)
    : analysis_(std::make_shared<const Analysis>(pattern)), factors_(std::make_unique<Factors>()) {}
ComplexLu::ComplexLu(const ComplexLu& other)
    : analysis_(other.analysis_), factors_(std::make_unique<Factors>()) {}
ComplexLu::~ComplexLu() = default;

bool ComplexLu::Factor(const std::vector<std::complex<double>>& values) {
  if (!analysis_->symbolic) return analysis_->pattern.size == 0;
  const bool finite = std::all_of(values.begin(), values.end(), [](const std::complex<double>& x) {
    return std::isfinite(x.real()) && std::isfinite(x.imag());
  });
  if (!finite) return false;
  // KLU reads it only.
  auto* data = reinterpret_cast<double*>(const_cast<std::complex<double>*>(values.data()));
  int* starts = analysis_->pattern.starts.data();
  int* rows = analysis_->pattern.rows.data();
  klu_common* common = &factors_->common;
  const bool again =
      factors_->numeric &&
      klu_z_refactor(starts, rows, data, analysis_->symbolic, factors_->numeric, common) &&
      common->status == KLU_OK && klu_z_rcond(analysis_->symbolic, factors_->numeric, common) &&
      common->rcond > kPoorComplexPivots;
  if (again) return true;
  if (factors_->numeric) klu_z_free_numeric(&factors_->numeric, common);
  factors_->numeric = klu_z_factor(starts, rows, data, analysis_->symbolic, common);
  return factors_->numeric && common->status == KLU_OK;
}

void ComplexLu::Solve(std::complex<double>* b) {
  if (analysis_->pattern.size == 0) return;
  klu_z_solve(analysis_->symbolic, factors_->numeric, analysis_->pattern.size, 1,
              reinterpret_cast<double*>(b), &factors_->common);
}

}  // namespace jounce
