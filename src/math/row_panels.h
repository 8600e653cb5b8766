// A dense matrix laid out for its product with a vector, of some dozen rows and columns.
//
// Rows lie sixteen by sixteen, each such panel by columns: memory is read from front to back, and
// eight sums of four rows stay in registers.
#ifndef JOUNCE_MATH_ROW_PANELS_H_
#define JOUNCE_MATH_ROW_PANELS_H_

#include <Eigen/Core>
#include <vector>

#include "math/four_numbers.h"

namespace jounce {

class RowPanels {
 public:
  RowPanels() = default;
  RowPanels(int rows, int columns)
      : columns_(columns),
        values_(static_cast<size_t>((rows + kRows - 1) / kRows * kRows) * columns),
        product_((rows + kRows - 1) / kRows * kRows) {}

  // Of the same size. Never allocates.
  void Set(const Eigen::MatrixXd& M) {
    for (int i = 0; i < M.rows(); ++i) {
      for (int j = 0; j < columns_; ++j) {
        values_[i / kRows * kRows * columns_ + kRows * j + i % kRows] = M(i, j);
      }
    }
  }

  // M x, valid until the next call.
  const double* Times(const double* x) {
    const double* m = values_.data();
    for (size_t i = 0; i < product_.size(); i += kRows, m += kRows * columns_) {
      MultiplyPanel(m, x, product_.data() + i);
    }
    return product_.data();
  }

 private:
  static constexpr int kRows = 16, kFours = kRows / 4;

  void MultiplyPanel(const double* m, const double* x, double* y) const {
    FourNumbers even[kFours], odd[kFours], four;
    for (int i = 0; i < kFours; ++i) even[i] = odd[i] = FourNumbers{};
    int j = 0;
    for (; j + 1 < columns_; j += 2, m += 2 * kRows) {
      for (int i = 0; i < kFours; ++i) {
        ReadFour(m + 4 * i, &four);
        even[i] += four * x[j];
        ReadFour(m + kRows + 4 * i, &four);
        odd[i] += four * x[j + 1];
      }
    }
    for (int i = 0; i < kFours; ++i) {
      if (j < columns_) {
        ReadFour(m + 4 * i, &four);
        even[i] += four * x[j];
      }
      WriteFour(even[i] + odd[i], y + 4 * i);
    }
  }

  int columns_ = 0;
  std::vector<double> values_, product_;
};

}  // namespace jounce

#endif  // JOUNCE_MATH_ROW_PANELS_H_
