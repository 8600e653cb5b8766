// Sparse LU factors of a matrix whose pattern never changes: analysed once, factorized often,
// solved with all the time (KLU of SuiteSparse).
//
// Where joints leave zeros on the diagonal, pivots are taken in the order of elimination_order.h, or
// in that of KLU if it leads to fewer entries; of nets with many loops, without trying that.
//
// Factors of a small matrix that serve iterations again and again are made into its inverse: a
// product with that takes a fraction of the time of two sparse substitutions, whose every number
// depends on the one before. In single precision it takes half of that again, and is accurate
// enough: what is wrong in its last digits the next iteration mends with the rest. A matrix in
// which they would grow into the first ones is not inverted. A large one that is factorized again
// with the same pivots, or whose factors serve often, has them in dense blocks (block_factors.h).
//
// Reference: [Higham 2002] N. J. Higham, Accuracy and Stability of Numerical Algorithms, second
// edition, SIAM 2002.
#ifndef JOUNCE_SOLVE_SPARSE_LU_H_
#define JOUNCE_SOLVE_SPARSE_LU_H_

#include <memory>
#include <vector>

#include "solve/sparse_pattern.h"
#include "solve/state_stream.h"

namespace jounce {

class SparseLu {
 public:
  explicit SparseLu(const SparsePattern& pattern);
  ~SparseLu();
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;

  // Factorizes; false where the matrix is singular or not finite. Reuses the pivots of the last
  // time while they serve. Allocates only when pivots are chosen anew, and when it finds blocks for
  // these.
  bool Factor(const std::vector<double>& values);

  // Overwrites b with the solution; after a Factor() that returned true. Allocates only when it has
  // found blocks for pivots that were chosen anew.
  void Solve(double* b);
  // The same for several right sides, a multiple of four, that lie side by side: row after row.
  // Allocates only for more of them than ever before.
  void SolveRows(int columns, double* b);
  // The same to some digits at least, for an iteration. Never allocates for a small matrix.
  void SolveRoughly(double* b);

  // Whether factors that serve iterations again and again become an inverse.
  bool inverts() const;

  // Saves what decides the bits of later solutions, or gets it back: the pivots and how the factors
  // of `values`, those of the last Factor(), are made use of. `valid` tells whether it succeeded.
  void Exchange(const std::vector<double>& values, bool valid, StateStream* stream);

  // Reciprocal of a cheap estimate of the condition number.
  double ReciprocalCondition() const;

 private:
  struct Klu;
  std::unique_ptr<Klu> klu_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_SPARSE_LU_H_
