#include "correlate/spread.h"

#include <algorithm>
#include <cmath>

#include "math/dense.h"
#include "math/products.h"

namespace jounce::correlate {
namespace {

// A piece has at least so many rows.
constexpr size_t kLeastRows = 4;
// Student's t of kPieces - 1 degrees of freedom, two-sided 95 %.
constexpr double kStudent = 2.364624;
constexpr double kLeastInformation = 1e-14;

Eigen::MatrixXd InverseOf(const Eigen::MatrixXd& information) {
  const RealEigen eigen = SymmetricEigen(information);
  const double least = kLeastInformation * std::max(eigen.values.maxCoeff(), 1e-300);
  const Eigen::MatrixXd scaled =
      eigen.vectors * eigen.values.cwiseMax(least).cwiseInverse().cwiseSqrt().asDiagonal();
  return Product(scaled, scaled.transpose());
}

}  // namespace

int PieceOf(size_t row, size_t rows) {
  return rows < kLeastRows * kPieces ? -1 : static_cast<int>(row * kPieces / rows);
}

Eigen::MatrixXd CovarianceOf(const Eigen::MatrixXd& jacobian) {
  return InverseOf(TransposedProduct(jacobian, jacobian));
}

Eigen::VectorXd SpreadByPieces(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& residuals,
                               const std::vector<int>& pieces) {
  const Eigen::Index count = jacobian.cols();
  const Eigen::MatrixXd information = TransposedProduct(jacobian, jacobian);
  Eigen::MatrixXd moves = Eigen::MatrixXd::Zero(count, kPieces);
  int used = 0;
  for (int piece = 0; piece < kPieces; ++piece) {
    Eigen::MatrixXd rows = jacobian;
    for (size_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i] != piece) rows.row(static_cast<Eigen::Index>(i)).setZero();
    }
    if (rows.isZero(0)) continue;
    ++used;
    const Eigen::MatrixXd rest = information - TransposedProduct(rows, rows);
    moves.col(piece) = InverseOf(rest) * (rows.transpose() * residuals);
  }
  if (used < kPieces) return Eigen::VectorXd::Zero(count);
  const Eigen::VectorXd mean = moves.rowwise().mean();
  const Eigen::VectorXd squares = (moves.colwise() - mean).rowwise().squaredNorm();
  return kStudent / kInterval * ((kPieces - 1.0) / kPieces * squares).cwiseSqrt();
}

}  // namespace jounce::correlate
