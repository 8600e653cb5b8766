#include "report/browser.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace jounce::report {
namespace {

namespace fs = std::filesystem;

// A folder as the whole PATH, with a display that is never used.
class BrowserTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    path_ = std::getenv("PATH");
    setenv("PATH", folder_.c_str(), 1);
    setenv("DISPLAY", ":none", 1);
    unsetenv("WSL_DISTRO_NAME");
  }
  void TearDown() override { setenv("PATH", path_.c_str(), 1); }

  void WriteOpener(const std::string& script) {
    const fs::path opener = folder_ / "xdg-open";
    std::ofstream(opener) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(opener, fs::perms::owner_all);
  }

  const fs::path folder_ = fs::path(JOUNCE_BINARY_DIR) / "browser_test" /
                           ::testing::UnitTest::GetInstance()->current_test_info()->name();
  std::string path_;
  std::string reason_;
};

TEST_F(BrowserTest, HandsOverTheAbsolutePath) {
  const fs::path told = folder_ / "told";
  WriteOpener("printf '%s' \"$1\" > '" + told.string() + "'");
  EXPECT_TRUE(OpenInBrowser("-a page; with $signs.html", &reason_));
  std::string text;
  std::getline(std::ifstream(told), text);
  EXPECT_EQ(text, (fs::current_path() / "-a page; with $signs.html").string());
  EXPECT_EQ(reason_, "");
}

TEST_F(BrowserTest, SaysWhyNot) {
  EXPECT_FALSE(OpenInBrowser("page.html", &reason_));
  EXPECT_NE(reason_.find("xdg-open cannot be started"), std::string::npos) << reason_;
  WriteOpener("exit 3");
  EXPECT_FALSE(OpenInBrowser("page.html", &reason_));
  EXPECT_EQ(reason_, "xdg-open failed");
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  EXPECT_FALSE(OpenInBrowser("page.html", &reason_));
  EXPECT_EQ(reason_, "there is no desktop here");
}

}  // namespace
}  // namespace jounce::report
