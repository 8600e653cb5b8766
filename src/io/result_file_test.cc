#include "io/result_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "base/error.h"
#include "io/text_file.h"

// All writes of this program, those of HDF5 as well, come here: a process can end itself at one of
// them as if it were killed.
namespace {
long long g_writes_left = -1;  // none is the last
bool g_in_its_middle = false;

// How many bytes are still to be written before the end; all of them where it is not there yet.
size_t BytesBeforeEnd(size_t count) {
  constexpr size_t kPage = 4096;
  if (g_writes_left != 0) return count;
  return g_in_its_middle ? count / 2 / kPage * kPage : 0;
}
void EndWhereItIsTime() {
  if (g_writes_left == 0) ::raise(SIGKILL);
  if (g_writes_left > 0) --g_writes_left;
}
ssize_t CountedWrite(int file, const void* bytes, size_t count, off_t at) {
  const size_t written = BytesBeforeEnd(count);
  const ssize_t result = written == 0 ? 0 : ::syscall(SYS_pwrite64, file, bytes, written, at);
  EndWhereItIsTime();
  return count == 0 ? 0 : result;
}
int CountedTruncate(int file, off_t size) {
  EndWhereItIsTime();
  return static_cast<int>(::syscall(SYS_ftruncate, file, size));
}
}  // namespace

#pragma GCC visibility push(default)  // for HDF5 to find them
extern "C" {
ssize_t pwrite(int file, const void* bytes, size_t count, off_t at) {
  return CountedWrite(file, bytes, count, at);
}
ssize_t pwrite64(int file, const void* bytes, size_t count, off_t at) {
  return CountedWrite(file, bytes, count, at);
}
int ftruncate(int file, off_t size) noexcept { return CountedTruncate(file, size); }
int ftruncate64(int file, off_t size) noexcept { return CountedTruncate(file, size); }
int rename(const char* from, const char* to) noexcept {
  EndWhereItIsTime();
  return static_cast<int>(::syscall(SYS_rename, from, to));
}
}
#pragma GCC visibility pop

namespace jounce {
namespace {

void KillAtWrite(int number, bool in_its_middle) {
  g_writes_left = number;
  g_in_its_middle = in_its_middle;
}

class ResultFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("jounce_result_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / "run.h5").string();
    model_ = (folder_ / "model.yaml").string();
    WriteTextFile(model_, "bodies: {}\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  ResultOrigin Origin() const { return {"jounce run model.yaml", "0.1.0", {model_}, {}}; }

  std::filesystem::path folder_;
  std::string path_, model_;
};

const std::vector<ChannelInfo> kTwoChannels = {{"arm.force", "N", "force in the arm"},
                                               {"arm.angle", "rad", "turn/tilt"}};

TEST(Sha256, AgreesWithTheStandard) {
  // FIPS 180-2, appendix B.1.
  EXPECT_EQ(Sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(ResultFileTest, WhatIsWrittenIsRead) {
  {
    ResultWriter writer(path_, kTwoChannels, 2000, Origin(), false);
    for (int i = 0; i < 2000; ++i) {
      const double row[] = {i * 2.0, -i * 0.5};
      writer.Append(i * 1e-3, row);
    }
    writer.SetSummary("{\"status\": \"done\"}");
    writer.SetSummary("{\"status\": \"done again\"}");
  }
  const ResultReader reader(path_);
  EXPECT_EQ(reader.rows(), 2000u);
  EXPECT_EQ(reader.ReadTime()[1999], 1999 * 1e-3);
  EXPECT_EQ(reader.ReadChannel("arm.force")[1234], 2468);
  EXPECT_EQ(reader.ReadChannel("arm.angle").back(), -999.5);
  EXPECT_EQ(reader.ReadAttribute("command"), "jounce run model.yaml");
  EXPECT_EQ(reader.ReadSummary(), "{\"status\": \"done again\"}");
  EXPECT_EQ(reader.ReadModel(), std::vector<std::string>{"bodies: {}\n"});
  EXPECT_EQ(reader.ReadInputHashes(), std::vector<std::string>{Sha256("bodies: {}\n")});
  ASSERT_EQ(reader.channels().size(), 2u);
  EXPECT_EQ(reader.channels()[1].name, "arm.force");
  EXPECT_EQ(reader.channels()[1].unit, "N");
  EXPECT_THROW(reader.ReadChannel("arm.forse"), InputError);
}

TEST_F(ResultFileTest, StoppedEarlyShrinksAndRunningLongerGrows) {
  for (const size_t announced : {10000u, 100u}) {
    std::filesystem::remove(path_);
    {
      ResultWriter writer(path_, kTwoChannels, announced, Origin(), false);
      for (int i = 0; i < 3000; ++i) {
        const double row[] = {1.0 * i, 2.0 * i};
        writer.Append(i, row);
      }
    }
    const ResultReader reader(path_);
    EXPECT_EQ(reader.rows(), 3000u);
    EXPECT_EQ(reader.ReadChannel("arm.angle").size(), 3000u);
    EXPECT_EQ(reader.ReadChannel("arm.angle").back(), 2.0 * 2999);
  }
}

TEST_F(ResultFileTest, DoesNotOverwriteAResultOfOtherInputs) {
  { ResultWriter writer(path_, kTwoChannels, 1, Origin(), false); }
  EXPECT_NO_THROW(ResultWriter(path_, kTwoChannels, 1, Origin(), false)) << "the same inputs again";
  WriteTextFile(model_, "bodies: {a: {}}\n");
  EXPECT_THROW(ResultWriter(path_, kTwoChannels, 1, Origin(), false), InputError);
  EXPECT_NO_THROW(ResultWriter(path_, kTwoChannels, 1, Origin(), true));
  WriteTextFile(path_, "precious text");
  EXPECT_THROW(ResultWriter(path_, kTwoChannels, 1, Origin(), false), InputError);
  EXPECT_EQ(ReadTextFile(path_), "precious text");
}

TEST_F(ResultFileTest, SettingsCountAsInputs) {
  ResultOrigin origin = Origin();
  origin.settings = {"k=1"};
  { ResultWriter writer(path_, kTwoChannels, 1, origin, false); }
  origin.settings = {"k=2"};
  EXPECT_THROW(ResultWriter(path_, kTwoChannels, 1, origin, false), InputError);
}

TEST_F(ResultFileTest, WrongFilesAreNamed) {
  EXPECT_THROW(ResultReader("/nowhere/run.h5"), FileError);
  WriteTextFile(path_, "not hdf5");
  EXPECT_THROW(ResultReader{path_}, FileError);
  EXPECT_THROW(ResultWriter("/nowhere/run.h5", kTwoChannels, 1, Origin(), false), FileError);
}

// A child process writes rows at full speed and is killed at several moments; each time the file
// must open and hold what was written up to half a second before.
TEST_F(ResultFileTest, SurvivesKill9) {
  for (const int milliseconds : {300, 701, 1100}) {
    std::filesystem::remove(path_);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ResultWriter writer(path_, kTwoChannels, 2'000'000, Origin(), false);
      for (int i = 0;; ++i) {
        const double row[] = {1.0 * i, 2.0 * i};
        writer.Append(i * 1e-3, row);
        if (i % 256 == 0) ::usleep(1000);
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const ResultReader reader(path_);
    const std::vector<double> angle = reader.ReadChannel("arm.angle");
    ASSERT_EQ(angle.size(), reader.rows());
    EXPECT_GT(reader.rows(), 0u);
    for (size_t i = 0; i < angle.size(); ++i) ASSERT_EQ(angle[i], 2.0 * static_cast<double>(i));
  }
}

// Killed while the file is made: there is none of this name yet, or one that opens, and the next
// run is not held up by what is left.
TEST_F(ResultFileTest, IsWholeFromItsFirstMoment) {
  std::vector<ChannelInfo> many;
  for (int i = 0; i < 40; ++i) many.push_back({"c" + std::to_string(i), "N", ""});
  int absent = 0;
  for (int i = 0; i < 30; ++i) {
    std::filesystem::remove(path_);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ResultWriter writer(path_, many, 20'000, Origin(), false);
      ::pause();
    }
    ::usleep(static_cast<useconds_t>(700 * i));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    if (std::filesystem::exists(path_)) {
      EXPECT_EQ(ResultReader(path_).channels().size(), 40u);
    } else {
      ++absent;
    }
    EXPECT_NO_THROW(ResultWriter(path_, kTwoChannels, 1, Origin(), true));
    EXPECT_FALSE(std::filesystem::exists(path_ + ".part"));
  }
  EXPECT_GT(absent, 0) << "none was killed early enough";
}

// A whole short run, from the first byte to the compressed file, killed at a hundred moments spread
// over all of it: the file of before, or none, or one that opens with the right numbers.
TEST_F(ResultFileTest, OpensAfterKillsAtAHundredMoments) {
  ResultLayout layout;
  for (int i = 0; i < 10; ++i) {
    layout.columns.push_back({"channels/c" + std::to_string(i), "N", ""});
  }
  layout.columns.push_back({"motion/poses", "m", "", 7, ResultTable::kFrames, {"arm"}});
  layout.rows = {4000, 40, 0};  // fewer frames than come
  layout.state_bytes = 5000;
  const std::vector<std::byte> state(5000, std::byte{7});
  const auto write = [&] {
    ResultWriter writer(path_, layout, Origin(), true);
    for (int i = 0; i < 4000; ++i) {
      writer.Append(i, std::vector<double>(10, std::sin(i)));
      if (i % 40 == 0) writer.Append(ResultTable::kFrames, i, std::vector<double>(7, std::cos(i)));
      if (i % 500 == 0) writer.SaveState(state);
    }
    writer.SetSummary("{}");
    writer.Close();
  };
  const auto start = std::chrono::steady_clock::now();
  write();
  const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - start;
  int opened = 0, finished = 0;
  for (int i = 0; i < 100; ++i) {
    std::filesystem::remove(path_);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      write();
      ::_exit(0);
    }
    std::this_thread::sleep_for(whole * (0.012 * i));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    if (!std::filesystem::exists(path_)) continue;
    const ResultReader reader(path_);
    ++opened;
    const std::vector<double> values = reader.ReadChannel("c9");
    for (size_t row = 0; row < values.size(); ++row) {
      ASSERT_EQ(values[row], std::sin(static_cast<int>(row)));
    }
    const std::vector<double> poses = reader.ReadColumn("motion/poses");
    for (size_t k = 0; k < poses.size(); ++k) {
      ASSERT_EQ(poses[k], std::cos(static_cast<int>(k / 7 * 40)));
    }
    EXPECT_EQ(reader.ReadState().value_or(ResultState{state, 0}).bytes, state);
    finished += !reader.ReadSummary().empty();
  }
  EXPECT_GT(opened, 20);
  EXPECT_LT(finished, 100);
}

// Whatever a run writes last: it is killed at each of its writes in turn, before it and in its middle
// (a large write may end after some of its pages). The file of before, or none, or one that opens.
TEST_F(ResultFileTest, OpensAfterAKillAtEachWrite) {
  ResultLayout layout;
  for (const char* name : {"channels/a", "channels/b"}) layout.columns.push_back({name, "N", ""});
  layout.rows = {2400, 0, 0};  // fewer than come
  layout.state_bytes = 500;
  const std::vector<std::byte> state(500, std::byte{7});
  const auto write = [&] {
    ResultWriter writer(path_, layout, Origin(), true);
    for (int i = 0; i < 4400; ++i) {
      writer.Append(i, std::vector<double>(2, std::sin(i)));
      if (i == 300) writer.SaveState(state);
    }
    writer.KeepState(state);
    writer.SetSummary("{}");
    writer.Close();
  };
  int opened = 0, writes = 0;
  for (bool ended = false; !ended; ++writes) {
    for (const bool in_its_middle : {false, true}) {
      std::filesystem::remove(path_);
      const pid_t child = ::fork();
      ASSERT_GE(child, 0);
      if (child == 0) {
        KillAtWrite(writes, in_its_middle);
        write();
        ::_exit(0);
      }
      int status = 0;
      ::waitpid(child, &status, 0);
      ended = WIFEXITED(status) && WEXITSTATUS(status) == 0;
      if (!std::filesystem::exists(path_)) continue;
      ++opened;
      try {
        const ResultReader reader(path_);
        const std::vector<double> values = reader.ReadChannel("b");
        for (size_t row = 0; row < values.size(); ++row) {
          ASSERT_EQ(values[row], std::sin(static_cast<int>(row)));
        }
        const auto found = reader.ReadState();
        EXPECT_TRUE(!found || found->bytes == state);
      } catch (const FileError& error) {
        ADD_FAILURE() << "killed at write " << writes << ": " << error.what();
      }
    }
  }
  EXPECT_GT(opened, 60);
  EXPECT_GT(2 * writes - opened, 10) << "none was killed before there was a file";
}

TEST_F(ResultFileTest, AnotherRunThatWritesItIsNamed) {
  const ResultWriter first(path_, kTwoChannels, 10, Origin(), false);
  try {
    const ResultWriter second(path_, kTwoChannels, 10, Origin(), true);
    FAIL() << "two runs write one file";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find("another run"), std::string::npos) << error.what();
  }
}

TEST_F(ResultFileTest, WhatIsNoRegularFileIsRefused) {
  EXPECT_THROW(ResultWriter("/dev/null", kTwoChannels, 1, Origin(), true), InputError);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  std::filesystem::create_symlink("far.h5", path_);
  { ResultWriter writer(path_, kTwoChannels, 1, Origin(), false); }
  EXPECT_TRUE(std::filesystem::is_symlink(path_));
  EXPECT_EQ(ResultReader((folder_ / "far.h5").string()).rows(), 0u);
}

// A file that may not grow beyond a limit stands for a disk that is full. The child ends as a
// program does: nothing crashes on the way out, and what was written before stays.
TEST_F(ResultFileTest, AFullDiskKeepsWhatWasWritten) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {1'000'000, 1'000'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      ResultWriter(path_, kTwoChannels, 1'000'000, Origin(), false);
      std::exit(1);  // there was no room for it
    } catch (const FileError&) {
    }
    if (std::filesystem::exists(path_) || std::filesystem::exists(path_ + ".part")) std::exit(2);
    try {
      ResultWriter writer(path_, kTwoChannels, 1000, Origin(), false);
      for (int i = 0; i < 1'000'000; ++i) {
        const double row[] = {1.0 * i, 2.0 * i};
        writer.Append(i, row);
      }
      std::exit(3);
    } catch (const FileError&) {
    }
    std::exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  const ResultReader reader(path_);
  EXPECT_GT(reader.rows(), 1000u);
  const std::vector<double> angle = reader.ReadChannel("arm.angle");
  for (size_t i = 0; i < angle.size(); ++i) ASSERT_EQ(angle[i], 2.0 * static_cast<double>(i));
}

}  // namespace
}  // namespace jounce
