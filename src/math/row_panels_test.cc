#include "math/row_panels.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Eigen's own product in double precision, for numbers of rows and columns that fill panels and
// groups, and do not.
TEST(RowPanels, ProductIsThatOfEigen) {
  for (int rows : {1, 16, 17, 74}) {
    for (int columns : {1, 4, 74}) {
      RowPanels panels(rows, columns);
      const MatrixXd M = MatrixXd::Random(rows, columns);
      panels.Set(M);
      const VectorXd x = VectorXd::Random(columns);
      const Eigen::VectorXf y = Eigen::Map<const Eigen::VectorXf>(panels.Times(x.data()), rows);
      EXPECT_LT((y.cast<double>() - M * x).norm(), 1e-5) << rows << " x " << columns;
    }
  }
}

}  // namespace
}  // namespace jounce
