// Damage from the power spectral density of a stress: what a stationary Gaussian process of that
// spectrum does in a second on a line N = C S_a^-k, with S_a the amplitude and N cycles.
//
// With the spectral moments m_i = integral of f^i G(f) df (one-sided, f in Hz), nu_0 = sqrt(m2/m0)
// up-crossings and nu_p = sqrt(m4/m2) peaks a second, alpha_i = m_i / sqrt(m0 m_2i):
//
//   narrow band        nu_0/C (2 m0)^(k/2) Gamma(1 + k/2)
//   Wirsching-Light    times a + (1-a)(1 - sqrt(1 - alpha2^2))^b, a = 0.926 - 0.033k,
//                      b = 1.587k - 2.323
//   Dirlik             a sum of an exponential and two Rayleigh densities of amplitude
//   Tovo-Benasciutti   times b + (1-b) alpha2^(k-1); b of 2002 (1) or of 2005 (2)
//   Zhao-Baker         a Weibull and a Rayleigh density, weighted by alpha2
//
// References: P. H. Wirsching, M. C. Light, J. Struct. Div. 106 (1980) 1593; T. Dirlik, thesis,
// Warwick 1985; D. Benasciutti, R. Tovo, Int. J. Fatigue 27 (2005) 867; W. Zhao, M. J. Baker, Int. J.
// Fatigue 14 (1992) 121.
#ifndef JOUNCE_FATIGUE_SPECTRAL_DAMAGE_H_
#define JOUNCE_FATIGUE_SPECTRAL_DAMAGE_H_

#include <Eigen/Core>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jounce {

enum class SpectralMethod {
  kNarrowBand,
  kWirschingLight,
  kDirlik,
  kTovoBenasciutti1,
  kTovoBenasciutti2,
  kZhaoBaker
};
// "narrow-band", "wirsching-light", "dirlik", "tovo-benasciutti-1", "tovo-benasciutti-2" (or
// "tovo-benasciutti"), "zhao-baker".
SpectralMethod SpectralMethodOfName(std::string_view name);
const char* NameOf(SpectralMethod method);
std::span<const SpectralMethod> AllSpectralMethods();

struct StressMoments {
  double m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0;

  double ZeroCrossings() const;  // a second
  double Peaks() const;
  double Irregularity() const;  // alpha2
};

// Of a spectrum given at frequencies (increasing) and straight between them, exactly.
StressMoments MomentsOfDensity(std::span<const double> frequency, std::span<const double> density);

// Damage a second on N = C S_a^-k.
double SpectralDamage(const StressMoments& moments, SpectralMethod method, double slope,
                      double constant);

// The spectrum of an equivalent stress, von Mises in the frequency domain: G = trace(A G_s) with the
// 6 x 6 cross spectrum of the stress components (xx, yy, zz, xy, yz, zx) and A that of von Mises.
// Reference: A. Preumont, V. Piefort, J. Vib. Acoust. 116 (1994) 245.
double EquivalentDensity(const Eigen::Matrix<double, 6, 6>& cross);

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_SPECTRAL_DAMAGE_H_
