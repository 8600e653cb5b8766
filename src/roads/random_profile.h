// Random road profiles by the displacement spectrum of ISO 8608,
//
//   Gd(n) = Gd(n0) (n/n0)^-w,   n0 = 0.1 cycles/m,   w = 2 unless told otherwise,
//
// in a left and a right track of the same spectrum, whose coherence falls with the spatial
// frequency as gamma(n) = exp(-rho n) [Bogsjo, Coherence of road roughness in left and right
// wheel-path, Vehicle System Dynamics 46 (2008)]. Harmonics at the lines 1/L, 2/L, ... with phases
// of a seed, so that the profile repeats after its length L, its spectrum is exact line by line,
// and the same seed gives the same road everywhere.
#ifndef JOUNCE_ROADS_RANDOM_PROFILE_H_
#define JOUNCE_ROADS_RANDOM_PROFILE_H_

#include <cstdint>
#include <vector>

namespace jounce {

struct RandomProfileSettings {
  double roughness = 64e-6;          // m^3, Gd(n0)
  double waviness = 2;               // w
  double coherence_length = 3.8;     // m, rho; 0: both tracks are the same
  double n_low = 0.01, n_high = 10;  // cycles/m
  double length = 200;               // m
  double interval = 0.05;            // m
  uint64_t seed = 1;
};

// Geometric mean of Gd(n0) of the classes A to H [m^3]; 0 for any other letter.
double RoughnessOfClass(char letter);

struct RandomTracks {
  std::vector<double> left, right;
  double interval = 0;  // m; the length over a whole number
};

// Throws InputError where lengths or frequencies make no profile.
RandomTracks MakeRandomTracks(const RandomProfileSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_ROADS_RANDOM_PROFILE_H_
