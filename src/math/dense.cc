#include "math/dense.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

namespace jounce {

Eigen::VectorXd SolveLeastSquares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  return A.colPivHouseholderQr().solve(b);
}

Eigen::MatrixXd SolveSquare(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  return A.partialPivLu().solve(B);
}

Eigen::MatrixXd Inverse(const Eigen::MatrixXd& A) { return A.inverse(); }

Eigen::MatrixXd PseudoInverse(const Eigen::MatrixXd& A) {
  return A.completeOrthogonalDecomposition().pseudoInverse();
}

Eigen::MatrixXd NullSpace(const Eigen::MatrixXd& A, double threshold) {
  const Eigen::Index size = A.cols();
  if (A.rows() == 0) return Eigen::MatrixXd::Identity(size, size);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(A.transpose());
  qr.setThreshold(threshold);
  const Eigen::MatrixXd Q = qr.householderQ() * Eigen::MatrixXd::Identity(size, size);
  return Q.rightCols(size - qr.rank());
}

bool IsPositive(const Eigen::MatrixXd& A) { return A.ldlt().vectorD().minCoeff() > 0; }

Eigen::MatrixXd ColumnSpace(const Eigen::MatrixXd& A, double threshold) {
  if (A.rows() == 0 || A.cols() == 0) return Eigen::MatrixXd(A.rows(), 0);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(A);
  qr.setThreshold(threshold);
  const Eigen::Index rank = qr.rank();
  if (rank == 0) return Eigen::MatrixXd(A.rows(), 0);
  return qr.householderQ() * Eigen::MatrixXd::Identity(A.rows(), rank);
}

RealEigen SymmetricEigen(const Eigen::MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

RealEigen GeneralizedEigen(const Eigen::MatrixXd& K, const Eigen::MatrixXd& M) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(K, M);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

ComplexEigen GeneralEigen(const Eigen::MatrixXd& A) {
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace jounce
