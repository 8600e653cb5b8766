// Lowest natural modes of large sparse K and M: shift-invert Lanczos (Spectra) with MUMPS factors.
#ifndef JOUNCE_FLEX_NATURAL_MODES_H_
#define JOUNCE_FLEX_NATURAL_MODES_H_

#include <Eigen/SparseCore>
#include <memory>

#include "base/progress.h"
#include "flex/sparse_factor.h"

namespace jounce::flex {

struct NaturalModes {
  Eigen::VectorXd eigenvalues;  // (rad/s)^2, ascending
  Eigen::MatrixXd shapes;       // columns, modal mass 1
};

// `factor` is that of K - shift M with a shift below all eigenvalues. Fewer than `count` come back
// where there are fewer, or where Lanczos did not converge on more. M may be singular.
NaturalModes LowestModes(const Eigen::SparseMatrix<double>& stiffness,
                         const Eigen::SparseMatrix<double>& mass, const SparseFactor& factor,
                         double shift, int count, Progress* progress);

// All modes below a frequency limit in Hz, at most `most`.
NaturalModes ModesBelow(const Eigen::SparseMatrix<double>& stiffness,
                        const Eigen::SparseMatrix<double>& mass, const SparseFactor& factor,
                        double shift, double limit, int most, Progress* progress);

// Of small dense matrices, M perhaps singular; `shift` must make K - shift M positive definite.
NaturalModes DenseModes(const Eigen::MatrixXd& stiffness, const Eigen::MatrixXd& mass,
                        double shift);

// Makes dense modes orthonormal to round-off: shapes of next to no mass have lost digits.
void Refine(const Eigen::MatrixXd& stiffness, const Eigen::MatrixXd& mass, NaturalModes* modes);

// Hz; 0 where round-off makes a zero negative.
double FrequencyOf(double eigenvalue);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_NATURAL_MODES_H_
