#include "signals/signal_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

TEST(SignalFileTest, EveryFormatIsKnownByItsContent) {
  const MemorySource source(testing::TwoChannels(300));
  for (const std::string ending : {"rsp", "csv", "uff", "mat", "tsv", "drv"}) {
    const std::string named = testing::TemporaryPath("road." + ending);
    EXPECT_EQ(WriteSignals(named, source), (std::vector<std::string>{named}));
    // Under a name that tells nothing.
    const std::string hidden = testing::TemporaryPath("road.unknown");
    std::filesystem::copy_file(named, hidden, std::filesystem::copy_options::overwrite_existing);
    EXPECT_EQ(FormatOfContent(*OpenFile(hidden)), FormatOfPath(named));
    const auto read = OpenSignals(hidden);
    ASSERT_EQ(read->NumChannels(), 2u) << ending;
    EXPECT_EQ(read->Head(0).sample_rate, 409.6);
    EXPECT_EQ(read->ReadChannel(1).samples, source.ReadChannel(1).samples) << ending;
  }
}

TEST(SignalFileTest, DacHoldsOneChannelAFile) {
  const MemorySource source(testing::TwoChannels(300));
  const auto written = WriteSignals(testing::TemporaryPath("road.dac"), source);
  ASSERT_EQ(written.size(), 2u);
  EXPECT_EQ(std::filesystem::path(written[1]).filename(), "road_002.dac");
  EXPECT_EQ(OpenSignals(written[1])->Head(0).name, "RR Shock Force");
  const MemorySource one({source.ReadChannel(0)});
  EXPECT_EQ(WriteSignals(testing::TemporaryPath("one.dac"), one).front(),
            testing::TemporaryPath("one.dac"));
}

TEST(SignalFileTest, UnknownEndingsAreRefused) {
  EXPECT_THROW(FormatOfPath("road.xyz"), InputError);
  EXPECT_EQ(FormatOfPath("ROAD.RSP"), SignalFormat::kRpc3);
  EXPECT_THROW(OpenSignals("/no/such/file.rsp"), FileError);
}

}  // namespace
}  // namespace jounce
