#include "report/blob.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace jounce::report {
namespace {

template <class T>
T At(const Blob& blob, std::size_t byte) {
  T value;
  std::memcpy(&value, blob.bytes().data() + byte, sizeof(T));
  return value;
}

std::vector<double> Times(std::size_t size, double step) {
  std::vector<double> v;
  for (std::size_t i = 0; i < size; ++i) v.push_back(3 + step * static_cast<double>(i));
  return v;
}

TEST(Blob, UniformValuesTakeNoBytes) {
  Blob blob;
  const nlohmann::json data = blob.Add(Times(1000, 0.001));
  EXPECT_EQ(data["kind"], "grid");
  EXPECT_DOUBLE_EQ(data["from"], 3);
  EXPECT_NEAR(data["step"].get<double>(), 0.001, 1e-15);
  EXPECT_TRUE(blob.bytes().empty());
}

TEST(Blob, ChosenUniformValuesTakeAsFewBytesAsTheirStepsNeed) {
  const std::vector<double> times = Times(200'000, 0.5);
  const auto width = [&](std::vector<std::size_t> index) {
    Blob blob;
    const nlohmann::json data = blob.Add(times, index);
    EXPECT_EQ(data["kind"], "steps");
    EXPECT_EQ(blob.bytes().size(), index.size() * data["width"].get<std::size_t>());
    return data["width"].get<int>();
  };
  EXPECT_EQ(width({0, 255, 300}), 1);
  EXPECT_EQ(width({0, 256, 300}), 2);
  EXPECT_EQ(width({0, 70'000, 199'999}), 4);
}

TEST(Blob, StepsAddUpToTheIndices) {
  Blob blob;
  const nlohmann::json data = blob.Add(Times(100, 1), std::vector<std::size_t>{2, 7, 99});
  const std::size_t at = data["at"];
  EXPECT_EQ(At<std::uint8_t>(blob, at), 2);
  EXPECT_EQ(At<std::uint8_t>(blob, at + 1), 5);
  EXPECT_EQ(At<std::uint8_t>(blob, at + 2), 92);
}

TEST(Blob, OtherValuesAreFloatsAndGapsStayNan) {
  Blob blob;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const nlohmann::json data = blob.Add(std::vector<double>{1.5, nan, -2.25, 8});
  EXPECT_EQ(data["kind"], "f32");
  EXPECT_EQ(data["from"], 0);
  EXPECT_EQ(At<float>(blob, 0), 1.5F);
  EXPECT_TRUE(std::isnan(At<float>(blob, 4)));
  EXPECT_EQ(At<float>(blob, 8), -2.25F);
}

// A pressure that varies by a thousandth of a pascal about 101325 Pa keeps its digits.
TEST(Blob, SmallVariationsAboutALargeValueKeepTheirDigits) {
  const std::vector<double> v = {101325.0001, 101325.0007, 101325.0004, 101325.0010};
  Blob blob;
  const nlohmann::json data = blob.Add(v);
  const double from = data["from"];
  for (std::size_t i = 0; i < v.size(); ++i) {
    EXPECT_NEAR(from + static_cast<double>(At<float>(blob, 4 * i)), v[i], 1e-9);
  }
}

// Times in uneven steps, of which each channel keeps others: from the third on only which ones.
TEST(Blob, TimesInUnevenStepsAreSharedByChannels) {
  std::vector<double> times;
  for (int i = 0; i < 1000; ++i) times.push_back(0.001 * i + (i % 7 == 0 ? 1e-4 : 0));
  const std::vector<std::size_t> first = {0, 3, 10, 999}, second = {1, 3, 700},
                                 third = {5, 205, 206};
  Blob blob;
  EXPECT_EQ(blob.Add(times, first)["kind"], "f32");
  const nlohmann::json picked = blob.Add(times, second);
  ASSERT_EQ(picked["kind"], "pick");
  EXPECT_EQ(picked["count"], 1000);
  const std::size_t size = blob.bytes().size();
  const nlohmann::json again = blob.Add(times, third);
  EXPECT_EQ(again["of"], picked["of"]);
  EXPECT_EQ(again["width"], 1);
  EXPECT_LE(blob.bytes().size(), size + 16);
  const std::size_t base = again["of"]["at"], at = again["at"];
  std::size_t k = 0;
  for (std::size_t i = 0; i < third.size(); ++i) {
    k += blob.bytes()[at + i];
    EXPECT_EQ(k, third[i]);
    EXPECT_FLOAT_EQ(At<float>(blob, base + 4 * k), static_cast<float>(times[third[i]]));
  }
  EXPECT_EQ(blob.Add(times), picked["of"]) << "all of them";
}

TEST(Blob, ArraysStartAtMultiplesOfEight) {
  Blob blob;
  blob.AddRaw(std::vector<std::int16_t>{1});
  EXPECT_EQ(blob.AddRaw(std::vector<float>{1, 2, 3}), 8u);
  EXPECT_EQ(blob.AddRaw(std::vector<std::uint32_t>{1}), 24u);
}

// RFC 4648, section 10.
TEST(Blob, Base64AsInTheStandard) {
  const auto encode = [](const char* text) {
    Blob blob;
    std::vector<std::uint32_t> words((std::strlen(text) + 3) / 4);
    std::memcpy(words.data(), text, std::strlen(text));
    blob.AddRaw(words);
    return blob.ToBase64();
  };
  EXPECT_EQ(encode("foob"), "Zm9vYg==");
  EXPECT_EQ(encode("foobar\xff\xfe"), "Zm9vYmFy//4=");
  EXPECT_EQ(Blob().ToBase64(), "");
}

// The meshes of a body and of its ghosts, say.
TEST(Blob, TheSameNumbersAreShippedOnce) {
  Blob blob;
  std::vector<float> v(100, 1.5F);
  const std::size_t first = blob.AddRaw(v);
  const std::size_t size = blob.bytes().size();
  EXPECT_EQ(blob.AddRaw(v), first);
  EXPECT_EQ(blob.bytes().size(), size);
  v.back() = 2;
  EXPECT_NE(blob.AddRaw(v), first);
}

}  // namespace
}  // namespace jounce::report
