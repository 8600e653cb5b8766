#include "io/any_signals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "signals/signal_testing.h"

namespace jounce {
namespace {

TEST(AnySignalsTest, ResultFilesBothWays) {
  const std::string path = testing::TemporaryPath("any.h5");
  std::vector<Channel> channels(2);
  for (size_t c = 0; c < 2; ++c) {
    channels[c].name = std::string(c == 0 ? "Force" : "Way");
    channels[c].unit = std::string(c == 0 ? "N" : "mm");
    channels[c].sample_rate = 409.6;
    channels[c].start = 2.5;
    for (int i = 0; i < 3000; ++i) {
      channels[c].samples.push_back(std::sin(0.1 * i + static_cast<double>(c)));
    }
  }
  EXPECT_EQ(WriteAnySignals(path, MemorySource(channels), {}, "test").front(), path);
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  const auto read = OpenAnySignals(path);
  ASSERT_EQ(read->NumChannels(), 2u);
  for (const Channel& channel : channels) {
    const Channel is = read->ReadChannel(FindChannel(*read, channel.name, path));
    EXPECT_EQ(is.unit, channel.unit);
    EXPECT_EQ(is.sample_rate, 409.6);
    EXPECT_EQ(is.start, 2.5);
    EXPECT_EQ(is.samples, channel.samples);
  }
  std::filesystem::remove(path);
  channels[1].start = 0;
  EXPECT_THROW(WriteAnySignals(path, MemorySource(channels), {}, "test"), InputError);
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace jounce
