#include "solve/block_factors.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "math/lanes.h"
#include "math/row_products.h"

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

// column -= factor done, from a row that is a multiple of four on.
inline void Subtract(double factor, const double* done, int from, int rows, double* column) {
  for (int i = from; i < rows; i += 4) {
    (Lanes<4>::Load(column + i) - Lanes<4>::Load(done + i) * factor).Store(column + i);
  }
}

// x += y.
inline void AddTo(double* x, const double* y, int count) {
  int i = 0;
  for (; i + 4 <= count; i += 4) (Lanes<4>::Load(x + i) + Lanes<4>::Load(y + i)).Store(x + i);
  if (i + 2 <= count) {
    (Lanes<2>::Load(x + i) + Lanes<2>::Load(y + i)).Store(x + i);
    i += 2;
  }
  if (i < count) x[i] += y[i];
}

// The rows of columns that are added one by one.
class RowUnion {
 public:
  explicit RowUnion(int size) : mark_(size, -1) {}

  void Begin(int block) {
    block_ = block;
    rows_.clear();
  }
  void Add(const SparsePattern& factor, int column) {
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

int Entries(const SparsePattern& factor, int column) {
  return factor.starts[column + 1] - factor.starts[column];
}

}  // namespace

void BlockFactors::SetPattern(const SparsePattern& matrix, const LuPattern& factors) {
  rows_ = factors.rows;
  columns_ = factors.columns;
  scale_.resize(rows_.size());
  x_.resize(rows_.size());
  coupling_ = factors.F;
  coupling_values_.resize(coupling_.rows.size());
  FindGroups(factors);
  FindBlocks(factors);
  FindEntries(matrix, factors);
  FindUpdates();
  tallest_ = widest_ = 0;
  for (const Sweep* sweep : {&forwards_, &backwards_}) {
    for (const Panel& panel : sweep->panels) {
      tallest_ = std::max(tallest_, panel.stride);
      widest_ = std::max(widest_, panel.width);
    }
  }
  product_.resize(tallest_);
  from_.resize(widest_);
  own_.resize(widest_);
  to_.resize(tallest_);
  MakeRoom(UpToFour(widest_));
  work_.assign(UpToFour(widest_) * rows_.size(), 0.0);
}

void BlockFactors::MakeRoom(int columns) {
  const size_t needed = static_cast<size_t>(widest_) * columns;
  if (own_rows_.size() < needed) own_rows_.resize(needed);
}

// A piece joins the group before it unless it is coupled to that.
void BlockFactors::FindGroups(const LuPattern& factors) {
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
void BlockFactors::FindBlocks(const LuPattern& factors) {
  const int size = static_cast<int>(rows_.size());
  forwards_ = backwards_ = Sweep();
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
    forwards_.Add(first, width, S);
    backwards_.Add(first, width, T);
    first += width;
    group->panels_end = block + 1;
  }
}

void BlockFactors::Sweep::Add(int first, int width, const std::vector<int>& others) {
  Panel panel;
  panel.first = first;
  panel.width = width;
  panel.others = static_cast<int>(others.size());
  panel.stride = UpToFour(width + panel.others);
  panel.values = static_cast<int>(values.size());
  panel.other_rows = static_cast<int>(other_rows.size());
  values.resize(values.size() + panel.stride * width);
  other_rows.insert(other_rows.end(), others.begin(), others.end());
  panel.first_run = static_cast<int>(runs.size());
  for (size_t i = 0; i < others.size(); ++i) {
    if (i == 0 || others[i] != others[i - 1] + 1) runs.push_back({others[i], 0});
    ++runs.back().count;
  }
  panel.runs = static_cast<int>(runs.size()) - panel.first_run;
  panels.push_back(panel);
}

// Each entry of the matrix goes into a column of its block, or couples two groups.
void BlockFactors::FindEntries(const SparsePattern& matrix, const LuPattern& factors) {
  std::vector<int> row_of(rows_.size());  // of the factors, by that of the matrix
  for (size_t k = 0; k < rows_.size(); ++k) row_of[rows_[k]] = static_cast<int>(k);
  entries_.clear();
  coupling_entries_.clear();
  entry_starts_ = {0};
  auto group = groups_.begin();
  int group_begin = 0;
  for (const Panel& panel : forwards_.panels) {
    while (panel.first >= group->end) group_begin = (group++)->end;
    for (int j = 0; j < panel.width; ++j) {
      const int column = panel.first + j, from = columns_[column];
      for (int k = matrix.starts[from]; k < matrix.starts[from + 1]; ++k) {
        const int row = row_of[matrix.rows[k]];
        if (row >= group_begin) {
          entries_.push_back({k, row, UpToFour(panel.width) * row + j});
          continue;
        }
        const auto begin = factors.F.rows.begin();
        const auto place =
            std::find(begin + factors.F.starts[column], begin + factors.F.starts[column + 1], row);
        coupling_entries_.push_back({k, row, static_cast<int>(place - begin)});
      }
    }
    entry_starts_.push_back(static_cast<int>(entries_.size()));
  }
}

// Those of the rows above a block.
void BlockFactors::FindUpdates() {
  std::vector<int> block_of(rows_.size());
  for (size_t i = 0; i < backwards_.panels.size(); ++i) {
    const Panel& panel = backwards_.panels[i];
    std::fill_n(block_of.begin() + panel.first, panel.width, static_cast<int>(i));
  }
  updates_.clear();
  update_starts_ = {0};
  for (const Panel& panel : backwards_.panels) {
    const int* rows = backwards_.OthersOf(panel);
    for (int i = 0; i < panel.others; ++i) {
      const int block = block_of[rows[i]];
      const bool first = i == 0 || block_of[rows[i - 1]] != block;
      if (first) updates_.push_back(block);
    }
    update_starts_.push_back(static_cast<int>(updates_.size()));
  }
}

double BlockFactors::Factor(const double* values) {
  Scale(values);
  for (const Entry& entry : coupling_entries_) {
    coupling_values_[entry.place] = scale_[entry.row] * values[entry.value];
  }
  smallest_ = HUGE_VAL;
  largest_ = sum_ = 0;
  for (size_t block = 0; block < forwards_.panels.size(); ++block) {
    EliminateColumns(static_cast<int>(block), values);
    TakeColumns(static_cast<int>(block));
    FactorPanel(static_cast<int>(block));
  }
  if (smallest_ > 0 && std::isfinite(sum_)) return smallest_ / largest_;
  // What is infinite or no number must not stay where zeros are expected.
  for (std::vector<double>* numbers : {&work_, &forwards_.values, &backwards_.values}) {
    std::fill(numbers->begin(), numbers->end(), 0.0);
  }
  return 0;
}

// By the largest entry of each row.
void BlockFactors::Scale(const double* values) {
  std::fill(scale_.begin(), scale_.end(), 0.0);
  for (const std::vector<Entry>* entries : {&entries_, &coupling_entries_}) {
    for (const Entry& entry : *entries) {
      scale_[entry.row] = std::max(scale_[entry.row], std::abs(values[entry.value]));
    }
  }
  for (double& scale : scale_) scale = 1 / scale;
}

// Lets the columns of a block go through the blocks before it.
void BlockFactors::EliminateColumns(int block, const double* values) {
  for (int i = entry_starts_[block]; i < entry_starts_[block + 1]; ++i) {
    const Entry& entry = entries_[i];
    work_[entry.place] = scale_[entry.row] * values[entry.value];
  }
  const int width = UpToFour(forwards_.panels[block].width);
  for (int i = update_starts_[block]; i < update_starts_[block + 1]; ++i) {
    ApplyRows(forwards_, forwards_.panels[updates_[i]], width, work_.data());
  }
}

// From work_ to the panels: what is above to that of U, the rest to that of L.
void BlockFactors::TakeColumns(int block) {
  const Panel &lower = forwards_.panels[block], &upper = backwards_.panels[block];
  const int *below = forwards_.OthersOf(lower), *above = backwards_.OthersOf(upper);
  const int width = lower.width, stride = UpToFour(width);
  double *L = forwards_.ColumnsOf(lower), *U = backwards_.ColumnsOf(upper);
  const auto take = [&](int row, double* to, int to_stride) {
    double* x = work_.data() + static_cast<ptrdiff_t>(stride) * row;
    for (int j = 0; j < width; ++j) to[to_stride * j] = x[j];
    for (int j = 0; j < stride; j += 4) Lanes<4>().Store(x + j);
  };
  for (int i = 0; i < width; ++i) take(lower.first + i, L + i, lower.stride);
  for (int i = 0; i < lower.others; ++i) take(below[i], L + width + i, lower.stride);
  for (int i = 0; i < upper.others; ++i) take(above[i], U + width + i, upper.stride);
}

// Factorizes the dense panel, then makes N = [inv(D); -B inv(D)] of each factor, with D the rows of
// the columns themselves and B the others: N_j = ([e_j; -B_j] - sum_k N_k D_kj) / D_jj over the
// columns k that are done, those after j in L and those before j in U.
void BlockFactors::FactorPanel(int block) {
  const Panel &lower = forwards_.panels[block], &upper = backwards_.panels[block];
  double *L = forwards_.ColumnsOf(lower), *U = backwards_.ColumnsOf(upper);
  const int width = lower.width;
  for (int j = 0; j < width; ++j) {
    double *column = L + lower.stride * j, *above = U + upper.stride * j;
    for (int k = 0; k < j; ++k) {
      above[k] = column[k];
      Subtract(above[k], L + lower.stride * k, (k + 1) / 4 * 4, lower.stride, column);
    }
    const double pivot = above[j] = column[j], size = std::abs(pivot);
    smallest_ = std::min(smallest_, size);
    largest_ = std::max(largest_, size);
    sum_ += size;  // a minimum may hide what is not a number
    const double factor = 1 / pivot;
    for (int i = j + 1; i < lower.stride; ++i) column[i] *= factor;
    InvertColumn(upper, j, 0, j, factor, U);
  }
  for (int j = width - 1; j >= 0; --j) InvertColumn(lower, j, j + 1, width, 1, L);
}

void BlockFactors::InvertColumn(const Panel& panel, int j, int from, int to, double pivot,
                                double* values) {
  double* column = values + panel.stride * j;
  double D[kWidest];
  std::copy(column, column + panel.width, D);
  std::fill(column, column + panel.width, 0.0);
  for (int i = panel.width; i < panel.stride; ++i) column[i] = -column[i];
  column[j] = 1;
  for (int k = from; k < to; ++k)
    Subtract(D[k], values + panel.stride * k, 0, panel.stride, column);
  if (pivot == 1) return;
  for (int i = 0; i < panel.stride; ++i) column[i] *= pivot;
}

// What the compiler knows of a width it need not count.
inline void BlockFactors::Apply(const Sweep& sweep, const Panel& panel, double* x) {
  const auto apply = [&](auto width) { ApplyColumns(sweep, panel, width, x); };
  switch (panel.width) {
    case 4:
      return apply(std::integral_constant<int, 4>());
    case 5:
      return apply(std::integral_constant<int, 5>());
    case 6:
      return apply(std::integral_constant<int, 6>());
    case 8:
      return apply(std::integral_constant<int, 8>());
    default:
      return apply(panel.width);
  }
}

template <class Width>
inline void BlockFactors::ApplyColumns(const Sweep& sweep, const Panel& panel, Width width,
                                       double* x) {
  double* own = x + panel.first;
  const double* y = product_.data();
  Multiply(sweep.values.data() + panel.values, panel.stride, width, own, product_.data());
  for (int i = 0; i < width; ++i) own[i] = y[i];
  y += width;
  const Run* run = sweep.runs.data() + panel.first_run;
  for (const Run* end = run + panel.runs; run != end; ++run) {
    AddTo(x + run->first, y, run->count);
    y += run->count;
  }
}

void BlockFactors::ApplyRows(const Sweep& sweep, const Panel& panel, int columns, double* x) {
  const auto row = [&](int i) { return x + static_cast<ptrdiff_t>(columns) * i; };
  const int* others = sweep.OthersOf(panel);
  const double* M = sweep.values.data() + panel.values;
  const int width = panel.width;
  for (int i = 0; i < width; ++i) {
    from_[i] = row(panel.first + i);
    own_[i] = own_rows_.data() + static_cast<ptrdiff_t>(columns) * i;
  }
  for (int i = 0; i < panel.others; ++i) to_[i] = row(others[i]);
  std::fill_n(own_rows_.data(), static_cast<ptrdiff_t>(columns) * width, 0.0);
  AddRowProducts(M, panel.stride, width, width, from_.data(), own_.data(), columns);
  AddRowProducts(M + width, panel.stride, panel.others, width, from_.data(), to_.data(), columns);
  std::copy_n(own_rows_.data(), static_cast<ptrdiff_t>(columns) * width, row(panel.first));
}

void BlockFactors::Solve(double* b) {
  const int size = static_cast<int>(rows_.size());
  double* x = x_.data();
  for (int k = 0; k < size; ++k) x[k] = scale_[k] * b[rows_[k]];
  for (size_t g = groups_.size(); g-- > 0;) {
    const int begin = g > 0 ? groups_[g - 1].panels_end : 0, end = groups_[g].panels_end;
    for (int i = begin; i < end; ++i) Apply(forwards_, forwards_.panels[i], x);
    for (int i = end; i-- > begin;) Apply(backwards_, backwards_.panels[i], x);
    for (int j = g > 0 ? groups_[g - 1].end : size; j < groups_[g].end; ++j) {
      for (int k = coupling_.starts[j]; k < coupling_.starts[j + 1]; ++k) {
        x[coupling_.rows[k]] -= coupling_values_[k] * x[j];
      }
    }
  }
  for (int k = 0; k < size; ++k) b[columns_[k]] = x[k];
}

void BlockFactors::SolveRows(int columns, double* b) {
  const size_t size = rows_.size(), all = size * columns;
  if (rows_x_.size() < all) rows_x_.resize(all);
  MakeRoom(columns);
  double* x = rows_x_.data();
  for (size_t k = 0; k < size; ++k) {
    const double* from = b + static_cast<size_t>(rows_[k]) * columns;
    for (int i = 0; i < columns; ++i) x[k * columns + i] = scale_[k] * from[i];
  }
  for (size_t g = groups_.size(); g-- > 0;) {
    const int begin = g > 0 ? groups_[g - 1].panels_end : 0, end = groups_[g].panels_end;
    for (int i = begin; i < end; ++i) ApplyRows(forwards_, forwards_.panels[i], columns, x);
    for (int i = end; i-- > begin;) ApplyRows(backwards_, backwards_.panels[i], columns, x);
    for (int j = g > 0 ? groups_[g - 1].end : static_cast<int>(size); j < groups_[g].end; ++j) {
      const double* of_column = x + static_cast<size_t>(j) * columns;
      for (int k = coupling_.starts[j]; k < coupling_.starts[j + 1]; ++k) {
        double* to = x + static_cast<size_t>(coupling_.rows[k]) * columns;
        for (int i = 0; i < columns; ++i) to[i] -= coupling_values_[k] * of_column[i];
      }
    }
  }
  for (size_t k = 0; k < size; ++k) {
    std::copy_n(x + k * columns, columns, b + static_cast<size_t>(columns_[k]) * columns);
  }
}

}  // namespace jounce
