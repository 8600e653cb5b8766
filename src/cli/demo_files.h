// The files of examples/quarter_car, embedded in the program by cmake/embed.cmake.
#ifndef JOUNCE_CLI_DEMO_FILES_H_
#define JOUNCE_CLI_DEMO_FILES_H_

#include <span>
#include <string_view>

namespace jounce {

struct EmbeddedFile {
  std::string_view name;
  std::string_view content;
};

std::span<const EmbeddedFile> DemoFiles();

}  // namespace jounce

#endif  // JOUNCE_CLI_DEMO_FILES_H_
