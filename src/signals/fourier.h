// The discrete Fourier transform of real samples, X_k = sum_i x_i exp(-2 pi j i k / n), and back.
#ifndef JOUNCE_SIGNALS_FOURIER_H_
#define JOUNCE_SIGNALS_FOURIER_H_

#include <complex>
#include <cstddef>
#include <memory>
#include <span>

namespace jounce {

// Keeps tables for one length. Not to be shared by threads.
class RealFourier {
 public:
  explicit RealFourier(size_t length);
  ~RealFourier();
  RealFourier(const RealFourier&) = delete;
  RealFourier& operator=(const RealFourier&) = delete;

  size_t length() const { return length_; }
  // Lines 0 to length / 2; the others are their conjugates.
  size_t NumLines() const { return length_ / 2 + 1; }

  void Forward(std::span<const double> samples, std::span<std::complex<double>> lines);
  // Divides by the length, so that it undoes Forward.
  void Inverse(std::span<const std::complex<double>> lines, std::span<double> samples);

 private:
  struct Tables;
  size_t length_;
  std::unique_ptr<Tables> tables_;
};

// The largest length <= n (and >= 1) that transforms fast: no prime factor above 5, a multiple of 4
// from 4 on.
size_t FastLengthBelow(size_t n);

// The smallest such length >= n.
size_t FastLengthAbove(size_t n);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_FOURIER_H_
