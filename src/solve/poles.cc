#include "solve/poles.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "base/error.h"
#include "math/dense.h"

namespace jounce {
namespace {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;
using Complex = std::complex<double>;

// The first shift [rad/s]: about 1 Hz, where vehicles have their lowest modes, and no round number.
constexpr double kFirstShift = 2 * std::numbers::pi * 0.9173;
// Lowest poles further from the shift than this factor are found again from nearer.
constexpr double kFar = 1e3;
// Scaled masses below this part have none.
constexpr double kNoMass = 1e-13;
// Masses that differ by more than this across the diagonal are not symmetric.
constexpr double kNotSymmetric = 1e-9;
// Poles beyond this many shifts are motion without mass, at infinity but for rounding.
constexpr double kInfinite = 1e11;
// Motion with less than this part of the stiffness that its parts have is held by nothing.
constexpr double kHeld = 1e-9;
// Scaled stiffness below this is rounding.
constexpr double kNothing = 1e-14;
// Poles further from zero than this part of the shift are no rounding of it.
constexpr double kNearZero = 1e-2;
// Up to this size all poles are found at once.
constexpr int kAllAtOnce = 260;
// Vectors at once: poles that are equal up to this number of times are all found.
constexpr int kBlock = 8;
constexpr double kConverged = 1e-11;
// Reciprocal condition below which a matrix cannot be told from a singular one.
constexpr double kSingular = 1e-15;

// F with M = F F^T: Cholesky's method, the largest pivot first, to the rank of M.
MatrixXd RootOf(const MatrixXd& M) {
  const Eigen::Index n = M.rows();
  VectorXd left = M.diagonal();
  const VectorXd first = left;
  MatrixXd F(n, n);
  Eigen::Index rank = 0;
  for (; rank < n; ++rank) {
    Eigen::Index p = 0;
    const double pivot = left.maxCoeff(&p);
    if (!(pivot > kNoMass * std::max(first[p], first.maxCoeff() * 1e-6))) break;
    VectorXd column = M.col(p) - F.leftCols(rank) * F.row(p).head(rank).transpose();
    column /= std::sqrt(pivot);
    F.col(rank) = column;
    left -= column.cwiseAbs2();
    left[p] = 0;
  }
  return F.leftCols(rank);
}

// The operator about the shift, in units of the shift for time and with unknowns scaled so that
// each has about the same share.
class ShiftedOperator {
 public:
  ShiftedOperator(const QuadraticProblem& problem, double shift) : shift_(shift) {
    const Eigen::Index n = problem.K.rows();
    scale_ = VectorXd::Ones(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const double size = std::abs(problem.K(i, i)) + shift * std::abs(problem.C(i, i)) +
                          shift * shift * std::abs(problem.M(i, i));
      if (size > 0) scale_[i] = 1 / std::sqrt(size);
    }
    const auto scaled = [&](const MatrixXd& matrix, double factor) -> MatrixXd {
      return factor * scale_.asDiagonal() * matrix * scale_.asDiagonal();
    };
    K_ = scaled(problem.K, 1);
    const MatrixXd C = scaled(problem.C, shift), M = scaled(problem.M, shift * shift);
    if (!(M - M.transpose()).isZero(kNotSymmetric * std::max(M.cwiseAbs().maxCoeff(), 1e-300))) {
      throw InputError(
          "a force follows the acceleration of another place: such modes are not found",
          "filter the acceleration by a transfer function");
    }
    F_ = RootOf(0.5 * (M + M.transpose()));
    C_M_ = C + M;
    const MatrixXd T = K_ + C_M_;
    lu_.compute(T);
    const VectorXd pivots = lu_.matrixLU().diagonal().cwiseAbs();
    regular_ = pivots.minCoeff() > kSingular * pivots.maxCoeff() && lu_.rcond() > kSingular;
    if (F_.cols() == 0 && C.isZero(0)) {
      throw InputError("nothing that can move has mass: there are no modes",
                       "give mass and inertia to the bodies");
    }
  }

  int unknowns() const { return static_cast<int>(K_.rows()); }
  int size() const { return static_cast<int>(K_.rows() + F_.cols()); }
  double shift() const { return shift_; }
  // False where the shift is itself a pole, or any number is.
  bool regular() const { return regular_; }

  // (A - sigma E)^-1 E x for every column.
  MatrixXd operator()(const MatrixXd& x) const {
    const Eigen::Index n = K_.rows();
    const auto y = x.topRows(n), w = x.bottomRows(x.rows() - n);
    MatrixXd out(x.rows(), x.cols());
    out.topRows(n) = -lu_.solve(C_M_ * y + F_ * w);
    out.bottomRows(x.rows() - n) = F_.transpose() * (y + out.topRows(n));
    return out;
  }

  // A pole from an eigenvalue and the unknowns of its vector.
  Pole PoleOf(Complex value, const VectorXcd& y) const {
    return {shift_ * (1.0 + 1.0 / value), scale_.cast<Complex>().cwiseProduct(y)};
  }
  // Does nothing hold this motion?
  bool IsFree(const VectorXcd& y) const {
    const double held = std::abs(y.dot(K_ * y));
    const VectorXd size = y.cwiseAbs();
    return held <= std::max(kHeld * size.dot(K_.cwiseAbs() * size), kNothing * size.squaredNorm());
  }
  // All y with K y = 0.
  MatrixXd FreeDirections() const { return NullSpace(K_, kHeld); }
  VectorXcd Scaled(const Pole& pole) const { return pole.y.cwiseQuotient(scale_.cast<Complex>()); }

 private:
  double shift_;
  bool regular_;
  VectorXd scale_;
  MatrixXd K_, C_M_, F_;
  Eigen::PartialPivLU<MatrixXd> lu_;
};

struct Found {
  std::vector<Pole> poles;  // Im s >= 0
  double radius = 0;        // all poles nearer to the shift than this are among them [rad/s]
};

void Keep(const ShiftedOperator& op, Complex value, const VectorXcd& vector, Found* found) {
  // Of a pair, the one with Im s > 0 has Im 1/(s - sigma) < 0.
  if (value.imag() > 0 || std::abs(value) * kInfinite < 1) return;
  found->poles.push_back(op.PoleOf(value, vector.head(op.unknowns())));
}

Found FindAll(const ShiftedOperator& op) {
  Found found;
  const ComplexEigen eigen = GeneralEigen(op(MatrixXd::Identity(op.size(), op.size())));
  for (Eigen::Index i = 0; i < eigen.values.size(); ++i) {
    Keep(op, eigen.values[i], eigen.vectors.col(i), &found);
  }
  found.radius = kInfinite * op.shift();
  return found;
}

// Block Arnoldi in the form of Ruhe: one vector after the other, the operator always on the oldest
// that it has not met, so that the last kBlock rows of H hold what is not yet in the space.
class Arnoldi {
 public:
  explicit Arnoldi(const ShiftedOperator& op) : op_(op), V_(op.size(), kBlock) {
    for (int i = 0; i < kBlock; ++i) {
      V_.col(i) = Direction(RandomVector(), i);
    }
  }

  int size() const { return size_; }

  void GrowTo(int size) {
    V_.conservativeResize(Eigen::NoChange, size + kBlock);
    H_.conservativeResizeLike(MatrixXd::Zero(size + kBlock, size));
    for (; size_ < size; ++size_) {
      const int known = size_ + kBlock;
      VectorXd next = op_(V_.col(size_));
      const double before = next.norm();
      VectorXd parts = V_.leftCols(known).transpose() * next;
      next -= V_.leftCols(known) * parts;
      const VectorXd again = V_.leftCols(known).transpose() * next;
      next -= V_.leftCols(known) * again;
      H_.col(size_).head(known) = parts + again;
      const double norm = next.norm();
      // A direction that the space already has: another in its place, which H knows nothing of.
      const bool new_direction = norm > 1e-14 * before;
      if (new_direction) H_(known, size_) = norm;
      V_.col(known) = new_direction ? VectorXd(next / norm) : Direction(RandomVector(), known);
    }
  }

  Found Converged() const {
    const ComplexEigen ritz = GeneralEigen(MatrixXd(H_.topRows(size_)));
    const MatrixXcd rest = H_.bottomRows(kBlock) * ritz.vectors;
    double nearest_open = 0;  // largest eigenvalue that has not converged
    std::vector<Eigen::Index> good;
    for (Eigen::Index i = 0; i < ritz.values.size(); ++i) {
      const double size = std::abs(ritz.values[i]);
      if (rest.col(i).norm() <= kConverged * size * ritz.vectors.col(i).norm()) {
        good.push_back(i);
      } else {
        nearest_open = std::max(nearest_open, size);
      }
    }
    Found found;
    found.radius = op_.shift() / std::max(nearest_open, 1 / kInfinite);
    for (Eigen::Index i : good) {
      if (std::abs(ritz.values[i]) <= nearest_open) continue;
      Keep(op_, ritz.values[i], V_.leftCols(size_) * ritz.vectors.col(i), &found);
    }
    return found;
  }

 private:
  VectorXd RandomVector() {
    std::normal_distribution<double> normal;
    VectorXd vector(op_.size());
    for (double& entry : vector) entry = normal(random_);
    return vector;
  }
  // Its part across the first `known` vectors, of length 1.
  VectorXd Direction(VectorXd vector, int known) const {
    for (int pass = 0; pass < 2; ++pass) {
      vector -= V_.leftCols(known) * (V_.leftCols(known).transpose() * vector);
    }
    return vector.normalized();
  }

  const ShiftedOperator& op_;
  std::mt19937 random_{1};  // the same poles every time
  MatrixXd V_, H_;
  int size_ = 0;
};

// How many poles swing and lie so near to zero that none before them can be missing.
int CountSwinging(const Found& found, double shift) {
  return static_cast<int>(
      std::count_if(found.poles.begin(), found.poles.end(), [&](const Pole& pole) {
        return pole.s.imag() > 0 && std::abs(pole.s) < found.radius - shift;
      }));
}

Found FindNearest(const ShiftedOperator& op, int count) {
  Arnoldi arnoldi(op);
  int size = std::max(80, 4 * count);
  while (size + kBlock < op.size()) {
    arnoldi.GrowTo(size);
    Found found = arnoldi.Converged();
    if (CountSwinging(found, op.shift()) >= count) return found;
    size += std::max(40, size / 3);
  }
  return FindAll(op);
}

// What nothing holds has a pole s = 0 twice, once for the place and once for the speed, or once
// where it is damped; rounding makes two poles near zero of it, and vectors that do not tell one
// direction from another. It is put back: one pole a direction.
void MergeFreeMotion(const ShiftedOperator& op, std::vector<Pole>* poles) {
  const size_t before = poles->size();
  std::erase_if(*poles, [&](const Pole& pole) {
    return std::abs(pole.s) < kNearZero * op.shift() && op.IsFree(op.Scaled(pole));
  });
  if (poles->size() == before) return;
  const MatrixXd directions = op.FreeDirections();
  for (Eigen::Index i = 0; i < directions.cols(); ++i) {
    Pole pole = op.PoleOf(-1, directions.col(i).cast<Complex>());
    pole.s = 0;
    poles->push_back(pole);
  }
}

ShiftedOperator OperatorNear(const QuadraticProblem& problem, double shift) {
  for (double factor : {1.0, 1.37, 2.11}) {
    ShiftedOperator op(problem, factor * shift);
    if (op.regular()) return op;
  }
  throw InputError("some motion has neither mass nor stiffness: it has no frequency",
                   "hold it by a joint or a spring, or give its body mass and inertia");
}

double LowestOf(const std::vector<Pole>& poles) {
  double lowest = 0;
  for (const Pole& pole : poles) {
    if (pole.s.imag() > 0 && (lowest == 0 || std::abs(pole.s) < lowest)) lowest = std::abs(pole.s);
  }
  return lowest;
}

}  // namespace

std::vector<Pole> FindPoles(const QuadraticProblem& problem, int count) {
  std::vector<Pole> poles;
  double shift = kFirstShift;
  for (int pass = 0; pass < 2; ++pass) {
    const ShiftedOperator op = OperatorNear(problem, shift);
    poles = (op.size() <= kAllAtOnce ? FindAll(op) : FindNearest(op, count)).poles;
    MergeFreeMotion(op, &poles);
    const double lowest = LowestOf(poles);
    const bool near = lowest < kFar * shift && lowest > shift / kFar;
    if (near || lowest == 0) break;
    shift = 0.3183 * lowest;
  }
  std::sort(poles.begin(), poles.end(),
            [](const Pole& a, const Pole& b) { return std::abs(a.s) < std::abs(b.s); });
  return poles;
}

}  // namespace jounce
