#include "solve/pole_slopes.h"

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "solve/complex_lu.h"

namespace jounce {
namespace {

using Complex = std::complex<double>;
using Eigen::VectorXcd;
using Eigen::VectorXd;

constexpr int kMostSharpenings = 12;
// Steps of sharpening that no longer shrink are rounding; they are then below this part of the pole.
constexpr double kSharp = 1e-8;
constexpr double kShrinks = 0.5;
// A pole that moves farther from where it was given than this part of it is another one.
constexpr double kSame = 1e-4;
// Vectors whose product with Q' is this part of what it could be are those of a pole that is there
// twice.
constexpr double kDouble = 1e-9;

// a^T A b without conjugation.
Complex Bilinear(const VectorXcd& a, const SparseMatrix& A, const VectorXcd& b) {
  Complex sum = 0;
  for (int column = 0; column < A.outerSize(); ++column) {
    for (SparseMatrix::InnerIterator it(A, column); it; ++it) {
      sum += a[it.row()] * it.value() * b[column];
    }
  }
  return sum;
}

// The sum of the sizes of the same products: what rounding is judged by.
double BilinearSize(const VectorXcd& a, const SparseMatrix& A, const VectorXcd& b) {
  double sum = 0;
  for (int column = 0; column < A.outerSize(); ++column) {
    for (SparseMatrix::InnerIterator it(A, column); it; ++it) {
      sum += std::abs(a[it.row()]) * std::abs(it.value()) * std::abs(b[column]);
    }
  }
  return sum;
}

QuadraticProblem Transposed(const QuadraticProblem& problem) {
  QuadraticProblem other;
  other.M = problem.M.transpose();
  other.C = problem.C.transpose();
  other.K = problem.K.transpose();
  other.J = problem.J;
  return other;
}

// Solves with Q(s) again and again: what is left points along its vector.
class InverseIteration {
 public:
  explicit InverseIteration(const QuadraticProblem& problem)
      : matrix_(problem), lu_(matrix_.pattern()), vector_(matrix_.pattern().size) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    for (Complex& entry : vector_) entry = {normal(random), normal(random)};
  }

  bool Improve(Complex s) {
    for (double aside : {0.0, 1e-14, 1e-12, 1e-10}) {
      matrix_.Fill(s * (1 + aside), &values_);
      if (!lu_.Factor(values_)) continue;
      for (int pass = 0; pass < 2; ++pass) {
        lu_.Solve(vector_.data());
        const double size = vector_.norm();
        if (!std::isfinite(size) || size == 0) return false;
        vector_ /= size;
      }
      return true;
    }
    return false;
  }

  // Unknowns, then multipliers without the weight of the matrix.
  VectorXcd Result(int unknowns) const {
    VectorXcd result = vector_;
    result.tail(result.size() - unknowns) *= matrix_.weight();
    return result / result.head(unknowns).norm();
  }

 private:
  QuadraticMatrix matrix_;
  ComplexLu lu_;
  VectorXcd vector_;
  std::vector<Complex> values_;
};

}  // namespace

PoleSlopes::PoleSlopes(const QuadraticProblem& problem, Complex s) : problem_(problem), s_(s) {
  single_ = Sharpen();
}

bool PoleSlopes::Sharpen() {
  const Complex given = s_;
  const int n = problem_.unknowns();
  const QuadraticProblem transposed = Transposed(problem_);
  InverseIteration right(problem_), left(transposed);
  double last = std::abs(given);
  for (int i = 0; i < kMostSharpenings; ++i) {
    if (!right.Improve(s_) || !left.Improve(s_)) return false;
    x_ = right.Result(n);
    u_ = left.Result(n);
    const Complex slope = SlopeForm();
    const VectorXcd x = x_.head(n), u = u_.head(n);
    const double possible =
        2 * std::abs(s_) * BilinearSize(u, problem_.M, x) + BilinearSize(u, problem_.C, x);
    if (!(std::abs(slope) > kDouble * possible)) return false;
    const Complex step = Form(problem_) / slope;
    s_ -= step;
    if (!(std::abs(s_ - given) <= kSame * std::abs(given))) return false;
    const bool shrinks = std::abs(step) < kShrinks * last;
    last = std::abs(step);
    if (!shrinks) break;
  }
  u_ /= SlopeForm();
  return last <= kSharp * std::abs(s_);
}

Complex PoleSlopes::Form(const QuadraticProblem& problem) const {
  const int n = problem.unknowns(), m = problem.constraints();
  const VectorXcd x = x_.head(n), u = u_.head(n);
  return Bilinear(u, problem.K, x) +
         s_ * (Bilinear(u, problem.C, x) + s_ * Bilinear(u, problem.M, x)) +
         Bilinear(u_.tail(m), problem.J, x) + Bilinear(x_.tail(m), problem.J, u);
}

Complex PoleSlopes::SlopeForm() const {
  const int n = problem_.unknowns();
  const VectorXcd x = x_.head(n), u = u_.head(n);
  return Bilinear(u, problem_.C, x) + 2.0 * s_ * Bilinear(u, problem_.M, x);
}

Complex PoleSlopes::Change(const QuadraticProblem& more, const QuadraticProblem& less) const {
  // Entry by entry first, which keeps the digits of what hardly changes.
  QuadraticProblem change;
  change.M = more.M - less.M;
  change.C = more.C - less.C;
  change.K = more.K - less.K;
  change.J = more.J - less.J;
  return -Form(change);
}

}  // namespace jounce
