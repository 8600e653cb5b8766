#include "solve/poles.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "base/error.h"
#include "math/dense.h"
#include "math/products.h"
#include "solve/mass_root.h"

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
// Constraints and momenta that depend on others to within these parts do not count.
constexpr double kDependent = 1e-12;
constexpr double kNoMomentum = 1e-7;
// Values whose imaginary part is smaller than this are real.
constexpr double kReal = 1e-7;
// Poles so near to the real axis, before they have converged, are taken for such that do not swing.
constexpr double kHardly = 0.05;
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
// What is left of a vector after its parts along others were taken off, where it is rounding.
constexpr double kSameDirection = 1e-14;
// Reciprocal condition below which a matrix cannot be told from a singular one.
constexpr double kSingular = 1e-15;

// y^* A y with all entries by their sizes, or as they are.
double EnergyOf(const SparseMatrix& A, const VectorXcd& y, bool sizes) {
  Complex sum = 0;
  for (int column = 0; column < A.outerSize(); ++column) {
    for (SparseMatrix::InnerIterator it(A, column); it; ++it) {
      const Complex term = std::conj(y[it.row()]) * it.value() * y[column];
      sum += sizes ? std::abs(term) : term;
    }
  }
  return std::abs(sum);
}

// Whether Z^T A Z = 0 to within `size`, for all motion Z that the constraints allow: the entries of A,
// or what it makes of some allowed motion, seen along allowed motion.
bool IsNothing(const SparseMatrix& A, const SparseMatrix& J, double size) {
  if (A.norm() <= size) return true;
  if (J.rows() == 0) return false;
  const int n = static_cast<int>(A.rows());
  QuadraticProblem projection{SparseMatrix(n, n), SparseMatrix(n, n), SparseMatrix(n, n), J};
  projection.K.setIdentity();
  const QuadraticMatrix matrix(projection);
  std::vector<double> values;
  matrix.Fill(0.0, &values);
  SparseLu lu(matrix.pattern());
  if (!lu.Factor(values)) return false;
  const auto allowed = [&](const VectorXd& motion) -> VectorXd {
    VectorXd x = VectorXd::Zero(matrix.pattern().size);
    x.head(n) = motion;
    lu.Solve(x.data());
    return x.head(n);
  };
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 3; ++trial) {
    VectorXd motion(n);
    for (double& entry : motion) entry = normal(random);
    motion = allowed(motion);
    if (allowed(A * motion).norm() > size * motion.norm()) return false;
  }
  return true;
}

// The operator about the shift, in units of the shift for time and with unknowns scaled so that
// each has about the same share.
class ShiftedOperator {
 public:
  ShiftedOperator(const QuadraticProblem& problem, double shift)
      : shift_(shift),
        scale_(ScaleOf(problem, shift)),
        scaled_(Scaled(problem)),
        lu_(SparsePattern()) {
    const SparseMatrix& M = scaled_.M;
    const SparseMatrix transposed = M.transpose();
    if (!IsNothing(M - transposed, scaled_.J, kNotSymmetric * M.norm())) {
      throw InputError(
          "a force follows the acceleration of another place: such modes are not found",
          "filter the acceleration by a transfer function");
    }
    scaled_.M = 0.5 * (M + transposed);
    F_ = MassRoot(M);
    C_M_ = scaled_.C + M;
    const QuadraticMatrix matrix(scaled_);
    std::vector<double> values;
    matrix.Fill(1.0, &values);
    lu_ = SparseLu(matrix.pattern());
    regular_ = lu_.Factor(values) && lu_.ReciprocalCondition() > kSingular;
  }

  int unknowns() const { return scaled_.unknowns(); }
  int size() const { return unknowns() + static_cast<int>(F_.cols()); }
  // At least the number of poles.
  int rank() const {
    const int free = unknowns() - scaled_.constraints();
    return free + std::min(free, static_cast<int>(F_.cols()));
  }
  double shift() const { return shift_; }
  bool regular() const { return regular_; }

  // (A - sigma E)^-1 E x.
  VectorXd operator()(const VectorXd& x) {
    const int n = unknowns();
    const VectorXd y = x.head(n), w = x.tail(x.size() - n);
    VectorXd out = VectorXd::Zero(n + scaled_.constraints());
    out.head(n) = C_M_ * y;
    out.head(n) += F_ * w;
    lu_.Solve(out.data());
    const VectorXd solution = -out.head(n);
    VectorXd result(x.size());
    result << solution, F_.transpose() * (y + solution);
    return result;
  }

  // Orthonormal columns that span what the operator makes of anything when it is applied twice:
  // motion that the constraints allow, and its momenta. For a small system.
  MatrixXd Range() const {
    const MatrixXd Z = NullSpace(MatrixXd(scaled_.J), kDependent);
    const MatrixXd momenta = ColumnSpace(F_.transpose() * Z, kNoMomentum);
    if (momenta.cols() == 0 && (scaled_.C * Z).isZero(0)) {
      throw InputError("nothing that can move has mass: there are no modes",
                       "give mass and inertia to the bodies");
    }
    MatrixXd range = MatrixXd::Zero(size(), Z.cols() + momenta.cols());
    range.topLeftCorner(Z.rows(), Z.cols()) = Z;
    range.bottomRightCorner(momenta.rows(), momenta.cols()) = momenta;
    return range;
  }

  // A pole from an eigenvalue and the unknowns of its vector.
  Pole PoleOf(Complex value, const VectorXcd& y) const {
    return {shift_ * (1.0 + 1.0 / value), scale_.cast<Complex>().cwiseProduct(y)};
  }
  VectorXcd Scaled(const Pole& pole) const { return pole.y.cwiseQuotient(scale_.cast<Complex>()); }
  // Does nothing hold this motion?
  bool IsFree(const VectorXcd& y) const {
    return EnergyOf(scaled_.K, y, false) <=
           std::max(kHeld * EnergyOf(scaled_.K, y, true), kNothing * y.squaredNorm());
  }
  // All y with K y = 0 and J y = 0.
  MatrixXd FreeDirections() const {
    MatrixXd held(unknowns() + scaled_.constraints(), unknowns());
    held << MatrixXd(scaled_.K), MatrixXd(scaled_.J);
    return NullSpace(held, kHeld);
  }

 private:
  static VectorXd ScaleOf(const QuadraticProblem& problem, double shift) {
    VectorXd scale = VectorXd::Ones(problem.unknowns());
    for (int i = 0; i < problem.unknowns(); ++i) {
      const double size = std::abs(problem.K.coeff(i, i)) +
                          shift * std::abs(problem.C.coeff(i, i)) +
                          shift * shift * std::abs(problem.M.coeff(i, i));
      if (size > 0) scale[i] = 1 / std::sqrt(size);
    }
    return scale;
  }

  QuadraticProblem Scaled(const QuadraticProblem& problem) const {
    QuadraticProblem scaled = problem;
    ScaleEntries(shift_ * shift_, &scaled.M);
    ScaleEntries(shift_, &scaled.C);
    ScaleEntries(1, &scaled.K);
    VectorXd sizes = VectorXd::Zero(problem.constraints());
    for (int column = 0; column < scaled.J.outerSize(); ++column) {
      for (SparseMatrix::InnerIterator it(scaled.J, column); it; ++it) {
        it.valueRef() *= scale_[column];
        sizes[it.row()] += it.value() * it.value();
      }
    }
    for (int column = 0; column < scaled.J.outerSize(); ++column) {
      for (SparseMatrix::InnerIterator it(scaled.J, column); it; ++it) {
        if (sizes[it.row()] > 0) it.valueRef() /= std::sqrt(sizes[it.row()]);
      }
    }
    return scaled;
  }

  void ScaleEntries(double factor, SparseMatrix* matrix) const {
    for (int column = 0; column < matrix->outerSize(); ++column) {
      for (SparseMatrix::InnerIterator it(*matrix, column); it; ++it) {
        it.valueRef() *= factor * scale_[it.row()] * scale_[column];
      }
    }
  }

  double shift_;
  bool regular_ = false;
  VectorXd scale_;
  QuadraticProblem scaled_;
  SparseMatrix C_M_, F_;
  SparseLu lu_;
};

struct Found {
  std::vector<Pole> poles;  // Im s >= 0
  // All poles that swing, and all that do not, nearer to the shift than this are among them
  // [rad/s].
  double swinging_radius = 0, still_radius = 0;
};

bool IsReal(Complex value) { return std::abs(value.imag()) <= kReal * std::abs(value); }

// What is 1/(s - sigma) in units of the shift so far, before it has converged.
bool HardlySwings(Complex value) {
  const Complex s = 1.0 + 1.0 / value;
  return std::abs(s.imag()) <= kHardly * std::abs(s);
}

void Keep(const ShiftedOperator& op, Complex value, const VectorXcd& vector, Found* found) {
  // Of a pair, the one with Im s > 0 has Im 1/(s - sigma) < 0.
  if (value.imag() > 0 || std::abs(value) * kInfinite < 1) return;
  const VectorXcd y = vector.head(op.unknowns());
  if (value.imag() == 0 || !IsReal(value)) {
    found->poles.push_back(op.PoleOf(value, y));
    return;
  }
  // Two real poles that rounding made a pair of.
  found->poles.push_back(op.PoleOf(value.real(), y.real().cast<Complex>()));
  found->poles.push_back(op.PoleOf(value.real(), y.imag().cast<Complex>()));
}

// columns * coefficients, of which the latter are complex.
MatrixXcd Combine(const MatrixView& columns, const MatrixXcd& coefficients) {
  MatrixXcd result(columns.rows(), coefficients.cols());
  result.real() = Product(columns, coefficients.real());
  result.imag() = Product(columns, coefficients.imag());
  return result;
}

Found FindAll(ShiftedOperator* op) {
  const MatrixXd range = op->Range();
  MatrixXd image(range.rows(), range.cols());
  for (Eigen::Index i = 0; i < range.cols(); ++i) image.col(i) = (*op)(range.col(i));
  const ComplexEigen eigen = GeneralEigen(TransposedProduct(range, image));
  const MatrixXcd vectors = Combine(range, eigen.vectors);
  Found found;
  for (Eigen::Index i = 0; i < eigen.values.size(); ++i) {
    Keep(*op, eigen.values[i], vectors.col(i), &found);
  }
  found.swinging_radius = found.still_radius = kInfinite * op->shift();
  return found;
}

// Block Arnoldi in the form of Ruhe: one vector after the other, the operator always on the oldest
// that it has not met, so that the last kBlock rows of H hold what is not yet in the space.
class Arnoldi {
 public:
  explicit Arnoldi(ShiftedOperator* op) : op_(*op), V_(op->size(), kBlock) {
    for (int i = 0; i < kBlock; ++i) V_.col(i) = Direction(i);
  }

  void GrowTo(int size) {
    V_.conservativeResize(Eigen::NoChange, size + kBlock);
    H_.conservativeResizeLike(MatrixXd::Zero(size + kBlock, size));
    for (; size_ < size; ++size_) {
      const int known = size_ + kBlock;
      VectorXd next = op_(V_.col(size_));
      const double before = next.norm();
      H_.col(size_).head(known) = TakeOff(known, &next);
      const double norm = next.norm();
      // A direction that the space already has: another in its place, which H knows nothing of.
      const bool new_direction = norm > kSameDirection * before;
      if (new_direction) H_(known, size_) = norm;
      V_.col(known) = new_direction ? VectorXd(next / norm) : Direction(known);
    }
  }

  // Those that swing converge whatever those that do not are doing: these come in hundreds and
  // close to each other where rubber relaxes.
  Found Converged() const {
    const ComplexEigen ritz = GeneralEigen(MatrixXd(H_.topRows(size_)));
    const MatrixXcd rest = Combine(H_.bottomRows(kBlock), ritz.vectors);
    double open_swinging = 1 / kInfinite, open_still = open_swinging;  // largest eigenvalues
    std::vector<Eigen::Index> good;
    for (Eigen::Index i = 0; i < ritz.values.size(); ++i) {
      const double size = std::abs(ritz.values[i]);
      if (rest.col(i).norm() <= kConverged * size * ritz.vectors.col(i).norm()) {
        good.push_back(i);
      } else {
        double& open = HardlySwings(ritz.values[i]) ? open_still : open_swinging;
        open = std::max(open, size);
      }
    }
    std::erase_if(good, [&](Eigen::Index i) {
      const double open = IsReal(ritz.values[i]) ? open_still : open_swinging;
      return std::abs(ritz.values[i]) <= open || ritz.values[i].imag() > 0;
    });
    MatrixXcd chosen(size_, static_cast<Eigen::Index>(good.size()));
    for (size_t i = 0; i < good.size(); ++i) {
      chosen.col(static_cast<Eigen::Index>(i)) = ritz.vectors.col(good[i]);
    }
    const MatrixXcd vectors = Combine(V_.leftCols(size_), chosen);
    Found found;
    for (size_t i = 0; i < good.size(); ++i) {
      Keep(op_, ritz.values[good[i]], vectors.col(static_cast<Eigen::Index>(i)), &found);
    }
    found.swinging_radius = op_.shift() / open_swinging;
    found.still_radius = op_.shift() / open_still;
    return found;
  }

 private:
  // Takes off the parts along the first `known` vectors, twice against rounding; returns them.
  VectorXd TakeOff(int known, VectorXd* vector) const {
    VectorXd parts = VectorXd::Zero(known);
    for (int pass = 0; pass < 2; ++pass) {
      const VectorXd now = V_.leftCols(known).transpose() * *vector;
      *vector -= V_.leftCols(known) * now;
      parts += now;
    }
    return parts;
  }
  // At random, but one that the operator can make, of length 1 and across the first `known`.
  VectorXd Direction(int known) {
    std::normal_distribution<double> normal;
    VectorXd vector(op_.size());
    for (double& entry : vector) entry = normal(random_);
    vector = op_(op_(vector)).normalized();
    TakeOff(known, &vector);
    return vector.normalized();
  }

  ShiftedOperator& op_;
  std::mt19937 random_{1};  // the same poles every time
  MatrixXd V_, H_;
  int size_ = 0;
};

// Enough of both kinds: `count` that swing, so near to zero that none before them can be missing,
// and as many that do not or all that are as slow.
bool AreEnough(const Found& found, double shift, int count) {
  std::vector<double> swinging;
  int still = 0;
  for (const Pole& pole : found.poles) {
    const double size = std::abs(pole.s);
    if (pole.s.imag() > 0 && size < found.swinging_radius - shift) swinging.push_back(size);
    if (pole.s.imag() == 0 && size < found.still_radius - shift) ++still;
  }
  if (static_cast<int>(swinging.size()) < count) return false;
  std::nth_element(swinging.begin(), swinging.begin() + (count - 1), swinging.end());
  return still >= count || swinging[count - 1] < found.still_radius - shift;
}

Found FindNearest(ShiftedOperator* op, int count) {
  Arnoldi arnoldi(op);
  int size = std::max(80, 4 * count);
  while (size + kBlock < op->rank()) {
    arnoldi.GrowTo(size);
    Found found = arnoldi.Converged();
    if (AreEnough(found, op->shift(), count)) return found;
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
    ShiftedOperator op = OperatorNear(problem, shift);
    poles = (op.rank() <= kAllAtOnce ? FindAll(&op) : FindNearest(&op, count)).poles;
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
