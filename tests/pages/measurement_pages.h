// Pages of measurements and laws, each made by its own room from data of a few lines.
#ifndef JOUNCE_TESTS_PAGES_MEASUREMENT_PAGES_H_
#define JOUNCE_TESTS_PAGES_MEASUREMENT_PAGES_H_

#include "report/page.h"

namespace jounce::testing {

report::Page BenchPage();           // A spring with a dashpot on the test bench.
report::Page IdentificationPage();  // A Maxwell law found from its own loops.
report::Page ComparisonPage();      // Three channels: equal, close, far off.

}  // namespace jounce::testing

#endif  // JOUNCE_TESTS_PAGES_MEASUREMENT_PAGES_H_
