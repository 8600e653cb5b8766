// A channel of a file as a smooth function of time, to drive a motion or a force.
//
// The function is the natural cubic spline through all samples of the channel, twice continuously
// differentiable, so that a prescribed motion has a rate and an acceleration. It is never set up as
// a whole: what a sample does to the spline fades by 2 - sqrt(3) = 0.27 a sample, so a block of
// samples with 40 more on either side gives the spline of the whole file to the last bit (0.27^40 =
// 1e-23). Two blocks are kept. So memory does not grow with the length of the file, and a solver
// may step back and forth.
//
// Reference: M. Unser, Splines: a perfect fit for signal and image processing, IEEE Signal
// Processing Magazine 16 (1999) 22-38.
#ifndef JOUNCE_SIGNALS_STREAMED_SIGNAL_H_
#define JOUNCE_SIGNALS_STREAMED_SIGNAL_H_

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "math/jet.h"
#include "signals/channel.h"

namespace jounce {

class StreamedSignal {
 public:
  // value(t) = factor * spline(t) + offset.
  StreamedSignal(std::shared_ptr<const SignalSource> source, size_t channel, double factor = 1,
                 double offset = 0, double delay = 0);

  // Value, rate and acceleration. Before the first and after the last sample the value stays and
  // the rates are zero. Reads the file now and then and allocates nothing. Not to be shared by
  // threads: give each a copy.
  Jet At(double t) const;

  double first_time() const { return start_; }
  double last_time() const { return start_ + static_cast<double>(length_ - 1) / rate_; }

  // What it occupies: the same for any length of the file.
  size_t MemoryBytes() const;

 private:
  static constexpr size_t kBlock = 512;  // intervals
  static constexpr size_t kMargin = 40;  // samples on either side
  static constexpr size_t kNone = ~size_t{0};

  // Samples and second derivatives (per interval squared) around block `index`.
  struct Block {
    size_t index = kNone;
    size_t first = 0;  // sample that values[0] is
    std::vector<double> values;
    std::vector<double> curvatures;
  };

  const Block& BlockOf(size_t interval) const;
  void Load(size_t index, Block* block) const;

  std::shared_ptr<const SignalSource> source_;
  size_t channel_;
  double factor_;
  double offset_;
  double rate_;
  double start_;
  size_t length_;
  mutable std::array<Block, 2> blocks_;
  mutable size_t latest_ = 0;  // which of them was used last
  mutable std::vector<double> work_;
};

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_STREAMED_SIGNAL_H_
