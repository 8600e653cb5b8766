// An event as a block of samples that transforms to lines and back without touching its own ends:
//
//   | lead: rest | event, faded in and out | tail: rest |      length() samples, a fast length
//
// The Fourier transform takes a block as one period of a signal that repeats. A plant that starts
// at rest answers a drive that vanishes at the ends of the block, and has come to rest again there,
// as it would answer that period: so Y = H D holds line by line, to what is left of its motion at
// the end. Lead and tail must outlast the decay of the plant and of its inverse.
#ifndef JOUNCE_REPLICATE_BLOCK_H_
#define JOUNCE_REPLICATE_BLOCK_H_

#include <cstddef>
#include <span>
#include <vector>

#include "replicate/histories.h"
#include "replicate/plan.h"

namespace jounce {

class EventBlock {
 public:
  // Of `samples` at `rate` [Hz], with `pad` [s] of rest on either side.
  EventBlock(double rate, size_t samples, double pad, double fade, const BandSettings& band);

  double rate() const { return rate_; }
  size_t length() const { return length_; }
  size_t lead() const { return lead_; }
  size_t samples() const { return samples_; }
  double resolution() const { return rate_ / static_cast<double>(length_); }
  double FrequencyOf(size_t line) const { return resolution() * static_cast<double>(line); }
  // Lines with a weight above 0.
  size_t first_line() const { return first_line_; }
  size_t end_line() const { return end_line_; }
  // 1 within the band, falling to 0 by half a cosine over its edges.
  double WeightOf(size_t line) const { return weights_[line - first_line_]; }

  // What is wanted of a target: without its mean, faded at its ends, between rest, within the band.
  History Desired(std::span<const double> target) const;
  // What of a block lies within the band.
  History InBand(std::span<const double> block) const;
  // The part of a block that is the event.
  std::span<const double> EventOf(const History& block) const {
    return std::span(block).subspan(lead_, samples_);
  }
  // Weighted lines first_line() to end_line() of a block, and a block that has these lines.
  Lines Transform(std::span<const double> block) const;
  History Compose(std::span<const std::complex<double>> lines) const;
  // `times` as many samples of the same block, between which nothing but its lines is.
  History Refine(std::span<const double> block, size_t times) const;
  // Brings a drive to rest over the outer halves of lead and tail.
  void Rest(History* drive) const;

 private:
  double rate_;
  size_t samples_, lead_, length_, fade_;
  size_t first_line_, end_line_;
  std::vector<double> weights_;
};

// The weight of a band at a frequency.
double BandWeight(const BandSettings& band, double frequency);
// Throws InputError where a band makes no sense at this sample rate.
void CheckBand(const BandSettings& band, double rate, const Place& place);

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_BLOCK_H_
