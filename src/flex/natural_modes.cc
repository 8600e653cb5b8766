#include "flex/natural_modes.h"

#include <Spectra/SymGEigsShiftSolver.h>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "flex/fe_system.h"
#include "math/dense.h"
#include "math/products.h"

namespace jounce::flex {
namespace {

// Below this size a dense solver is quicker and knows no convergence.
constexpr int kSmall = 100;

// y = inv(K - shift M) x for Spectra.
class ShiftInvert {
 public:
  using Scalar = double;

  ShiftInvert(const SparseFactor& factor, int size, int expected, Progress* progress)
      : factor_(factor), size_(size), expected_(expected), progress_(progress) {}

  // Takes modes of mass 1 out of what it gives, so that others are found.
  void LeaveOut(const Eigen::MatrixXd& shapes, const SparseMatrix& mass) {
    known_ = shapes;
    known_momentum_ = mass * shapes;
  }

  Eigen::Index rows() const { return size_; }
  Eigen::Index cols() const { return size_; }
  void set_shift(double) {}
  void perform_op(const double* in, double* out) const {
    Eigen::Map<Eigen::MatrixXd> y(out, size_, 1);
    y = Eigen::Map<const Eigen::MatrixXd>(in, size_, 1);
    factor_.Solve(y);
    if (known_.cols() > 0) y -= Product(known_, TransposedProduct(known_momentum_, y));
    done_ = std::min(done_ + 1, expected_);
    progress_->Update(done_, expected_, "modes");
  }

 private:
  const SparseFactor& factor_;
  int size_;
  int expected_;
  mutable int done_ = 0;
  Progress* progress_;
  Eigen::MatrixXd known_, known_momentum_;
};

class MassProduct {
 public:
  using Scalar = double;

  explicit MassProduct(const SparseMatrix& mass) : mass_(mass) {}

  Eigen::Index rows() const { return mass_.rows(); }
  Eigen::Index cols() const { return mass_.cols(); }
  void perform_op(const double* in, double* out) const {
    Eigen::Map<Eigen::VectorXd>(out, mass_.rows()).noalias() =
        mass_ * Eigen::Map<const Eigen::VectorXd>(in, mass_.cols());
  }

 private:
  const SparseMatrix& mass_;
};

using Lanczos =
    Spectra::SymGEigsShiftSolver<ShiftInvert, MassProduct, Spectra::GEigsMode::ShiftInvert>;

NaturalModes SortedAndNormalized(const Eigen::VectorXd& values, const Eigen::MatrixXd& shapes,
                                 const SparseMatrix& mass, int count) {
  std::vector<int> order(values.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return values(a) < values(b); });
  order.resize(std::min<size_t>(order.size(), count));
  NaturalModes modes;
  modes.eigenvalues.resize(order.size());
  modes.shapes.resize(shapes.rows(), order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const Eigen::VectorXd shape = shapes.col(order[i]);
    const double modal_mass = shape.dot(mass * shape);
    modes.eigenvalues(i) = values(order[i]);
    modes.shapes.col(i) = shape / std::sqrt(modal_mass);
  }
  return modes;
}

// Lanczos from one vector sees but one shape of several with equal frequency, and the others only
// by round-off. So it is asked again for the lowest mode besides those known, until that is above
// them.
void AddMissed(const SparseMatrix& mass, const SparseFactor& factor, double shift, int count,
               Progress* progress, NaturalModes* modes) {
  constexpr int kBasis = 20, kMostMissed = 12;
  const int n = static_cast<int>(mass.rows());
  MassProduct product(mass);
  for (int i = 0; i < kMostMissed && !progress->StopRequested(); ++i) {
    const Eigen::Index found = modes->eigenvalues.size();
    if (found == 0) return;
    ShiftInvert inverse(factor, n, kBasis, progress);
    inverse.LeaveOut(modes->shapes, mass);
    Lanczos solver(inverse, product, 1, std::min(n, kBasis), shift);
    // Roughly first: nearly always nothing was missed, and the next mode above is of no interest.
    solver.init();
    const auto is_missed = [&] {
      return solver.info() == Spectra::CompInfo::Successful &&
             solver.eigenvalues()(0) < modes->eigenvalues(found - 1);
    };
    solver.compute(Spectra::SortRule::LargestMagn, 4, 1e-5);
    if (!is_missed()) return;
    solver.init();
    solver.compute(Spectra::SortRule::LargestMagn, 300, 1e-9);
    if (!is_missed()) return;
    const double value = solver.eigenvalues()(0);
    Eigen::VectorXd values(found + 1);
    Eigen::MatrixXd shapes(n, found + 1);
    values << modes->eigenvalues, value;
    shapes << modes->shapes, solver.eigenvectors(1);
    *modes = SortedAndNormalized(values, shapes, mass, count);
  }
}

}  // namespace

double FrequencyOf(double eigenvalue) {
  return std::sqrt(std::max(eigenvalue, 0.0)) / (2 * std::numbers::pi);
}

NaturalModes DenseModes(const Eigen::MatrixXd& stiffness, const Eigen::MatrixXd& mass,
                        double shift) {
  // M x = mu (K - shift M) x: the right side is positive definite even where M is singular.
  const Eigen::MatrixXd shifted = stiffness - shift * mass;
  const RealEigen eigen =
      GeneralizedEigen(0.5 * (mass + mass.transpose()), 0.5 * (shifted + shifted.transpose()));
  NaturalModes modes;
  const Eigen::VectorXd& mu = eigen.values;
  Eigen::Index count = 0;  // shapes without mass have no frequency
  while (count < mu.size() && mu(mu.size() - 1 - count) > 1e-13 * mu(mu.size() - 1)) ++count;
  modes.eigenvalues.resize(count);
  modes.shapes.resize(stiffness.rows(), count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::Index from = mu.size() - 1 - i;
    modes.eigenvalues(i) = 1 / mu(from) + shift;
    modes.shapes.col(i) = eigen.vectors.col(from) / std::sqrt(mu(from));
  }
  return modes;
}

void Refine(const Eigen::MatrixXd& stiffness, const Eigen::MatrixXd& mass, NaturalModes* modes) {
  Eigen::MatrixXd& y = modes->shapes;
  // By Gram and Schmidt from the lowest upwards; then each eigenvalue is its shape's own stiffness.
  for (Eigen::Index i = 0; i < y.cols(); ++i) {
    Eigen::VectorXd x = y.col(i);
    for (int pass = 0; pass < 2; ++pass) {
      const Eigen::VectorXd momentum = mass * x;
      x -= y.leftCols(i) * (y.leftCols(i).transpose() * momentum);
    }
    y.col(i) = x / std::sqrt(x.dot(mass * x));
    modes->eigenvalues(i) = y.col(i).dot(stiffness * y.col(i));
  }
}

NaturalModes LowestModes(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const SparseFactor& factor, double shift, int count, Progress* progress) {
  const int n = static_cast<int>(stiffness.rows());
  if (count <= 0 || n == 0) return {Eigen::VectorXd(), Eigen::MatrixXd(n, 0)};
  if (n <= kSmall || 2 * count + 10 > n) {
    // A little below the shift: there may be mechanisms at it.
    const double scale = Eigen::MatrixXd(stiffness).trace() / Eigen::MatrixXd(mass).trace();
    NaturalModes modes = DenseModes(stiffness, mass, shift - 1e-9 * scale);
    const Eigen::Index kept = std::min<Eigen::Index>(count, modes.eigenvalues.size());
    modes.eigenvalues.conservativeResize(kept);
    modes.shapes.conservativeResize(n, kept);
    return modes;
  }
  const int basis = std::min(n, 2 * count + 10);
  ShiftInvert inverse(factor, n, basis, progress);
  MassProduct product(mass);
  Lanczos solver(inverse, product, count, basis, shift);
  solver.init();
  const auto converged = solver.compute(Spectra::SortRule::LargestMagn, 300, 1e-9);
  NaturalModes modes =
      SortedAndNormalized(solver.eigenvalues(), solver.eigenvectors(converged), mass, count);
  AddMissed(mass, factor, shift, count, progress, &modes);
  return modes;
}

NaturalModes ModesBelow(const SparseMatrix& stiffness, const SparseMatrix& mass,
                        const SparseFactor& factor, double shift, double limit, int most,
                        Progress* progress) {
  for (int count = std::min(20, most);; count = std::min(2 * count, most)) {
    NaturalModes modes = LowestModes(stiffness, mass, factor, shift, count, progress);
    Eigen::Index below = 0;
    while (below < modes.eigenvalues.size() && FrequencyOf(modes.eigenvalues(below)) <= limit) {
      ++below;
    }
    if (below < count || count == most || progress->StopRequested()) {
      modes.eigenvalues.conservativeResize(below);
      modes.shapes.conservativeResize(modes.shapes.rows(), below);
      return modes;
    }
  }
}

}  // namespace jounce::flex
