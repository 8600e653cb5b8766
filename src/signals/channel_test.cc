#include "signals/channel.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

std::string MessageOf(const SignalSource& source, const std::string& name) {
  try {
    FindChannel(source, name, "road.rsp");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ChannelTest, MemoryServesPieces) {
  const MemorySource source(testing::TwoChannels(100));
  std::vector<double> piece(10);
  source.Read(1, 90, piece);
  EXPECT_EQ(piece[9], source.ReadChannel(1).samples[99]);
  EXPECT_EQ(source.ReadAll()[0].name, "LF Spindle Vert. Disp.");
  EXPECT_DOUBLE_EQ(source.ReadChannel(0).TimeOf(4096), 10);
}

TEST(ChannelTest, FoundByNameOrNumber) {
  const MemorySource source(testing::TwoChannels(10));
  EXPECT_EQ(FindChannel(source, "rr shock force ", "road.rsp"), 1u);
  EXPECT_EQ(FindChannel(source, "2", "road.rsp"), 1u);
  EXPECT_EQ(MessageOf(source, "RR Shock Forse"),
            "error: road.rsp: no channel 'RR Shock Forse' among 2 (did you mean 'RR Shock "
            "Force'?)");
  EXPECT_NE(MessageOf(source, "0"), "");
  EXPECT_NE(MessageOf(source, "3"), "");
}

// Names of sub-assemblies with the sign that files have in the place of a slash, either way round.
TEST(ChannelTest, ABarStandsForASlash) {
  auto channels = testing::TwoChannels(10);
  channels[0].name = "front/coil";
  channels[1].name = "rear|coil";
  const MemorySource source(channels);
  EXPECT_EQ(FindChannel(source, "front|coil", "run.h5"), 0u);
  EXPECT_EQ(FindChannel(source, "Rear/Coil", "run.h5"), 1u);
}

TEST(ChannelTest, TwoOfOneNameAreToldApartByNumber) {
  auto channels = testing::TwoChannels(10);
  channels[1].name = channels[0].name;
  const MemorySource source(channels);
  EXPECT_NE(MessageOf(source, channels[0].name).find("give the number"), std::string::npos);
  EXPECT_EQ(FindChannel(source, "1", "road.rsp"), 0u);
}

TEST(ChannelTest, SelectionKeepsTheOrderAsked) {
  const auto all = std::make_shared<MemorySource>(testing::TwoChannels(10));
  const SelectedChannels source(all, {1, 0, 1});
  EXPECT_EQ(source.NumChannels(), 3u);
  EXPECT_EQ(source.Head(0).unit, "N");
  EXPECT_EQ(source.ReadChannel(1).samples, all->ReadChannel(0).samples);
}

TEST(ChannelTest, JoinedSourcesAreOne) {
  const auto first = std::make_shared<MemorySource>(testing::TwoChannels(10));
  const auto second = std::make_shared<MemorySource>(testing::TwoChannels(20));
  const JoinedChannels source({first, second});
  ASSERT_EQ(source.NumChannels(), 4u);
  EXPECT_EQ(source.Length(1), 10u);
  EXPECT_EQ(source.Length(3), 20u);
  EXPECT_EQ(source.Head(3).unit, "N");
  EXPECT_EQ(source.ReadChannel(2).samples, second->ReadChannel(0).samples);
}

TEST(ChannelTest, FindsChannelsThatDoNotFitTogether) {
  auto channels = testing::TwoChannels(10);
  channels.push_back(channels[0]);
  channels[1].sample_rate = 100;
  channels[2].samples.clear();
  Diagnostics problems;
  CheckOneTimeAxis(MemorySource(channels), "out.rsp", &problems);
  EXPECT_EQ(problems.all().size(), 2u);
}

}  // namespace
}  // namespace jounce
