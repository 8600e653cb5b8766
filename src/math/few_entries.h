// 6 x 6 matrices most entries of which are zero: the diagonal, and what else there is with its place,
// column by column, so that sums of different rows follow each other. One matrix, or one in each lane
// (lanes.h).
#ifndef JOUNCE_MATH_FEW_ENTRIES_H_
#define JOUNCE_MATH_FEW_ENTRIES_H_

#include <array>
#include <span>
#include <type_traits>
#include <vector>

#include "math/pose.h"
#include "math/select.h"

namespace jounce {

// Six numbers, or six in each lane.
template <class T>
using Six = std::array<T, 6>;

template <class T>
JOUNCE_KERNEL T Dot(const Six<T>& a, const Six<T>& b) {
  T sum = a[0] * b[0];
  for (int i = 1; i < 6; ++i) sum += a[i] * b[i];
  return sum;
}

template <class T>
class FewEntries {
 public:
  FewEntries() : FewEntries(Matrix6(Matrix6::Zero())) {}
  // The same in all lanes.
  explicit FewEntries(const Matrix6& matrix) : FewEntries(std::span(&matrix, 1)) {}
  // One for each of the first lanes; the first one fills the others.
  explicit FewEntries(std::span<const Matrix6> matrices) {
    for (int column = 0; column < 6; ++column) {
      for (int row = 0; row < 6; ++row) {
        T value = matrices[0](row, column);
        bool is_there = false;
        for (size_t i = 0; i < matrices.size(); ++i) {
          is_there = is_there || matrices[i](row, column) != 0;
          Put(matrices[i](row, column), static_cast<int>(i), &value);
        }
        if (row == column) {
          diagonal_[row] = value;
        } else if (is_there) {
          others_.push_back({value, row, column});
        }
      }
    }
  }

  JOUNCE_KERNEL Six<T> Times(const Six<T>& x) const {
    Six<T> y = OnDiagonal(x);
    for (const Entry& entry : others_) y[entry.row] += entry.value * x[entry.column];
    return y;
  }

  JOUNCE_KERNEL Six<T> TransposedTimes(const Six<T>& x) const {
    Six<T> y = OnDiagonal(x);
    for (const Entry& entry : others_) y[entry.column] += entry.value * x[entry.row];
    return y;
  }

 private:
  struct Entry {
    T value;
    int row, column;
  };

  static void Put(double number, int lane, T* value) {
    if constexpr (std::is_same_v<T, double>) {
      *value = number;
    } else {
      value->Set(lane, number);
    }
  }

  JOUNCE_KERNEL Six<T> OnDiagonal(const Six<T>& x) const {
    Six<T> y;
    for (int i = 0; i < 6; ++i) y[i] = diagonal_[i] * x[i];
    return y;
  }

  Six<T> diagonal_;
  std::vector<Entry> others_;
};

}  // namespace jounce

#endif  // JOUNCE_MATH_FEW_ENTRIES_H_
