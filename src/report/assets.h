// The scripts and styles of web/, bundled at build time and embedded in the program.
#ifndef JOUNCE_REPORT_ASSETS_H_
#define JOUNCE_REPORT_ASSETS_H_

#include <string_view>

namespace jounce::report {

struct Assets {
  std::string_view page_script;   // Of pages without scenes.
  std::string_view scene_script;  // Of pages with scenes: the same, and three.js.
  std::string_view style;
  std::string_view page_licences;   // Notices of the libraries in page_script.
  std::string_view scene_licences;  // Notices of those in scene_script.
};

// All empty in a program that was built without them (JOUNCE_PAGES=OFF).
const Assets& EmbeddedAssets();

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_ASSETS_H_
