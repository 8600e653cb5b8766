#include "solve/block_factors.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <type_traits>
#include <utility>

#include "math/lanes.h"
#include "math/row_products.h"
#include "solve/dense_block.h"

namespace jounce {
namespace {

constexpr int kWidest = DenseBlock::kWidest;
// A block may hold this many numbers for each that is not zero, and some more.
constexpr double kFilling = 1.2;
constexpr int kAlways = 32;

// Calls f with the number of columns, as one that the compiler knows where they are few.
template <class Function>
inline void WithWidth(int width, Function f) {
  switch (width) {
#define JOUNCE_WIDTH(n) \
  case n:               \
    return f(std::integral_constant<int, n>())
    JOUNCE_WIDTH(1);
    JOUNCE_WIDTH(2);
    JOUNCE_WIDTH(3);
    JOUNCE_WIDTH(4);
    JOUNCE_WIDTH(5);
    JOUNCE_WIDTH(6);
    JOUNCE_WIDTH(7);
    JOUNCE_WIDTH(8);
    JOUNCE_WIDTH(9);
    JOUNCE_WIDTH(10);
    JOUNCE_WIDTH(11);
    JOUNCE_WIDTH(12);
#undef JOUNCE_WIDTH
    default:
      return f(width);
  }
}
// Room for one number a column.
template <class Width>
inline constexpr int kRoom = kWidest;
template <int n>
inline constexpr int kRoom<std::integral_constant<int, n>> = n;

// What four rows of a panel, four numbers a column, make of the numbers of its columns.
template <class Width>
inline Lanes<4> Product(const double* M, Width width, const Lanes<4>* y) {
  Lanes<4> sum = Lanes<4>::Load(M) * y[0];
  for (int j = 1; j < width; ++j) sum += Lanes<4>::Load(M + 4 * j) * y[j];
  return sum;
}

// x += y for less than four numbers, of which no other is touched.
inline void AddFew(const Lanes<4>& y, int count, double* x) {
  double few[4];
  y.Store(few);
  if (count >= 2) (Lanes<2>::Load(x) + Lanes<2>::Load(few)).Store(x);
  if (count % 2 == 1) x[count - 1] += few[count - 1];
}

// The first `count` of up to four numbers, then zeros; nothing stays where they were.
inline Lanes<4> TakeFew(double* x, int count) {
  Lanes<4> few;
  if (count >= 4) {
    few = Lanes<4>::Load(x);
    Lanes<4>().Store(x);
    return few;
  }
  double numbers[4] = {};
  std::copy_n(x, count, numbers);
  std::fill_n(x, count, 0.0);
  return Lanes<4>::Load(numbers);
}

// Four rows times V in their place, V of a lower or an upper triangle.
template <bool kLower, class Width>
inline void MultiplyRows(const DenseBlock& V, Width width, Lanes<4>* rows) {
  for (int i = 0; i < width; ++i) {
    // Those that are not needed any more come first.
    const int j = kLower ? i : width - 1 - i;
    const double* column = V.column(j);
    Lanes<4> sum = rows[j] * column[j];
    const int from = kLower ? j + 1 : 0, to = kLower ? static_cast<int>(width) : j;
    for (int k = from; k < to; ++k) sum += rows[k] * column[k];
    rows[j] = sum;
  }
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
  widest_ = 0;
  int tallest = 0;
  for (const Sweep* sweep : {&forwards_, &backwards_}) {
    for (const Panel& panel : sweep->panels) widest_ = std::max(widest_, panel.width);
    for (const Run& run : sweep->runs) tallest = std::max(tallest, run.count);
  }
  from_.resize(widest_);
  to_.resize(tallest);
  work_.assign(static_cast<size_t>(widest_) * rows_.size(), 0.0);
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
    std::vector<int> own(width);
    std::iota(own.begin(), own.end(), first);
    forwards_.Add(first, width, {own, S});
    backwards_.Add(first, width, {own, T});
    first += width;
    group->panels_end = block + 1;
  }
}

void BlockFactors::Sweep::Add(int first, int width, const std::vector<std::vector<int>>& rows) {
  Panel panel{first, width, static_cast<int>(runs.size()), 0};
  for (const std::vector<int>& sorted : rows) {
    for (size_t i = 0; i < sorted.size(); ++i) {
      const bool begins = i == 0 || sorted[i] != sorted[i - 1] + 1;
      if (begins) runs.push_back({sorted[i], 0, static_cast<int>(values.size())});
      if (runs.back().count++ % 4 == 0) values.resize(values.size() + 4 * width);
    }
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
          entries_.push_back({k, row, static_cast<int>(rows_.size()) * j + row});
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
    int last = -1;
    for (const Run& run : OthersOf(panel)) {
      for (int row = run.first; row < run.first + run.count; ++row) {
        if (block_of[row] != last) updates_.push_back(last = block_of[row]);
      }
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
    FinishBlock(static_cast<int>(block));
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
  for (int i = update_starts_[block]; i < update_starts_[block + 1]; ++i) {
    const Panel& panel = forwards_.panels[updates_[i]];
    for (int j = 0; j < forwards_.panels[block].width; ++j) {
      Apply(forwards_, panel, work_.data() + j * rows_.size());
    }
  }
}

// What elimination has left in the columns of a block becomes its two panels.
void BlockFactors::FinishBlock(int block) {
  const int first = forwards_.panels[block].first, width = forwards_.panels[block].width;
  DenseBlock D(width), L(width), U(width);
  for (int j = 0; j < width; ++j) {
    double* from = work_.data() + j * rows_.size() + first;
    std::copy_n(from, width, D.column(j));
    std::fill_n(from, width, 0.0);
  }
  InvertFactors(&D, &L, &U, [this](double pivot) {
    const double size = std::abs(pivot);
    smallest_ = std::min(smallest_, size);
    largest_ = std::max(largest_, size);
    sum_ += size;  // a minimum may hide what is not a number
  });
  WithWidth(width, [&](auto known) {
    FinishPanel<true>(forwards_.panels[block], known, L, U, &forwards_);
    FinishPanel<false>(backwards_.panels[block], known, L, U, &backwards_);
  });
}

// The inverse in the rows of the columns themselves, then -B inv(U) inv(L) below and -B inv(U) above.
template <bool kForwards, class Width>
void BlockFactors::FinishPanel(const Panel& panel, Width width, const DenseBlock& L,
                               const DenseBlock& U, Sweep* sweep) {
  const std::span<const Run> runs = sweep->RunsOf(panel);
  double* to = sweep->values.data() + runs[0].values;
  for (int i = 0; i < width; i += 4) {
    for (int j = 0; j < width; ++j, to += 4) {
      Lanes<4>::Load((kForwards ? L : U).column(j) + i).Store(to);
    }
  }
  Lanes<4> rows[kRoom<Width>];
  for (const Run& run : runs.subspan(1)) {
    to = sweep->values.data() + run.values;
    for (int i = 0; i < run.count; i += 4) {
      double* from = work_.data() + run.first + i;
      for (int j = 0; j < width; ++j, from += rows_.size()) rows[j] = TakeFew(from, run.count - i);
      MultiplyRows<false>(U, width, rows);
      if (kForwards) MultiplyRows<true>(L, width, rows);
      for (int j = 0; j < width; ++j, to += 4) (-rows[j]).Store(to);
    }
  }
}

inline void BlockFactors::Apply(const Sweep& sweep, const Panel& panel, double* x) {
  WithWidth(panel.width, [&](auto width) {
    double* own = x + panel.first;
    Lanes<4> y[kRoom<decltype(width)>];
    for (int j = 0; j < width; ++j) y[j] = own[j];
    // Those of the columns themselves come anew.
    std::fill_n(own, width, 0.0);
    for (const Run& run : sweep.RunsOf(panel)) {
      const double* M = sweep.values.data() + run.values;
      double* to = x + run.first;
      int count = run.count;
      for (; count >= 4; count -= 4, to += 4, M += 4 * width) {
        (Lanes<4>::Load(to) + Product(M, width, y)).Store(to);
      }
      if (count > 0) AddFew(Product(M, width, y), count, to);
    }
  });
}

void BlockFactors::ApplyRows(const Sweep& sweep, const Panel& panel, int columns, double* x) {
  const auto row = [&](int i) { return x + static_cast<std::ptrdiff_t>(columns) * i; };
  const std::ptrdiff_t numbers = static_cast<std::ptrdiff_t>(columns) * panel.width;
  std::copy_n(row(panel.first), numbers, own_rows_.data());
  std::fill_n(row(panel.first), numbers, 0.0);
  for (int i = 0; i < panel.width; ++i) {
    from_[i] = own_rows_.data() + static_cast<std::ptrdiff_t>(columns) * i;
  }
  for (const Run& run : sweep.RunsOf(panel)) {
    const double* M = sweep.values.data() + run.values;
    for (int i = 0; i < run.count; ++i) to_[i] = row(run.first + i);
    for (int i = 0; i < run.count; i += 4, M += 4 * panel.width) {
      AddRowProducts(M, 4, std::min(4, run.count - i), panel.width, from_.data(), to_.data() + i,
                     columns);
    }
  }
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
