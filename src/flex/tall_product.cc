#include "flex/tall_product.h"

#include <algorithm>

namespace jounce::flex {
namespace {

// Rows at a time, so that a piece of this width has some ten thousand numbers.
Eigen::Index RowsAtATime(Eigen::Index columns) {
  return std::clamp<Eigen::Index>(12'000 / std::max<Eigen::Index>(columns, 1), 4, 128);
}

constexpr Eigen::Index kColumnsAtATime = 16;

}  // namespace

Eigen::MatrixXd TransposedTimes(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(a.cols(), b.cols());
  const Eigen::Index step = RowsAtATime(std::max(a.cols(), b.cols()));
  for (Eigen::Index row = 0; row < a.rows(); row += step) {
    const Eigen::Index count = std::min(step, a.rows() - row);
    result.noalias() += a.middleRows(row, count).transpose() * b.middleRows(row, count);
  }
  return result;
}

Eigen::MatrixXd Times(const Eigen::MatrixXd& tall, const Eigen::MatrixXd& small) {
  Eigen::MatrixXd result(tall.rows(), small.cols());
  const Eigen::Index step = RowsAtATime(tall.cols());
  for (Eigen::Index row = 0; row < tall.rows(); row += step) {
    const Eigen::Index count = std::min(step, tall.rows() - row);
    for (Eigen::Index column = 0; column < small.cols(); column += kColumnsAtATime) {
      const Eigen::Index width = std::min(kColumnsAtATime, small.cols() - column);
      result.block(row, column, count, width).noalias() =
          tall.middleRows(row, count) * small.middleCols(column, width);
    }
  }
  return result;
}

}  // namespace jounce::flex
