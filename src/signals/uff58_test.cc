#include "signals/uff58.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

std::vector<Channel> ReadUff(const std::string& text) {
  return ReadUff58(*TextInMemory("test.uff", text));
}

std::string Uff58Error(const std::string& text) {
  try {
    ReadUff(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// A dataset as an analyser prints it: single precision, even or uneven.
std::string Dataset(const std::string& type, const std::string& count, const std::string& spacing,
                    const std::string& data, const std::string& axis = "        17") {
  return "    -1\n    58\nLF Spindle Z\nNONE\n15-NOV-26 22:00:00\nNONE\nNONE\n"
         "    1         1    0         0       NONE         1   3       NONE         0   0\n" +
         std::string(10 - type.size(), ' ') + type + std::string(10 - count.size(), ' ') + count +
         std::string(10 - spacing.size(), ' ') + spacing +
         "  0.00000e+00  2.44141e-03  0.00000e+00\n" + axis +
         "    0    0    0 Time                 s                   \n"
         "        12    0    0    0 Acceleration         m/s^2               \n"
         "         0    0    0    0 NONE                 NONE                \n"
         "         0    0    0    0 NONE                 NONE                \n" +
         data + "    -1\n";
}

TEST(Uff58Test, TextAsAnAnalyserPrintsIt) {
  const auto channels = ReadUff(
      Dataset("2", "7", "1",
              "  1.00000e+00 -2.00000e+00  3.50000e+00  4.00000e-01  5.00000e+00  6.00000e+00\r\n"
              "  7.00000e+00\r\n"));
  ASSERT_EQ(channels.size(), 1u);
  EXPECT_EQ(channels[0].name, "LF Spindle Z");
  EXPECT_EQ(channels[0].unit, "m/s^2");
  EXPECT_EQ(channels[0].sample_rate, 409.6) << "of an interval printed with six digits";
  EXPECT_EQ(channels[0].samples, (std::vector<double>{1, -2, 3.5, 0.4, 5, 6, 7}));
}

TEST(Uff58Test, FieldsMayTouchAndExponentsHaveThreeDigits) {
  const auto channels = ReadUff(
      Dataset("2", "5", "1", "-1.00000e-100-2.00000e+00-3.00000-101 1.5D+02  4.00000e+00\n"));
  EXPECT_EQ(channels[0].samples, (std::vector<double>{-1e-100, -2, -3e-101, 150, 4}));
}

TEST(Uff58Test, UnevenSpacingThatIsEven) {
  const auto channels = ReadUff(
      Dataset("2", "3", "0", " 1.00000e+00 7.0e+00 1.50000e+00 8.0e+00 2.00000e+00 9.0e+00\n"));
  EXPECT_EQ(channels[0].sample_rate, 2);
  EXPECT_EQ(channels[0].start, 1);
  EXPECT_EQ(channels[0].samples, (std::vector<double>{7, 8, 9}));
  EXPECT_NE(
      Uff58Error(Dataset("2", "3", "0", " 1 7 1.5 8 2.7 9\n")).find("does not advance evenly"),
      std::string::npos);
}

TEST(Uff58Test, OtherDatasetsArePassedOver) {
  const std::string header = "    -1\n   151\nmodel\n    -1\n";
  const std::string frf = Dataset("5", "1", "1", " 1.0 2.0\n", "        18");
  EXPECT_EQ(ReadUff(header + frf + Dataset("2", "1", "1", " 1.0\n")).size(), 1u);
  EXPECT_NE(Uff58Error(header + frf).find("no dataset 58 over time, but 2 others"),
            std::string::npos);
}

TEST(Uff58Test, BinaryRoundTripIsExact) {
  auto channels = testing::TwoChannels(5000);
  channels[0].samples = testing::WhiteNoise(3, 5000);
  channels[0].description = "raw";
  channels[1].start = 1.5;
  channels[1].samples.resize(77);
  for (const auto order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    const std::string path = testing::TemporaryPath("binary.uff");
    WriteUff58(path, MemorySource(channels), {true, order});
    const auto read = ReadUff58(*OpenFile(path));
    ASSERT_EQ(read.size(), 2u);
    for (size_t c = 0; c < 2; ++c) {
      EXPECT_EQ(read[c].samples, channels[c].samples);
      EXPECT_EQ(read[c].name, channels[c].name);
      EXPECT_EQ(read[c].description, channels[c].description);
      EXPECT_EQ(read[c].unit, channels[c].unit);
      EXPECT_EQ(read[c].sample_rate, 409.6);
      EXPECT_EQ(read[c].start, channels[c].start);
    }
    const std::string again = testing::TemporaryPath("again.uff");
    WriteUff58(again, MemorySource(read), {true, order});
    EXPECT_EQ(testing::FileText(again), testing::FileText(path)) << "byte for byte";
  }
}

TEST(Uff58Test, TextRoundTripKeepsSinglePrecision) {
  const auto channels = testing::TwoChannels(1001);
  const std::string path = testing::TemporaryPath("text.uff");
  WriteUff58(path, MemorySource(channels), {false, ByteOrder::kLittle});
  const auto read = ReadUff58(*OpenFile(path));
  for (size_t c = 0; c < 2; ++c) {
    ASSERT_EQ(read[c].samples.size(), 1001u);
    for (size_t i = 0; i < 1001; ++i) {
      ASSERT_EQ(static_cast<float>(read[c].samples[i]), static_cast<float>(channels[c].samples[i]));
    }
  }
}

TEST(Uff58Test, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(Uff58Error("hello\n"),
            "test.uff:1: error: 'hello' where a dataset begins (a universal file has -1 between "
            "its datasets)");
  EXPECT_NE(Uff58Error(Dataset("2", "9", "1", " 1.0 2.0\n")).find("announces 9 values and has 2"),
            std::string::npos);
  EXPECT_NE(Uff58Error(Dataset("2", "1000000000", "1", " 1.0\n")).find("announces 1000000000"),
            std::string::npos);
  EXPECT_NE(Uff58Error(Dataset("3", "1", "1", " 1.0\n")).find("3 is no data type"),
            std::string::npos);
  EXPECT_NE(Uff58Error(Dataset("2", "1", "1", " one\n")).find("test.uff:14: error: 'one'"),
            std::string::npos);
  EXPECT_NE(Uff58Error("    -1\n    58b     1     2          11  2000000000     0     0\n")
                .find("not a whole number"),
            std::string::npos);
  EXPECT_NE(Uff58Error("    -1\n    58b     7     2          11          80     0     0\n")
                .find("7 is no byte order"),
            std::string::npos);
  EXPECT_NE(Uff58Error("").find("no dataset 58"), std::string::npos);
  std::string cut = Dataset("2", "2", "1", " 1.0 2.0\n");
  cut.resize(cut.size() - 8);
  EXPECT_NE(Uff58Error(cut).find("ends within a dataset"), std::string::npos);
}

TEST(Uff58Test, DamagedFilesDoNoHarm) {
  const std::string path = testing::TemporaryPath("intact.uff");
  for (const bool binary : {false, true}) {
    WriteUff58(path, MemorySource(testing::TwoChannels(40)), {binary, ByteOrder::kLittle});
    testing::ExpectRobust(
        testing::FileText(path), 1 << 12,
        [](const std::shared_ptr<const ByteSource>& bytes) { ReadUff58(*bytes); });
  }
}

}  // namespace
}  // namespace jounce
