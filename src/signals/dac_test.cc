#include "signals/dac.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "shared_data.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

std::string WrittenFile(ByteOrder order, size_t count = 1000) {
  const std::string path = testing::TemporaryPath("written.dac");
  DacWriteSettings settings;
  settings.order = order;
  WriteDac(path, MemorySource(testing::TwoChannels(count)), 1, settings);
  return testing::FileText(path);
}

std::string DacError(const std::string& bytes) {
  try {
    DacSource(TextInMemory("test.dac", bytes)).ReadAll();
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

template <typename Number>
void Store(std::string* bytes, size_t at, Number value) {
  StoreNumber(value, ByteOrder::kLittle, reinterpret_cast<std::byte*>(bytes->data() + at));
}

TEST(DacTest, RoundTripIsExact) {
  const auto channel = testing::TwoChannels(1000)[1];
  for (const auto order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    const std::string bytes = WrittenFile(order);
    EXPECT_EQ(bytes.size(), 512u + 8 * 512u) << "whole blocks";
    const DacSource read(TextInMemory("test.dac", bytes));
    EXPECT_EQ(read.order(), order);
    EXPECT_EQ(read.version(), 5);
    EXPECT_EQ(read.Head(0).name, channel.name);
    EXPECT_EQ(read.Head(0).unit, "N");
    EXPECT_EQ(read.Head(0).sample_rate, 409.6);
    EXPECT_EQ(read.ReadChannel(0).samples, channel.samples);
    const std::string again = testing::TemporaryPath("again.dac");
    WriteDac(again, read, 0, {order});
    EXPECT_EQ(testing::FileText(again), bytes) << "byte for byte";
  }
}

TEST(DacTest, OlderFilesCountInFloats) {
  std::string bytes = WrittenFile(ByteOrder::kLittle);
  Store<int16_t>(&bytes, 128 + 2 * 31, 0);
  Store<int32_t>(&bytes, 4 * 31, 77777777);
  const DacSource read(TextInMemory("old.dac", bytes));
  EXPECT_EQ(read.version(), 4);
  EXPECT_EQ(read.Length(0), 1000u);
}

TEST(DacTest, StatisticsOfTheHeaderAreOptional) {
  std::string bytes = WrittenFile(ByteOrder::kLittle);
  EXPECT_TRUE(DacSource(TextInMemory("with.dac", bytes)).stored_statistics().has_value());
  Store<int16_t>(&bytes, 128 + 2 * 26, 0);
  EXPECT_FALSE(DacSource(TextInMemory("without.dac", bytes)).stored_statistics().has_value());
}

// Wheel forces over a kerb, written big-endian by nCode, with their statistics in the header.
TEST(DacTest, AgreesWithTheStatisticsOfTheProgramThatWroteIt) {
  for (const char* name : {"data/formats/dac/kerb_lhfx.dac", "data/formats/dac/kerb_lhfz.dac"}) {
    JOUNCE_NEEDS_SHARED(name);
    const DacSource source(OpenFile(testing::SharedPath(name)));
    EXPECT_EQ(source.order(), ByteOrder::kBig);
    EXPECT_EQ(source.Head(0).sample_rate, 800);
    EXPECT_EQ(source.Head(0).unit, "N");
    ASSERT_EQ(source.Length(0), 4001u);
    ASSERT_TRUE(source.stored_statistics().has_value());
    const Statistics& stored = *source.stored_statistics();
    const Statistics read = StatisticsOf(source.ReadChannel(0).samples);
    EXPECT_EQ(static_cast<float>(read.max), static_cast<float>(stored.max));
    EXPECT_EQ(static_cast<float>(read.min), static_cast<float>(stored.min));
    EXPECT_EQ(read.max_index, stored.max_index);
    EXPECT_EQ(read.min_index, stored.min_index);
    EXPECT_NEAR(read.mean, stored.mean, 2e-7 * stored.rms);
    EXPECT_NEAR(read.deviation, stored.deviation, 2e-7 * stored.rms);
    EXPECT_NEAR(read.rms, stored.rms, 2e-7 * stored.rms);
  }
}

TEST(DacTest, SaysWhatIsWrong) {
  const std::string intact = WrittenFile(ByteOrder::kLittle);
  EXPECT_EQ(DacError(""), "test.dac: too short for a DAC header");
  EXPECT_EQ(DacError(intact.substr(0, 512 + 400)),
            "test.dac: the header claims 1000 samples, the file has 100");
  EXPECT_NE(DacError(std::string(1024, 'x')).find("not a DAC time history"), std::string::npos);
  std::string lies = intact;
  Store<int32_t>(&lies, 4 * 31, 2000000000);
  EXPECT_NE(DacError(lies).find("claims 2000000000 samples"), std::string::npos);
  Store<int32_t>(&lies, 4 * 31, -5);
  EXPECT_NE(DacError(lies).find("claims -5 samples"), std::string::npos);
  std::string no_rate = intact;
  Store<float>(&no_rate, 4, 0);
  EXPECT_EQ(DacError(no_rate), "no error") << "the interval gives the rate";
  Store<float>(&no_rate, 12, std::nanf(""));
  EXPECT_NE(DacError(no_rate).find("sample rate"), std::string::npos);
}

TEST(DacTest, DamagedFilesDoNoHarm) {
  testing::ExpectRobust(
      WrittenFile(ByteOrder::kBig), 512,
      [](const std::shared_ptr<const ByteSource>& bytes) { DacSource(bytes).ReadAll(); });
}

TEST(DacTest, RefusesWhatItCannotHold) {
  const std::string path = testing::TemporaryPath("refused.dac");
  auto channels = testing::TwoChannels(10);
  channels[0].samples[5] = 1e300;
  EXPECT_THROW(WriteDac(path, MemorySource(channels)), InputError);
  channels[0].samples.clear();
  EXPECT_THROW(WriteDac(path, MemorySource(channels)), InputError);
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace jounce
