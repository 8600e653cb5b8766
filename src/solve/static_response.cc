#include "solve/static_response.h"

#include <limits>

namespace jounce {

using Eigen::VectorXd;

StaticResponse::StaticResponse(const LinearSystem& linear)
    : linear_(linear), matrix_(linear.Undamped()), lu_(matrix_.pattern()) {
  matrix_.Fill(0.0, &values_);
  regular_ = lu_.Factor(values_);
}

VectorXd StaticResponse::OfWrenches(const VectorXd& wrenches) {
  VectorXd right = VectorXd::Zero(matrix_.pattern().size);
  right.head(wrenches.size()) = wrenches;
  return Solve(right);
}

VectorXd StaticResponse::OfMotion(int multiplier) {
  VectorXd right = VectorXd::Zero(matrix_.pattern().size);
  const int row = linear_.RowOf(multiplier);
  if (row >= 0) right[right.size() - linear_.constraints() + row] = matrix_.weight();
  return Solve(right);
}

VectorXd StaticResponse::Solve(const VectorXd& right) {
  const int motion = linear_.system().motion_count();
  if (!regular_) return VectorXd::Constant(motion, std::numeric_limits<double>::quiet_NaN());
  VectorXd x = right;
  lu_.Solve(x.data());
  // Stiff bushings beside soft springs take digits: what is left over is solved for again.
  VectorXd correction = right - Times(x);
  lu_.Solve(correction.data());
  return (x + correction).head(motion);
}

VectorXd StaticResponse::Times(const VectorXd& x) const {
  const SparsePattern& pattern = matrix_.pattern();
  VectorXd product = VectorXd::Zero(x.size());
  for (int column = 0; column < pattern.size; ++column) {
    for (int k = pattern.starts[column]; k < pattern.starts[column + 1]; ++k) {
      product[pattern.rows[k]] += values_[k] * x[column];
    }
  }
  return product;
}

}  // namespace jounce
