#include "io/result_file.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "base/error.h"
#include "io/text_file.h"

namespace jounce {
namespace {

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

}  // namespace
}  // namespace jounce
