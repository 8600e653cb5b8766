#include "signals/output_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

size_t FilesIn(const std::filesystem::path& folder) {
  return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder),
                                           std::filesystem::directory_iterator()));
}

TEST(OutputFileTest, AppearsWholeOrNotAtAll) {
  const std::string path = testing::TemporaryPath("out.txt");
  const auto folder = std::filesystem::path(path).parent_path();
  std::filesystem::remove(path);
  {
    OutputFile file(path);
    file.Write("half");
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  EXPECT_EQ(FilesIn(folder), 0u) << "nothing is left of a file that was not finished";
  {
    OutputFile file(path);
    file.Write("whole");
    file.Commit();
  }
  EXPECT_EQ(testing::FileText(path), "whole");
  {
    OutputFile file(path);
    file.Write("another");
  }
  EXPECT_EQ(testing::FileText(path), "whole") << "the older file stays";
  EXPECT_EQ(FilesIn(folder), 1u);
}

TEST(OutputFileTest, SaysWhatCannotBeWritten) {
  EXPECT_THROW(OutputFile("/no/such/folder/out.txt"), FileError);
}

}  // namespace
}  // namespace jounce
