#include "signals/csv.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

std::vector<Channel> ReadText(const std::string& text, const CsvReadSettings& settings = {}) {
  return ReadCsv(*TextInMemory("test.csv", text), settings);
}

std::string CsvError(const std::string& text) {
  try {
    ReadText(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CsvTest, NamesUnitsAndNumbers) {
  const auto channels = ReadText("time,Disp,Force\ns,mm,N\n0,1,-2\n0.5,3,4e2\n1.0,5,6\n");
  ASSERT_EQ(channels.size(), 2u);
  EXPECT_EQ(channels[0].name, "Disp");
  EXPECT_EQ(channels[1].unit, "N");
  EXPECT_EQ(channels[1].samples, (std::vector<double>{-2, 400, 6}));
  EXPECT_EQ(channels[0].sample_rate, 2);
  EXPECT_EQ(channels[0].start, 0);
}

TEST(CsvTest, AnySeparator) {
  for (const std::string separator : {",", ";", "\t", "|", ", "}) {
    const auto s = separator;
    const auto channels = ReadText("time" + s + "A [mm]" + s + "B(N)\r\n3" + s + "1" + s +
                                   "2\r\n4" + s + "3.5" + s + "4\r\n");
    ASSERT_EQ(channels.size(), 2u) << s;
    EXPECT_EQ(channels[0].name, "A");
    EXPECT_EQ(channels[0].unit, "mm");
    EXPECT_EQ(channels[1].unit, "N");
    EXPECT_EQ(channels[0].start, 3);
    EXPECT_EQ(channels[0].samples[1], 3.5);
  }
}

TEST(CsvTest, BlanksInAnyNumber) {
  const auto channels = ReadText("  t   x\n  0.0   1.5\n  0.1  2.5\n");
  ASSERT_EQ(channels.size(), 1u);
  EXPECT_EQ(channels[0].samples, (std::vector<double>{1.5, 2.5}));
  EXPECT_EQ(channels[0].sample_rate, 10);
}

TEST(CsvTest, DecimalCommas) {
  const auto channels = ReadText("time;x\n0,0;1,5\n0,1;-2,25\n0,2;3\n");
  EXPECT_EQ(channels[0].samples, (std::vector<double>{1.5, -2.25, 3}));
}

TEST(CsvTest, TitlesCommentsQuotesAndMarks) {
  const auto channels = ReadText(
      "\xEF\xBB\xBFRun 7 of the proving ground\n# comment\n\"time\",\"a, b\"\n\n0,1\n1,2\n");
  EXPECT_EQ(channels[0].name, "a, b");
  EXPECT_EQ(channels[0].samples.size(), 2u);
}

TEST(CsvTest, RoundedTimesGiveTheRateThatWasMeant) {
  // 409.6 Hz printed to a millisecond: uneven by up to half of one.
  std::string text = "time,x\n";
  for (int i = 0; i < 2000; ++i) {
    char line[64];
    std::snprintf(line, sizeof line, "%.3f,%d\n", i / 409.6, i);
    text += line;
  }
  EXPECT_EQ(ReadText(text)[0].sample_rate, 409.6);
  EXPECT_EQ(ReadText("time [ms],x\n0,1\n5,2\n10,3\n")[0].sample_rate, 200);
}

TEST(CsvTest, WithoutATimeColumn) {
  CsvReadSettings settings;
  settings.sample_rate = 100;
  EXPECT_EQ(ReadText("1;2\n3;4\n", settings)[1].name, "Column 2");
  EXPECT_EQ(CsvError("1;2\n3;4\n"),
            "test.csv: error: no column 'time' (name the time column, or give the sample rate)");
  settings.sample_rate = 0;
  settings.time_column = "Zeit";
  EXPECT_EQ(ReadText("Zeit,x\n0,1\n1,2\n", settings).size(), 1u);
}

TEST(CsvTest, RoundTripIsExact) {
  const std::string path = testing::TemporaryPath("written.csv");
  auto channels = testing::TwoChannels(3000);
  channels[0].name = "a, \"quoted\" name";
  channels[1].samples = testing::WhiteNoise(1, 3000);
  for (const char separator : {',', ';', '\t'}) {
    WriteCsv(path, MemorySource(channels), {separator, true});
    const auto read = ReadCsv(*OpenFile(path));
    ASSERT_EQ(read.size(), 2u);
    EXPECT_EQ(read[0].name, "a, 'quoted' name");
    EXPECT_EQ(read[0].unit, "mm");
    EXPECT_EQ(read[0].sample_rate, 409.6);
    EXPECT_EQ(read[1].samples, channels[1].samples);
  }
}

TEST(CsvTest, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(CsvError(""), "test.csv: error: the file is empty");
  EXPECT_NE(CsvError("time,x\n").find("no line of numbers"), std::string::npos);
  EXPECT_EQ(CsvError("time,x\n0,1\n1,two\n2,3,4\n3,1\n4,1\n"),
            "test.csv:3: error: 'two' in column 'x' is not a number\n"
            "test.csv:4: error: 3 values in a table of 2 columns");
  EXPECT_NE(CsvError("time,x\n0,1\n1,2\n2.5,3\n3,4\n").find("test.csv:4: error: the time 2.5"),
            std::string::npos);
  EXPECT_NE(CsvError("time,x\n1,1\n1,2\n").find("advance"), std::string::npos);
  EXPECT_NE(CsvError("time [h],x\n0,1\n1,2\n").find("unit 'h'"), std::string::npos);
  EXPECT_NE(CsvError("time\n0\n1\n").find("no column besides"), std::string::npos);
  EXPECT_NE(CsvError(std::string("time,x\n0,\0\n", 11)).find("not a text file"), std::string::npos);
}

// A vertical tab is a blank to Trimmed() and no separator: such a line once was read past its end.
TEST(CsvTest, LinesOfRareBlanksAreEmpty) {
  EXPECT_NE(CsvError("\n\v").find("the file is empty"), std::string::npos);
  const auto channels = ReadText("\v\ntime,a\ns,N\n0,1\n \f\v\n1,2\n");
  ASSERT_EQ(channels.size(), 1u);
  EXPECT_EQ(channels[0].samples, (std::vector<double>{1, 2}));
}

TEST(CsvTest, DamagedFilesDoNoHarm) {
  std::string text = "time;Disp [mm];Force\n";
  for (int i = 0; i < 40; ++i) {
    text += std::to_string(0.01 * i) + ";" + std::to_string(i) + ";1e3\n";
  }
  testing::ExpectRobust(text, text.size(),
                        [](const std::shared_ptr<const ByteSource>& bytes) { ReadCsv(*bytes); });
}

TEST(CsvTest, RefusesTwoTimeAxes) {
  auto channels = testing::TwoChannels(10);
  channels[0].start = 1;
  EXPECT_THROW(WriteCsv(testing::TemporaryPath("refused.csv"), MemorySource(channels)), InputError);
}

}  // namespace
}  // namespace jounce
