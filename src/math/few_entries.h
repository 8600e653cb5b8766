// A 6 x 6 matrix most entries of which are zero: its diagonal, and what else there is with its
// place, column by column, so that sums of different rows follow each other.
#ifndef JOUNCE_MATH_FEW_ENTRIES_H_
#define JOUNCE_MATH_FEW_ENTRIES_H_

#include <array>

#include "math/pose.h"

namespace jounce {

class FewEntries {
 public:
  explicit FewEntries(const Matrix6& matrix) : diagonal_(matrix.diagonal()) {
    for (int column = 0; column < 6; ++column) {
      for (int row = 0; row < 6; ++row) {
        if (row == column || matrix(row, column) == 0) continue;
        others_[count_++] = {matrix(row, column), row, column};
      }
    }
  }

  Vector6 Times(const Vector6& x) const {
    Vector6 y = diagonal_.cwiseProduct(x);
    for (int i = 0; i < count_; ++i) y[others_[i].row] += others_[i].value * x[others_[i].column];
    return y;
  }

  Vector6 TransposedTimes(const Vector6& x) const {
    Vector6 y = diagonal_.cwiseProduct(x);
    for (int i = 0; i < count_; ++i) y[others_[i].column] += others_[i].value * x[others_[i].row];
    return y;
  }

 private:
  struct Entry {
    double value;
    int row, column;
  };
  Vector6 diagonal_;
  std::array<Entry, 30> others_;
  int count_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_MATH_FEW_ENTRIES_H_
