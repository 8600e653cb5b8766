// Reference figures that tests compare with (tests/data).
#ifndef JOUNCE_TESTS_REFERENCE_DATA_H_
#define JOUNCE_TESTS_REFERENCE_DATA_H_

#include <string>

namespace jounce::testing {

// Full path of a file of tests/data.
inline std::string ReferencePath(const std::string& name) {
  return std::string(JOUNCE_SOURCE_DIR "/tests/data/") + name;
}

}  // namespace jounce::testing

#endif  // JOUNCE_TESTS_REFERENCE_DATA_H_
