#include "solve/harmonic_response.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>

namespace jounce {
namespace {

using Complex = std::complex<double>;

// Frequencies one after the other that share pivots, whatever the threads.
constexpr size_t kFrequenciesAtOnce = 16;

// A point inside a law that nothing holds (an open stop) stays where it is.
void HoldLoosePoints(int first, QuadraticProblem* problem) {
  std::vector<bool> held(problem->unknowns(), false);
  for (const SparseMatrix* matrix : {&problem->K, &problem->C, &problem->M}) {
    for (int column = 0; column < matrix->outerSize(); ++column) {
      for (SparseMatrix::InnerIterator it(*matrix, column); it; ++it) held[it.row()] = true;
    }
  }
  for (int i = first; i < problem->unknowns(); ++i) {
    if (!held[i]) problem->K.coeffRef(i, i) = 1;
  }
}

}  // namespace

HarmonicResponse::HarmonicResponse(const LinearSystem& linear) : linear_(linear) {
  const QuadraticProblem problem = linear.Quadratic(1);
  at_one_frequency_ = problem.at_one_frequency;
  SetMatrix(problem);
}

HarmonicResponse::HarmonicResponse(const HarmonicResponse& other)
    : linear_(other.linear_),
      at_one_frequency_(other.at_one_frequency_),
      matrix_(other.matrix_),
      lu_(std::make_unique<ComplexLu>(*other.lu_)) {}

void HarmonicResponse::SetMatrix(const QuadraticProblem& problem) {
  QuadraticProblem held = problem;
  HoldLoosePoints(linear_.system().motion_count(), &held);
  matrix_ = std::make_shared<const QuadraticMatrix>(held);
  lu_ = std::make_unique<ComplexLu>(matrix_->pattern());
}

bool HarmonicResponse::Factor(double omega) {
  if (at_one_frequency_) SetMatrix(linear_.Quadratic(omega));
  matrix_->Fill(Complex(0, omega), &values_);
  return lu_->Factor(values_);
}

Eigen::VectorXcd HarmonicResponse::Solve(const HarmonicInput& input) {
  const int motion = linear_.system().motion_count(), size = matrix_->pattern().size;
  const int multipliers = linear_.system().multiplier_count();
  const int first_row = size - linear_.constraints();
  Eigen::VectorXcd x = Eigen::VectorXcd::Zero(size);
  x.head(motion) = input.wrenches;
  for (int multiplier = 0; multiplier < input.motions.size(); ++multiplier) {
    const int row = linear_.RowOf(multiplier);
    if (row < 0) continue;
    x[first_row + row] = matrix_->weight() * input.motions[multiplier];
  }
  lu_->Solve(x.data());
  Eigen::VectorXcd all = Eigen::VectorXcd::Zero(motion + multipliers);
  all.head(motion) = x.head(motion);
  for (int multiplier = 0; multiplier < multipliers; ++multiplier) {
    const int row = linear_.RowOf(multiplier);
    if (row >= 0) all[motion + multiplier] = matrix_->weight() * x[first_row + row];
  }
  return all;
}

Eigen::VectorXcd HarmonicResponse::At(double omega, const HarmonicInput& input) {
  if (Factor(omega)) return Solve(input);
  return Eigen::VectorXcd::Constant(
      linear_.system().motion_count() + linear_.system().multiplier_count(),
      std::numeric_limits<double>::quiet_NaN());
}

void RespondAtAll(const LinearSystem& linear,
                  const std::function<std::vector<HarmonicInput>(double omega)>& inputs,
                  const std::vector<double>& omegas, int threads,
                  const std::function<void(size_t, size_t, const Eigen::VectorXcd&)>& receive) {
  const HarmonicResponse response(linear);
  std::vector<std::vector<HarmonicInput>> all_inputs;
  for (const double omega : omegas) all_inputs.push_back(inputs(omega));
  const Eigen::VectorXcd none = Eigen::VectorXcd::Constant(
      linear.system().motion_count() + linear.system().multiplier_count(),
      std::numeric_limits<double>::quiet_NaN());
  const size_t groups = (omegas.size() + kFrequenciesAtOnce - 1) / kFrequenciesAtOnce;
  std::atomic<size_t> next_group = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto work = [&] {
    try {
      for (size_t group = next_group++; group < groups; group = next_group++) {
        HarmonicResponse own(response);  // new pivots
        const size_t end = std::min(omegas.size(), (group + 1) * kFrequenciesAtOnce);
        for (size_t i = group * kFrequenciesAtOnce; i < end; ++i) {
          const bool answers = own.Factor(omegas[i]);
          for (size_t k = 0; k < all_inputs[i].size(); ++k) {
            receive(i, k, answers ? own.Solve(all_inputs[i][k]) : none);
          }
        }
      }
    } catch (...) {
      const std::scoped_lock lock(failing);
      failure = std::current_exception();
      next_group = groups;
    }
  };
  {
    std::vector<std::jthread> others;
    // What libraries of users do may be for one thread only.
    const size_t most = response.at_one_frequency() ? 1 : std::min<size_t>(threads, groups);
    for (size_t i = 1; i < most; ++i) others.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace jounce
