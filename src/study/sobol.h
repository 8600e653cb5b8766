// Sobol's sequence: points of the unit cube that fill it more evenly than random ones, so that means
// over n of them err by about 1/n instead of 1/sqrt(n). Of each 2^k points in a row that begin at a
// multiple of 2^k, every interval of length 2^-k of every coordinate has one.
//
// The direction numbers are the first 40 dimensions of new-joe-kuo-6.21201. Points are scrambled after
// Owen, which keeps those properties and takes away the point at the origin: the tree of bits of each
// coordinate is permuted by a hash of the seed.
//
// References: S. Joe, F. Y. Kuo, Constructing Sobol sequences with better two-dimensional projections,
// SIAM J. Sci. Comput. 30 (2008) 2635-2654. B. Burley, Practical hash-based Owen scrambling, Journal of
// Computer Graphics Techniques 9(4) (2020).
#ifndef JOUNCE_STUDY_SOBOL_H_
#define JOUNCE_STUDY_SOBOL_H_

#include <cstdint>
#include <vector>

namespace jounce::study {

inline constexpr int kMostSobolDimensions = 40;

class SobolSequence {
 public:
  // Seed 0: as it is, the first point at the origin.
  SobolSequence(int dimensions, std::uint64_t seed);

  // Coordinate of point `index`, 0 <= u < 1; 0 < u where it is scrambled.
  double At(std::uint32_t index, int dimension) const;

 private:
  std::vector<std::uint32_t> directions_;  // 32 a dimension
  std::vector<std::uint32_t> seeds_;       // one a dimension; none: not scrambled
};

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_SOBOL_H_
