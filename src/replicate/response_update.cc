#include "replicate/response_update.h"

#include <algorithm>

namespace jounce {
namespace {

using Complex = std::complex<double>;

// L L^* = A in place, A Hermitian and positive, n by n.
void Factorize(size_t n, std::vector<Complex>* A) {
  const auto at = [&](size_t i, size_t j) -> Complex& { return (*A)[i * n + j]; };
  for (size_t j = 0; j < n; ++j) {
    double pivot = at(j, j).real();
    for (size_t k = 0; k < j; ++k) pivot -= std::norm(at(j, k));
    pivot = std::sqrt(std::max(pivot, 1e-300));
    at(j, j) = pivot;
    for (size_t i = j + 1; i < n; ++i) {
      Complex sum = at(i, j);
      for (size_t k = 0; k < j; ++k) sum -= at(i, k) * std::conj(at(j, k));
      at(i, j) = sum / pivot;
    }
  }
}

// L L^* x = b in place.
void Substitute(size_t n, const std::vector<Complex>& L, std::vector<Complex>* b) {
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < i; ++k) (*b)[i] -= L[i * n + k] * (*b)[k];
    (*b)[i] /= L[i * n + i];
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; ++k) (*b)[i] -= std::conj(L[k * n + i]) * (*b)[k];
    (*b)[i] /= L[i * n + i];
  }
}

}  // namespace

void UpdateResponses(const std::vector<Lines>& drives, const std::vector<Lines>& targets,
                     size_t reach, double ridge, ResponseMatrix* matrix) {
  const size_t n = matrix->drives, m = matrix->targets, lines = matrix->frequency.size();
  const ResponseMatrix before = *matrix;
  // What the matrix does not explain.
  std::vector<Lines> rest = targets;
  for (size_t line = 0; line < lines; ++line) {
    for (size_t i = 0; i < m; ++i) {
      for (size_t j = 0; j < n; ++j) rest[i][line] -= before.At(line, i, j) * drives[j][line];
    }
  }
  std::vector<Complex> A(n * n), b(n);
  for (size_t line = 0; line < lines; ++line) {
    const size_t first = line > reach ? line - reach : 0, end = std::min(lines, line + reach + 1);
    // Rows of E solve E A = B with A = sum X X^*, so that their conjugates solve A e = b.
    std::fill(A.begin(), A.end(), 0.0);
    for (size_t k = first; k < end; ++k) {
      for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < n; ++j) A[i * n + j] += drives[i][k] * std::conj(drives[j][k]);
      }
    }
    bool moves = true;
    for (size_t j = 0; j < n; ++j) {
      moves = moves && A[j * n + j].real() > 0;
      A[j * n + j] *= 1 + ridge;
    }
    if (!moves) continue;
    Factorize(n, &A);
    for (size_t i = 0; i < m; ++i) {
      std::fill(b.begin(), b.end(), 0.0);
      for (size_t k = first; k < end; ++k) {
        for (size_t j = 0; j < n; ++j) b[j] += drives[j][k] * std::conj(rest[i][k]);
      }
      Substitute(n, A, &b);
      for (size_t j = 0; j < n; ++j) matrix->At(line, i, j) += std::conj(b[j]);
    }
  }
}

}  // namespace jounce
