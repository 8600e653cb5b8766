#include "base/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <sstream>

#include "base/error.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

std::string TextOf(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class OutputFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("jounce_output_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Path(const char* name) const { return (folder_ / name).string(); }
  size_t FileCount() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static void WriteWhole(const std::string& path, const char* text) {
    OutputFile file(path);
    file.Write(text);
    file.Commit();
  }

  fs::path folder_;
};

TEST_F(OutputFileTest, AppearsWholeOrNotAtAll) {
  const std::string path = Path("out.txt");
  bool nameless = false;
  {
    OutputFile file(path);
    file.Write("half");
    EXPECT_FALSE(fs::exists(path));
    nameless = FileCount() == 0;  // not every file system can do so
  }
  if (const pid_t child = nameless ? ::fork() : -1; child == 0) {
    OutputFile file(path);
    file.Write("killed");
    ::kill(::getpid(), SIGKILL);
  } else if (child > 0) {
    ::waitpid(child, nullptr, 0);
  }
  EXPECT_EQ(FileCount(), 0u) << "nothing is left of a file that was not finished";
  WriteWhole(path, "whole");
  EXPECT_EQ(TextOf(path), "whole");
  {
    OutputFile file(path);
    file.Write("another");
  }
  EXPECT_EQ(TextOf(path), "whole") << "the older file stays";
  EXPECT_EQ(FileCount(), 1u);
}

TEST_F(OutputFileTest, SaysWhatCannotBeWritten) {
  EXPECT_THROW(OutputFile("/no/such/folder/out.txt"), FileError);
  EXPECT_THROW(OutputFile(folder_.string()), FileError);
}

TEST_F(OutputFileTest, WritesThroughSymbolicLinks) {
  fs::create_directory(folder_ / "far");
  std::ofstream(folder_ / "far" / "target.txt") << "old";
  fs::create_symlink("far/target.txt", folder_ / "link.txt");
  fs::create_symlink("far/new.txt", folder_ / "dangling.txt");
  WriteWhole(Path("link.txt"), "one");
  WriteWhole(Path("dangling.txt"), "two");
  EXPECT_TRUE(fs::is_symlink(fs::symlink_status(folder_ / "link.txt")));
  EXPECT_TRUE(fs::is_symlink(fs::symlink_status(folder_ / "dangling.txt")));
  EXPECT_EQ(TextOf(folder_ / "far" / "target.txt"), "one");
  EXPECT_EQ(TextOf(folder_ / "far" / "new.txt"), "two");
  fs::create_symlink("circle.txt", folder_ / "circle.txt");
  EXPECT_THROW(OutputFile(Path("circle.txt")), FileError);
}

TEST_F(OutputFileTest, DevicesAndPipesStayWhatTheyAre) {
  WriteWhole("/dev/null", "gone");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const std::string pipe = Path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  auto reader = std::async(std::launch::async, [&] { return TextOf(pipe); });
  WriteWhole(pipe, "through");
  EXPECT_EQ(reader.get(), "through");
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_EQ(FileCount(), 1u);
}

TEST_F(OutputFileTest, KeepsTheRightsOfTheFileItReplaces) {
  std::ofstream(folder_ / "private.txt") << "old";
  fs::permissions(folder_ / "private.txt", fs::perms::owner_read | fs::perms::owner_write);
  WriteWhole(Path("private.txt"), "new");
  EXPECT_EQ(fs::status(folder_ / "private.txt").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

// `> out.csv -o /dev/stdout`: the shell's file is written on, not replaced.
TEST_F(OutputFileTest, StandardOutputIsWrittenOn) {
  std::fflush(stdout);
  const int kept = ::dup(STDOUT_FILENO);
  std::FILE* const shell = std::fopen(Path("shell.txt").c_str(), "w");
  ::dup2(::fileno(shell), STDOUT_FILENO);
  std::printf("before ");
  WriteWhole("/dev/stdout", "output ");
  std::printf("after");
  std::fflush(stdout);
  ::dup2(kept, STDOUT_FILENO);
  ::close(kept);
  std::fclose(shell);
  EXPECT_EQ(TextOf(Path("shell.txt")), "before output after");
}

}  // namespace
}  // namespace jounce
