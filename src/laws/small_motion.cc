#include "laws/small_motion.h"

#include <complex>

#include "laws/law.h"

namespace jounce {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;

SmallMotion::SmallMotion(int strain_dimension)
    : dimension(strain_dimension),
      K(MatrixXd::Zero(dimension, dimension)),
      C(MatrixXd::Zero(dimension, dimension)),
      M(MatrixXd::Zero(dimension, dimension)) {}

SmallMotion SmallMotion::Spring(double stiffness, double damping) {
  SmallMotion motion(1);
  motion.K(0, 0) = stiffness;
  motion.C(0, 0) = damping;
  return motion;
}

int SmallMotion::AddPoint() {
  const Eigen::Index size = K.rows();
  for (MatrixXd* matrix : {&K, &C, &M}) {
    matrix->conservativeResizeLike(MatrixXd::Zero(size + 1, size + 1));
  }
  return static_cast<int>(size);
}

void SmallMotion::Join(MatrixXd* matrix, int one, int other, double value) {
  if (one >= 0) (*matrix)(one, one) += value;
  if (other >= 0) (*matrix)(other, other) += value;
  if (one < 0 || other < 0) return;
  (*matrix)(one, other) -= value;
  (*matrix)(other, one) -= value;
}

void SmallMotion::AddMaxwell(double stiffness, double time) {
  if (stiffness == 0) return;  // a point that nothing holds
  const int point = AddPoint();
  Join(&K, 0, point, stiffness);
  Join(&C, point, -1, stiffness * time);
}

void SmallMotion::Add(const SmallMotion& part, const std::vector<int>& ports, int behind) {
  at_one_frequency = at_one_frequency || part.at_one_frequency;
  std::vector<int> place = ports;
  for (int i = 0; i < part.inner(); ++i) place.push_back(AddPoint());
  // x_part = S x.
  MatrixXd S = MatrixXd::Zero(part.K.rows(), K.rows());
  for (size_t i = 0; i < place.size(); ++i) S(static_cast<int>(i), place[i]) = 1;
  if (behind >= 0) S(0, behind) = -1;
  K += S.transpose() * part.K * S;
  C += S.transpose() * part.C * S;
  M += S.transpose() * part.M * S;
}

bool SmallMotion::IsZero() const { return K.isZero(0) && C.isZero(0) && M.isZero(0); }

MatrixXcd SmallMotion::StiffnessAt(double omega) const {
  MatrixXcd T(K.rows(), K.cols());
  T.real() = K - omega * omega * M;
  T.imag() = omega * C;
  // Gauss, one point after the other, the stiffest first; a point that nothing holds does nothing.
  std::vector<int> left;
  for (int i = dimension; i < T.rows(); ++i) left.push_back(i);
  while (!left.empty()) {
    size_t best = 0;
    for (size_t i = 1; i < left.size(); ++i) {
      if (std::abs(T(left[i], left[i])) > std::abs(T(left[best], left[best]))) best = i;
    }
    const int p = left[best];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    const std::complex<double> pivot = T(p, p);
    if (pivot == 0.0) continue;
    const Eigen::VectorXcd column = T.col(p) / pivot;
    const Eigen::RowVectorXcd row = T.row(p);
    T -= column * row;
  }
  return T.topLeftCorner(dimension, dimension);
}

void Law::ComplexStiffness(double omega, const double* strain,
                           std::complex<double>* stiffness) const {
  const MatrixXcd at = Linearize(omega, strain).StiffnessAt(omega);
  const int n = dimension();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) stiffness[i * n + j] = at(i, j);
  }
}

}  // namespace jounce
