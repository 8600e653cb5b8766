#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace jounce {
namespace {

TEST(Parallel, DoesEachTaskOnce) {
  for (const int threads : {0, 1, 2, 7}) {
    for (const int count : {0, 1, 5, 100}) {
      std::vector<std::atomic<int>> done(count);
      RunInParallel(count, threads, [&](int i) { ++done[i]; });
      for (const auto& times : done) EXPECT_EQ(times, 1) << threads << " threads, " << count;
    }
  }
}

TEST(Parallel, ThrowsWhatATaskThrew) {
  for (const int threads : {1, 3}) {
    try {
      RunInParallel(20, threads, [](int i) {
        if (i == 4) throw std::runtime_error("task " + std::to_string(i));
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "task 4");
    }
  }
}

}  // namespace
}  // namespace jounce
