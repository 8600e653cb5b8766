#include "solve/modes.h"

#include <algorithm>
#include <cmath>

#include "math/dense.h"

namespace jounce {
namespace {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Complex = std::complex<double>;

constexpr int kMaxRefinements = 30;
constexpr double kSettled = 1e-10;
// Eigenvalues below this part of the largest are rigid-body motion.
constexpr double kRigid = 1e-12;
// Directions with less than this part of the largest mass have none.
constexpr double kMassless = 1e-12;

// The part of the freedoms that has mass: the rest follows it statically. With y = V m + U s, V and
// U the eigenvectors of M with and without mass, s = -(U^T K U)^-1 U^T K V m.
template <class Matrix>
struct Condensed {
  Matrix K, M;
  Matrix back;  // y from m

  Condensed(const Matrix& stiffness, const MatrixXd& mass) {
    const auto [values, vectors] = SymmetricEigen(0.5 * (mass + mass.transpose()));
    const double largest = values.size() > 0 ? values.maxCoeff() : 0;
    int massless = 0;
    while (massless < values.size() && values[massless] < kMassless * largest) ++massless;
    using Scalar = typename Matrix::Scalar;
    const Matrix U = vectors.leftCols(massless).template cast<Scalar>();
    const Matrix V = vectors.rightCols(values.size() - massless).template cast<Scalar>();
    back = V;
    if (massless > 0) {
      const Matrix inner = U.transpose() * stiffness * U;
      back -= U * SolveSquare(inner, U.transpose() * stiffness * V);
    }
    K = V.transpose() * stiffness * back;
    M = V.transpose() * mass.template cast<Scalar>() * back;
  }
};

struct EigenPair {
  Complex s;  // omega^2
  VectorXcd y;
};

std::vector<EigenPair> SortedPairs(const VectorXcd& values, const MatrixXcd& vectors,
                                   const MatrixXcd& back) {
  std::vector<EigenPair> pairs;
  for (int i = 0; i < values.size(); ++i) pairs.push_back({values[i], back * vectors.col(i)});
  std::sort(pairs.begin(), pairs.end(),
            [](const EigenPair& a, const EigenPair& b) { return a.s.real() < b.s.real(); });
  return pairs;
}

std::vector<EigenPair> UndampedPairs(const LinearSystem& linear) {
  const Condensed<MatrixXd> condensed(linear.stiffness(), linear.mass());
  const MatrixXd K = 0.5 * (condensed.K + condensed.K.transpose());
  const MatrixXd M = 0.5 * (condensed.M + condensed.M.transpose());
  const RealEigen eigen = GeneralizedEigen(K, M);
  return SortedPairs(eigen.values.cast<Complex>(), eigen.vectors.cast<Complex>(),
                     condensed.back.cast<Complex>());
}

std::vector<EigenPair> PairsAt(const LinearSystem& linear, double omega) {
  const Condensed<MatrixXcd> condensed(linear.DynamicStiffness(omega), linear.mass());
  const MatrixXcd A = SolveSquare(condensed.M, condensed.K);
  const ComplexEigen eigen = GeneralEigen(A);
  return SortedPairs(eigen.values, eigen.vectors, condensed.back);
}

Mode Describe(const LinearSystem& linear, const EigenPair& pair, double largest) {
  Mode mode;
  mode.shape = linear.basis() * pair.y;
  const double size = mode.shape.cwiseAbs().maxCoeff();
  if (size > 0) mode.shape /= size;
  if (std::abs(pair.s) > kRigid * largest) {
    const Complex root = std::sqrt(pair.s);
    mode.frequency = root.real() / (2 * M_PI);
    mode.damping = root.imag() / std::abs(root);
    mode.stable = pair.s.real() > 0;
  }
  // Kinetic energy, entry by entry: Re(conj(x_i) (M x)_i).
  const VectorXcd momentum = linear.full_mass() * mode.shape;
  const Eigen::VectorXd energy = mode.shape.conjugate().cwiseProduct(momentum).real();
  const double total = energy.sum();
  const System& system = linear.system();
  const int bodies = system.body_count();
  mode.direction_shares = MatrixXd::Zero(bodies, 6);
  for (int i = 0; i < bodies; ++i) {
    mode.direction_shares.row(i) = energy.segment<6>(6 * i).transpose() / total;
    const BodyElement& body = *system.bodies()[i];
    const double bending = energy.segment(6 * bodies + body.first_mode(), body.modes()).sum();
    mode.body_shares.push_back(mode.direction_shares.row(i).sum() + bending / total);
  }
  return mode;
}

double LargestOf(const std::vector<EigenPair>& pairs) {
  double largest = 0;
  for (const EigenPair& pair : pairs) largest = std::max(largest, std::abs(pair.s));
  return largest;
}

}  // namespace

std::vector<Mode> UndampedModes(const LinearSystem& linear, int count) {
  const std::vector<EigenPair> pairs = UndampedPairs(linear);
  const double largest = LargestOf(pairs);
  std::vector<Mode> modes;
  for (const EigenPair& pair : pairs) {
    if (static_cast<int>(modes.size()) == count) break;
    modes.push_back(Describe(linear, pair, largest));
  }
  return modes;
}

std::vector<Mode> ComplexModes(const LinearSystem& linear, int count) {
  const std::vector<EigenPair> start = UndampedPairs(linear);
  const double largest = LargestOf(start);
  std::vector<Mode> modes;
  for (size_t i = 0; i < start.size() && static_cast<int>(i) < count; ++i) {
    EigenPair pair = start[i];
    double omega = std::sqrt(std::max(pair.s.real(), 0.0));
    for (int k = 0; k < kMaxRefinements && omega > 0; ++k) {
      // Modes keep their number in the order of frequencies while omega settles.
      pair = PairsAt(linear, omega)[i];
      const double next = std::sqrt(pair.s).real();
      const bool settled = std::abs(next - omega) <= kSettled * next;
      omega = next;
      if (settled) break;
    }
    modes.push_back(Describe(linear, pair, largest));
  }
  return modes;
}

}  // namespace jounce
