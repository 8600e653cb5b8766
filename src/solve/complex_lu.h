// Sparse LU factors of complex matrices of one pattern, for one frequency after another (KLU of
// SuiteSparse). The pattern is analysed once; copies share the analysis, so that each thread can
// have factors of its own.
#ifndef JOUNCE_SOLVE_COMPLEX_LU_H_
#define JOUNCE_SOLVE_COMPLEX_LU_H_

#include <complex>
#include <memory>
#include <vector>

#include "solve/sparse_lu.h"

namespace jounce {

class ComplexLu {
 public:
  explicit ComplexLu(const SparsePattern& pattern);
  // Without factors.
  ComplexLu(const ComplexLu& other);
  ComplexLu& operator=(const ComplexLu& other) = delete;
  ~ComplexLu();

  // Factorizes; false where the matrix is singular or not finite. Reuses the pivots of the last
  // time while they serve.
  bool Factor(const std::vector<std::complex<double>>& values);
  // Overwrites b with the solution; after a Factor() that returned true.
  void Solve(std::complex<double>* b);

 private:
  struct Analysis;
  struct Factors;
  std::shared_ptr<const Analysis> analysis_;
  std::unique_ptr<Factors> factors_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_COMPLEX_LU_H_
