// L of L L^T = A, A symmetric and not negative; row by row.
#ifndef JOUNCE_STUDY_LOWER_FACTOR_H_
#define JOUNCE_STUDY_LOWER_FACTOR_H_

#include <cstddef>
#include <vector>

namespace jounce::study {

// Cholesky's method; a pivot that rounding makes negative is taken as nothing.
std::vector<double> LowerFactor(const std::vector<double>& a, size_t n);

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_LOWER_FACTOR_H_
