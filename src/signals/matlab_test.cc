#include "signals/matlab.h"

#include <gtest/gtest.h>
#include <matio.h>

#include <fstream>

#include "base/error.h"
#include "signals/mat5.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

std::string MatlabError(const std::string& bytes) {
  try {
    ReadMatlab(*TextInMemory("test.mat", bytes));
  } catch (const FileError& error) {
    return error.what();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// A file as a user saves it in MATLAB, plain variables, compressed, made by libmatio.
class PlainFile {
 public:
  explicit PlainFile(const std::string& name) : path_(testing::TemporaryPath(name)) {
    file_ = Mat_CreateVer(path_.c_str(), nullptr, MAT_FT_MAT5);
  }
  ~PlainFile() { Mat_Close(file_); }
  void Add(const char* name, size_t rows, size_t columns, std::vector<double> values) {
    size_t dims[2] = {rows, columns};
    matvar_t* variable = Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, values.data(), 0);
    Mat_VarWrite(file_, variable, MAT_COMPRESSION_ZLIB);
    Mat_VarFree(variable);
  }
  void AddOther(matvar_t* variable) {
    Mat_VarWrite(file_, variable, MAT_COMPRESSION_ZLIB);
    Mat_VarFree(variable);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  mat_t* file_;
};

TEST(MatlabTest, RoundTripIsExact) {
  auto channels = testing::TwoChannels(3000);
  channels[0].samples = testing::WhiteNoise(1, 3000);
  channels[0].description = "measured";
  channels[1].name = channels[0].name;
  channels[1].start = -2.5;
  channels[1].samples.resize(10);
  const std::string path = testing::TemporaryPath("written.mat");
  WriteMatlab(path, MemorySource(channels));
  const auto read = ReadMatlab(*OpenFile(path));
  ASSERT_EQ(read.size(), 2u);
  for (size_t c = 0; c < 2; ++c) {
    EXPECT_EQ(read[c].name, channels[c].name);
    EXPECT_EQ(read[c].description, channels[c].description);
    EXPECT_EQ(read[c].unit, channels[c].unit);
    EXPECT_EQ(read[c].sample_rate, 409.6);
    EXPECT_EQ(read[c].start, channels[c].start);
    EXPECT_EQ(read[c].samples, channels[c].samples);
  }
  const std::string again = testing::TemporaryPath("again.mat");
  WriteMatlab(again, MemorySource(read));
  EXPECT_EQ(testing::FileText(again), testing::FileText(path)) << "byte for byte";
}

TEST(MatlabTest, PlainVariablesWithATimeVector) {
  std::string path;
  {
    PlainFile file("plain.mat");
    path = file.path();
    file.Add("time", 4, 1, {1, 1.5, 2, 2.5});
    file.Add("force", 1, 4, {1, 2, 3, 4});
    file.Add("both", 4, 2, {1, 2, 3, 4, 5, 6, 7, 8});
    file.Add("unrelated", 1, 3, {1, 2, 3});
  }
  const auto channels = ReadMatlab(*OpenFile(path));
  ASSERT_EQ(channels.size(), 3u);
  EXPECT_EQ(channels[0].name, "force");
  EXPECT_EQ(channels[0].sample_rate, 2);
  EXPECT_EQ(channels[0].start, 1);
  EXPECT_EQ(channels[2].name, "both_2");
  EXPECT_EQ(channels[2].samples, (std::vector<double>{5, 6, 7, 8}));
}

TEST(MatlabTest, PlainVariablesWithARate) {
  std::string path;
  {
    PlainFile file("rate.mat");
    path = file.path();
    file.Add("dt", 1, 1, {0.01});
    file.Add("x", 1, 5, {1, 2, 3, 4, 5});
  }
  const auto channels = ReadMatlab(*OpenFile(path));
  ASSERT_EQ(channels.size(), 1u);
  EXPECT_EQ(channels[0].sample_rate, 100);
  EXPECT_EQ(channels[0].samples.size(), 5u);
}

TEST(MatlabTest, TheUserSaysWhatIsTheTime) {
  std::string path;
  {
    PlainFile file("asked.mat");
    path = file.path();
    file.Add("log", 4, 3, {0, 0.5, 1, 1.5, 1, 2, 3, 4, 5, 6, 7, 8});
    file.Add("other", 1, 3, {1, 2, 3});
    file.Add("scale", 1, 1, {3});
  }
  const auto source = OpenFile(path);
  EXPECT_THROW(ReadMatlab(*source), InputError);
  // The first column of a matrix is the time; what is of another length is named.
  std::vector<std::string> left_out;
  const auto timed = ReadMatlab(*source, {0, "log_1"}, &left_out);
  ASSERT_EQ(timed.size(), 2u);
  EXPECT_EQ(timed[0].name, "log_2");
  EXPECT_EQ(timed[0].sample_rate, 2);
  EXPECT_EQ(timed[1].samples, (std::vector<double>{5, 6, 7, 8}));
  ASSERT_EQ(left_out.size(), 1u);
  EXPECT_EQ(left_out[0], "variable 'other' of 1 x 3 is left out: the time 'log_1' has 4 values");
  // With a rate, every vector and every column is a channel.
  const auto rated = ReadMatlab(*source, {100, ""}, &left_out);
  ASSERT_EQ(rated.size(), 4u);
  EXPECT_EQ(rated[2].name, "log_3");
  EXPECT_EQ(rated[3].samples, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(rated[3].sample_rate, 100);
  EXPECT_TRUE(left_out.empty());
  EXPECT_THROW(ReadMatlab(*source, {0, "log_4"}), InputError);
}

// A matrix that is wider than high is read by its columns, too.
TEST(MatlabTest, MatricesAreReadColumnByColumn) {
  std::string path;
  {
    PlainFile file("wide.mat");
    path = file.path();
    file.Add("fs", 1, 1, {10});
    file.Add("m", 2, 3, {1, 2, 3, 4, 5, 6});
  }
  const auto channels = ReadMatlab(*OpenFile(path));
  ASSERT_EQ(channels.size(), 3u);
  EXPECT_EQ(channels[2].samples, (std::vector<double>{5, 6}));
}

TEST(MatlabTest, VectorsInStructuresHaveTheirNames) {
  const MatlabVariable time{.name = "time",
                            .kind = MatlabVariable::Kind::kNumbers,
                            .rows = 3,
                            .columns = 1,
                            .numbers = {0, 1, 2}};
  const MatlabVariable force{.name = "force",
                             .kind = MatlabVariable::Kind::kNumbers,
                             .rows = 3,
                             .columns = 1,
                             .numbers = {7, 8, 9}};
  const MatlabVariable run{.name = "run",
                           .kind = MatlabVariable::Kind::kStructure,
                           .rows = 1,
                           .columns = 1,
                           .fields = {time, force}};
  const auto channels = ReadMatlab(*TextInMemory("run.mat", Mat5Head() + Mat5Bytes(run)));
  ASSERT_EQ(channels.size(), 1u);
  EXPECT_EQ(channels[0].name, "run.force");
  EXPECT_EQ(channels[0].samples, (std::vector<double>{7, 8, 9}));
}

TEST(MatlabTest, NamesWhatIsLeftOut) {
  std::string path;
  {
    PlainFile file("rich.mat");
    path = file.path();
    file.Add("fs", 1, 1, {10});
    file.Add("x", 1, 3, {1, 2, 3});
    size_t row[2] = {1, 4}, cube[3] = {1, 2, 2}, pair[2] = {1, 2};
    double numbers[4] = {1, 2, 3, 4};
    char letters[] = "left";
    mat_complex_split_t parts = {numbers, numbers};
    file.AddOther(Mat_VarCreate("note", MAT_C_CHAR, MAT_T_UINT8, 2, row, letters, 0));
    file.AddOther(Mat_VarCreate("solid", MAT_C_DOUBLE, MAT_T_DOUBLE, 3, cube, numbers, 0));
    file.AddOther(Mat_VarCreate("z", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, row, &parts, MAT_F_COMPLEX));
    const char* field = "x";
    file.AddOther(Mat_VarCreateStruct("many", 2, pair, &field, 1));
  }
  std::vector<std::string> left_out;
  EXPECT_EQ(ReadMatlab(*OpenFile(path), {}, &left_out).size(), 1u);
  EXPECT_EQ(left_out, (std::vector<std::string>{
                          "variable 'note' is left out: it is text",
                          "variable 'solid' is left out: it is of 3 dimensions",
                          "variable 'z' is left out: it is complex",
                          "variable 'many' is left out: it is an array of structures"}));
}

TEST(MatlabTest, SaysWhatIsWrong) {
  EXPECT_NE(MatlabError("short").find("too short"), std::string::npos);
  EXPECT_NE(MatlabError(std::string(256, 'x')).find("not a MATLAB file"), std::string::npos);
  std::string head(128, ' ');
  head.replace(124, 4, std::string("\0\2IM", 4));
  EXPECT_NE(MatlabError(head).find("save it with -v7"), std::string::npos);
  head.replace(124, 4, std::string("\0\1IM", 4));
  EXPECT_NE(MatlabError(head).find("no time histories"), std::string::npos);
  EXPECT_NE(MatlabError(head + std::string("\16\0\0\0\377\377\377\177", 8))
                .find("claims 2147483647 bytes, 0 are left"),
            std::string::npos);
  // A size given as floating-point numbers beyond any whole number.
  std::string huge = Mat5Head() + Mat5Bytes({.name = "x", .kind = MatlabVariable::Kind::kNumbers});
  huge.replace(huge.find(std::string("\5\0\0\0\10", 5)), 12,
               std::string("\7\0\0\0\10\0\0\0time", 12));
  EXPECT_NE(MatlabError(huge).find("has the size"), std::string::npos) << MatlabError(huge);
  EXPECT_NE(MatlabError(head + "abc").find("ends within a variable"), std::string::npos);
}

TEST(MatlabTest, LibmatioReadsWhatWeWrite) {
  const auto channels = testing::TwoChannels(100);
  const std::string path = testing::TemporaryPath("ours.mat");
  WriteMatlab(path, MemorySource(channels));
  mat_t* file = Mat_Open(path.c_str(), MAT_ACC_RDONLY);
  ASSERT_NE(file, nullptr);
  matvar_t* variable = Mat_VarRead(file, "RR_Shock_Force");
  ASSERT_NE(variable, nullptr);
  const matvar_t* unit = Mat_VarGetStructFieldByName(variable, "unit", 0);
  ASSERT_NE(unit, nullptr);
  EXPECT_EQ(std::string(static_cast<const char*>(unit->data), unit->nbytes), "N");
  const matvar_t* data = Mat_VarGetStructFieldByName(variable, "data", 0);
  ASSERT_NE(data, nullptr);
  ASSERT_EQ(data->nbytes, 100 * sizeof(double));
  EXPECT_EQ(static_cast<const double*>(data->data)[99], channels[1].samples[99]);
  Mat_VarFree(variable);
  Mat_Close(file);
}

TEST(MatlabTest, DamagedFilesDoNoHarm) {
  const std::string path = testing::TemporaryPath("intact.mat");
  WriteMatlab(path, MemorySource(testing::TwoChannels(20)));
  std::string compressed;
  {
    PlainFile file("compressed.mat");
    compressed = file.path();
    file.Add("dt", 1, 1, {0.01});
    file.Add("x", 1, 5, {1, 2, 3, 4, 5});
  }
  for (const std::string& name : {path, compressed}) {
    testing::ExpectRobust(
        testing::FileText(name), 4096,
        [&](const std::shared_ptr<const ByteSource>& bytes) { ReadMatlab(*bytes); });
  }
}

}  // namespace
}  // namespace jounce
