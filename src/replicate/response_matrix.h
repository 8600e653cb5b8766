// The response of targets to drives over frequency, Y = H D, and its regularized inverse.
//
// The inverse at a frequency is that of the scaled matrix R H C by its singular values,
//
//   R H C = U S V^T,   H^+ = C V S^+ U^T R G
//
// with S^+ = 1/s where s is at least `floor` times the largest s, else 0. R makes targets of
// different units equal (weight over rms of the target, times the root of the coherence), C makes
// columns equal, G is the coherence: what a drive does not do linearly is corrected less. With more
// targets than drives this is the solution of least squares, with more drives than targets the
// smallest one.
#ifndef JOUNCE_REPLICATE_RESPONSE_MATRIX_H_
#define JOUNCE_REPLICATE_RESPONSE_MATRIX_H_

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "replicate/block.h"

namespace jounce {

struct ResponseMatrix {
  size_t targets = 0, drives = 0;
  std::vector<double> frequency;             // Hz, rising
  std::vector<std::complex<double>> values;  // frequency by frequency, target by target
  std::vector<double> coherence;             // frequency by frequency, one a target; empty: all 1

  std::complex<double>& At(size_t line, size_t target, size_t drive) {
    return values[(line * targets + target) * drives + drive];
  }
  std::complex<double> At(size_t line, size_t target, size_t drive) const {
    return values[(line * targets + target) * drives + drive];
  }
  double CoherenceAt(size_t line, size_t target) const {
    return coherence.empty() ? 1 : coherence[line * targets + target];
  }
};

// The lines of a block: linear between those that are known, the nearest beyond them.
ResponseMatrix OnLinesOf(const ResponseMatrix& matrix, const EventBlock& block);

// Root of the mean square of each entry over its lines, target by target.
std::vector<double> MeanResponses(const ResponseMatrix& matrix);

struct InverseSettings {
  std::vector<double> scale;  // of the targets: weight over rms
  double floor = 1e-3;
};

struct InverseMatrix {
  size_t targets = 0, drives = 0;
  std::vector<std::complex<double>> values;  // line by line, drive by drive
  std::vector<double> singular;              // line by line, as many as drives, falling
  std::vector<int> rank;                     // line by line, those that were inverted

  std::complex<double> At(size_t line, size_t drive, size_t target) const {
    return values[(line * drives + drive) * targets + target];
  }
};

// How much each drive moves in what the targets see least of all at a line: a vector of length one
// over scaled drives.
std::vector<double> WeakestDrives(const ResponseMatrix& matrix, const InverseSettings& settings,
                                  size_t line);

InverseMatrix Invert(const ResponseMatrix& matrix, const InverseSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_RESPONSE_MATRIX_H_
