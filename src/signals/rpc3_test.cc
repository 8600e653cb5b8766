#include "signals/rpc3.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <functional>

#include "base/error.h"
#include "shared_data.h"
#include "signals/number_text.h"
#include "signals/signal_testing.h"
#include "signals/statistics.h"

namespace jounce {
namespace {

using RecordList = std::vector<std::pair<std::string, std::string>>;

// A file of two channels made by hand: 2 frames of 4 points in groups of 8, raw counts 1, 2, 3...
std::string HandMade(
    const std::function<void(RecordList*)>& change = [](RecordList*) {}, size_t data_bytes = 32) {
  RecordList records = {{"FORMAT", "BINARY"},       {"NUM_HEADER_BLOCKS", ""},
                        {"NUM_PARAMS", ""},         {"FILE_TYPE", "TIME_HISTORY"},
                        {"TIME_TYPE", "RESPONSE"},  {"DELTA_T", "3.906250E-003"},
                        {"CHANNELS", "2"},          {"FRAMES", "2"},
                        {"PTS_PER_FRAME", "4"},     {"PTS_PER_GROUP", "8"},
                        {"DESC.CHAN_1", "Spindle"}, {"UNITS.CHAN_1", "mm"},
                        {"SCALE.CHAN_1", "0.5"},    {"DESC.CHAN_2", "Force"},
                        {"UNITS.CHAN_2", "N"},      {"SCALE.CHAN_2", "1.0E+001"}};
  change(&records);
  std::string bytes = Rpc3HeaderBytes(records);
  for (size_t i = 0; i < data_bytes / 2; ++i) {
    bytes += static_cast<char>(i + 1);
    bytes += '\0';
  }
  return bytes;
}

void Set(RecordList* records, const std::string& key, const std::string& value) {
  for (auto& [name, old] : *records) {
    if (name == key) {
      old = value;
      return;
    }
  }
  records->emplace_back(key, value);
}

std::vector<Channel> ReadBytes(const std::string& bytes) {
  return Rpc3Source(TextInMemory("test.rsp", bytes)).ReadAll();
}

std::string RpcError(const std::string& bytes) {
  try {
    ReadBytes(bytes);
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Rpc3Test, ReadsAHandMadeFile) {
  const auto channels = ReadBytes(HandMade());
  ASSERT_EQ(channels.size(), 2u);
  EXPECT_EQ(channels[0].name, "Spindle");
  EXPECT_EQ(channels[1].unit, "N");
  EXPECT_EQ(channels[0].sample_rate, 256);
  EXPECT_EQ(channels[0].samples, (std::vector<double>{0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4}));
  EXPECT_EQ(channels[1].samples, (std::vector<double>{90, 100, 110, 120, 130, 140, 150, 160}));
}

TEST(Rpc3Test, LastGroupMayBeHalfFull) {
  const auto few = HandMade([](RecordList* r) { Set(r, "FRAMES", "3"); }, 64);
  const auto channels = ReadBytes(few);
  ASSERT_EQ(channels[1].samples.size(), 12u);
  EXPECT_EQ(channels[0].samples[8], 0.5 * 17);
  EXPECT_EQ(channels[1].samples[11], 10 * 28);
  // Some programs leave out the padding behind the very last sample.
  EXPECT_EQ(ReadBytes(few.substr(0, few.size() - 8))[1].samples, channels[1].samples);
  EXPECT_NE(RpcError(few.substr(0, few.size() - 10)), "no error");
}

TEST(Rpc3Test, HalfFramesSurroundTheFrames) {
  const auto channels = ReadBytes(HandMade([](RecordList* r) {
    Set(r, "FRAMES", "1");
    Set(r, "HALF_FRAMES", "1");
  }));
  ASSERT_EQ(channels[0].samples.size(), 8u);
  EXPECT_DOUBLE_EQ(channels[0].TimeOf(2), 0) << "time 0 is that of the first whole frame";
}

TEST(Rpc3Test, BigEndianAndFloat) {
  for (const auto order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    const std::string path = testing::TemporaryPath("float.rsp");
    const MemorySource source(testing::TwoChannels(5000));
    Rpc3WriteSettings settings;
    settings.order = order;
    WriteRpc3(path, source, settings);
    const Rpc3Source read(OpenFile(path));
    EXPECT_EQ(read.header().order, order);
    EXPECT_EQ(read.Head(0).sample_rate, 409.6);
    ASSERT_EQ(read.Length(0), 5000u);
    EXPECT_EQ(read.ReadAll()[0].samples, source.ReadChannel(0).samples) << "exactly";
    EXPECT_EQ(read.ReadChannel(1).samples, source.ReadChannel(1).samples);
    EXPECT_EQ(read.Head(1).name, "RR Shock Force");
  }
}

TEST(Rpc3Test, SixteenBitsAreWithinHalfACount) {
  for (const auto order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    const std::string path = testing::TemporaryPath("short.rsp");
    const MemorySource source(testing::TwoChannels(4096));
    Rpc3WriteSettings settings;
    settings.order = order;
    settings.data_type = Rpc3DataType::kInt16;
    WriteRpc3(path, source, settings);
    const Rpc3Source read(OpenFile(path));
    for (size_t c = 0; c < 2; ++c) {
      const auto was = source.ReadChannel(c).samples, is = read.ReadChannel(c).samples;
      ASSERT_EQ(is.size(), was.size());
      const double half_count = 0.5000001 * read.header().scales[c];
      for (size_t i = 0; i < is.size(); ++i) ASSERT_NEAR(is[i], was[i], half_count);
    }
  }
}

TEST(Rpc3Test, ReadAndWrittenAgainIsTheSameFile) {
  for (const auto type : {Rpc3DataType::kInt16, Rpc3DataType::kFloat}) {
    const std::string first = testing::TemporaryPath("first.rsp");
    const std::string second = testing::TemporaryPath("second.rsp");
    Rpc3WriteSettings settings;
    settings.data_type = type;
    settings.date = "08:35:35 25-MAR-22";
    for (unsigned seed = 1; seed < 20; ++seed) {
      auto channels = testing::TwoChannels(1500);
      channels[0].samples = testing::WhiteNoise(std::pow(10.0, seed % 7), 1500, seed);
      WriteRpc3(first, MemorySource(channels), settings);
      WriteRpc3(second, Rpc3Source(OpenFile(first)), settings);
      ASSERT_EQ(testing::FileText(first), testing::FileText(second)) << seed;
    }
  }
}

TEST(Rpc3Test, PartitionsAndStartSurvive) {
  const std::string path = testing::TemporaryPath("partitions.rsp");
  auto channels = testing::TwoChannels(100);
  for (Channel& channel : channels) channel.start = 12.5;
  Rpc3WriteSettings settings;
  settings.partitions = {{1, 1}, {2, 1}};
  WriteRpc3(path, MemorySource(channels), settings);
  const Rpc3Source read(OpenFile(path));
  ASSERT_EQ(read.header().partitions.size(), 2u);
  EXPECT_EQ(read.header().partitions[1].first_channel, 2u);
  EXPECT_EQ(read.Head(0).start, 12.5);
  EXPECT_EQ(read.Length(1), 100u) << "without the padding of the last frame";
}

TEST(Rpc3Test, PaddingHoldsTheLastValue) {
  const std::string path = testing::TemporaryPath("padded.rsp");
  auto channels = testing::TwoChannels(1000);
  WriteRpc3(path, MemorySource(channels));
  std::string bytes = testing::FileText(path);
  // As another program reads it, without our record.
  bytes.replace(bytes.find("JOUNCE_SAMPLES"), 14, "SOMETHING_ELSE");
  const auto read = ReadBytes(bytes);
  ASSERT_EQ(read[1].samples.size(), 1024u);
  EXPECT_EQ(read[1].samples[1023], channels[1].samples[999]);
}

// nCode leaves its own statistics in the header: max, min, mean, deviation, rms.
TEST(Rpc3Test, AgreesWithTheStatisticsOfTheProgramThatWroteIt) {
  const std::string path = testing::SharedPath("data/formats/rpc3/galuszkm_SignalExample.rsp");
  JOUNCE_NEEDS_SHARED("data/formats/rpc3/galuszkm_SignalExample.rsp");
  const Rpc3Source source(OpenFile(path));
  ASSERT_EQ(source.NumChannels(), 5u);
  EXPECT_EQ(source.Head(0).sample_rate, 250);
  for (size_t c = 0; c < source.NumChannels(); ++c) {
    const std::string* text = source.header().Find(fmt::format("NCODE_STAT1_CHAN_{}", c + 1));
    ASSERT_NE(text, nullptr);
    double max = 0, min = 0, mean = 0, deviation = 0, rms = 0;
    ASSERT_EQ(
        std::sscanf(text->c_str(), "%lf,%lf,%lf,%lf,%lf", &max, &min, &mean, &deviation, &rms), 5);
    const Statistics s = StatisticsOf(source.ReadChannel(c).samples);
    // They are those of the measurement before it was rounded to 16 bits, and the largest value of
    // a channel, 32768 counts, was stored as 32767.
    const double count = source.header().scales[c];
    EXPECT_NEAR(s.max, max, 1.005 * count);
    EXPECT_NEAR(s.min, min, 0.505 * count);
    EXPECT_NEAR(s.mean, mean, 0.02 * count);
    EXPECT_NEAR(s.deviation, deviation, 0.02 * count);
    EXPECT_NEAR(s.rms, rms, 0.02 * count);
  }
}

TEST(Rpc3Test, SaysWhatIsWrong) {
  const auto with = [](const std::string& key, const std::string& value) {
    return RpcError(HandMade([&](RecordList* r) { Set(r, key, value); }));
  };
  EXPECT_EQ(with("FORMAT", "ASCII"),
            "test.rsp: RPC III with data as text (FORMAT ASCII) is not supported");
  EXPECT_EQ(with("CHANNELS", "0"), "test.rsp: CHANNELS is 0");
  EXPECT_EQ(with("CHANNELS", "1000000000"),
            "test.rsp: the header claims 1000000000 channels in 16 records");
  EXPECT_EQ(with("CHANNELS", "-1"), "test.rsp: CHANNELS is '-1', not a count");
  EXPECT_NE(with("CHANNELS", "3").find("ends too early"), std::string::npos);
  EXPECT_NE(with("FRAMES", "3").find("ends too early"), std::string::npos);
  EXPECT_NE(with("FRAMES", "9000000000000000").find("ends too early"), std::string::npos);
  EXPECT_NE(with("PTS_PER_GROUP", "9000000000000000").find("ends too early"), std::string::npos);
  EXPECT_NE(with("PTS_PER_FRAME", "9000000000000000").find("ends too early"), std::string::npos);
  EXPECT_EQ(with("PTS_PER_GROUP", "0"), "test.rsp: PTS_PER_GROUP is 0");
  EXPECT_EQ(with("DELTA_T", "0"), "test.rsp: DELTA_T is '0', not a time step");
  EXPECT_EQ(with("DELTA_T", "nan"), "test.rsp: DELTA_T is 'nan', not a time step");
  EXPECT_EQ(with("SCALE.CHAN_2", "?"), "test.rsp: SCALE.CHAN_2 is '?', not a number");
  EXPECT_EQ(with("PARTITIONS", "1000000"), "test.rsp: claims 1000000 partitions of 2 channels");
  EXPECT_EQ(with("DATA_TYPE", "FLOATING"),
            "test.rsp: DATA_TYPE is 'FLOATING'; known are SHORT_INTEGER and FLOATING_POINT");
  EXPECT_EQ(RpcError("too short"), "test.rsp: too short for an RPC III header");
  EXPECT_NE(RpcError(std::string(1024, 'x')).find("not an RPC III file"), std::string::npos);
  std::string absurd = HandMade();
  absurd.replace(128 + 32, 6, std::string("999999", 6));
  EXPECT_NE(RpcError(absurd).find("claims 999999 blocks"), std::string::npos);
}

TEST(Rpc3Test, DamagedFilesDoNoHarm) {
  testing::ExpectRobust(HandMade(), 1 << 12, [](const std::shared_ptr<const ByteSource>& bytes) {
    Rpc3Source(bytes).ReadAll();
  });
}

TEST(Rpc3Test, RefusesWhatItCannotHold) {
  const std::string path = testing::TemporaryPath("refused.rsp");
  auto channels = testing::TwoChannels(100);
  channels[1].sample_rate = 100;
  EXPECT_THROW(WriteRpc3(path, MemorySource(channels)), InputError);
  EXPECT_THROW(WriteRpc3(path, MemorySource({})), InputError);
  channels = testing::TwoChannels(100);
  channels[1].samples[50] = std::nan("");
  Rpc3WriteSettings settings;
  settings.data_type = Rpc3DataType::kInt16;
  EXPECT_THROW(WriteRpc3(path, MemorySource(channels), settings), InputError);
  settings.points_per_frame = 1000;
  EXPECT_THROW(WriteRpc3(path, MemorySource(testing::TwoChannels(100)), settings), InputError);
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace jounce
