#include "math/row_products.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <vector>

namespace jounce {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::MatrixXd Some(int rows, int columns) {
  Eigen::MatrixXd M(rows, columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) M(i, j) = std::sin(1 + 3 * i + 7 * j);
  }
  return M;
}

// Sums by their definition are the judge, for all remainders of rows and widths.
TEST(RowProducts, AreThoseOfTheDefinition) {
  for (int width : {4, 8, 12, 16, 20, 24, 28}) {
    for (int rows : {0, 1, 2, 3, 5, 12, 17}) {
      for (int columns : {0, 1, 6, 13}) {
        const int stride = rows + 3;
        const Eigen::MatrixXd M = Some(stride, columns);
        const Rows x = Some(columns, width);
        Rows y = Some(rows, width), expected = y;
        for (int i = 0; i < rows; ++i) {
          for (int k = 0; k < width; ++k) {
            for (int j = 0; j < columns; ++j) expected(i, k) += M(i, j) * x(j, k);
          }
        }
        std::vector<const double*> from;
        std::vector<double*> to;
        for (int j = 0; j < columns; ++j) from.push_back(x.data() + j * width);
        for (int i = 0; i < rows; ++i) to.push_back(y.data() + i * width);
        AddRowProducts(M.data(), stride, rows, columns, from.data(), to.data(), width);
        for (int i = 0; i < rows; ++i) {
          for (int k = 0; k < width; ++k) EXPECT_NEAR(y(i, k), expected(i, k), 1e-14);
        }
      }
    }
  }
}

}  // namespace
}  // namespace jounce
