#include "signals/fourier.h"

#include <unsupported/Eigen/FFT>

namespace jounce {

struct RealFourier::Tables {
  Eigen::FFT<double> transform;
};

RealFourier::RealFourier(size_t length) : length_(length), tables_(std::make_unique<Tables>()) {
  tables_->transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
}

RealFourier::~RealFourier() = default;

void RealFourier::Forward(std::span<const double> samples, std::span<std::complex<double>> lines) {
  // A single sample is its own transform, which the library does not know.
  if (length_ == 1) {
    lines[0] = samples[0];
    return;
  }
  tables_->transform.fwd(lines.data(), samples.data(), static_cast<Eigen::Index>(length_));
}

void RealFourier::Inverse(std::span<const std::complex<double>> lines, std::span<double> samples) {
  if (length_ == 1) {
    samples[0] = lines[0].real();
    return;
  }
  tables_->transform.inv(samples.data(), lines.data(), static_cast<Eigen::Index>(length_));
}

namespace {

bool IsFast(size_t n) {
  if (n >= 4 && n % 4 != 0) return false;
  for (const size_t factor : {2, 3, 5}) {
    while (n % factor == 0) n /= factor;
  }
  return n == 1;
}

}  // namespace

size_t FastLengthBelow(size_t n) {
  while (n > 1 && !IsFast(n)) --n;
  return n > 0 ? n : 1;
}

size_t FastLengthAbove(size_t n) {
  if (n == 0) return 1;
  while (!IsFast(n)) ++n;
  return n;
}

}  // namespace jounce
