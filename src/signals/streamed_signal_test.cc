#include "signals/streamed_signal.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "math/spline.h"
#include "signals/rpc3.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

StreamedSignal Streamed(std::vector<double> samples, double rate, double start = 0) {
  Channel channel;
  channel.sample_rate = rate;
  channel.start = start;
  channel.samples = std::move(samples);
  return StreamedSignal(std::make_shared<MemorySource>(std::vector<Channel>{std::move(channel)}),
                        0);
}

// A source without end that computes its samples and remembers the largest piece asked for.
class Endless : public SignalSource {
 public:
  explicit Endless(size_t length) : length_(length) { head_.sample_rate = 409.6; }
  size_t NumChannels() const override { return 99; }
  const ChannelHead& Head(size_t) const override { return head_; }
  size_t Length(size_t) const override { return length_; }
  void Read(size_t channel, size_t first, std::span<double> samples) const override {
    largest_read_ = std::max(largest_read_, samples.size());
    for (size_t i = 0; i < samples.size(); ++i) {
      samples[i] = Value(channel, first + i);
    }
  }
  static double Value(size_t channel, size_t sample) {
    return static_cast<double>((sample + 37 * channel) % 1000);
  }
  size_t largest_read() const { return largest_read_; }

 private:
  ChannelHead head_;
  size_t length_;
  mutable size_t largest_read_ = 0;
};

// Block by block it must be the one spline through all samples, as solved in one piece.
TEST(StreamedSignalTest, IsTheSplineOfTheWholeFile) {
  const size_t n = 3000;
  const auto samples = testing::WhiteNoise(1, n);
  std::vector<double> times(n);
  for (size_t i = 0; i < n; ++i) times[i] = 2 + static_cast<double>(i) / 100;
  const Spline whole(times, samples, Interpolation::kCubic, Extrapolation::kConstant);
  const StreamedSignal streamed = Streamed(samples, 100, 2);
  for (double t = 2; t <= times.back(); t += 0.00371) {
    const Jet jet = streamed.At(t);
    const Spline::Point point = whole.Evaluate(t);
    ASSERT_NEAR(jet.value, point.value, 1e-11) << t;
    ASSERT_NEAR(jet.rate, point.slope, 1e-8) << t;
  }
}

TEST(StreamedSignalTest, DerivativesAreThoseOfTheValue) {
  const StreamedSignal x = Streamed(testing::WhiteNoise(1, 2000), 10);
  // Within the intervals: at the samples the third derivative jumps.
  for (double t = 0.5123; t < 199; t += 1.3) {
    const double h = 1e-4;
    const Jet jet = x.At(t);
    EXPECT_NEAR(jet.rate, (x.At(t + h).value - x.At(t - h).value) / (2 * h), 1e-3);
    EXPECT_NEAR(jet.acceleration, (x.At(t + h).rate - x.At(t - h).rate) / (2 * h), 1e-6);
  }
}

TEST(StreamedSignalTest, SmoothSignalsConvergeWithTheFourthPower) {
  double errors[2];
  for (int k = 0; k < 2; ++k) {
    const double rate = 50 * (k + 1);
    const StreamedSignal x =
        Streamed(testing::Sine(1, 1, rate, static_cast<size_t>(10 * rate) + 1), rate);
    errors[k] = 0;
    for (double t = 3; t < 7; t += 0.0013) {
      errors[k] = std::max(errors[k], std::abs(x.At(t).value - std::sin(2 * M_PI * t)));
    }
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 4, 0.1);
}

TEST(StreamedSignalTest, ContinuousWhereBlocksMeet) {
  const StreamedSignal x = Streamed(testing::WhiteNoise(1, 2000), 1);
  for (const double seam : {512.0, 1024.0, 1536.0}) {
    const Jet before = x.At(std::nextafter(seam, 0)), after = x.At(seam);
    EXPECT_NEAR(before.value, after.value, 1e-12);
    EXPECT_NEAR(before.rate, after.rate, 1e-11);
    EXPECT_NEAR(before.acceleration, after.acceleration, 1e-11);
  }
}

TEST(StreamedSignalTest, HoldsItsEnds) {
  const StreamedSignal x = Streamed({1, 4, 2}, 10, 5);
  EXPECT_EQ(x.At(0).value, 1);
  EXPECT_EQ(x.At(0).rate, 0);
  EXPECT_EQ(x.At(100).value, 2);
  EXPECT_EQ(x.At(100).acceleration, 0);
  EXPECT_NEAR(x.At(5.1).value, 4, 1e-12);
  EXPECT_DOUBLE_EQ(x.last_time(), 5.2);
  EXPECT_EQ(Streamed({3}, 10).At(1).value, 3);
  const StreamedSignal two = Streamed({1, 3}, 1);
  EXPECT_DOUBLE_EQ(two.At(0.25).value, 1.5);
  EXPECT_THROW(Streamed({}, 10), InputError);
}

TEST(StreamedSignalTest, AnHourNeedsNoMoreMemoryThanAMinute) {
  const auto run = [](size_t length, size_t* largest_read) {
    const auto source = std::make_shared<Endless>(length);
    size_t bytes = 0;
    for (size_t c = 0; c < 9; ++c) {
      const StreamedSignal x(source, c);
      // All of it, once a block, and back a little each time.
      for (size_t i = 0; i < length; i += 500) {
        const double t = static_cast<double>(i) / 409.6;
        EXPECT_NEAR(x.At(t).value, Endless::Value(c, i), 1e-6);
        x.At(t - 1);
      }
      bytes += x.MemoryBytes();
    }
    *largest_read = source->largest_read();
    return bytes;
  };
  size_t minute_read = 0, hour_read = 0;
  const size_t minute = run(24576, &minute_read), hour = run(1474560, &hour_read);
  EXPECT_EQ(hour, minute);
  EXPECT_EQ(hour_read, minute_read);
  EXPECT_LT(hour / 9 * 99, 5u << 20) << "99 channels in less than 5 MB";
}

}  // namespace
}  // namespace jounce
