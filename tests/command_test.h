// A test that runs the command in a folder of its own and looks at what it prints and leaves.
#ifndef JOUNCE_TESTS_COMMAND_TEST_H_
#define JOUNCE_TESTS_COMMAND_TEST_H_

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "io/text_file.h"

namespace jounce {

class CommandTest : public ::testing::Test {
 protected:
  struct Outcome {
    int code = -1;
    std::string out, err;

    // Discarded where it is no JSON: whoever asks for a key then fails.
    nlohmann::json Json() const { return nlohmann::json::parse(out, nullptr, false); }
  };

  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("jounce_" + std::to_string(::getpid()) + "_" + test->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  Outcome Run(const std::string& arguments) const {
    const std::string errors = Path("stderr.txt");
    // In the foreground, a signal to `timeout` reaches the program once, not with its group again.
    const std::string line = "cd '" + folder_.string() + "' && timeout --foreground " +
                             std::to_string(most_seconds_) + " '" JOUNCE_PROGRAM "' " + arguments +
                             " 2>'" + errors + "'";
    Outcome outcome;
    FILE* pipe = ::popen(line.c_str(), "r");
    std::array<char, 4096> buffer;
    for (size_t n; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
      outcome.out.append(buffer.data(), n);
    }
    const int status = ::pclose(pipe);
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.err = ReadTextFile(errors);
    return outcome;
  }

  std::filesystem::path folder_;
  int most_seconds_ = 900;  // what takes longer hangs: code 124
};

}  // namespace jounce

#endif  // JOUNCE_TESTS_COMMAND_TEST_H_
