// Factors of a large symmetric matrix, by MUMPS: nested dissection, dense kernels in blocks. Solids
// of a hundred thousand freedoms take seconds and a gigabyte.
#ifndef JOUNCE_FLEX_SPARSE_FACTOR_H_
#define JOUNCE_FLEX_SPARSE_FACTOR_H_

#include <Eigen/SparseCore>
#include <memory>
#include <string>
#include <vector>

namespace jounce::flex {

class SparseFactor {
 public:
  // `symmetric` has both triangles. What cannot be factored leaves ok() false.
  explicit SparseFactor(const Eigen::SparseMatrix<double>& symmetric);
  ~SparseFactor();
  SparseFactor(const SparseFactor&) = delete;
  SparseFactor& operator=(const SparseFactor&) = delete;

  bool ok() const { return problem_.empty() && singular_rows_.empty(); }
  // Why not, and rows that hang on nothing: where a mechanism is.
  const std::string& problem() const { return problem_; }
  const std::vector<int>& singular_rows() const { return singular_rows_; }
  // Pivots below zero: eigenvalues below the shift, where the matrix was shifted.
  int negative_pivots() const { return negative_pivots_; }

  // Overwrites each column of `columns` by the solution.
  void Solve(Eigen::Ref<Eigen::MatrixXd> columns) const;

 private:
  struct Mumps;
  std::unique_ptr<Mumps> mumps_;
  std::string problem_;
  std::vector<int> singular_rows_;
  int negative_pivots_ = 0;
};

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_SPARSE_FACTOR_H_
