#include "roads/random_profile.h"

#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "base/error.h"
#include "signals/fourier.h"

namespace jounce {
namespace {

// Uniform in [0, 2 pi), the same on every machine.
class Phases {
 public:
  explicit Phases(uint64_t seed) : bits_(seed) {}
  std::complex<double> Next() {
    const double turn = static_cast<double>(bits_() >> 11) * 0x1p-53;
    return std::polar(1.0, 2 * std::numbers::pi * turn);
  }

 private:
  std::mt19937_64 bits_;
};

}  // namespace

double RoughnessOfClass(char letter) {
  const int number = letter >= 'a' ? letter - 'a' : letter - 'A';
  if (number < 0 || number > 7) return 0;
  return 16e-6 * std::pow(4.0, number);
}

RandomTracks MakeRandomTracks(const RandomProfileSettings& s) {
  if (!(s.length > 0) || !(s.interval > 0) || !(s.length / s.interval >= 4) ||
      !(s.length / s.interval < 1e8)) {
    throw InputError("a random road needs a length of at least four intervals");
  }
  if (!(s.roughness >= 0) || !(s.n_high > s.n_low) || !(s.n_low >= 0) ||
      !(s.coherence_length >= 0)) {
    throw InputError("a random road needs a roughness and frequencies from low to high");
  }
  const size_t count = FastLengthAbove(static_cast<size_t>(std::ceil(s.length / s.interval)));
  RealFourier fourier(count);
  std::vector<std::complex<double>> left(fourier.NumLines()), right(fourier.NumLines());
  Phases phases(s.seed);
  for (size_t k = 1; k + 1 < fourier.NumLines(); ++k) {
    const double n = static_cast<double>(k) / s.length;
    const std::complex<double> common = phases.Next(), own = phases.Next();
    if (n < s.n_low || n > s.n_high) continue;
    // A harmonic of the density G over the line width 1/L has the amplitude sqrt(2 G/L).
    const double density = s.roughness * std::pow(n / 0.1, -s.waviness);
    const double line = std::sqrt(2 * density / s.length) * 0.5 * static_cast<double>(count);
    const double coherence = std::exp(-s.coherence_length * n);
    left[k] = line * common;
    right[k] = line * (coherence * common + std::sqrt(1 - coherence * coherence) * own);
  }
  RandomTracks tracks{std::vector<double>(count), std::vector<double>(count),
                      s.length / static_cast<double>(count)};
  fourier.Inverse(left, tracks.left);
  fourier.Inverse(right, tracks.right);
  return tracks;
}

}  // namespace jounce
