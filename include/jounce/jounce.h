// Everything of the library in one include; C programs include jounce/jounce_c.h.
//
// All names are in jounce::api. All numbers are in SI units. Link with the target jounce::jounce:
//
//   find_package(jounce REQUIRED)
//   target_link_libraries(my_program PRIVATE jounce::jounce)
#ifndef JOUNCE_JOUNCE_H_
#define JOUNCE_JOUNCE_H_

#include "jounce/error.h"
#include "jounce/law.h"
#include "jounce/model.h"
#include "jounce/part.h"
#include "jounce/results.h"
#include "jounce/signals.h"
#include "jounce/simulation.h"

namespace jounce::api {

// The version of the library that was loaded: "0.1.0".
JOUNCE_EXPORT const char* Version();

}  // namespace jounce::api

#endif  // JOUNCE_JOUNCE_H_
