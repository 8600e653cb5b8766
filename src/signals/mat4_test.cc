#include "signals/mat4.h"

#include <gtest/gtest.h>
#include <matio.h>

#include "base/error.h"
#include "signals/byte_order.h"
#include "signals/matlab.h"
#include "signals/signal_file.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

template <typename Number>
void AppendNumber(Number number, ByteOrder order, std::string* bytes) {
  std::byte stored[sizeof(Number)];
  StoreNumber(number, order, stored);
  bytes->append(reinterpret_cast<const char*>(stored), sizeof(Number));
}

// A matrix byte by byte as the reference of the format has it.
template <typename Number>
std::string Matrix(int32_t type, const std::string& name, int32_t rows, int32_t columns,
                   const std::vector<Number>& numbers, int32_t imaginary = 0) {
  const ByteOrder order = type / 1000 == 1 ? ByteOrder::kBig : ByteOrder::kLittle;
  std::string bytes;
  for (const int32_t word :
       {type, rows, columns, imaginary, static_cast<int32_t>(name.size() + 1)}) {
    AppendNumber(word, order, &bytes);
  }
  bytes.append(name.c_str(), name.size() + 1);
  for (const Number number : numbers) AppendNumber(number, order, &bytes);
  return bytes;
}

std::vector<MatlabVariable> Mat4Variables(const std::string& bytes) {
  return ReadMat4(*TextInMemory("test.mat", bytes));
}

std::string Mat4Error(const std::string& bytes) {
  try {
    Mat4Variables(bytes);
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Mat4Test, WrittenByLibmatio) {
  const std::string path = testing::TemporaryPath("four.mat");
  mat_t* file = Mat_CreateVer(path.c_str(), nullptr, MAT_FT_MAT4);
  const auto add = [&](const char* name, size_t rows, size_t columns, std::vector<double> values) {
    size_t dims[2] = {rows, columns};
    matvar_t* variable = Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, values.data(), 0);
    Mat_VarWrite(file, variable, MAT_COMPRESSION_NONE);
    Mat_VarFree(variable);
  };
  add("time", 4, 1, {1, 1.5, 2, 2.5});
  add("force", 1, 4, {0.1, -2e300, 3, 4});
  add("both", 4, 2, {1, 2, 3, 4, 5, 6, 7, 8});
  add("short", 1, 3, {1, 2, 3});
  Mat_Close(file);
  const auto source = OpenSignals(path);
  ASSERT_EQ(source->NumChannels(), 3u);
  const Channel force = source->ReadChannel(0);
  EXPECT_EQ(force.name, "force");
  EXPECT_EQ(force.sample_rate, 2);
  EXPECT_EQ(force.start, 1);
  EXPECT_EQ(force.samples, (std::vector<double>{0.1, -2e300, 3, 4}));
  EXPECT_EQ(source->Head(2).name, "both_2");
  EXPECT_EQ(source->ReadChannel(2).samples, (std::vector<double>{5, 6, 7, 8}));
  std::vector<std::string> left_out;
  ReadMatlab(*OpenFile(path), {}, &left_out);
  EXPECT_EQ(left_out, std::vector<std::string>{
                          "variable 'short' of 1 x 3 is left out: the time 'time' has 4 values"});
  // A column named by the user is the time, or there is a rate.
  EXPECT_EQ(ReadMatlab(*OpenFile(path), {0, "both_1"}).front().sample_rate, 1);
}

TEST(Mat4Test, EveryPrecisionInBothByteOrders) {
  for (const int machine : {0, 1000}) {
    const std::string bytes = Matrix<double>(machine, "d", 1, 2, {0.1, -1e300}) +
                              Matrix<float>(machine + 10, "f", 2, 1, {0.5f, -3.25f}) +
                              Matrix<int32_t>(machine + 20, "i", 1, 2, {-70000, 70000}) +
                              Matrix<int16_t>(machine + 30, "s", 1, 2, {-300, 300}) +
                              Matrix<uint16_t>(machine + 40, "u", 1, 2, {65535, 1}) +
                              Matrix<uint8_t>(machine + 50, "b", 2, 2, {255, 1, 2, 3});
    EXPECT_EQ(FormatOfContent(*TextInMemory("x", bytes)), SignalFormat::kMatlab);
    const auto variables = Mat4Variables(bytes);
    ASSERT_EQ(variables.size(), 6u);
    EXPECT_EQ(variables[0].numbers, (std::vector<double>{0.1, -1e300}));
    EXPECT_EQ(variables[1].numbers, (std::vector<double>{0.5, -3.25}));
    EXPECT_EQ(variables[1].rows, 2u);
    EXPECT_EQ(variables[2].numbers, (std::vector<double>{-70000, 70000}));
    EXPECT_EQ(variables[3].numbers, (std::vector<double>{-300, 300}));
    EXPECT_EQ(variables[4].numbers, (std::vector<double>{65535, 1}));
    EXPECT_EQ(variables[5].numbers, (std::vector<double>{255, 1, 2, 3}));
    EXPECT_EQ(variables[5].name, "b");
  }
}

TEST(Mat4Test, NamesWhatIsLeftOut) {
  const std::string bytes =
      Matrix<double>(0, "fs", 1, 1, {50}) + Matrix<double>(1, "note", 1, 2, {72, 105}) +
      Matrix<double>(2, "holes", 2, 3, {1, 2, 1, 2, 5, 6}) +
      Matrix<double>(0, "z", 2, 1, {1, 2, 3, 4}, 1) + Matrix<double>(0, "x", 3, 1, {7, 8, 9});
  std::vector<std::string> left_out;
  const auto channels = ReadMatlab(*TextInMemory("test.mat", bytes), {}, &left_out);
  ASSERT_EQ(channels.size(), 1u);
  EXPECT_EQ(channels[0].name, "x");
  EXPECT_EQ(channels[0].sample_rate, 50);
  EXPECT_EQ(channels[0].samples, (std::vector<double>{7, 8, 9}));
  EXPECT_EQ(left_out, (std::vector<std::string>{"variable 'note' is left out: it is text",
                                                "variable 'holes' is left out: it is sparse",
                                                "variable 'z' is left out: it is complex"}));
}

TEST(Mat4Test, SaysWhatIsWrong) {
  const std::string good = Matrix<double>(0, "x", 3, 1, {7, 8, 9});
  EXPECT_EQ(Mat4Error(good), "no error");
  EXPECT_NE(Mat4Error(good + "abc").find("ends within a matrix"), std::string::npos);
  EXPECT_NE(Mat4Error(Matrix<double>(0, "x", 2147483647, 2147483647, {1, 2}))
                .find("variable 'x' claims 2147483647 x 2147483647 numbers, 16 bytes are left"),
            std::string::npos);
  EXPECT_NE(Mat4Error(Matrix<double>(0, "x", -1, 1, {})).find("size -1 x 1"), std::string::npos);
  EXPECT_NE(Mat4Error(Matrix<double>(2000, "x", 1, 1, {1})).find("VAX"), std::string::npos);
  EXPECT_NE(Mat4Error(Matrix<double>(60, "x", 1, 1, {1})).find("unknown type"), std::string::npos);
}

// Neither text nor a file of zeros is taken for a matrix.
TEST(Mat4Test, OtherFilesDoNotLookLikeIt) {
  for (const std::string& bytes :
       {std::string("time,force\n0,1\n1,2\n3,4\n"), std::string(600, '\0'), std::string("\0\0", 2),
        Matrix<double>(0, "not a name", 1, 1, {1})}) {
    EXPECT_FALSE(LooksLikeMat4(*TextInMemory("x", bytes)));
  }
}

TEST(Mat4Test, DamagedFilesDoNoHarm) {
  const std::string intact = Matrix<double>(0, "dt", 1, 1, {0.01}) +
                             Matrix<int16_t>(30, "x", 2, 3, {1, 2, 3, 4, 5, 6}) +
                             Matrix<double>(2, "holes", 1, 3, {1, 1, 5});
  testing::ExpectRobust(intact, 4096, [](const std::shared_ptr<const ByteSource>& bytes) {
    ReadMat4(*bytes);
    FormatOfContent(*bytes);
    ReadMatlab(*bytes);
  });
}

}  // namespace
}  // namespace jounce
