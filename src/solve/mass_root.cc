#include "solve/mass_root.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Masses below this part of the block's own or of a millionth of the largest have none.
constexpr double kNoMass = 1e-13;
constexpr double kSmallMass = 1e-6;

// The unknowns of each block of M that falls apart from the rest.
std::vector<std::vector<int>> FindBlocks(const Eigen::SparseMatrix<double>& M) {
  std::vector<int> parent(M.rows());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root_of = [&parent](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (int column = 0; column < M.outerSize(); ++column) {
    for (Eigen::SparseMatrix<double>::InnerIterator it(M, column); it; ++it) {
      if (it.value() != 0) parent[root_of(static_cast<int>(it.row()))] = root_of(column);
    }
  }
  std::vector<std::vector<int>> blocks(M.rows());
  for (int i = 0; i < M.rows(); ++i) blocks[root_of(i)].push_back(i);
  std::erase_if(blocks, [](const std::vector<int>& block) { return block.empty(); });
  return blocks;
}

// Cholesky's method, the largest pivot first, to the rank of M; returns the rank.
int DenseRoot(const MatrixXd& M, double largest, MatrixXd* F) {
  const Eigen::Index n = M.rows();
  const VectorXd first = M.diagonal();
  VectorXd left = first;
  F->setZero(n, n);
  int rank = 0;
  for (; rank < n; ++rank) {
    Eigen::Index p = 0;
    const double pivot = left.maxCoeff(&p);
    if (!(pivot > kNoMass * std::max(first[p], kSmallMass * largest))) break;
    VectorXd column = M.col(p);
    for (int k = 0; k < rank; ++k) column -= (*F)(p, k) * F->col(k);
    column /= std::sqrt(pivot);
    F->col(rank) = column;
    left -= column.cwiseAbs2();
    left[p] = 0;
  }
  return rank;
}

}  // namespace

Eigen::SparseMatrix<double> MassRoot(const Eigen::SparseMatrix<double>& M) {
  double largest = 0;
  for (int i = 0; i < M.rows(); ++i) largest = std::max(largest, M.coeff(i, i));
  std::vector<Eigen::Triplet<double>> entries;
  int columns = 0;
  MatrixXd F;
  for (const std::vector<int>& block : FindBlocks(M)) {
    const auto size = static_cast<int>(block.size());
    MatrixXd dense(size, size);
    for (int j = 0; j < size; ++j) {
      for (int i = 0; i < size; ++i) dense(i, j) = M.coeff(block[i], block[j]);
    }
    const int rank = DenseRoot(dense, largest, &F);
    for (int j = 0; j < rank; ++j) {
      for (int i = 0; i < size; ++i) {
        if (F(i, j) != 0) entries.emplace_back(block[i], columns + j, F(i, j));
      }
    }
    columns += rank;
  }
  Eigen::SparseMatrix<double> root(M.rows(), columns);
  root.setFromTriplets(entries.begin(), entries.end());
  return root;
}

}  // namespace jounce
