// A dense matrix in single precision, laid out for its product with a vector, of some dozen rows
// and columns.
//
// Rows lie sixteen by sixteen, each such panel by columns: memory is read from front to back, line
// by line of the cache, and eight sums of eight rows stay in registers. Single precision takes half
// the memory, so that more of it stays in the first cache, and twice as many products at once.
#ifndef JOUNCE_MATH_ROW_PANELS_H_
#define JOUNCE_MATH_ROW_PANELS_H_

#include <Eigen/Core>
#include <vector>

namespace jounce {

class RowPanels {
 public:
  RowPanels() = default;
  RowPanels(int rows, int columns)
      : columns_(columns),
        panels_((rows + kRows - 1) / kRows),
        values_(static_cast<size_t>(panels_) * columns),
        factor_(columns),
        product_(panels_) {}

  // Of the same size. Never allocates.
  void Set(const Eigen::MatrixXd& M) {
    for (int i = 0; i < M.rows(); ++i) {
      Sixteen* panel = &values_[static_cast<size_t>(i / kRows) * columns_];
      for (int j = 0; j < columns_; ++j) panel[j].row[i % kRows] = static_cast<float>(M(i, j));
    }
  }

  // M x, valid until the next call.
  const float* Times(const double* x) {
    for (int j = 0; j < columns_; ++j) factor_[j] = static_cast<float>(x[j]);
    for (int i = 0; i < panels_; ++i) {
      MultiplyPanel(values_.data() + static_cast<size_t>(i) * columns_, &product_[i]);
    }
    return product_.data()->row;
  }

 private:
  static constexpr int kRows = 16;
  // What a register holds, and into how many of them a column of a panel goes.
#ifdef __AVX__
  static constexpr int kNumbers = 8;
#else
  static constexpr int kNumbers = 4;
#endif
  static constexpr int kParts = kRows / kNumbers;
  typedef float Part __attribute__((vector_size(4 * kNumbers), may_alias));

  struct alignas(64) Sixteen {
    float row[kRows] = {};
    Part& part(int i) { return *reinterpret_cast<Part*>(row + kNumbers * i); }
    const Part& part(int i) const { return *reinterpret_cast<const Part*>(row + kNumbers * i); }
  };

  // Columns go to some sums in turn: additions to one wait for each other.
  void MultiplyPanel(const Sixteen* column, Sixteen* y) const {
    constexpr int kSums = 8 / kParts;
    Part sums[kSums][kParts] = {};
    const float* x = factor_.data();
    int j = 0;
    for (; j + kSums <= columns_; j += kSums) {
      for (int k = 0; k < kSums; ++k) {
        for (int i = 0; i < kParts; ++i) sums[k][i] += column[j + k].part(i) * x[j + k];
      }
    }
    for (; j < columns_; ++j) {
      for (int i = 0; i < kParts; ++i) sums[0][i] += column[j].part(i) * x[j];
    }
    for (int i = 0; i < kParts; ++i) {
      for (int k = 1; k < kSums; ++k) sums[0][i] += sums[k][i];
      y->part(i) = sums[0][i];
    }
  }

  int columns_ = 0, panels_ = 0;
  std::vector<Sixteen> values_;
  std::vector<float> factor_;
  std::vector<Sixteen> product_;
};

}  // namespace jounce

#endif  // JOUNCE_MATH_ROW_PANELS_H_
