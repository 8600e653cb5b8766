#include "report/chromium.h"

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

#include "base/error.h"
#include "report/temporary_folder.h"

extern char** environ;

namespace jounce::report {
namespace {

namespace fs = std::filesystem;

bool CanBeRun(const fs::path& program) {
  return fs::is_regular_file(program) && ::access(program.c_str(), X_OK) == 0;
}

// Spaces and signs as a link has them.
std::string Escaped(const std::string& text, const std::string& plain) {
  std::string out;
  for (const char c : text) {
    const bool kept =
        std::isalnum(static_cast<unsigned char>(c)) || plain.find(c) != std::string::npos;
    out += kept ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

}  // namespace

std::string FindProgram(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (CanBeRun(fs::path(folder) / name)) return (fs::path(folder) / name).string();
  }
  return "";
}

std::string FindChromium() {
  if (const char* named = std::getenv("JOUNCE_CHROMIUM"); named != nullptr && *named != '\0') {
    return CanBeRun(named) ? named : "";
  }
  for (const char* name : {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
                           "microsoft-edge"}) {
    if (std::string found = FindProgram(name); !found.empty()) return found;
  }
  return "";
}

std::string LinkTo(const std::string& path, const std::string& fragment) {
  return "file://" + Escaped(fs::absolute(path).lexically_normal().string(), "/._-~") +
         Escaped(fragment, "#=._-~");
}

bool RunProgram(std::vector<std::string> words, const std::string& input, const std::string& output,
                int patience) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const std::string from = input.empty() ? "/dev/null" : input;
  const std::string to = output.empty() ? "/dev/null" : output;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, from.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, to.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t pid = 0;
  const int error = posix_spawn(&pid, arguments[0], &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return false;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(patience);
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

void RunChromium(const std::vector<std::string>& options, const std::string& link,
                 const std::string& output, const std::string& target, int patience) {
  const std::string browser = FindChromium();
  if (browser.empty()) {
    throw FileError(target,
                    "cannot be made: there is no Chromium or Chrome here (package chromium; or "
                    "name one by JOUNCE_CHROMIUM)");
  }
  const TemporaryFolder profile("jounce-chromium");
  std::vector<std::string> words = {browser,
                                    "--headless",
                                    "--disable-gpu",
                                    "--use-angle=swiftshader",
                                    "--enable-unsafe-swiftshader",
                                    "--disable-quic",
                                    "--no-first-run",
                                    "--disable-background-networking",
                                    "--disable-component-update",
                                    "--disable-sync",
                                    "--user-data-dir=" + profile.path()};
  if (::geteuid() == 0) words.push_back("--no-sandbox");  // it refuses root else
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(link);
  if (!RunProgram(words, "", output, patience)) {
    throw FileError(target, fmt::format("could not be made by {}", browser));
  }
}

}  // namespace jounce::report
