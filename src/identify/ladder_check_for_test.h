// Checks of a ladder of laws, for the tests of identification.
#ifndef JOUNCE_IDENTIFY_LADDER_CHECK_FOR_TEST_H_
#define JOUNCE_IDENTIFY_LADDER_CHECK_FOR_TEST_H_

#include <gtest/gtest.h>

#include <vector>

#include "identify/identify.h"
#include "identify/nesting.h"

namespace jounce::identify {

// No law of the ladder fits worse than another that it holds, every pair of them.
inline void ExpectNested(const std::vector<Rung>& ladder, const std::vector<Series>& data) {
  int pairs = 0;
  for (const Rung& larger : ladder) {
    for (const Rung& smaller : ladder) {
      if (&larger == &smaller) continue;
      if (!Embed(StartModel(smaller.shape, data), StartModel(larger.shape, data))) continue;
      EXPECT_LE(larger.phi, smaller.phi * (1 + 1e-3))
          << larger.shape.Name() << " holds " << smaller.shape.Name();
      ++pairs;
    }
  }
  EXPECT_GT(pairs, 3);
}

// The rows of a series have the first one again at their end; forces of a model do not.
inline std::vector<double> Closed(std::vector<double> forces) {
  forces.push_back(forces.front());
  return forces;
}

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_LADDER_CHECK_FOR_TEST_H_
