// Points of the unit cube, one a run: what a study tries of the ranges of its factors.
//
//   grid             all combinations of the levels of the factors
//   random           independent
//   latin_hypercube  of n runs, each n-th of the range of each factor has one
//   sobol            Sobol's sequence (sobol.h)
//   morris           trajectories in which one factor after the other changes by a jump; n of them of
//                    k + 1 runs each [Morris 1991], for the screening of many factors
//   sobol_indices    two samples A and B of n runs and k that are A with one column of B, for
//                    indices of the variance: n (k + 2) runs [Saltelli 2010]
//
// All of them are the same on every machine for a given seed.
//
// References: M. D. Morris, Factorial sampling plans for preliminary computational experiments,
// Technometrics 33 (1991) 161-174. A. Saltelli et al., Variance based sensitivity analysis of model
// output, Comput. Phys. Commun. 181 (2010) 259-270.
#ifndef JOUNCE_STUDY_SAMPLING_H_
#define JOUNCE_STUDY_SAMPLING_H_

#include <cstdint>
#include <vector>

namespace jounce::study {

enum class SamplingMethod { kGrid, kRandom, kLatinHypercube, kSobol, kMorris, kSobolIndices };

struct Sampling {
  SamplingMethod method = SamplingMethod::kGrid;
  int runs = 100;  // points; of morris trajectories, of sobol_indices the runs of A
  int seed = 1;
  int levels = 4;  // of morris: even
};

struct UnitPoints {
  int factors = 0;
  std::vector<double> values;  // run by run, 0 <= u <= 1

  int runs() const { return factors > 0 ? static_cast<int>(values.size()) / factors : 0; }
  double At(int run, int factor) const {
    return values[static_cast<size_t>(run) * static_cast<size_t>(factors) +
                  static_cast<size_t>(factor)];
  }
};

// How many runs there will be; `levels` are those of the factors of a grid.
double RunCount(const Sampling& sampling, const std::vector<int>& levels);

// The points; of a grid those at the middles of its levels, u = (i + 1/2)/n, the last factor fastest.
UnitPoints Sample(const Sampling& sampling, const std::vector<int>& levels);

// The jump of the trajectories of Morris, a part of the range: p/(2(p - 1)) of p levels.
double MorrisJump(int levels);

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_SAMPLING_H_
