#include "report/pdf_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>
#include <vector>

#include "base/error.h"

extern char** environ;

namespace jounce::report {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kPatience{180};

bool CanBeRun(const fs::path& program) {
  return fs::is_regular_file(program) && ::access(program.c_str(), X_OK) == 0;
}

// Spaces and signs of a path as a link has them.
std::string LinkTo(const std::string& path) {
  std::string link = "file://";
  for (const char c : fs::absolute(path).lexically_normal().string()) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) ||
                       std::string("/._-~").find(c) != std::string::npos;
    link += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return link;
}

// Silent; whether it ended well.
bool RunBrowser(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  pid_t pid = 0;
  const int error = posix_spawn(&pid, arguments[0], &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return false;
  const auto end = std::chrono::steady_clock::now() + kPatience;
  int status = 0;
  while (::waitpid(pid, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, &status, 0);
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

std::string FindPrinter() {
  if (const char* named = std::getenv("JOUNCE_CHROMIUM"); named != nullptr && *named != '\0') {
    return CanBeRun(named) ? named : "";
  }
  const char* path = std::getenv("PATH");
  for (const char* name : {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
                           "microsoft-edge"}) {
    std::istringstream folders(path ? path : "/usr/bin");
    for (std::string folder; std::getline(folders, folder, ':');) {
      if (CanBeRun(fs::path(folder) / name)) return (fs::path(folder) / name).string();
    }
  }
  return "";
}

void PrintPage(const std::string& page, const std::string& pdf) {
  const std::string browser = FindPrinter();
  if (browser.empty()) {
    throw FileError(
        pdf,
        "cannot be written: there is no Chromium or Chrome here to print it (install one, "
        "name one by JOUNCE_CHROMIUM, or print the page from your browser)");
  }
  std::vector<std::string> words = {browser,
                                    "--headless",
                                    "--disable-gpu",
                                    "--use-angle=swiftshader",
                                    "--enable-unsafe-swiftshader",
                                    "--no-first-run",
                                    "--disable-background-networking",
                                    "--no-pdf-header-footer",
                                    "--virtual-time-budget=20000",
                                    "--print-to-pdf=" + fs::absolute(pdf).string(),
                                    LinkTo(page)};
  if (::geteuid() == 0) words.insert(words.begin() + 1, "--no-sandbox");  // it refuses root else
  if (!RunBrowser(words) || !fs::exists(pdf)) {
    throw FileError(pdf, fmt::format("could not be printed by {}", browser));
  }
}

}  // namespace jounce::report
