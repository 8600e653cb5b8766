// A 6 x 6 matrix most entries of which are zero: the others with their places, column by column, so
// that sums of different rows follow each other.
#ifndef JOUNCE_MATH_FEW_ENTRIES_H_
#define JOUNCE_MATH_FEW_ENTRIES_H_

#include <array>

#include "math/pose.h"

namespace jounce {

class FewEntries {
 public:
  explicit FewEntries(const Matrix6& matrix) {
    for (int column = 0; column < 6; ++column) {
      for (int row = 0; row < 6; ++row) {
        if (matrix(row, column) != 0) entries_[count_++] = {matrix(row, column), row, column};
      }
    }
  }

  Vector6 Times(const Vector6& x) const {
    Vector6 y = Vector6::Zero();
    for (int i = 0; i < count_; ++i)
      y[entries_[i].row] += entries_[i].value * x[entries_[i].column];
    return y;
  }

  Vector6 TransposedTimes(const Vector6& x) const {
    Vector6 y = Vector6::Zero();
    for (int i = 0; i < count_; ++i)
      y[entries_[i].column] += entries_[i].value * x[entries_[i].row];
    return y;
  }

 private:
  struct Entry {
    double value;
    int row, column;
  };
  std::array<Entry, 36> entries_;
  int count_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_MATH_FEW_ENTRIES_H_
