#include "io/result_source.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/error.h"
#include "io/result_file.h"

namespace jounce {
namespace {

// Row `late` comes later than it should by `bump` [s].
std::string WriteResult(const char* name, double bump, int late = 50) {
  const std::string path =
      (std::filesystem::temp_directory_path() / (std::to_string(::getpid()) + name)).string();
  ResultWriter writer(path, {{"force", "N", "in the arm"}}, 100, {}, true);
  for (int i = 0; i < 100; ++i) {
    const double row[] = {3.0 * i};
    writer.Append(0.5 + 0.01 * i + (i == late ? bump : 0), row);
  }
  return path;
}

TEST(ResultSource, ServesChannelsAsSignals) {
  const std::string path = WriteResult("even.h5", 0);
  const auto source = OpenResultSource(path);
  ASSERT_EQ(source->NumChannels(), 1u);
  EXPECT_EQ(source->Head(0).name, "force");
  EXPECT_EQ(source->Head(0).unit, "N");
  EXPECT_NEAR(source->Head(0).sample_rate, 100, 1e-9);
  EXPECT_EQ(source->Head(0).start, 0.5);
  double some[3];
  source->Read(0, 10, some);
  EXPECT_EQ(some[2], 36);
  std::filesystem::remove(path);
}

// A channel is called as the model calls it, and found by the name that the file has inside, too.
TEST(ResultSource, ChannelsOfSubAssembliesHaveTheirNames) {
  const std::string path = ::testing::TempDir() + "sub.h5";
  std::filesystem::remove(path);
  {
    ResultWriter writer(path, {{"front/coil", "N", ""}}, 2, {}, true);
    for (int i = 0; i < 2; ++i) {
      const double row[] = {7.0 + i};
      writer.Append(0.1 * i, row);
    }
  }
  EXPECT_EQ(OpenResultSource(path)->Head(0).name, "front/coil");
  const ResultReader reader(path);
  EXPECT_EQ(reader.ReadChannel("front/coil"), (std::vector<double>{7, 8}));
  EXPECT_EQ(reader.ReadChannel("front|coil"), (std::vector<double>{7, 8}));
  EXPECT_TRUE(reader.HasColumn("channels/front|coil"));
  std::filesystem::remove(path);
}

TEST(ResultSource, RefusesUnevenTime) {
  const std::string path = WriteResult("uneven.h5", 0.004);
  EXPECT_THROW(OpenResultSource(path), InputError);
  std::filesystem::remove(path);
}

// The step up to the end time of a run is shorter or longer than others.
TEST(ResultSource, LeavesOutALastRowAtAnotherInterval) {
  for (const double bump : {-0.006, 0.0004}) {
    const std::string path = WriteResult("last.h5", bump, 99);
    const auto source = OpenResultSource(path);
    EXPECT_EQ(source->Length(0), 99u) << bump;
    EXPECT_NEAR(source->Head(0).sample_rate, 100, 1e-9) << bump;
    std::filesystem::remove(path);
  }
}

}  // namespace
}  // namespace jounce
