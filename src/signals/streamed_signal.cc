#include "signals/streamed_signal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace jounce {
namespace {

// Second derivatives of the natural cubic spline through evenly spaced values, per interval
// squared: m_{i-1} + 4 m_i + m_{i+1} = 6 (y_{i-1} - 2 y_i + y_{i+1}), m = 0 at both ends. `work` is
// as long.
void SplineCurvatures(const std::vector<double>& y, std::vector<double>* work,
                      std::vector<double>* m) {
  const size_t n = y.size();
  std::fill(m->begin(), m->end(), 0.0);
  if (n < 3) return;
  std::vector<double>& pivot = *work;
  pivot[0] = 0;
  for (size_t i = 1; i + 1 < n; ++i) {
    const double denominator = 4 - pivot[i - 1];
    pivot[i] = 1 / denominator;
    (*m)[i] = (6 * (y[i - 1] - 2 * y[i] + y[i + 1]) - (*m)[i - 1]) / denominator;
  }
  for (size_t i = n - 2; i > 0; --i) (*m)[i] -= pivot[i] * (*m)[i + 1];
}

}  // namespace

StreamedSignal::StreamedSignal(std::shared_ptr<const SignalSource> source, size_t channel,
                               double factor, double offset, double delay)
    : source_(std::move(source)),
      channel_(channel),
      factor_(factor),
      offset_(offset),
      rate_(source_->Head(channel).sample_rate),
      start_(source_->Head(channel).start + delay),
      length_(source_->Length(channel)) {
  if (length_ == 0) {
    throw InputError(fmt::format("channel '{}' has no samples", source_->Head(channel).name));
  }
  const size_t longest = std::min(length_, kBlock + 1 + 2 * kMargin);
  for (Block& block : blocks_) {
    block.values.reserve(longest);
    block.curvatures.reserve(longest);
  }
  work_.resize(longest);
}

Jet StreamedSignal::At(double t) const {
  const double position = (t - start_) * rate_;
  const double last = static_cast<double>(length_ - 1);
  const double clamped = std::clamp(position, 0.0, last);
  // The last sample belongs to the interval before it.
  const auto interval = static_cast<size_t>(std::min(std::floor(clamped), std::max(last - 1, 0.0)));
  const Block& block = BlockOf(interval);
  const size_t i = interval - block.first;
  if (length_ == 1) return Jet(factor_ * block.values[0] + offset_);
  const double u = clamped - static_cast<double>(interval), v = 1 - u;
  const double y0 = block.values[i], y1 = block.values[i + 1];
  const double m0 = block.curvatures[i], m1 = block.curvatures[i + 1];
  const double value = v * y0 + u * y1 + ((v * v * v - v) * m0 + (u * u * u - u) * m1) / 6;
  if (position < 0 || position > last) return Jet(factor_ * value + offset_);
  const double slope = y1 - y0 + ((1 - 3 * v * v) * m0 + (3 * u * u - 1) * m1) / 6;
  const double curvature = v * m0 + u * m1;
  return {factor_ * value + offset_, factor_ * slope * rate_, factor_ * curvature * rate_ * rate_};
}

const StreamedSignal::Block& StreamedSignal::BlockOf(size_t interval) const {
  const size_t index = interval / kBlock;
  if (blocks_[latest_].index == index) return blocks_[latest_];
  latest_ = 1 - latest_;
  if (blocks_[latest_].index != index) Load(index, &blocks_[latest_]);
  return blocks_[latest_];
}

void StreamedSignal::Load(size_t index, Block* block) const {
  const size_t begin = index * kBlock;
  const size_t end = std::min(length_, begin + kBlock + 1 + kMargin);
  block->index = kNone;  // should reading fail, nothing half done is kept
  block->first = begin - std::min(begin, kMargin);
  block->values.resize(end - block->first);
  block->curvatures.resize(end - block->first);
  source_->Read(channel_, block->first, block->values);
  SplineCurvatures(block->values, &work_, &block->curvatures);
  block->index = index;
}

size_t StreamedSignal::MemoryBytes() const {
  size_t doubles = work_.capacity();
  for (const Block& block : blocks_) {
    doubles += block.values.capacity() + block.curvatures.capacity();
  }
  return sizeof(*this) + doubles * sizeof(double);
}

}  // namespace jounce
