#include "solve/sparse_lu.h"

#include <klu.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "math/row_panels.h"
#include "solve/block_factors.h"
#include "solve/block_order.h"
#include "solve/elimination_order.h"

namespace jounce {
namespace {

// Pivots chosen for an earlier matrix are kept while they are not much worse than this.
constexpr double kPoorPivots = 1e-14;
// Up to this size the product with the inverse is the faster one.
constexpr int kSmallMatrix = 96;
// Where a larger part of the diagonal is zero, as in nets of bodies, factors fill that were ordered
// without regard to it.
constexpr double kManyZeros = 0.4;
// An order is not tried that leads to this many times the entries that another one expects.
constexpr double kFarMore = 10;
// Blocks are worth their making once the factors have served this often.
constexpr int kServedOften = 5;
// An inverse may be wrong by this part of a solution: less than what a kept matrix is wrong by.
constexpr double kRoughly = 1e-3;
// Numbers far from what single precision can hold.
constexpr double kTooLarge = 1e30;

// Blocks are worth some more entries than single ones, and are wrong where a solution is off by this.
constexpr double kMoreEntries = 1.1;
constexpr double kWrong = 1e-8;

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Factors by KLU with pivots in one order.
struct KluFactors {
  KluFactors() { klu_defaults(&common); }
  ~KluFactors() {
    Drop();
    if (symbolic) klu_free_symbolic(&symbolic, &common);
  }
  KluFactors(const KluFactors&) = delete;
  KluFactors& operator=(const KluFactors&) = delete;

  // An order by KLU for few new entries, with pivots wherever they are found.
  void Analyze(SparsePattern* pattern) {
    if (symbolic) return;
    symbolic = klu_analyze(pattern->size, pattern->starts.data(), pattern->rows.data(), &common);
  }
  // This order.
  void Analyze(SparsePattern* pattern, std::vector<int>* order) {
    if (symbolic) klu_free_symbolic(&symbolic, &common);
    common.btf = 0;
    symbolic = klu_analyze_given(pattern->size, pattern->starts.data(), pattern->rows.data(),
                                 order->data(), order->data(), &common);
  }

  bool Factor(SparsePattern* pattern, double* values) {
    Drop();
    numeric = klu_factor(pattern->starts.data(), pattern->rows.data(), values, symbolic, &common);
    if (!numeric || common.status != KLU_OK) return false;
    return klu_rcond(symbolic, numeric, &common) && common.rcond > 0;
  }
  void Drop() {
    if (numeric) klu_free_numeric(&numeric, &common);
  }
  long long entries() const {
    return static_cast<long long>(numeric->lnz) + numeric->unz + symbolic->nzoff;
  }

  klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
};

}  // namespace

struct SparseLu::Klu {
  SparsePattern pattern;
  // With an order for few new entries, and with one for zeros on the diagonal.
  KluFactors plain, ordered;
  KluFactors* factors = &plain;       // those in use
  Eigen::VectorXd row_sizes, growth;  // of a small matrix: sums of the sizes in each row
  Eigen::MatrixXd inverse, by_columns;
  RowPanels inverse_panels;
  enum class InverseState { kNone, kMade, kRefused } inverse_state = InverseState::kNone;
  BlockFactors blocks;
  bool has_blocks = false;  // the factors are in these
  bool has_block_pattern = false;
  int solutions = 0;                 // with these factors
  std::vector<double> pivot_values;  // the matrix for which the pivots were chosen

  explicit Klu(const SparsePattern& p) : pattern(p) {
    if (p.size <= kSmallMatrix) {
      row_sizes.setZero(p.size);
      growth.setZero(p.size);
      inverse.resize(p.size, p.size);
      inverse_panels = RowPanels(p.size, p.size);
    }
  }

  bool Refactor(double* values) {
    const auto& [common, symbolic, numeric] = *factors;
    if (!numeric) return false;
    if (pattern.size > kSmallMatrix) return FactorBlocks(values) > kPoorPivots;
    const bool done = klu_refactor(pattern.starts.data(), pattern.rows.data(), values, symbolic,
                                   numeric, &factors->common) &&
                      common.status == KLU_OK;
    return done && klu_rcond(symbolic, numeric, &factors->common) && common.rcond > kPoorPivots;
  }

  // Joints leave zeros on the diagonal: part of the unknowns that are coupled to others.
  double PartOfZeros(const double* values) const {
    int zeros = 0, coupled = 0;
    for (int column = 0; column < pattern.size; ++column) {
      const int begin = pattern.starts[column], end = pattern.starts[column + 1];
      if (end - begin > 1) ++coupled;
      for (int i = begin; i < end; ++i) {
        if (pattern.rows[i] == column && values[i] == 0) ++zeros;
      }
    }
    return zeros == 0 ? 0 : static_cast<double>(zeros) / std::max(coupled, 1);
  }

  // With the order that leads to the fewer entries. Which one that is depends on the values alone, so
  // that a run that goes on has the same factors.
  bool FactorAnew(double* values) {
    has_blocks = has_block_pattern = false;
    pivot_values.assign(values, values + pattern.rows.size());
    plain.Drop();
    ordered.Drop();
    plain.Analyze(&pattern);
    if (!plain.symbolic) return false;
    const double zeros = PartOfZeros(values);
    const bool in_order = zeros > 0 && pattern.size > kSmallMatrix && FactorInOrder(values);
    const bool in_any = !(in_order && zeros > kManyZeros) && plain.Factor(&pattern, values);
    const bool fewer = in_order && !(in_any && plain.entries() <= ordered.entries());
    factors = fewer ? &ordered : &plain;
    (fewer ? plain : ordered).Drop();
    return in_order || in_any;
  }

  // Bodies before their joints (elimination_order.h), where that has a chance to be better.
  bool FactorInOrder(double* values) {
    std::vector<int> order = FindEliminationOrder(pattern, values);
    const double limit = kFarMore * std::max(plain.symbolic->lnz, 1.0 * pattern.size);
    if (CountFactorEntries(pattern, order, std::llround(limit)) > limit) return false;
    ordered.Analyze(&pattern, &order);
    return ordered.Factor(&pattern, values);
  }

  void Substitute(int columns, double* b) {
    if (has_blocks) {
      for (int i = 0; i < columns; ++i)
        blocks.Solve(b + static_cast<std::ptrdiff_t>(pattern.size) * i);
      return;
    }
    klu_solve(factors->symbolic, factors->numeric, pattern.size, columns, b, &factors->common);
  }

  // The inverse is worth its making once the factors have served half as often as it has columns.
  bool WantsInverse() const {
    return inverse_state == InverseState::kNone && pattern.size <= kSmallMatrix &&
           2 * solutions > pattern.size;
  }

  void MakeInverse() {
    inverse.setIdentity();
    Substitute(pattern.size, inverse.data());
    inverse_panels.Set(inverse);
    inverse_state = IsInverseGoodEnough() ? InverseState::kMade : InverseState::kRefused;
  }

  // |A^-1| |A| is what errors of single precision can grow by [Higham 2002, 7.2].
  bool IsInverseGoodEnough() {
    constexpr double kRounding = 0.5 * std::numeric_limits<float>::epsilon();
    growth.noalias() = inverse.cwiseAbs() * row_sizes;
    return kRounding * growth.maxCoeff<Eigen::PropagateNaN>() < kRoughly &&
           inverse.lpNorm<Eigen::Infinity>() < kTooLarge;
  }

  void SumRows(const std::vector<double>& values) {
    row_sizes.setZero();
    for (size_t i = 0; i < values.size(); ++i) row_sizes[pattern.rows[i]] += std::abs(values[i]);
  }

  bool WantsBlocks() const {
    return !has_blocks && pattern.size > kSmallMatrix && solutions > kServedOften;
  }

  // The reciprocal condition number, as klu_rcond tells it.
  double FactorBlocks(const double* values) {
    if (!has_block_pattern) SetBlockPattern();
    has_blocks = has_block_pattern = true;
    return factors->common.rcond = blocks.Factor(values);
  }

  // An order made for blocks, or that of KLU where its pivots serve better. Which one it is depends on
  // the values for which the pivots were chosen alone.
  void SetBlockPattern() {
    const LuPattern own = FindBlockOrder(pattern, pivot_values.data());
    const double most = kMoreEntries * static_cast<double>(factors->entries());
    if (static_cast<double>(own.L.rows.size() + own.U.rows.size()) <= most) {
      blocks.SetPattern(pattern, own);
      if (blocks.Factor(pivot_values.data()) > kPoorPivots && BlocksSolve()) return;
    }
    blocks.SetPattern(pattern, FactorsPattern());
  }

  // Whether a solution that is known is found.
  bool BlocksSolve() {
    std::vector<double> b(pattern.size, 0.0);
    for (size_t i = 0; i < pattern.rows.size(); ++i) b[pattern.rows[i]] += pivot_values[i];
    blocks.Solve(b.data());
    return std::all_of(b.begin(), b.end(), [](double x) { return std::abs(x - 1) < kWrong; });
  }

  // Where the factors of KLU have their entries.
  LuPattern FactorsPattern() {
    const auto& [common, symbolic, numeric] = *factors;
    LuPattern found;
    // KLU gives no pattern without its values.
    std::vector<double> values(std::max({numeric->lnz, numeric->unz, symbolic->nzoff}));
    for (const auto& [factor, entries] :
         {std::pair(&found.L, numeric->lnz), std::pair(&found.U, numeric->unz),
          std::pair(&found.F, symbolic->nzoff)}) {
      factor->size = pattern.size;
      factor->starts.resize(pattern.size + 1);
      factor->rows.resize(entries);
    }
    found.pieces.resize(symbolic->nblocks + 1);
    found.rows.resize(pattern.size);
    found.columns.resize(pattern.size);
    klu_extract(numeric, symbolic, found.L.starts.data(), found.L.rows.data(), values.data(),
                found.U.starts.data(), found.U.rows.data(), values.data(), found.F.starts.data(),
                found.F.rows.data(), values.data(), found.rows.data(), found.columns.data(),
                nullptr, found.pieces.data(), &factors->common);
    return found;
  }
};

SparseLu::SparseLu(const SparsePattern& pattern) : klu_(std::make_unique<Klu>(pattern)) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

bool SparseLu::Factor(const std::vector<double>& values) {
  if (klu_->pattern.size == 0) return true;
  const bool finite =
      std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
  if (!finite) return false;
  klu_->inverse_state = Klu::InverseState::kNone;
  klu_->solutions = 0;
  if (inverts()) klu_->SumRows(values);
  double* data = const_cast<double*>(values.data());  // KLU reads it only
  return klu_->Refactor(data) || klu_->FactorAnew(data);
}

void SparseLu::Solve(double* b) {
  Klu& klu = *klu_;
  if (klu.pattern.size == 0) return;
  ++klu.solutions;
  // Until now nothing was factorized again, so that the factors are those of the pivots.
  if (klu.WantsBlocks()) klu.FactorBlocks(klu.pivot_values.data());
  klu.Substitute(1, b);
}

void SparseLu::SolveRows(int columns, double* b) {
  Klu& klu = *klu_;
  const int size = klu.pattern.size;
  if (size == 0) return;
  if (klu.has_blocks) return klu.blocks.SolveRows(columns, b);
  // KLU takes columns.
  klu.by_columns.resize(size, columns);
  Eigen::Map<Rows> rows(b, size, columns);
  klu.by_columns = rows;
  klu.Substitute(columns, klu.by_columns.data());
  rows = klu.by_columns;
}

void SparseLu::SolveRoughly(double* b) {
  Klu& klu = *klu_;
  if (klu.WantsInverse()) klu.MakeInverse();
  if (klu.inverse_state != Klu::InverseState::kMade) return Solve(b);
  const float* x = klu.inverse_panels.Times(b);
  std::copy(x, x + klu.pattern.size, b);
}

void SparseLu::Exchange(const std::vector<double>& values, bool valid, StateStream* stream) {
  Klu& klu = *klu_;
  bool chosen = !klu.pivot_values.empty();
  stream->Value(&chosen);
  klu.pivot_values.resize(klu.pattern.rows.size());
  stream->Values(&klu.pivot_values);
  Klu::InverseState inverse = klu.inverse_state;
  bool has_blocks = klu.has_blocks;
  int solutions = klu.solutions;
  stream->Value(&inverse);
  stream->Value(&has_blocks);
  stream->Value(&solutions);
  if (!chosen) klu.pivot_values.clear();
  if (!stream->reading() || !chosen) return;
  // The same pivots, the same factors with them, and of these what was made before.
  std::vector<double> matrix = klu.pivot_values;
  klu.FactorAnew(matrix.data());
  if (!valid) return;
  if (matrix != values) {
    matrix = values;
    klu.Refactor(matrix.data());
  }
  if (inverts()) klu.SumRows(values);
  klu.inverse_state = Klu::InverseState::kNone;
  if (inverse != Klu::InverseState::kNone) klu.MakeInverse();
  if (has_blocks && !klu.has_blocks) klu.FactorBlocks(values.data());
  klu.solutions = solutions;
}

bool SparseLu::inverts() const { return klu_->pattern.size <= kSmallMatrix; }

double SparseLu::ReciprocalCondition() const {
  if (klu_->pattern.size == 0) return 1;
  return klu_->factors->common.rcond;
}

}  // namespace jounce
