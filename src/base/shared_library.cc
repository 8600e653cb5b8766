#include "base/shared_library.h"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

#include "base/error.h"

namespace jounce {
namespace {

// A name without a slash is searched among the system's libraries only: one that lies in the
// current folder gets one.
std::string NameToOpen(const std::string& file) {
  std::error_code ignored;
  const bool is_here =
      file.find('/') == std::string::npos && std::filesystem::exists(file, ignored);
  return is_here ? "./" + file : file;
}

}  // namespace

std::shared_ptr<void> OpenSharedLibrary(const std::string& file) {
  void* handle = dlopen(NameToOpen(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) throw FileError(file, dlerror());
  return std::shared_ptr<void>(handle, [](void* library) { dlclose(library); });
}

void* FindInLibrary(const std::shared_ptr<void>& library, const char* name) {
  return dlsym(library.get(), name);
}

}  // namespace jounce
