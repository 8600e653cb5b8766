// For a program that was built with JOUNCE_PAGES=OFF: WritePage says so.
#include "report/assets.h"

namespace jounce::report {

const Assets& EmbeddedAssets() {
  static constexpr Assets kNone = {};
  return kNone;
}

}  // namespace jounce::report
