#include "identify/fractional_part.h"

#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "identify/series_dual.h"

namespace jounce::identify {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

// log(i w)
Complex LogOf(double omega) { return {std::log(omega), pi / 2}; }

// K* and its derivatives.
template <int N>
using Transfer = std::array<Complex, N + 1>;

Transfer<2> SpringPot(const double* p, double omega) {
  const Complex log = LogOf(omega), power = std::exp(p[1] * log);
  return {p[0] * power, power, p[0] * power * log};
}

Transfer<3> Zener(const double* p, double omega) {
  const Complex log = LogOf(omega * p[1]), s = std::exp(p[2] * log);
  const Complex share = s / (1.0 + s), by_s = p[0] / ((1.0 + s) * (1.0 + s));
  return {p[0] * share, share, by_s * s * p[2] / p[1], by_s * s * log};
}

// u = sum of a cos(h w t) + b sin(h w t) gives K' u + K'' (b cos - a sin); a and b by the discrete
// Fourier transform of the grid. A sine has one harmonic and costs no more.
template <int N>
void EvaluateHarmonics(const Group& group, const double* p,
                       Transfer<N> (*transfer)(const double*, double), GridForce* out) {
  constexpr double kNothing = 1e-10;  // of the largest harmonic
  const int n = Steps(group);
  std::vector<double> cosine(n), sine(n);
  for (int i = 0; i < n; ++i) {
    cosine[i] = std::cos(2 * pi * i / n);
    sine[i] = std::sin(2 * pi * i / n);
    out->force[i] = SeriesLanes(0.0);
    for (auto& column : out->derivative) {
      if (!column.empty()) column[i] = SeriesLanes(0.0);
    }
  }
  double largest = 0;
  for (int h = 1; h < n / 2; ++h) {
    SeriesLanes a(0.0), b(0.0);
    for (int i = 0; i < n; ++i) {
      a = a + group.displacement[i] * SeriesLanes(2.0 / n * cosine[i * h % n]);
      b = b + group.displacement[i] * SeriesLanes(2.0 / n * sine[i * h % n]);
    }
    double size = 0;
    for (int lane = 0; lane < kBatchLanes; ++lane)
      size = std::max(size, std::hypot(a[lane], b[lane]));
    largest = std::max(largest, size);
    if (size <= kNothing * largest) continue;
    std::array<SeriesLanes, N + 1> real, imaginary;
    for (int lane = 0; lane < kBatchLanes; ++lane) {
      const Transfer<N> k = transfer(p, 2 * pi * h / (n * group.step[lane]));
      for (int j = 0; j <= N; ++j) {
        real[j].Set(lane, k[j].real());
        imaginary[j].Set(lane, k[j].imag());
      }
    }
    for (int j = 0; j <= N; ++j) {
      std::vector<SeriesLanes>& sum = j == 0 ? out->force : out->derivative[j - 1];
      const SeriesLanes in_phase = real[j] * a + imaginary[j] * b,
                        ahead = real[j] * b - imaginary[j] * a;
      for (int i = 0; i < n; ++i) {
        sum[i] = sum[i] + in_phase * SeriesLanes(cosine[i * h % n]) +
                 ahead * SeriesLanes(sine[i * h % n]);
      }
    }
  }
}

}  // namespace

void EvaluateSpringPot(const Group& group, const double* p, GridForce* out) {
  EvaluateHarmonics<2>(group, p, SpringPot, out);
}

void EvaluateZener(const Group& group, const double* p, GridForce* out) {
  EvaluateHarmonics<3>(group, p, Zener, out);
}

}  // namespace jounce::identify
