#include "jounce/jounce.h"

namespace jounce::api {

const char* Version() { return JOUNCE_VERSION; }

}  // namespace jounce::api
