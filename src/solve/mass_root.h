// F with M = F F^T for a sparse mass matrix, of as many columns as M has rank.
//
// Masses of different bodies are not coupled as a rule: M falls apart into small blocks, of which
// each has a root of its own.
#ifndef JOUNCE_SOLVE_MASS_ROOT_H_
#define JOUNCE_SOLVE_MASS_ROOT_H_

#include <Eigen/SparseCore>

namespace jounce {

// M symmetric and positive semidefinite; what is below the rounding of its largest entries is none.
Eigen::SparseMatrix<double> MassRoot(const Eigen::SparseMatrix<double>& M);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_MASS_ROOT_H_
