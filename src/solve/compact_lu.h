// Sparse LU factors of a matrix of which most entries are zero, and stay so: as those of mass and
// constraints alone are, in a pattern that also has room for springs. Only the others are factorized,
// and an entry that is no longer zero makes a new pattern. For few factorizations; one that is made
// again and again should not have to look (sparse_lu.h).
#ifndef JOUNCE_SOLVE_COMPACT_LU_H_
#define JOUNCE_SOLVE_COMPACT_LU_H_

#include <optional>
#include <vector>

#include "solve/sparse_lu.h"

namespace jounce {

class CompactLu {
 public:
  // The reference must outlive this.
  explicit CompactLu(const SparsePattern& pattern) : pattern_(pattern) {}

  // Factorizes, unless it is the matrix of the last time; false where it is singular or not finite.
  bool Factor(const std::vector<double>& values);
  // Overwrites b with the solution; after a Factor() that returned true.
  void Solve(double* b) { lu_->Solve(b); }

 private:
  // Whether all entries that are not zero have a place.
  bool Fits(const std::vector<double>& values) const;
  void MakePattern(const std::vector<double>& values);

  const SparsePattern& pattern_;
  std::vector<bool> kept_;              // entries of the pattern that have a place
  std::vector<double> entries_, next_;  // the values of those: factorized, and to be so
  bool regular_ = false;
  std::optional<SparseLu> lu_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_COMPACT_LU_H_
