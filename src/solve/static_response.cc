#include "solve/static_response.h"

#include <limits>
#include <utility>
#include <vector>

namespace jounce {

using Eigen::VectorXd;

StaticResponse::StaticResponse(const LinearSystem& linear)
    : linear_(linear), matrix_(linear.Undamped()), lu_(matrix_.pattern()) {
  std::vector<double> values;
  matrix_.Fill(0.0, &values);
  regular_ = lu_.Factor(values);
}

VectorXd StaticResponse::OfWrenches(const VectorXd& wrenches) {
  VectorXd right = VectorXd::Zero(matrix_.pattern().size);
  right.head(wrenches.size()) = wrenches;
  return Solve(std::move(right));
}

VectorXd StaticResponse::OfMotion(int multiplier) {
  VectorXd right = VectorXd::Zero(matrix_.pattern().size);
  const int row = linear_.RowOf(multiplier);
  if (row >= 0) right[right.size() - linear_.constraints() + row] = matrix_.weight();
  return Solve(std::move(right));
}

VectorXd StaticResponse::Solve(VectorXd right) {
  const int motion = linear_.system().motion_count();
  if (!regular_) return VectorXd::Constant(motion, std::numeric_limits<double>::quiet_NaN());
  lu_.Solve(right.data());
  return right.head(motion);
}

}  // namespace jounce
