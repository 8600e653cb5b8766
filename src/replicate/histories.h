// Samples of several channels of one rate and length, and what is often done to them.
#ifndef JOUNCE_REPLICATE_HISTORIES_H_
#define JOUNCE_REPLICATE_HISTORIES_H_

#include <cmath>
#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace jounce {

using History = std::vector<double>;
using Histories = std::vector<History>;
using Lines = std::vector<std::complex<double>>;

inline double RootMeanSquare(std::span<const double> samples) {
  double sum = 0;
  for (const double x : samples) sum += x * x;
  return samples.empty() ? 0 : std::sqrt(sum / static_cast<double>(samples.size()));
}

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_HISTORIES_H_
