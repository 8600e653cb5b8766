#include "report/browser.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>
#include <vector>

extern char** environ;

namespace jounce::report {
namespace {

bool IsSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// The programs to try, best first; none where nothing can be shown.
std::vector<std::string> Openers() {
#ifdef __APPLE__
  return {"open"};
#else
  if (IsSet("WSL_DISTRO_NAME")) return {"wslview", "xdg-open"};
  if (IsSet("DISPLAY") || IsSet("WAYLAND_DISPLAY")) return {"xdg-open"};
  return {};
#endif
}

// Starts the program, silent, in a session of its own, so that a browser outlives us. 0 or errno.
int Start(const std::string& program, const std::string& path, pid_t* pid) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::string name = program, argument = path;
  char* arguments[] = {name.data(), argument.data(), nullptr};
  const int error = posix_spawnp(pid, name.c_str(), &files, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

// Whether the program has not failed within the time in which such programs fail. Some stay as long
// as the browser does, so there is no waiting for the end.
bool StaysWell(pid_t pid) {
  using std::chrono::milliseconds;
  for (milliseconds waited{0}; waited < milliseconds{1500}; waited += milliseconds{20}) {
    int status = 0;
    if (waitpid(pid, &status, WNOHANG) == pid) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    std::this_thread::sleep_for(milliseconds{20});
  }
  return true;
}

}  // namespace

bool OpenInBrowser(const std::string& path, std::string* reason) {
  // An absolute path cannot be taken for an option.
  const std::string absolute = std::filesystem::absolute(path).lexically_normal().string();
  *reason = "there is no desktop here";
  for (const std::string& opener : Openers()) {
    pid_t pid = 0;
    const int error = Start(opener, absolute, &pid);
    if (error != 0) {
      *reason = fmt::format("{} cannot be started: {}", opener, std::strerror(error));
    } else if (StaysWell(pid)) {
      reason->clear();
      return true;
    } else {
      *reason = fmt::format("{} failed", opener);
    }
  }
  return false;
}

}  // namespace jounce::report
