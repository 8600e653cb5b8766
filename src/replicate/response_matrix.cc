#include "replicate/response_matrix.h"

#include <Eigen/Core>
#include <algorithm>

#include "math/dense.h"
#include "math/products.h"

namespace jounce {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

// A complex matrix as a real one that acts on real and imaginary parts: [Re -Im; Im Re]. Its
// singular values are those of the complex one, each twice.
template <class Entry>
MatrixXd Embedded(size_t rows, size_t columns, const Entry& entry) {
  const auto m = static_cast<Index>(rows), n = static_cast<Index>(columns);
  MatrixXd A(2 * m, 2 * n);
  for (Index i = 0; i < m; ++i) {
    for (Index j = 0; j < n; ++j) {
      const std::complex<double> value = entry(static_cast<size_t>(i), static_cast<size_t>(j));
      A(i, j) = A(m + i, n + j) = value.real();
      A(m + i, j) = value.imag();
      A(i, n + j) = -value.imag();
    }
  }
  return A;
}

// V S^+ U^T by the eigenvectors of A^T A: squares of singular values down to 1e-16 of the largest
// are told apart, so `floor` is not below 1e-7.
struct PseudoInverted {
  MatrixXd matrix;
  std::vector<double> singular;  // falling
  int rank = 0;
};

PseudoInverted PseudoInvert(const MatrixXd& A, double floor) {
  const RealEigen eigen = SymmetricEigen(TransposedProduct(A, A));
  const Index size = eigen.values.size();
  PseudoInverted result;
  const double largest = std::sqrt(std::max(0.0, eigen.values[size - 1]));
  MatrixXd scaled = eigen.vectors;
  for (Index i = 0; i < size; ++i) {
    const double s = std::sqrt(std::max(0.0, eigen.values[i]));
    const bool counts = s > 0 && s >= std::max(floor, 1e-7) * largest;
    scaled.col(i) *= counts ? 1 / (s * s) : 0;
    result.rank += counts ? 1 : 0;
  }
  result.rank /= 2;
  for (Index i = size - 1; i > 0; i -= 2) {
    result.singular.push_back(std::sqrt(std::max(0.0, eigen.values[i])));
  }
  const MatrixXd projected = TransposedProduct(eigen.vectors, A.transpose());
  result.matrix = Product(scaled, projected);
  return result;
}

// So that each drive has the same mean square over all lines and targets.
std::vector<double> ColumnScales(const ResponseMatrix& matrix, const std::vector<double>& rows) {
  std::vector<double> scales(matrix.drives, 0.0);
  for (size_t line = 0; line < matrix.frequency.size(); ++line) {
    for (size_t i = 0; i < matrix.targets; ++i) {
      for (size_t j = 0; j < matrix.drives; ++j) {
        scales[j] += std::norm(rows[i] * matrix.At(line, i, j));
      }
    }
  }
  for (double& scale : scales) {
    scale = scale > 0 ? std::sqrt(static_cast<double>(matrix.frequency.size()) / scale) : 0;
  }
  return scales;
}

}  // namespace

ResponseMatrix OnLinesOf(const ResponseMatrix& matrix, const EventBlock& block) {
  ResponseMatrix result{.targets = matrix.targets, .drives = matrix.drives};
  const size_t entries = matrix.targets * matrix.drives;
  const std::vector<double>& known = matrix.frequency;
  for (size_t line = block.first_line(); line < block.end_line(); ++line) {
    const double frequency = block.FrequencyOf(line);
    const auto above = std::lower_bound(known.begin(), known.end(), frequency);
    const size_t high = std::min<size_t>(above - known.begin(), known.size() - 1);
    const size_t low = high > 0 && known[high] > frequency ? high - 1 : high;
    const double part = high > low ? (frequency - known[low]) / (known[high] - known[low]) : 0;
    result.frequency.push_back(frequency);
    for (size_t e = 0; e < entries; ++e) {
      result.values.push_back((1 - part) * matrix.values[low * entries + e] +
                              part * matrix.values[high * entries + e]);
    }
    if (matrix.coherence.empty()) continue;
    for (size_t i = 0; i < matrix.targets; ++i) {
      result.coherence.push_back((1 - part) * matrix.CoherenceAt(low, i) +
                                 part * matrix.CoherenceAt(high, i));
    }
  }
  return result;
}

std::vector<double> MeanResponses(const ResponseMatrix& matrix) {
  std::vector<double> means(matrix.targets * matrix.drives, 0.0);
  for (size_t i = 0; i < matrix.values.size(); ++i) {
    means[i % means.size()] += std::norm(matrix.values[i]);
  }
  for (double& mean : means) mean = std::sqrt(mean / static_cast<double>(matrix.frequency.size()));
  return means;
}

std::vector<double> WeakestDrives(const ResponseMatrix& matrix, const InverseSettings& settings,
                                  size_t line) {
  const std::vector<double> columns = ColumnScales(matrix, settings.scale);
  const MatrixXd A = Embedded(matrix.targets, matrix.drives, [&](size_t i, size_t j) {
    return settings.scale[i] * matrix.At(line, i, j) * columns[j];
  });
  const MatrixXd vectors = SymmetricEigen(TransposedProduct(A, A)).vectors;
  const auto n = static_cast<Index>(matrix.drives);
  std::vector<double> moved;
  for (Index j = 0; j < n; ++j) moved.push_back(std::hypot(vectors(j, 0), vectors(n + j, 0)));
  return moved;
}

InverseMatrix Invert(const ResponseMatrix& matrix, const InverseSettings& settings) {
  InverseMatrix inverse{.targets = matrix.targets, .drives = matrix.drives};
  const std::vector<double> columns = ColumnScales(matrix, settings.scale);
  const auto n = static_cast<Index>(matrix.drives);
  for (size_t line = 0; line < matrix.frequency.size(); ++line) {
    const auto row = [&](size_t i) {
      return settings.scale[i] * std::sqrt(matrix.CoherenceAt(line, i));
    };
    const PseudoInverted P = PseudoInvert(
        Embedded(matrix.targets, matrix.drives,
                 [&](size_t i, size_t j) { return row(i) * matrix.At(line, i, j) * columns[j]; }),
        settings.floor);
    for (size_t j = 0; j < matrix.drives; ++j) {
      for (size_t i = 0; i < matrix.targets; ++i) {
        const auto r = static_cast<Index>(j), c = static_cast<Index>(i);
        const std::complex<double> entry(P.matrix(r, c), P.matrix(n + r, c));
        inverse.values.push_back(columns[j] * entry * row(i) * matrix.CoherenceAt(line, i));
      }
    }
    inverse.singular.insert(inverse.singular.end(), P.singular.begin(), P.singular.end());
    inverse.rank.push_back(P.rank);
  }
  return inverse;
}

}  // namespace jounce
