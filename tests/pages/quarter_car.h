// A corner of a car on a rough road, computed in a few lines: motion and loads that look like those
// of a real run, for pages to be tested and looked at with.
#ifndef JOUNCE_TESTS_PAGES_QUARTER_CAR_H_
#define JOUNCE_TESTS_PAGES_QUARTER_CAR_H_

#include <vector>

#include "report/scene.h"

namespace jounce::testing {

struct QuarterCarRun {
  std::vector<double> times;
  std::vector<double> road, wheel, body;     // Heights above rest, m.
  std::vector<double> spring, damper, tyre;  // Forces, N.
};

QuarterCarRun RunQuarterCar(double duration, double step);

// A double wishbone with wheel, spring, damper and four bushings, moving as the run says; every
// `stride`-th time. A single pose at rest if stride is 0.
report::Scene QuarterCarScene(const QuarterCarRun& run, std::size_t stride);

}  // namespace jounce::testing

#endif  // JOUNCE_TESTS_PAGES_QUARTER_CAR_H_
