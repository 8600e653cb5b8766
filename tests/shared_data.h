// Finds ../shared, the folder of measured data and published problems that lies beside a checkout
// on the developers' machines. A test that needs it calls JOUNCE_NEEDS_SHARED first, so that it is
// skipped, visibly, where the folder does not exist.
#ifndef JOUNCE_TESTS_SHARED_DATA_H_
#define JOUNCE_TESTS_SHARED_DATA_H_

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace jounce::testing {

// Full path of a file or folder of ../shared; JOUNCE_SHARED in the environment overrides the place.
inline std::string SharedPath(const std::string& relative) {
  const char* chosen = std::getenv("JOUNCE_SHARED");
  const std::filesystem::path root =
      chosen ? std::filesystem::path(chosen)
             : std::filesystem::path(JOUNCE_SOURCE_DIR).parent_path() / "shared";
  return (root / relative).string();
}

}  // namespace jounce::testing

#define JOUNCE_NEEDS_SHARED(relative)                                    \
  if (!std::filesystem::exists(::jounce::testing::SharedPath(relative))) \
  GTEST_SKIP() << "needs " << relative << " of the shared data folder, which is not here"

#endif  // JOUNCE_TESTS_SHARED_DATA_H_
