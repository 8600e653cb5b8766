#include "solve/block_substitution.h"

#include <algorithm>
#include <type_traits>

#include "math/lanes.h"

namespace jounce {
namespace {

constexpr int kWidest = 24;
// A block may hold this many numbers for each that is not zero, and some more.
constexpr double kFilling = 1.3;
constexpr int kAlways = 24;

int UpToFour(int n) { return (n + 3) / 4 * 4; }

// y = M x, M by columns with `stride` rows of which four times kFours are wanted.
template <int kFours, class Columns>
inline void MultiplyFours(const double* M, int stride, Columns columns, const double* x,
                          double* y) {
  Lanes<4> sums[kFours];
  for (int j = 0; j < columns; ++j, M += stride) {
    for (int i = 0; i < kFours; ++i) sums[i] += Lanes<4>::Load(M + 4 * i) * x[j];
  }
  for (int i = 0; i < kFours; ++i) sums[i].Store(y + 4 * i);
}

// y = M x with `rows`, a multiple of four.
template <class Columns>
inline void Multiply(const double* M, int rows, Columns columns, const double* x, double* y) {
  // Twelve rows are a body and the one that it hangs on.
  int i = 0;
  for (; i + 12 <= rows; i += 12) MultiplyFours<3>(M + i, rows, columns, x, y + i);
  if (rows - i == 8) MultiplyFours<2>(M + i, rows, columns, x, y + i);
  if (rows - i == 4) MultiplyFours<1>(M + i, rows, columns, x, y + i);
}

// The rows of columns that are added one by one.
class RowUnion {
 public:
  explicit RowUnion(int size) : mark_(size, -1) {}

  void Begin(int block) {
    block_ = block;
    rows_.clear();
  }
  void Add(const TriangularFactor& factor, int column) {
    for (int k = factor.starts[column]; k < factor.starts[column + 1]; ++k) {
      const int row = factor.rows[k];
      if (mark_[row] == block_) continue;
      mark_[row] = block_;
      rows_.push_back(row);
    }
  }
  // Those outside of the columns from `first` on, sorted.
  std::vector<int> Outside(int first, int width) const {
    std::vector<int> outside;
    for (int row : rows_) {
      if (row < first || row >= first + width) outside.push_back(row);
    }
    std::sort(outside.begin(), outside.end());
    return outside;
  }

 private:
  std::vector<int> mark_, rows_;
  int block_ = -1;
};

int Entries(const TriangularFactor& factor, int column) {
  return factor.starts[column + 1] - factor.starts[column];
}

}  // namespace

void BlockSubstitution::SetPattern(const LuFactors& factors) {
  rows_ = factors.rows;
  columns_ = factors.columns;
  scale_.resize(rows_.size());
  x_.resize(rows_.size());
  coupling_ = factors.F;
  FindGroups(factors);
  FindBlocks(factors);
  int tallest = 0;
  for (const Sweep* sweep : {&forwards_, &backwards_}) {
    for (const Panel& panel : sweep->panels) tallest = std::max(tallest, panel.stride);
  }
  product_.resize(tallest);
}

// A piece joins the group before it unless it is coupled to that.
void BlockSubstitution::FindGroups(const LuFactors& factors) {
  groups_.clear();
  int begin = 0;  // of the last group
  for (size_t i = 0; i + 1 < factors.pieces.size(); ++i) {
    const int from = factors.F.starts[factors.pieces[i]];
    const int to = factors.F.starts[factors.pieces[i + 1]];
    const bool coupled = std::any_of(factors.F.rows.begin() + from, factors.F.rows.begin() + to,
                                     [&](int row) { return row >= begin; });
    if (groups_.empty() || coupled) {
      begin = factors.pieces[i];
      groups_.emplace_back();
    }
    groups_.back().end = factors.pieces[i + 1];
  }
}

// Columns join the block before them while few zeros come with them.
void BlockSubstitution::FindBlocks(const LuFactors& factors) {
  const int size = static_cast<int>(rows_.size());
  forwards_ = backwards_ = Sweep();
  forwards_.places.resize(factors.L.rows.size());
  backwards_.places.resize(factors.U.rows.size());
  RowUnion below(size), above(size);
  auto group = groups_.begin();
  for (int first = 0, block = 0; first < size; ++block) {
    while (first == group->end) ++group;
    below.Begin(block);
    above.Begin(block);
    std::vector<int> S, T;
    int width = 0, entries = 0;
    for (int wider = 1; wider <= kWidest && first + wider <= group->end; ++wider) {
      const int column = first + wider - 1;
      below.Add(factors.L, column);
      above.Add(factors.U, column);
      entries += Entries(factors.L, column) + Entries(factors.U, column);
      const std::vector<int> S_wider = below.Outside(first, wider),
                             T_wider = above.Outside(first, wider);
      const int stored = wider * (UpToFour(wider + static_cast<int>(S_wider.size())) +
                                  UpToFour(wider + static_cast<int>(T_wider.size())));
      if (wider > 1 && stored > kFilling * entries + kAlways) break;
      S = S_wider;
      T = T_wider;
      width = wider;
    }
    forwards_.Add(factors.L, first, width, S);
    backwards_.Add(factors.U, first, width, T);
    first += width;
    group->panels_end = block + 1;
  }
}

void BlockSubstitution::Sweep::Add(const TriangularFactor& factor, int first, int width,
                                   const std::vector<int>& others) {
  Panel panel;
  panel.first = first;
  panel.width = width;
  panel.others = static_cast<int>(others.size());
  panel.stride = UpToFour(width + panel.others);
  panel.values = static_cast<int>(values.size());
  panel.other_rows = static_cast<int>(other_rows.size());
  values.resize(values.size() + panel.stride * width);
  other_rows.insert(other_rows.end(), others.begin(), others.end());
  for (int j = 0; j < width; ++j) {
    for (int k = factor.starts[first + j]; k < factor.starts[first + j + 1]; ++k) {
      const int row = factor.rows[k];
      const bool inside = row >= first && row < first + width;
      const auto other = std::lower_bound(others.begin(), others.end(), row) - others.begin();
      places[k] = panel.values + panel.stride * j +
                  (inside ? row - first : width + static_cast<int>(other));
    }
  }
  panels.push_back(panel);
}

void BlockSubstitution::SetValues(const LuFactors& factors) {
  for (size_t k = 0; k < scale_.size(); ++k) scale_[k] = 1 / factors.scale[k];
  Invert(&forwards_, factors.L, true);
  Invert(&backwards_, factors.U, false);
  std::copy(factors.F.values.begin(), factors.F.values.end(), coupling_.values.begin());
}

// With D the rows of the columns themselves and B the others, a panel becomes N = [inv(D); -B
// inv(D)], column by column: N_j = ([e_j; -B_j] - sum_k N_k D_kj) / D_jj over the columns k that
// are done, those after j in L and those before j in U.
void BlockSubstitution::Invert(Sweep* sweep, const TriangularFactor& factor, bool lower) {
  std::fill(sweep->values.begin(), sweep->values.end(), 0.0);
  for (size_t k = 0; k < sweep->places.size(); ++k) {
    sweep->values[sweep->places[k]] = factor.values[k];
  }
  for (const Panel& panel : sweep->panels) {
    double* values = sweep->values.data() + panel.values;
    if (lower) {
      for (int j = panel.width - 1; j >= 0; --j) {
        InvertColumn(panel, j, j + 1, panel.width, lower, values);
      }
    } else {
      for (int j = 0; j < panel.width; ++j) InvertColumn(panel, j, 0, j, lower, values);
    }
  }
}

void BlockSubstitution::InvertColumn(const Panel& panel, int j, int from, int to, bool lower,
                                     double* values) {
  double* column = values + panel.stride * j;
  double D[kWidest];
  std::copy(column, column + panel.width, D);
  std::fill(column, column + panel.width, 0.0);
  for (int i = panel.width; i < panel.stride; ++i) column[i] = -column[i];
  column[j] = 1;
  for (int k = from; k < to; ++k) {
    const double* N = values + panel.stride * k;
    for (int i = 0; i < panel.stride; ++i) column[i] -= N[i] * D[k];
  }
  if (lower) return;
  const double pivot = 1 / D[j];
  for (int i = 0; i < panel.stride; ++i) column[i] *= pivot;
}

// A block of one body has six columns; what the compiler knows it need not count.
inline void BlockSubstitution::Apply(const Sweep& sweep, const Panel& panel) {
  if (panel.width == 6) {
    ApplyColumns(sweep, panel, std::integral_constant<int, 6>());
  } else {
    ApplyColumns(sweep, panel, panel.width);
  }
}

template <class Width>
inline void BlockSubstitution::ApplyColumns(const Sweep& sweep, const Panel& panel, Width width) {
  double* x = x_.data() + panel.first;
  const double* y = product_.data();
  Multiply(sweep.values.data() + panel.values, panel.stride, width, x, product_.data());
  for (int i = 0; i < width; ++i) x[i] = y[i];
  const int* rows = sweep.other_rows.data() + panel.other_rows;
  for (int i = 0; i < panel.others; ++i) x_[rows[i]] += y[width + i];
}

void BlockSubstitution::Solve(double* b) {
  const int size = static_cast<int>(rows_.size());
  for (int k = 0; k < size; ++k) x_[k] = scale_[k] * b[rows_[k]];
  for (size_t g = groups_.size(); g-- > 0;) {
    const int begin = g > 0 ? groups_[g - 1].panels_end : 0, end = groups_[g].panels_end;
    for (int i = begin; i < end; ++i) Apply(forwards_, forwards_.panels[i]);
    for (int i = end; i-- > begin;) Apply(backwards_, backwards_.panels[i]);
    for (int j = g > 0 ? groups_[g - 1].end : size; j < groups_[g].end; ++j) {
      for (int k = coupling_.starts[j]; k < coupling_.starts[j + 1]; ++k) {
        x_[coupling_.rows[k]] -= coupling_.values[k] * x_[j];
      }
    }
  }
  for (int k = 0; k < size; ++k) b[columns_[k]] = x_[k];
}

}  // namespace jounce
