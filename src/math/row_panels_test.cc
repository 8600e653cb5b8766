#include "math/row_panels.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Eigen's own product, for numbers of rows and columns that fill panels and pairs, and do not.
TEST(RowPanels, ProductIsThatOfEigen) {
  for (int rows : {1, 16, 17, 74}) {
    for (int columns : {1, 2, 74}) {
      RowPanels panels(rows, columns);
      const MatrixXd M = MatrixXd::Random(rows, columns);
      panels.Set(M);
      const VectorXd x = VectorXd::Random(columns);
      const VectorXd y = Eigen::Map<const VectorXd>(panels.Times(x.data()), rows);
      EXPECT_LT((y - M * x).norm(), 1e-13) << rows << " x " << columns;
    }
  }
}

}  // namespace
}  // namespace jounce
